"""Decides a claim by the items of evidence that its own function returns.

Every item is decided again and counted, and the verdict follows from the counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    is_said,
    point_text,
    require_telling,
    weakest,
)
from rropt.claims.printed import unprinted_values
from rropt.claims.record import Refused, statement_of
from rropt.claims.replay.facts import fact_holds, shown
from rropt.exact.errors import InputError

__all__ = ["cases_of", "decide_by_items", "has_general_part", "items_of", "require_items"]

Decide = Callable[[Claim], Finding]
CHECKER = "a certificate that the checker accepts"


def decide_by_items(claim: Claim, decide: Decide) -> Finding:
    """Decide a claim by the items of evidence that its function returns.

    All items must hold; if the claim has `some`, it suffices that all items of one case hold. The grade says how much of the claim
    the items show.
    """
    cases = cases_of(claim)
    items = [item for case in cases for item in case]
    if not items:
        return Finding(Grade.UNDECIDED, ("the claim's function returned no evidence",))
    results = [(item, _item(item, decide)) for item in items]
    unprinted = _unprinted(claim)
    if claim.some:
        found = iter(results)
        verdict = _some(claim, [[next(found) for _ in case] for case in cases])
        return _of_another_domain(verdict, unprinted) if unprinted and verdict.kind != Grade.ARGUED else verdict
    bad = [(item, v) for item, v in results if v.kind == Grade.REFUTED]
    if bad:
        item, v = bad[0]
        lines = (*v.evidence, f"{len(bad)} of {len(items)} cases fail")
        verdict = Finding(Grade.REFUTED, lines, (("case", item.label), *v.counterexample), instances=len(items))
        return _of_another_domain(verdict, unprinted) if unprinted else verdict
    unknown = [v for _, v in results if not v.kind.is_proof]
    if unknown:
        good = len(items) - len(unknown)
        return Finding(Grade.UNDECIDED, tuple(x for v in unknown[:3] for x in v.evidence), instances=good)
    grade, line = _grade(claim, items, unprinted)
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
    """Call the claim's function, and list the items that it returns, as `cases_of` does."""
    return [item for case in cases_of(claim) for item in case]


def cases_of(claim: Claim) -> list[list[Item]]:
    """Call the claim's function, and list the items that it returns, case by case.

    If the claim states a finite domain, the function is called for each case in turn. Raise `InputError` if it then returns nothing
    for some case. Without a finite domain, each item is a case of its own.
    """
    function = claim.decided_by
    assert function is not None
    if not isinstance(claim.exhausts, Mapping):
        return [[x] for x in function()]
    names = list(claim.exhausts)
    cases = [dict(zip(names, values, strict=True)) for values in product(*claim.exhausts.values())]
    found: list[list[Item]] = []
    for case in cases:
        items = list(function(**case))
        if not items:
            raise InputError(f"{claim.id}: the function returned no evidence for {_case_text(case)}")
        found.append([replace(x, label=f"{_case_text(case)}: {x.label}") for x in items])
    return found


def _case_text(case: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in case.items())


def has_general_part(items: list[Item]) -> bool:
    """Whether some item is about all values of a variable: a statement with variables, or a certificate."""
    return any(isinstance(x, Certified) or (isinstance(x, Statement) and x.given) for x in items)


def _unprinted(claim: Claim) -> str:
    """Write the finite domain and those of its variables whose values are not found in print; return "" if there are none."""
    if not isinstance(claim.exhausts, Mapping) or not claim.printed:
        return ""
    missing = unprinted_values(claim.printed, claim.exhausts, some=claim.some)
    return f"for {_domain(claim.exhausts)}: not what is printed of {' and '.join(missing)}" if missing else ""


def _of_another_domain(verdict: Finding, unprinted: str) -> Finding:
    """Return an undecided verdict, because `verdict` is about another domain than the printed one."""
    return Finding(Grade.UNDECIDED, (*verdict.evidence, unprinted), instances=verdict.instances)


def _grade(claim: Claim, items: list[Item], unprinted: str) -> tuple[Grade, str]:
    """Grade a claim all of whose items hold; return the grade, and the line of evidence that gives the reason for it."""
    count = f"{len(items)} {'item holds' if len(items) == 1 else 'items hold'} ({_which([i.label for i in items])})"
    step = claim.argument or (claim.exhausts if isinstance(claim.exhausts, str) else "")
    if isinstance(claim.exhausts, Mapping) and not claim.argument:
        if not unprinted:
            return Grade.PROVED, f"{count}, for every case of {_domain(claim.exhausts)}, which the engine ran through"
        return Grade.CHECKED, f"{count}, {unprinted}"
    if step and has_general_part(items):
        return Grade.ARGUED, f"{count}; joined by a written step: {step}"
    if not step and len(items) == 1 and has_general_part(items):
        return Grade.PROVED, count
    return Grade.CHECKED, count + (f"; beside them stands: {step}" if step else "")


def _domain(domain: Mapping[str, Any]) -> str:
    return "; ".join(f"{name} in {_values(values)}" for name, values in domain.items())


def _values(values: Any) -> str:
    texts = [str(x) for x in values]
    return "{" + ", ".join(texts if len(texts) <= 8 else [*texts[:3], "…", texts[-1]]) + "}"


