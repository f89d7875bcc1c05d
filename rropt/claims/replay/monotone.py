"""Proves f ≥ 0 or f > 0 from the sign of f at one end of a variable's range and the sign of the derivative f' on the range.

The rule needs hypotheses of this kind: one of them bounds x from below by a term a, and every other hypothesis that contains x
bounds x from above. If f(a) ≥ 0, and f' ≥ 0 wherever the hypotheses hold, then f ≥ 0 there. f > 0 follows if f(a) > 0, or if f' > 0
and the lower bound is x > a. The rule for an upper end is the mirror image.

Between a and x the derivative must have its sign at every real number. So the statement about the derivative is shown for real x,
even if x is a whole number in the claim: n^2 - n >= 0 holds at every whole n, but not between 0 and 1.

f must be continuous where it has a value. This holds for all functions that have a derivative here. f must also have a value
wherever the hypotheses hold. So the statement about the derivative is f' + 0·f ≥ 0, which is true only where f has a value. In the
same way, the statement at the end is true only if f has a value there. A statement without variables is evaluated instead of
proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol, TypeAlias

from rropt.claims.derivation import Proofs, derive_again
from rropt.claims.evaluate import holds
from rropt.claims.language.differentiate import derivative
from rropt.claims.language.syntax import (
    Add,
    And,
    Call,
    Compare,
    Formula,
    Mul,
    Term,
    Var,
    free_variables,
    number,
    substitute,
    subtract,
    walk,
)
from rropt.exact.errors import InputError

__all__ = [
    "DEEPER",
    "MIRRORED",
    "Hypotheses",
    "Prover",
    "Record",
    "bound_of",
    "flatten",
    "is_shown_by_slope",
    "show_by_slope",
]

MOST_ORDER = 3
DEEPER = {"end": "end_deeper", "slope": "deeper"}
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
Hypotheses: TypeAlias = tuple[Formula, ...]
Record: TypeAlias = dict[str, Any]


class Prover(Protocol):
    """A function that proves the formula `aim` from hypotheses, or returns None. The variables in `real` stand for any real
    numbers.
    """

    def __call__(
        self, hypotheses: Hypotheses, aim: Formula, /, *, real: frozenset[str] = ...
    ) -> tuple[Proofs | None, ...] | None: ...


class Plan(NamedTuple):
    """Two statements that together imply the conclusion: one at an end of a variable's range, one on a derivative.

    `at_end` must be proved under `end_hypotheses`. `slope` must be proved under all hypotheses, and for all real values of
    `variable`.
    """

    variable: str
    end_hypotheses: Hypotheses
    at_end: Formula
    slope: Formula


def plans(hypotheses: Hypotheses, conclusion: Formula) -> list[Plan]:
    """List every way to prove an inequality from an end of some variable's range; the list is empty for any other conclusion."""
    if not isinstance(conclusion, Compare) or conclusion.relation in ("=", "!="):
        return []
    left, right = conclusion.left, conclusion.right
    if conclusion.relation in ("<", "<="):
        left, right = right, left
    strict = conclusion.relation in ("<", ">")
    return [
        p for x in free_variables(conclusion) for p in _plans_in(x, flatten(hypotheses), subtract(left, right), strict)
    ]


def flatten(hypotheses: Hypotheses) -> list[Formula]:
    """List the hypotheses; a hypothesis that joins several formulas by `and` is replaced by these formulas."""
    return [x for h in hypotheses for x in (flatten(h.items) if isinstance(h, And) else [h])]


def _plans_in(x: str, flat: list[Formula], f: Term, strict: bool) -> Iterator[Plan]:
    bounds = [b for h in flat if x in free_variables(h) for b in [bound_of(x, h)]]
    if any(b is None for b in bounds):
        return
    try:
        slope = derivative(f, x)
    except InputError:
        return
    others = [h for h in flat if x not in free_variables(h)]
    known = [b for b in bounds if b is not None]
    for relation, end in known:
        rises = relation in (">", ">=")
        between = [Compare(end, r, e) for r, e in known if (r in (">", ">=")) != rises]
        if len(between) < len(known) - 1:  # a second lower bound would leave a gap behind the first
            continue
        at_end = substitute(f, {x: end})
        signed = Add((slope if rises else Mul((number(-1), slope)), Mul((number(0), f))))
        choices = [(">", ">="), (">=", ">")] if strict and relation in ("<", ">") else [(">" if strict else ">=", ">=")]
        for end_relation, slope_relation in choices:
            yield Plan(
                x,
                (*others, *between),
                Compare(at_end, end_relation, number(0)),  # type: ignore[arg-type]
                Compare(signed, slope_relation, number(0)),
            )


