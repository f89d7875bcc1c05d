"""The audit: decides claims from scratch and compares their verdicts with those that are stored.

`verdicts.json` of a paper has a line a claim: grade, how, a point, and a digest of what was decided. Where z3 of another version
does not decide a claim whose digest is the same, the stored verdict is told as stored, and counted apart.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from rropt.claims import theorems
from rropt.claims.at_numbers import Evaluated, at_numbers, find_fault, read_at
from rropt.claims.claim import Argued, Checked, Claim, Counterexample, Theorem, Twin, list_uncovered
from rropt.claims.decide import NOT_DECIDED, POSITIVE, Grade, Verdict, decide, spell
from rropt.claims.library import Collection, read_lines, select, write_lines
from rropt.claims.page import errata_of, page_of, tell
from rropt.claims.solver import Solver, untested_version
from rropt.errors import InputError, no_such, refuse
from rropt.files import refusing
from rropt.progress import track
from rropt.show import Block, Code, Col, Items, Result, Say, Table, Warn

__all__ = ["Audit", "Kernel", "Pages", "audit", "decide_all", "store", "stored_verdicts"]

STORE = "verdicts.json"
SCHEMA = "rropt.verdicts/2"
REFUTED = (Grade.REFUTED,)
MOST_WHOLE = 4  # claims, a theorem and its repairs, that are told in sentences and asked of cvc5 too
AS_STORED = "as stored, and not decided here: "
TOLD = "told as stored"
KERNEL = "a theorem of Coq's kernel, as recorded"


@dataclass(frozen=True, slots=True, repr=False)
class Audit(Result):
    """The verdicts of the claims that were asked for, by id, and how they differ from the stored ones."""

    schema: ClassVar[str] = "rropt/audit/1"
    claims: Mapping[str, Claim]
    verdicts: Mapping[str, Verdict]
    changes: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        return int(bool(self.changes))

    def show(self) -> Iterator[Block]:
        """Show one claim whole, and of several the counts and a line for each."""
        one = next(iter(self.claims), "")
        yield from tell(self.claims[one], self.verdicts[one]) if len(self.claims) == 1 else self._several()
        if version := untested_version():
            yield Warn(
                f"z3 {version} is not asked, as rropt is tested with 5.4 and later versions below 6; "
                "install z3-solver>=5.4,<6 to have formulas decided here"
            )
        yield Items("changes", self.changes)

    def _several(self) -> Iterator[Block]:
        counts = Counter(v.grade for v in self.verdicts.values())
        yield Say(f"{len(self.verdicts)} claims: {', '.join(f'{counts[g]} {g}' for g in Grade if counts[g])}.")
        told = {
            x: v for x, v in self.verdicts.items() if len(self.verdicts) <= MOST_WHOLE or v.grade is Grade.UNDECIDED
        }
        printed = {x: f" It says: {c.printed}" if c.printed else "" for x, c in self.claims.items()}
        yield Items("told", [f"{x} is {v.grade}: {v.how.rstrip('.')}.{printed[x]}" for x, v in told.items()])
        yield Table(
            "verdicts",
            [Col("claim", "Claim"), Col("grade", "Verdict"), Col("point", "Point"), Col("how", "How", shown=False)],
            [(x, v.grade.value, spell(v.point), v.how) for x, v in self.verdicts.items()],
        )
        kinds = {
            x: KERNEL if isinstance(c.evidence, Theorem) else type(c.evidence).__name__ for x, c in self.claims.items()
        }
        by = Counter(TOLD if v.how.startswith(AS_STORED) else kinds[x] for x, v in self.verdicts.items())
        yield Table("evidence", [Col("evidence", "Evidence"), Col("claims", "Claims")], by.most_common())


@dataclass(frozen=True, slots=True, repr=False)
class Kernel(Result):
    """The theorems that claims name, with what their proofs rest on; `wrong` says which are not as recorded."""

    schema: ClassVar[str] = "rropt/kernel/1"
    named: Mapping[str, str]
    accepted: Mapping[str, theorems.Accepted]
    wrong: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        return int(bool(self.wrong))

    def show(self) -> Iterator[Block]:
        """Say how many theorems Coq's kernel accepts, and list those that claims name."""
        yield Say(
            f"Theorems that Coq's kernel accepts: {len(self.accepted)}, "
            f"of which the claims here name {len({*self.named.values()})}."
        )
        heads = Col("claim", "Claim"), Col("theorem", "Theorem"), Col("statement", "States", shown=len(self.named) == 1)
        yield Table("theorems", heads, [[x, name, theorems.statement(name)] for x, name in self.named.items()])
        yield Items("changes", self.wrong)


@dataclass(frozen=True, slots=True, repr=False)
class Pages(Result):
    """Text in Markdown: the page of a paper, or its errata."""

    schema: ClassVar[str] = "rropt/page/1"
    text: str

    def show(self) -> Iterator[Block]:
        """Show the text as it stands."""
        yield Code("page", self.text, "markdown")


