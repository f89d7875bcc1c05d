"""The page of a paper in Markdown: its errata first, then its theorems and lemmas, the counts, and every claim with its verdict."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rropt.claims import theorems
from rropt.claims.claim import Argued, Checked, Claim, Decided, Erratum, Evidence, Formula, Theorem
from rropt.claims.decide import Grade, Verdict, spell
from rropt.claims.library import Collection
from rropt.show import Block, Code, Fact, Items, Say, to_markdown

__all__ = ["errata_of", "page_of", "tell"]

Verdicts = Mapping[str, Verdict]
CODE = re.compile(r"(`[^`]*`)")
MARKUP = re.compile(r"[\\*\[\]<~|]|(?<!\w)_|_(?!\w)")
WORD = re.compile(r"[A-Za-z_]\w*")
NAMES = re.compile(r"(?<![\w\\.`])(?:[a-z\d]|\\?_)+(?:\.(?:[a-z\d]|\\?_)+)+(?!\w)")  # ids of claims, also with \_ for _
# A result stands right behind the section ("Section 4, Theorem 4.1"), not in "after Theorem 4.1" or "proof of Theorem 4.1".
NAMED = re.compile(r"(?:^|, |; )((?:Theorem|Lemma|Proposition|Corollary|Observation|Claim) \d+(?:\.\d+)?)\b")
MEANING = {
    Grade.PROVED: "the printed statement, whole",
    Grade.NARROWED: "with a hypothesis that is not printed, or less than is printed",
    Grade.ARGUED: "parts decided, joined by a written step",
    Grade.CHECKED: "the instances that were run through",
    Grade.UNDECIDED: "neither",
    Grade.VACUOUS: "its hypotheses, or a premise, cannot hold",
    Grade.REFUTED: "false at an exact point, or by a theorem",
}


def page_of(paper: Collection, verdicts: Verdicts) -> str:
    """Write the page of a paper.

    Args:
        paper: The paper.
        verdicts: The verdicts of all its claims, computed or stored.

    Returns:
        The Markdown, with mathematics of the errata between dollar signs.
    """
    head = paper.head
    lines = [f"# {head.title}" if head else f"# Claims of `{paper.name}`", ""]
    if head:
        lines += [f"{head.authors}, {head.published}. Text used: {head.text}.", ""]
    lines += [_linked(x, verdicts) for x in (*errata_of(paper, verdicts), *_named_results(paper.claims, verdicts))]
    lines += _counts(paper.claims, verdicts)
    lines += ["## Every claim", ""]
    for name, claim in paper.claims.items():
        told = to_markdown(tell(claim, verdicts[name]))
        lines += [f"### {name}: {verdicts[name].grade}", "", _linked(told, verdicts, name), ""]
    return "\n".join(lines).rstrip() + "\n"


def _prose(text: str) -> str:
    """Escape the signs of Markdown in a text, but not in `code`."""
    return "".join(x if x.startswith("`") else MARKUP.sub(r"\\\g<0>", x) for x in CODE.split(text))


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(re.sub(r"(?<!\\)\|", r"\\|", x) for x in cells) + " |"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [_row(heads), _row(["---"] * len(heads)), *map(_row, rows), ""]


def _linked(text: str, verdicts: Verdicts, own: str = "") -> str:
    """Make a link of each claim that a text in Markdown names outside of code, but for the claim whose own text it is."""

    def link(found: re.Match[str]) -> str:
        name = found[0].replace("\\", "")
        if name == own or name not in verdicts:
            return found[0]
        anchor = f"{name}-{verdicts[name].grade}".replace(".", "").replace(" ", "-")
        return f"[{found[0]}](#{anchor})"

    return "```".join(x if i % 2 else NAMES.sub(link, x) for i, x in enumerate(text.split("```")))


def errata_of(paper: Collection, verdicts: Verdicts) -> list[str]:
    """Write the tables of a paper's errata, the farthest reaching first; nothing if it has none."""
    if paper.head is None or not paper.head.errata:
        return []
    lines = ["## Errata", ""]
    for severity, errata in paper.head.errata.items():
        lines += [f"**{severity.value.capitalize()}** ({len(errata)})", ""]
        rows = [_erratum(e, verdicts) for e in errata]
        lines += _table(["printed", "should be", "what follows", "counterexample", "claims"], rows)
    return lines


def _erratum(e: Erratum, verdicts: Verdicts) -> list[str]:
    at = _prose(spell(verdicts[e.claims[0]].point) or verdicts[e.claims[0]].how)
    return [f"${e.printed}$", f"${e.correct}$", _prose(e.follows), at, ", ".join(e.claims)]