def bound_of(x: str, h: Formula) -> tuple[str, Term] | None:
    """Read an inequality as `x relation term`, where the term does not contain x. Return the relation and the term.

    None if the hypothesis cannot be read in this way.
    """
    if not isinstance(h, Compare) or h.relation in ("=", "!="):
        return None
    for a, relation, b in ((h.left, h.relation, h.right), (h.right, MIRRORED[h.relation], h.left)):
        if a == Var(x) and x not in free_variables(b):
            return relation, b
    return None


def show_by_slope(
    hypotheses: Hypotheses,
    conclusion: Formula,
    attempt: Prover,
    *,
    order: int = MOST_ORDER,
    real: frozenset[str] = frozenset(),
) -> Record | None:
    """Prove the conclusion from an end of a variable's range and the sign of a derivative; return a record of the proof.

    A plan in `plans` consists of two statements: one about the end and one about the derivative. The first plan whose two
    statements are both proved is used, and the record has its index. A statement of a plan may be proved by a plan of its own;
    `order` limits how deeply plans are nested in this way. The variables in `real` may be any real numbers. None if no plan is
    proved, or if no function such as exp or log occurs in the conclusion.
    """
    if order == 0 or not any(isinstance(x, Call) for x in walk(conclusion)):
        return None
    for i, plan in enumerate(plans(hypotheses, conclusion)):
        end = _show_part("end", plan.end_hypotheses, plan.at_end, attempt, order, real)
        if end is None:
            continue
        slope = _show_part("slope", hypotheses, plan.slope, attempt, order, real | {plan.variable})
        if slope is not None:
            return {"plan": i, **end, **slope}
    return None


def _show_part(
    name: str, hypotheses: Hypotheses, aim: Formula, attempt: Prover, order: int, real: frozenset[str]
) -> Record | None:
    """Show the statement `aim`, which is one of the two statements of a plan; return a record of how it was shown.

    If `aim` has no variables and evaluation finds it true, no proof is needed. Otherwise the provers try to prove `aim`. The record
    has the proofs under the key `name`. If the provers find no proof, a further plan for `aim` is tried. The record of this plan
    stands under the key `DEEPER[name]`. `order` bounds how deeply plans are nested. None if no way shows `aim`.
    """
    found = () if _is_true_number(aim) else attempt(hypotheses, aim, real=real)
    if found is not None:
        return {name: found}
    deeper = show_by_slope(hypotheses, aim, attempt, order=order - 1, real=real)
    return None if deeper is None else {DEEPER[name]: deeper}


def _is_true_number(aim: Formula) -> bool:
    """Whether the statement has no variables and evaluation finds it true."""
    return not free_variables(aim) and holds(aim, {}) is True


def is_shown_by_slope(
    hypotheses: Hypotheses, conclusion: Formula, record: Record, proofs: Callable[[Any], Any], integers: frozenset[str]
) -> bool:
    """Whether a record made by `show_by_slope` proves the conclusion; `proofs` decodes the proofs stored in it.

    The variables in `integers` are whole numbers.
    """
    plan = plans(hypotheses, conclusion)[record["plan"]]

    def is_shown(name: str, assumed: Hypotheses, aim: Formula, whole: frozenset[str]) -> bool:
        if DEEPER[name] in record:
            return is_shown_by_slope(assumed, aim, record[DEEPER[name]], proofs, whole)
        return _is_true_number(aim) or derive_again(assumed, aim, proofs(record[name]), whole) == ()

    return is_shown("end", plan.end_hypotheses, plan.at_end, integers) and is_shown(
        "slope", hypotheses, plan.slope, integers - {plan.variable}
    )