def audit(
    selection: str | None = None,
    *,
    at: str | None = None,
    kernel: bool = False,
    errata: bool = False,
    page: bool = False,
    seconds: float = 10,
    write: bool = False,
) -> Audit | Evaluated | Kernel | Pages:
    """Decide claims of the papers, or of your own, from scratch. The exit code is 1 if a verdict differs from the stored one.

    Args:
        selection: A claim (holohan.lemma_1), a paper (holohan), a folder with claims of your own, whose files are run, or one of
            these (FOLDER/mine.lemma_1).
        at: Numbers for one claim, epsilon=1/2,delta=1/10: its formula there, beside cvxpy's and the certified optimum.
        kernel: Compile the theorems in Coq that the claims name, and compare with the record.
        errata: The table of a paper's errata, in Markdown.
        page: The page of a paper, in Markdown, from the stored verdicts.
        seconds: How long z3 works on a question, on an idle core; it is counted in z3's own steps.
        write: Store the verdicts, or with --kernel the record of theorems. Every verdict is then also asked of cvc5.

    Returns:
        The verdicts; or what --at, --kernel, --errata and --page ask for.

    Raises:
        InputError: No claim is called so, or options do not go together.
        Disagreement: Two solvers, or cvxpy and a certificate, contradict each other.

    Examples:
        >>> from rropt.claims.audit import audit
        >>> print(audit("holohan.lemma_1").verdicts["holohan.lemma_1"].grade)
        proved
    """
    refuse(
        (
            sum(map(bool, (at, kernel, errata, page))) > 1,
            "at, kernel, errata and page are different questions; ask one at a time",
        ),
        (not seconds > 0, f"seconds = {seconds} is no time; give a positive number"),
    )
    if at:
        return at_numbers(selection or "", read_at(at))
    chosen = select(selection or "")
    if kernel:
        return _check_kernel(chosen, write=write)
    if errata or page:
        return Pages("\n".join("\n".join(_markdown(paper, whole=page)) for paper, _ in chosen))
    return _audit(chosen, seconds, write=write)


Chosen = list[tuple[Collection, list[str]]]  # papers, each with the ids that are asked for


def _audit(chosen: Chosen, seconds: float, *, write: bool) -> Audit:
    """Decide the chosen claims. A claim with its repairs, and all that are stored, are asked of cvc5 too, where it is installed."""
    claims: dict[str, Claim] = {}
    verdicts: dict[str, Verdict] = {}
    changes: list[str] = []
    is_one = sum(len(ids) for _, ids in chosen) <= MOST_WHOLE
    for paper, ids in chosen:
        stored = stored_verdicts(paper.folder)
        deciding = decide_all(paper, ids, Solver(seconds, confirm=write or is_one), stored)
        found = dict(deciding if is_one else track(deciding, paper.name, total=len(ids)))
        claims |= {x: paper.claims[x] for x in ids}
        verdicts |= found
        if write:
            store(paper, {**stored, **found})
        elif stored:
            changes += _changes(stored, found, paper if len(ids) == len(paper.claims) else None)
    return Audit(claims, verdicts, tuple(changes))


def decide_all(
    paper: Collection, ids: list[str], solver: Solver, stored: Mapping[str, Verdict]
) -> Iterator[tuple[str, Verdict]]:
    """Decide claims of a paper, with the claims that they use or repair; a fault of one claim leaves it undecided."""
    known: dict[str, Verdict] = {}

    def verdict_of(name: str, above: tuple[str, ...]) -> Verdict:
        if name not in known:
            claim = paper.claims[name]
            found = _decide_one(claim, solver)
            is_open = found.how == NOT_DECIDED or (found.grade is Grade.UNDECIDED and untested_version())
            if is_open and name in stored and stored[name].digest == digest(claim):
                found = replace(stored[name], how=AS_STORED + stored[name].how.removeprefix(AS_STORED))
            used = claim.evidence.uses if isinstance(claim.evidence, Argued) else ()
            faults = [fault_of(x, "uses", POSITIVE, found, (*above, name)) for x in used]
            faults += [fault_of(claim.repairs, "repairs", REFUTED, found, (*above, name))] if claim.repairs else []
            fault = next(filter(None, faults), "")
            known[name] = Verdict(Grade.UNDECIDED, fault) if fault else found
        return known[name]

    def fault_of(name: str, does: str, wanted: Container[Grade], found: Verdict, above: tuple[str, ...]) -> str:
        """Say what is wrong with a name in a claim; what counts as shown needs its verdict too."""
        if name not in paper.claims:
            return str(no_such(name, paper.claims, "there is no claim"))
        if name in above:
            return f"it rests on itself, through {name}"
        if found.grade not in POSITIVE or (grade := verdict_of(name, above).grade) in wanted:
            return ""
        return (
            f"it {does} {name}, which is {grade}{' and not refuted; leave out repairs=' if wanted is REFUTED else ''}"
        )

    for name in ids:
        yield name, verdict_of(name, ())


