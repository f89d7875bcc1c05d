"""The boundary to which a demand is equivalent, read from a demand, a table or a text; and two boundaries compared."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cmp_to_key

from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.exact.ordering import order_of
from rropt.privacy.beliefs import CSIP, SIP, OnBeliefs
from rropt.privacy.boundary import BreachFunction, Side, odds_boundary, split_by_sign, star
from rropt.privacy.notion import Notion, OfRatio

__all__ = ["as_boundary", "boundaries_of", "is_at_most", "is_sympy", "where_below"]

Pair = tuple[BreachFunction, BreachFunction]


def as_boundary(demand: object) -> BreachFunction:
    """Return the upper boundary to which a demand is equivalent; the demand is one that `boundaries_of` reads."""
    name = repr(demand) if isinstance(demand, Notion) else getattr(demand, "name", "")
    return star(*boundaries_of(demand), name=name)


def boundaries_of(demand: object) -> Pair:
    """Return the two boundaries (h_l, h_u) of a demand.

    The demand may be a notion that states its boundaries or bounds all ratios alike, one upper boundary, or a pair of boundaries. A
    boundary may be a function, a table of points or its text. What has no boundaries is refused.
    """
    if isinstance(demand, tuple) and len(demand) == 2 and all(map(_is_boundary, demand)):
        return SIP(*(_points(x) or x for x in demand)).boundaries()
    if not isinstance(demand, Notion):
        return CSIP(_points(demand) or demand).boundaries()
    if isinstance(demand, OnBeliefs):
        return demand.boundaries()
    if not isinstance(demand, OfRatio) or demand.reduced()[1] != 0:
        raise InputError(
            f"{demand} bounds no belief by a boundary h; give one such as LDP(1), with delta = 0, or RhoBreach('1/5', '1/2')"
        )
    gamma = demand.parity()
    return odds_boundary(gamma, Side.LOWER), odds_boundary(gamma, Side.UPPER)


def _is_boundary(x: object) -> bool:
    return isinstance(x, BreachFunction | str) or _points(x) is not None


def _points(x: object) -> Sequence[Sequence[object]] | None:
    """Return a table of points, also one of numpy; None if x is none."""
    rows = x.tolist() if hasattr(x, "tolist") else x
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not rows:
        return None
    is_table = all(isinstance(row, Sequence) and not isinstance(row, str) and len(row) == 2 for row in rows)
    return rows if is_table else None


def is_sympy(x: object) -> bool:
    """Whether the class of x, or a base of this class, comes from sympy; sympy is not imported for this."""
    return any(str(c.__module__).partition(".")[0] == "sympy" for c in type(x).__mro__)


def where_below(f: BreachFunction, g: BreachFunction) -> list[tuple[Number, Number]]:
    """Return the maximal open intervals on which f < g, in increasing order.

    There may be a point p with f(p) < g(p) that is no end of such an interval. It is listed among them as (p, p).
    """
    found: list[tuple[Number, Number]] = []

    def touches(p: Number) -> bool:
        return bool(found) and order_of(found[-1][1], p) == 0

    def is_less(p: Number) -> bool:
        return order_of(f(p), g(p)) < 0

    for u, v, _, _, order in split_by_sign(f, g):
        if order < 0 and touches(u) and is_less(u):
            found[-1] = (found[-1][0], v)
        elif order < 0:
            found.append((u, v))
        elif not touches(u) and is_less(u):
            found.append((u, u))
    one = Fraction(1)
    return found if touches(one) or not is_less(one) else [*found, (one, one)]


def is_at_most(f: BreachFunction, g: BreachFunction) -> bool:
    """Whether f(p) ≤ g(p) for every p of [0, 1]; if so, the demand of an upper boundary f implies that of g."""
    # breakpoints first, as they decide it where a crossing cannot be written
    points = sorted({*f.breakpoints, *g.breakpoints}, key=cmp_to_key(order_of))
    return all(order_of(f(p), g(p)) <= 0 for p in points) and all(order <= 0 for *_, order in split_by_sign(f, g))
