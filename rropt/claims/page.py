"""The page of a paper in Markdown: its errata first, then its theorems and lemmas, the counts, and every claim with its verdict."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rropt.claims.claim import Argued, Checked, Claim, Decided, Theorem
from rropt.claims.decide import Grade, Verdict
from rropt.claims.errata import Erratum, Severity
from rropt.claims.library import Collection

__all__ = ["SUMMARY", "errata_of", "page_of", "summary_row"]

Verdicts = Mapping[str, Verdict]
CODE = re.compile(r"(`[^`]*`)")
MARKUP = re.compile(r"[\\*\[\]<~|]|(?<!\w)_|_(?!\w)")
WORD = re.compile(r"[A-Za-z_]\w*")
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
        verdicts: The verdicts of its claims, computed or stored.

    Returns:
        The Markdown, with mathematics of the errata between dollar signs.
    """
    head = paper.head
    lines = [f"# {head.title}" if head else f"# Claims of `{paper.name}`", ""]
    if head:
        lines += [f"{head.authors}, {head.published}. Text used: {head.text}.", ""]
    lines += errata_of(paper, verdicts)
    lines += _named_results(paper.claims, verdicts)
    lines += _counts(paper.claims, verdicts)
    lines += ["## Every claim", ""]
    for name, claim in paper.claims.items():
        if name in verdicts:
            lines += _section(claim, verdicts, paper.files[name])
    return "\n".join(lines).rstrip() + "\n"


def _prose(text: str) -> str:
    """Escape the signs of Markdown in a text, but not in `code`."""
    return "".join(x if x.startswith("`") else MARKUP.sub(r"\\\g<0>", x) for x in CODE.split(text))