def _named_results(claims: Mapping[str, Claim], verdicts: Verdicts) -> list[str]:
    """Write a table of theorems, lemmas and the like: the weakest verdict of the claims about each, and its repairs."""
    of: dict[str, list[str]] = {}
    for name, claim in claims.items():
        found = NAMED.search(claim.where)
        if found and claim.printed and not claim.repairs:
            of.setdefault(found[1], []).append(name)
    rows = []
    for result in sorted(of, key=lambda x: ([int(n) for n in x.partition(" ")[2].split(".")], x)):
        names = of[result]
        weakest = max((verdicts[x].grade for x in names), key=list(Grade).index)
        refuted = [x for x in names if verdicts[x].grade is Grade.REFUTED]
        repairs = [x for x, claim in claims.items() if claim.repairs in refuted]
        proofs = [
            c.evidence.name for c in map(claims.__getitem__, [*names, *repairs]) if isinstance(c.evidence, Theorem)
        ]
        repaired = "; ".join(f"{x}: {verdicts[x].grade}" for x in repairs)
        coq = ", ".join(f"`{x}`" for x in dict.fromkeys(proofs))
        rows.append([result, weakest.value, repaired, coq, ", ".join(names)])
    return (
        ["## Named results", "", *_table(["result", "as printed", "repaired", "in Coq", "claims"], rows)]
        if rows
        else []
    )


def _counts(claims: Mapping[str, Claim], verdicts: Verdicts) -> list[str]:
    """Write the counts by verdict and by evidence; theorems of Coq, which are told as recorded, are counted apart."""
    all_of, coq = (
        Counter(verdicts[x].grade for x, claim in claims.items() if isinstance(claim.evidence, kind))
        for kind in (object, Theorem)
    )
    rows = [[x.value, str(all_of[x]), str(coq[x]), MEANING[x]] for x in Grade if all_of[x]]
    rows.append(["all", str(all_of.total()), str(coq.total()), ""])
    return [
        "## Verdicts",
        "",
        *_table(["verdict", "claims", "of these by a theorem in Coq, as recorded", "meaning"], rows),
    ]


def tell(claim: Claim, verdict: Verdict) -> Iterator[Block]:
    """Tell a claim, its evidence and its verdict."""
    yield Say(f"{claim.id} is {verdict.grade}: {verdict.how.rstrip('.')}.")
    yield Fact("grade", "Verdict", verdict.grade.value)
    yield from (
        Fact(x, x.capitalize(), text) for x in ("where", "printed", "reading", "repairs") if (text := getattr(claim, x))
    )
    formula = claim.formula
    if formula is not None:
        yield Fact("states", "Entered as", formula.states)
        hypotheses = [f"for {name}: {text}" for name, text in formula.given.items()]
        hypotheses += [f"assuming {text}" for text in formula.assuming]
        yield Items("hypotheses", [*hypotheses, *(f"with {name} = {text}" for name, text in _used(formula))])
    yield from _evidence(claim.evidence)
    if verdict.point:
        label = "Counterexample" if verdict.grade is Grade.REFUTED else "Its hypotheses hold at"
        yield Fact("point", label, spell(verdict.point))
    if claim.narrowed:
        yield Items("narrowed", [f"assumed and not printed: {x}" for x in claim.narrowed])


def _evidence(evidence: Evidence) -> Iterator[Block]:
    match evidence:
        case Theorem(name):
            yield Code("theorem", theorems.statement(name), "coq")
        case Argued(uses=uses) if uses:
            yield Fact("uses", "Uses", ", ".join(uses))
        case Checked(function, cases):
            over = "; ".join(f"{name} in {', '.join(map(str, values))}" for name, values in cases.items())
            yield Fact(
                "check", "Checked by", f"{getattr(function, '__name__', 'a function')} {f'for {over}' if over else ''}"
            )
        case Decided(witness):
            yield Items("witness", [f"at {name} = {x}" for name, x in witness.items()])


def _used(formula: Formula) -> list[tuple[str, str]]:
    """List the definitions that a formula uses, or that such a definition uses."""
    words = set(WORD.findall(" ".join((formula.states, *formula.assuming, *formula.given.values()))))
    used = []
    for head, text in reversed(list(formula.define.items())):  # each may use those before it
        if head.partition("(")[0].strip() in words:
            used.append((head, text))
            words |= set(WORD.findall(text))
    return used[::-1]
