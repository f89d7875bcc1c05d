"""Decides a claim by the items of evidence that its own function returns.

Every item is decided again and counted, and the verdict follows from the counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import product
from numbers import Complex, Integral
from numbers import Rational as RationalNumber
from typing import Any

import numpy as np

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
from rropt.claims.language.grammar import read_term
from rropt.claims.language.syntax import free_variables
from rropt.claims.printed import unprinted_values
from rropt.claims.record import statement_of
from rropt.exact.conversion import ExactNumber
from rropt.exact.errors import InputError, Undecided
from rropt.exact.grammar import parse

__all__ = ["cases_of", "decide_by_items", "fact_holds", "has_general_part", "items_of"]

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
    if claim.some:
        found = iter(results)
        return _some(claim, [[next(found) for _ in case] for case in cases])
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
    record = ({"certificate": item.text, "says": item.says},)
    return Finding(Grade.PROVED, (line,), methods=(CHECKER,), proofs=1, record=record)


def _judge_rejected(item: Rejected) -> Finding:
    """Prove the item if the checker rejects the certificate; a certificate that is merely malformed shows nothing."""
    answer = judge(item.text)
    line = f"{item.label}: {answer.reason or answer.sentence}"
    grade = {Status.REJECTED: Grade.PROVED, Status.ACCEPTED: Grade.REFUTED}.get(answer.status, Grade.UNDECIDED)
    return Finding(grade, (line,), methods=(CHECKER,))


def _show(x: object) -> str:
    shown = _plain(x)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _plain(x: object) -> str:
    """Write a value with `str`, also inside tuples and dictionaries, where Python would use `repr`."""
    match x:
        case tuple():
            return f"({', '.join(map(_plain, x))}{',' * (len(x) == 1)})"
        case dict():
            return f"{{{', '.join(f'{_plain(k)}: {_plain(v)}' for k, v in x.items())}}}"
    return str(x)


# facts


def fact_holds(fact: Fact) -> bool | None:
    """Whether a fact holds, exactly; None if the comparison is undecided. Values that have no exact comparison are refused."""
    left, right = _exact(fact, fact.left), _exact(fact, fact.right)
    _require_alike(fact, left, right)
    try:
        match fact.relation:
            case "=":
                return bool(left == right)
            case "!=":
                return bool(left != right)
            case "<":
                return bool(left < right)
            case "<=":
                return bool(left <= right)
            case ">":
                return bool(left > right)
            case ">=":
                return bool(left >= right)
    except Undecided:
        return None
    raise InputError(f"the relation '{fact.relation}' of the fact '{fact.label}' is none of = != < <= > >=")


def _exact(fact: Fact, value: Any) -> Any:
    """Copy a value with whole numbers as fractions and lists as tuples; refuse what is not exact, at any depth."""
    match value:
        case str() | bytes():
            return value
        case list() | tuple():
            return tuple(_exact(fact, x) for x in value)
        case set() | frozenset():
            return frozenset(_exact(fact, x) for x in value)
        case dict():
            return {_exact(fact, x): _exact(fact, y) for x, y in value.items()}
        case bool() | np.bool_():
            raise InputError(f"the fact '{fact.label}' compares truth values; compare the numbers they came from")
        case Integral():
            return Fraction(int(value))
    inexact = isinstance(value, Decimal | Complex) and not isinstance(value, Fraction | ExactNumber | RationalNumber)
    if inexact and value not in (float("inf"), float("-inf")):
        kind = "float" if isinstance(value, float) else type(value).__name__
        raise InputError(f"the fact '{fact.label}' compares the {kind} {value}; facts are exact, so give a Fraction")
    has_no_equality = value is None or getattr(type(value), "__eq__", None) is object.__eq__
    if isinstance(value, np.ndarray) or has_no_equality:
        shown = str(value)[:40]
        raise InputError(
            f"the fact '{fact.label}' compares {shown}, which has no equality; give numbers, texts or tuples"
        )
    return value


def _require_alike(fact: Fact, left: Any, right: Any) -> None:
    """Raise `InputError` if the relation of a fact does not suit its two values.

    Three kinds of comparison are refused. The first is an order, such as <, of values that are not numbers. The second is a
    comparison of two values of different kinds. The third is a comparison of two texts that both read as numbers. If the values
    have parts, such as the entries of a tuple, the comparisons of these parts are checked too.
    """
    ordered = [x for x in (left, right) if isinstance(x, str | bytes | tuple | frozenset | dict)]
    if fact.relation not in ("=", "!=") and ordered:
        raise InputError(
            f"the fact '{fact.label}' orders {_shown(ordered[0])} by {fact.relation}, and only numbers have an order; "
            "give numbers, such as Fraction('1/2')"
        )
    match left, right:
        case (tuple(), tuple()):
            pairs = list(zip(left, right, strict=False))
        case (dict(), dict()):
            pairs = [(left[x], right[x]) for x in left.keys() & right.keys()]
            pairs += _texts_first(left.keys() - right.keys(), right.keys() - left.keys())
        case (frozenset(), frozenset()):
            pairs = _texts_first(left - right, right - left)
        case _:
            _require_same_kind(fact, left, right)
            return
    for x, y in pairs:
        _require_alike(fact, x, y)


def _texts_first(left: Set[Any], right: Set[Any]) -> list[tuple[Any, Any]]:
    """Pair the elements of two disjoint sets, beginning in each set with the texts that read as numbers.

    If each set has such a text, then two of these texts form a pair, which the caller refuses.
    """

    def ranked(x: Any) -> tuple[bool, str]:
        return not (isinstance(x, str) and _is_number(x)), str(x)

    return list(zip(sorted(left, key=ranked), sorted(right, key=ranked), strict=False))


def _require_same_kind(fact: Fact, left: Any, right: Any) -> None:
    kinds = [next((k for k in (str, bytes, tuple, frozenset, dict) if isinstance(x, k)), None) for x in (left, right)]
    if kinds[0] is not kinds[1]:
        raise InputError(
            f"the fact '{fact.label}' compares {_shown(left)} with {_shown(right)}, which is of another kind; "
            "give two numbers, two texts or two tuples"
        )
    if kinds[0] is str and _is_number(left) and _is_number(right):
        raise InputError(
            f"the fact '{fact.label}' compares the texts {left!r:.60} and {right!r:.60}, which read as numbers; "
            "give the numbers, such as Fraction('1/2')"
        )


def _shown(value: Any) -> str:
    return f"the text {value!r:.60}" if isinstance(value, str) else _show(value)


def _is_number(written: str) -> bool:
    """Whether a text has a digit and is read as a number, by the grammar of numbers or as a term without variables."""
    if not any(map(str.isdigit, written)):
        return False
    try:
        parse(written)
    except InputError:
        try:
            return not free_variables(read_term(written))
        except InputError:
            return False
    return True