def _decide_one(claim: Claim, solver: Solver) -> Verdict:
    """Decide a claim. What counts as shown is tried at five points; one at which it is false contradicts it."""
    try:
        found = decide(claim, solver=solver, recorded=theorems.recorded)
        where = find_fault(claim, found.point) if found.grade in POSITIVE else None
    except InputError as error:
        return Verdict(Grade.UNDECIDED, str(error))
    except RecursionError:  # the laws of log(x*…*x) are stated within each other, which is deeper than the formula
        return Verdict(
            Grade.UNDECIDED, "its formula is nested too deeply for the laws of its functions; write it in smaller parts"
        )
    if where is None:
        return found
    return Verdict(Grade.UNDECIDED, f"{found.how}, and false at a point: report this as a fault", where)


# what is stored


def digest(claim: Claim) -> str:
    """Digest what a claim's verdict is about: what is printed, its formula, and its evidence.

    Of a check, and of a numeric twin that is evaluated in a formula's place, that is the whole file in which its function stands.
    """
    evidence: object = claim.evidence
    match claim.evidence, claim.formula or claim.at:
        case Checked(function, cases, whole), _:
            evidence = {name: list(values) for name, values in cases.items()}, whole, _file_of(function)
        case Counterexample(), Twin() as twin:
            evidence = claim.evidence, twin.given, twin.assuming, twin.define, _file_of(twin.states)
    text = repr((claim.printed, claim.formula, evidence, claim.narrowed, claim.repairs))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _file_of(function: Callable[..., object]) -> str:
    """Read the file in which a function is written, also behind `cache` or another wrapper, or the class of a callable object."""
    while inner := getattr(function, "__wrapped__", function.func if isinstance(function, partial) else None):
        function = inner
    code = getattr(function, "__code__", None) or getattr(type(function).__call__, "__code__", None)
    path = Path(code.co_filename) if code else Path()
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def store(paper: Collection, verdicts: Mapping[str, Verdict]) -> None:
    """Write `verdicts.json` of a paper, a line a claim; a verdict that was stored keeps its digest, though the claim may differ."""
    entries = {
        name: {
            "grade": v.grade.value,
            "how": v.how,
            **({"point": dict(v.point)} if v.point else {}),
            "digest": v.digest or digest(claim),
        }
        for name, claim in paper.claims.items()
        if (v := verdicts.get(name))
    }
    write_lines(paper.folder / STORE, SCHEMA, "claims", entries)


def stored_verdicts(folder: Path) -> dict[str, Verdict]:
    """Return the stored verdicts of the paper in a folder, by claim; none if there is no file."""
    entries = read_lines(folder / STORE, SCHEMA, "claims")
    with refusing("a stored verdict is malformed", "write the verdicts again with rropt audit --write"):
        return {
            x: Verdict(Grade(entry["grade"]), entry["how"], entry.get("point"), entry["digest"])
            for x, entry in entries.items()
        }


def _changes(before: Mapping[str, Verdict], found: Mapping[str, Verdict], whole: Collection | None) -> Iterator[str]:
    """Tell in sentences how verdicts differ from the stored ones; of a whole paper also what is stored and gone, and its errata."""
    for name, verdict in found.items():
        if name not in before:
            yield f"{name} is {verdict.grade} and has no stored verdict"
        elif before[name].grade is not verdict.grade:
            yield f"{name} is {verdict.grade}, stored as {before[name].grade}: {verdict.how}"
    if whole is not None:
        yield from (f"{name} is stored and no claim any more" for name in before if name not in found)
        if whole.head is not None:
            yield from list_uncovered(whole.head, {name: v.grade.value for name, v in found.items()})


def _markdown(paper: Collection, *, whole: bool) -> list[str]:
    verdicts = stored_verdicts(paper.folder)
    fresh = (x for x, claim in paper.claims.items() if x not in verdicts or verdicts[x].digest != digest(claim))
    if name := next(fresh, ""):
        raise InputError(f"{name}, as it stands, has no stored verdict; decide it with rropt audit --write")
    return [page_of(paper, verdicts)] if whole else errata_of(paper, verdicts)


def _check_kernel(chosen: Chosen, *, write: bool) -> Kernel:
    """Compile the library, and compare what the theorems rest on with the record, or write the record."""
    claims = [paper.claims[x] for paper, ids in chosen for x in ids]
    named = {c.id: c.evidence.name for c in claims if isinstance(c.evidence, Theorem)}
    if not named:
        raise InputError("none of these claims names a theorem in Coq; ask without --kernel")
    others = theorems.record() if len(chosen) > 1 else ()  # also those that the specification of certificates cites
    found = theorems.check([*named.values(), *others])
    wrong = () if write else tuple(f"the record of {x} is another" for x in found if theorems.recorded(x) != found[x])
    if write:
        theorems.write_record({**{x: y for x in theorems.record() if (y := theorems.recorded(x))}, **found})
    return Kernel(named, found, wrong)