def _row(cells: Sequence[str]) -> str:
    return (
        f"| {' | '.join(cell.replace('|', chr(92) + '|') if chr(92) + '|' not in cell else cell for cell in cells)} |"
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [_row(heads), _row(["---"] * len(heads)), *map(_row, rows), ""] if rows else []


def _link(name: str, verdicts: Verdicts) -> str:
    if name not in verdicts:
        return f"`{name}`"
    anchor = f"{name}-{verdicts[name].grade}".replace(".", "").replace(" ", "-")
    return f"[`{name}`](#{anchor})"


def _point(verdict: Verdict) -> str:
    return ", ".join(f"{name} = {x}" for name, x in (verdict.point or {}).items())


def errata_of(paper: Collection, verdicts: Verdicts) -> list[str]:
    """Write the tables of a paper's errata, the farthest reaching first; nothing if it has none."""
    if paper.head is None or not paper.head.errata:
        return []
    lines = ["## Errata", ""]
    for severity in Severity:
        rows = [_erratum(e, verdicts) for e in paper.head.errata if e.severity is severity]
        if rows:
            lines += [f"**{severity.value.capitalize()}** ({len(rows)})", ""]
            lines += _table(["printed", "should be", "what follows", "counterexample", "claims"], rows)
    return lines


def _erratum(e: Erratum, verdicts: Verdicts) -> list[str]:
    first = verdicts.get(e.claims[0])
    at = _prose(_point(first) or first.how) if first else ""
    names = ", ".join(_link(x, verdicts) for x in e.claims)
    return [f"${e.printed}$", f"${e.correct}$", _prose(e.follows), at, names]


def _named_results(claims: Mapping[str, Claim], verdicts: Verdicts) -> list[str]:
    """Write a table of theorems, lemmas and the like: the weakest verdict of the claims about each, and its repairs."""
    of: dict[str, list[str]] = {}
    for name, claim in claims.items():
        found = NAMED.search(claim.where)
        if found and name in verdicts and claim.printed and not claim.repairs:
            of.setdefault(found[1], []).append(name)
    rows = []
    for result in sorted(of, key=lambda x: ([int(n) for n in x.partition(" ")[2].split(".")], x)):
        names = of[result]
        weakest = max((verdicts[x].grade for x in names), key=list(Grade).index)
        refuted = [x for x in names if verdicts[x].grade is Grade.REFUTED]
        repairs = [x for x, claim in claims.items() if claim.repairs in refuted and x in verdicts]
        proofs = [
            c.evidence.name for c in map(claims.__getitem__, [*names, *repairs]) if isinstance(c.evidence, Theorem)
        ]
        repaired = "; ".join(f"{_link(x, verdicts)}: {verdicts[x].grade}" for x in repairs)
        coq = ", ".join(f"`{x}`" for x in dict.fromkeys(proofs))
        rows.append([result, weakest.value, repaired, coq, ", ".join(_link(x, verdicts) for x in names)])
    table = _table(["result", "as printed", "repaired", "in Coq", "claims"], rows)
    return ["## Named results", "", *table] if rows else []


def _counts(claims: Mapping[str, Claim], verdicts: Verdicts) -> list[str]:
    """Write the counts by verdict and by evidence; theorems of Coq, which are told as recorded, are counted apart."""
    known = [x for x in claims if x in verdicts]
    kinds = [type(claims[x].evidence) for x in known]
    rows = []
    for grade in Grade:
        chosen = [x for x in known if verdicts[x].grade is grade]
        coq = sum(isinstance(claims[x].evidence, Theorem) for x in chosen)
        if chosen:
            rows.append([grade.value, str(len(chosen)), str(coq), MEANING[grade]])
    rows.append(["all", str(len(known)), str(kinds.count(Theorem)), ""])
    return [
        "## Verdicts",
        "",
        *_table(["verdict", "claims", "of these by a theorem in Coq, as recorded", "meaning"], rows),
    ]


APART_NAMES = {Severity.SLIP: "slips", Severity.EDGE: "edges", Severity.REMARK: "remarks"}
SUMMARY = (
    "paper",
    "printed statements",
    *(g.value for g in Grade if g is not Grade.VACUOUS),
    "by Coq's kernel, as recorded",
    "errors",
    *APART_NAMES.values(),
)


def summary_row(paper: Collection, verdicts: Verdicts) -> list[int]:
    """List the numbers of a paper's row in the README.

    A statement that several claims are about counts once, with the weakest of their grades; repairs and lemmas that the paper does
    not print do not count. Theorems of Coq, which are told as recorded, are also counted apart.
    """
    grades: dict[str, Grade] = {}
    in_coq: set[str] = set()
    for name, claim in paper.claims.items():
        if not claim.repairs and (claim.printed or paper.head is None):
            key, grade = claim.printed or name, verdicts[name].grade
            grades[key] = max(grade, grades.get(key, grade), key=list(Grade).index)
            in_coq |= {key} if isinstance(claim.evidence, Theorem) else set()
    found = list(grades.values())
    errata = paper.head.errata if paper.head else ()
    apart = [sum(e.severity is severity for e in errata) for severity in APART_NAMES]
    counts = [found.count(g) for g in Grade if g is not Grade.VACUOUS]
    return [len(found), *counts, len(in_coq), paper.head.errors if paper.head else 0, *apart]


def _section(claim: Claim, verdicts: Verdicts, file: str) -> list[str]:
    verdict = verdicts[claim.id]
    lines = [f"### {claim.id}: {verdict.grade}", ""]
    lines += [f"*{_prose(claim.where)}*", ""] if claim.where else []
    lines += [_prose(claim.printed), ""] if claim.printed else []
    formula = claim.formula
    if formula is not None:
        lines += [f"- for {name}: `{text}`" for name, text in formula.given.items()]
        lines += [f"- assuming `{text}`" for text in formula.assuming]
        lines += [f"- states `{formula.states}`"]
        lines += [f"- with `{name}` = `{text}`" for name, text in _used(claim)]
    lines += [f"- read so: {_prose(claim.reading)}"] if claim.reading else []
    lines += [f"- assumed and not printed: {_prose(text)}" for text in claim.narrowed]
    lines += _evidence(claim, verdicts)
    at = "counterexample" if verdict.grade is Grade.REFUTED else "its hypotheses hold at"
    lines += [f"- {at} {_prose(_point(verdict))}"] if verdict.point else []
    lines += [f"- repairs {_link(claim.repairs, verdicts)}"] if claim.repairs else []
    return [*lines, f"- {_prose(verdict.how)}", f"- [source]({file})", ""]


def _evidence(claim: Claim, verdicts: Verdicts) -> list[str]:
    match claim.evidence:
        case Theorem(name):
            return [f"- in Coq: `{name}`"]
        case Argued(uses=uses) if uses:
            return [f"- uses {', '.join(_link(x, verdicts) for x in uses)}"]
        case Checked(function, cases):
            over = "; ".join(f"{name} in {', '.join(map(str, values))}" for name, values in cases.items())
            return [f"- checked by `{getattr(function, '__name__', 'a function')}`{f' for {over}' if over else ''}"]
        case Decided(steps, witness):
            return [f"- step `{x}`" for x in steps] + [f"- at {name} = `{x}`" for name, x in witness.items()]
    return []


def _used(claim: Claim) -> list[tuple[str, str]]:
    """List the definitions that the formula uses, or that such a definition uses."""
    assert claim.formula is not None
    define = claim.formula.define
    heads = {head.partition("(")[0].strip(): head for head in define}
    waiting = {
        w
        for x in (claim.formula.states, *claim.formula.assuming, *claim.formula.given.values())
        for w in WORD.findall(x)
    }
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in heads and name not in used:
            used.add(name)
            waiting |= set(WORD.findall(define[heads[name]]))
    return [(head, text) for head, text in define.items() if head.partition("(")[0].strip() in used]
