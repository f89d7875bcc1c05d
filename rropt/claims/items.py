"""Evidence by a claim's own function: every item is decided again and counted, and the verdict follows from the counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from rropt.certificate.judge import Status, judge
from rropt.claims.claim import Claim
from rropt.claims.evidence import (
    NO_POINT,
    Certified,
    Fact,
    Finding,
    Grade,
    Item,
    Rejected,
    Statement,
    fact_holds,
    is_said,
    point_text,
    require_telling,
    weakest,
)
from rropt.claims.printed import unprinted_values
from rropt.claims.record import statement_of
from rropt.exact.errors import InputError

__all__ = ["decide_by_items", "has_general_part", "items_of"]

Decide = Callable[[Claim], Finding]
CHECKER = "a certificate that the checker accepts"


def decide_by_items(claim: Claim, decide: Decide) -> Finding:
    """Decide a claim by its items, all of which must hold unless `some` is set; the grade says how much of the claim they show."""
    items = items_of(claim)
    if not items:
        return Finding(Grade.UNDECIDED, ("the claim's function returned no evidence",))
    results = [(item, _item(item, decide)) for item in items]
    if claim.some:
        return _some(claim, results)
    bad = [(item, v) for item, v in results if v.kind == Grade.REFUTED]
    if bad:
        item, v = bad[0]
        lines = (*v.evidence, f"{len(bad)} of {len(items)} cases fail")
        return Finding(Grade.REFUTED, lines, (("case", item.label), *v.counterexample), instances=len(items))
    unknown = [v for _, v in results if not v.kind.is_proof]
    if unknown:
        good = len(items) - len(unknown)
        return Finding(Grade.UNDECIDED, tuple(x for v in unknown[:3] for x in v.evidence), instances=good)
    grade, line = _grade(claim, items)
    verdicts = [v for _, v in results]
    return Finding(
        weakest(grade, *(v.kind for v in verdicts)),
        (line, *_parts(results)),
        (),
        tuple(dict.fromkeys(a for v in verdicts for a in v.added)),
        tuple(sorted({m for v in verdicts for m in v.methods} | ({"enumeration"} if claim.exhausts else set()))),
        len(items),
        sum(v.proofs for v in verdicts),
        sum(v.multipliers for v in verdicts),
        record=tuple(r for v in verdicts for r in v.record),
    )


def items_of(claim: Claim) -> list[Item]:
    """Call the claim's function and list the items that it returns; with a stated finite domain, call it for each case in turn.

    Raise `InputError` if it returns nothing for some case.
    """
    function = claim.decided_by
    assert function is not None
    if not isinstance(claim.exhausts, Mapping):
        return list(function())
    names = list(claim.exhausts)
    cases = [dict(zip(names, values, strict=True)) for values in product(*claim.exhausts.values())]
    found = []
    for case in cases:
        items = list(function(**case))
        if not items:
            raise InputError(f"{claim.id}: the function returned no evidence for {_case_text(case)}")
        found += [replace(x, label=f"{_case_text(case)}: {x.label}") for x in items]
    return found


def _case_text(case: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in case.items())


def has_general_part(items: list[Item]) -> bool:
    """Whether some item is about all values of a variable: a statement with variables, or a certificate."""
    return any(isinstance(x, Certified) or (isinstance(x, Statement) and x.given) for x in items)


def _grade(claim: Claim, items: list[Item]) -> tuple[Grade, str]:
    """Grade a claim all of whose items hold; return the grade, and the line of evidence that gives the reason for it."""
    count = f"{len(items)} {'item holds' if len(items) == 1 else 'items hold'} ({_which([i.label for i in items])})"
    step = claim.argument or (claim.exhausts if isinstance(claim.exhausts, str) else "")
    if isinstance(claim.exhausts, Mapping) and not claim.argument:
        missing = unprinted_values(claim.printed, claim.exhausts) if claim.printed else []
        domain = "; ".join(f"{name} in {_values(values)}" for name, values in claim.exhausts.items())
        if not missing:
            return Grade.PROVED, f"{count}, for every case of {domain}, which the engine ran through"
        return Grade.CHECKED, f"{count}, for {domain}: not what is printed of {' and '.join(missing)}"
    if step and has_general_part(items):
        return Grade.ARGUED, f"{count}; joined by a written step: {step}"
    if not step and len(items) == 1 and has_general_part(items):
        return Grade.PROVED, count
    return Grade.CHECKED, count + (f"; beside them stands: {step}" if step else "")


def _values(values: Any) -> str:
    shown = [str(x) for x in values]
    return "{" + ", ".join(shown if len(shown) <= 8 else [*shown[:3], "…", shown[-1]]) + "}"


def _parts(results: list[tuple[Item, Finding]]) -> list[str]:
    """List a line of evidence for each item that is about all values of a variable.

    Of more than 12 lines, 11 are listed, and a count of the rest. The 11 begin with items whose hypotheses no point is shown to
    satisfy.
    """
    lines = [line for item, v in results if has_general_part([item]) for line in v.evidence[:1]]
    if len(lines) <= 12:
        return lines
    lines.sort(key=lambda line: NO_POINT not in line)
    return [*lines[:11], f"and {len(lines) - 11} more parts"]


def _some(claim: Claim, results: list[tuple[Item, Finding]]) -> Finding:
    """Decide a claim that needs only one case to hold: proved if one case holds.

    It is refuted if the domain is finite and all cases fail. Otherwise it is undecided.
    """
    good = [(item, v) for item, v in results if v.kind == Grade.PROVED]
    bad = [item for item, v in results if v.kind == Grade.REFUTED]
    which = _which([item.label for item, _ in results])
    if good:
        item, v = good[0]
        line = f"shown by the case {item.label}"
        return Finding(
            Grade.PROVED, (line,), methods=("a witness",), instances=len(results), proofs=v.proofs, record=v.record
        )
    if isinstance(claim.exhausts, Mapping) and len(bad) == len(results):
        line = f"none of {len(results)} cases ({which}), which are all of the stated domain"
        return Finding(Grade.REFUTED, (line,), (("case", "all"),), instances=len(results))
    return Finding(Grade.UNDECIDED, (f"none of {len(results)} cases shows it ({which})",), instances=len(results))


def _which(labels: list[str]) -> str:
    distinct = list(dict.fromkeys(labels))
    return ", ".join(distinct) if len(distinct) <= 6 else f"{', '.join(distinct[:3])}, …, {distinct[-1]}"


def _item(item: Item, decide: Decide) -> Finding:
    match item:
        case Fact():
            return _fact(item)
        case Statement():
            return _statement(item, decide)
        case Certified():
            return _judge_certified(item)
        case Rejected():
            return _judge_rejected(item)
    raise InputError(f"{item!r} is no item of evidence; return Fact, Statement, Certified or Rejected")


def _fact(item: Fact) -> Finding:
    value = fact_holds(item)
    line = f"{item.label}: {_show(item.left)} {item.relation} {_show(item.right)}"
    if value is None:
        return Finding(Grade.UNDECIDED, (line + " was not decided",))
    if not value:
        return Finding(Grade.REFUTED, (line + " is false",))
    rational = all(isinstance(x, int | Fraction) for x in (item.left, item.right))
    record = ({"fact": item.label, "says": f"{item.left} {item.relation} {item.right}"},) if rational else ()
    return Finding(Grade.PROVED, (line,), record=record)


def _statement(item: Statement, decide: Decide) -> Finding:
    inner = Claim("case.case", item.states, given=item.given, assuming=item.assuming, define=item.define)
    v = decide(inner)
    record = ({"label": item.label, "statement": statement_of(inner), "parts": v.record},)
    point = (f"its hypotheses hold at {point_text(v.witness)}",) if v.witness else ()
    return replace(v, evidence=(f"{item.label}: {'; '.join((*v.evidence, *point))}",), record=record)


def _judge_certified(item: Certified) -> Finding:
    """Prove the item if the checker accepts the certificate and its sentence contains the words.

    Otherwise nothing is shown either way.
    """
    require_telling(item.says, item.label)
    answer = judge(item.text)
    line = f"{item.label}: {answer.sentence or answer.reason}"
    if not answer.is_accepted:
        return Finding(Grade.UNDECIDED, (f"{line} ({answer.status} by the checker)",))
    if not is_said(item.says, answer.sentence):
        return Finding(Grade.UNDECIDED, (f"{item.label}: the certificate is about something else ({answer.sentence})",))
    record = ({"certificate": item.text, "says": item.says},)
    return Finding(Grade.PROVED, (line,), methods=(CHECKER,), proofs=1, record=record)


def _judge_rejected(item: Rejected) -> Finding:
    """Prove the item if the checker rejects the certificate; a certificate that is merely malformed shows nothing."""
    answer = judge(item.text)
    line = f"{item.label}: {answer.reason or answer.sentence}"
    grade = {Status.REJECTED: Grade.PROVED, Status.ACCEPTED: Grade.REFUTED}.get(answer.status, Grade.UNDECIDED)
    return Finding(grade, (line,), methods=(CHECKER,))


def _show(x: object) -> str:
    shown = str(x)
    return shown if len(shown) <= 60 else shown[:57] + "..."