def _parts(results: list[tuple[Item, Finding]]) -> list[str]:
    """List a line of evidence for each item that is about all values of a variable.

    If there are more than 12 lines, list 11 of them and a count of the rest; items whose hypotheses were satisfied at no sampled
    point come first.
    """
    lines = [line for item, v in results if has_general_part([item]) for line in v.evidence[:1]]
    if len(lines) <= 12:
        return lines
    lines.sort(key=lambda line: NO_POINT not in line)
    return [*lines[:11], f"and {len(lines) - 11} more parts"]


def _some(claim: Claim, cases: list[list[tuple[Item, Finding]]]) -> Finding:
    """Decide a claim for which it is enough that one case holds.

    A case holds if all of its items are proved, and fails if one is refuted. The claim is proved if one case holds, or argued if it
    also has a written step. It is refuted if the domain is finite and all cases fail. Otherwise it is undecided.
    """
    good = next((case for case in cases if all(v.kind == Grade.PROVED for _, v in case)), None)
    bad = [case for case in cases if any(v.kind == Grade.REFUTED for _, v in case)]
    labels = [" and ".join(item.label for item, _ in case) for case in cases]
    count = len(cases)
    if good is not None:
        lines = [f"shown by the case {labels[cases.index(good)]}"]
        step = claim.argument or (claim.exhausts if isinstance(claim.exhausts, str) else "")
        lines += [f"joined by a written step: {step}"] if step else []
        return Finding(
            Grade.ARGUED if step else Grade.PROVED,
            tuple(lines),
            methods=("a witness",),
            instances=count,
            proofs=sum(v.proofs for _, v in good),
            record=tuple(r for _, v in good for r in v.record),
        )
    if isinstance(claim.exhausts, Mapping) and len(bad) == count:
        line = f"none of {count} cases ({_which(labels)}), which are all of the stated domain"
        return Finding(Grade.REFUTED, (line,), (("case", "all"),), instances=count)
    return Finding(Grade.UNDECIDED, (f"none of {count} cases shows it ({_which(labels)})",), instances=count)


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
    raise InputError(f"{item!r} is not an item of evidence; return Fact, Statement, Certified or Rejected")


def _fact(item: Fact) -> Finding:
    value = fact_holds(item)
    line = f"{item.label}: {shown(item.left)} {item.relation} {shown(item.right)}"
    if value is None:
        return Finding(Grade.UNDECIDED, (line + " was not decided",))
    if not value:
        return Finding(Grade.REFUTED, (line + " is false",))
    said = _said_of(item)
    return Finding(Grade.PROVED, (line,), record=(said,) if said else ())


def _statement(item: Statement, decide: Decide) -> Finding:
    v = decide(_claim_of(item))
    record = ({**_said_of(item), "parts": v.record},)
    point = (f"its hypotheses hold at {point_text(v.witness)}",) if v.witness else ()
    return replace(v, evidence=(f"{item.label}: {'; '.join((*v.evidence, *point))}",), record=record)


def _judge_certified(item: Certified) -> Finding:
    """Prove the item if the checker accepts its certificate, and the checker's sentence contains the words in `says`.

    Otherwise the item is undecided. Raise `InputError` if the words could be said of any certificate.
    """
    require_telling(item.says, item.label)
    answer = judge(item.text)
    line = f"{item.label}: {answer.sentence or answer.reason}"
    if not answer.is_accepted:
        return Finding(Grade.UNDECIDED, (f"{line} ({answer.status} by the checker)",))
    if not is_said(item.says, answer.sentence):
        return Finding(Grade.UNDECIDED, (f"{item.label}: the certificate is about something else ({answer.sentence})",))
    record = ({"certificate": item.text, **_said_of(item)},)
    return Finding(Grade.PROVED, (line,), methods=(CHECKER,), proofs=1, record=record)


def _judge_rejected(item: Rejected) -> Finding:
    """Prove the item if the checker rejects the certificate; a certificate that is merely malformed shows nothing."""
    answer = judge(item.text)
    line = f"{item.label}: {answer.reason or answer.sentence}"
    grade = {Status.REJECTED: Grade.PROVED, Status.ACCEPTED: Grade.REFUTED}.get(answer.status, Grade.UNDECIDED)
    return Finding(grade, (line,), methods=(CHECKER,))


# what a record says of the items


def _claim_of(item: Statement) -> Claim:
    return Claim("case.case", item.states, given=item.given, assuming=item.assuming, define=item.define)


def _said_of(item: Item) -> dict[str, Any]:
    """Return what a record says about an item besides its proof, as a dictionary; {} if the item is not recorded."""
    match item:
        case Statement():
            return {"label": item.label, "statement": statement_of(_claim_of(item))}
        case Certified():
            return {"says": item.says}
        case Fact(left=int() | Fraction(), right=int() | Fraction()):
            return {"fact": item.label, "says": f"{item.left} {item.relation} {item.right}"}
    return {}


def require_items(claim: Claim, parts: Sequence[Mapping[str, Any]], kind: Grade) -> None:
    """Raise `Refused` unless the recorded parts are about all items that the claim's function returns now, in their order.

    If the claim has `some`, the parts must be about all items of one case. `kind` is the stored grade. If it is not a proof, facts
    are not recorded. The text of a certificate is not compared, because the checker reads it.
    """
    cases = cases_of(claim)
    found = [{name: value for name, value in part.items() if name not in ("parts", "certificate")} for part in parts]
    for items in cases if claim.some else [[item for case in cases for item in case]]:
        said = [_said_of(item) for item in items if kind.is_proof or not isinstance(item, Fact)]
        if found == [x for x in said if x]:
            return
    raise Refused("the evidence is not about the items that the claim's function returns; write it again with --write")
