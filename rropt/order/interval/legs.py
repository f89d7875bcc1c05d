"""Asks sympy and cvxpy which of two mechanisms is more informative if epsilon is free.

They are asked at one t = e^ε of each part of the interval. Their answers are compared with the relation that was found on that
part.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact.errors import Disagreement
from rropt.exact.isolate import Root
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.order.comparison import Relation, compare_at_point
from rropt.order.interval.candidate import mechanism_at
from rropt.problem.leg import CVXPY, SYMPY, Leg
from rropt.problem.pieces.span import End, Span, rational_end

__all__ = ["legs_of_parts"]

Parts = Sequence[tuple[Span, Relation | None]]


def legs_of_parts(first: Mechanism, second: Mechanism, parts: Parts) -> tuple[Leg, ...]:
    """Ask sympy and cvxpy at a point inside each part of an interval, and compare their answers with the part's relation.

    Args:
        first: A mechanism whose epsilon is free.
        second: Another.
        parts: Intervals of t, and the relation on each; None where undecided.

    Returns:
        One leg (an answer with the name of its method) for each part whose relation is known and in which a rational t was found.
        The leg names this t and the relation.

    Raises:
        Disagreement: At such a t the relation is not that of the part, or sympy or cvxpy contradict it.
    """
    legs = []
    for part, relation in parts:
        t = _inside(part)
        if t is None or relation is None:
            continue
        at = f"at {part.letter} = {t}"
        there = compare_at_point(*(mechanism_at(p, t) for p in (first, second)))
        said = tuple(map(str, there.legs))
        if there.relation is not relation:
            raise Disagreement(
                f"{at} {there.sentence}, but {part.where()} {relation.sentence}, which is a contradiction: {'; '.join(said)}"
            )
        legs.append(Leg(f"{SYMPY} and {CVXPY}, {part.where()}", f"agree that {relation.sentence}, {at}", None, "poses"))
    return tuple(legs)


def _inside(part: Span) -> Fraction | None:
    """Return a rational t inside an interval. If the interval is a single rational point, return this point.

    None if the interval is a single irrational point, or if the rational bounds known for its two ends overlap.
    """
    if part.is_point:
        return rational_end(part.lower)
    low = _bounds(part.lower)[1]
    high = low + 1 if isinstance(part.upper, float) else _bounds(part.upper)[0]
    return (low + high) / 2 if low < high else None


def _bounds(end: End) -> tuple[Fraction, Fraction]:
    """Two rationals that enclose a finite end of an interval."""
    assert not isinstance(end, float)
    return (end.lower, end.upper) if isinstance(end, Root) else enclose(end)
