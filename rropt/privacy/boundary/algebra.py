"""Operations on breach boundaries: mirror images, minima, comparison, and the combination of a lower and an upper boundary.

A breach boundary bounds the posterior probability of an event by a function of its prior probability p. The combination of a lower
boundary h_l and an upper boundary h_u is written h_l ⋆ h_u, and its value at p is min{h_u(p), 1 − h_l(1 − p)}.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise

from rropt.exact.element import Number
from rropt.exact.errors import Undecided
from rropt.exact.ordering import number_between, order_of
from rropt.exact.quadratic import quadratic_roots
from rropt.privacy.boundary.function import BoundaryPiece, BreachFunction, require_lower, require_upper

__all__ = ["is_at_most", "minimum", "reflect", "star", "where_below"]


def reflect(h: BreachFunction) -> BreachFunction:
    """Return the mirror image h̃(p) = 1 − h(1 − p) of a boundary h.

    If h bounds the probability of every event from above, h̃ bounds it from below, and vice versa. The reason is that the
    probability of the complement is 1 minus that of the event.
    """
    pieces = tuple(
        BoundaryPiece(1 - q.end, 1 - q.start, (c + d - a - b, b - d), (c + d, -d))
        for q in reversed(h.pieces)
        for (a, b), (c, d) in [(q.top, q.below)]
    )
    return BreachFunction(pieces, tuple(1 - v for v in reversed(h.values)))


def _difference(f: BoundaryPiece, g: BoundaryPiece) -> tuple[Number, Number, Number]:
    """Write f − g as a quotient, and return the coefficients (c0, c1, c2) of its numerator c0 + c1 p + c2 p².

    The numerator has the sign of f − g, because the denominators of f and g are positive.
    """
    (a, b), (c, d), (e, s), (g0, g1) = f.top, f.below, g.top, g.below
    return a * g0 - e * c, a * g1 + b * g0 - e * d - s * c, b * g1 - s * d


def _overlaps(f: BreachFunction, g: BreachFunction) -> Iterator[tuple[Number, Number, BoundaryPiece, BoundaryPiece]]:
    """Yield the intervals between neighbouring breakpoints of f or g, each with the piece of f and the piece of g on it."""
    i = j = 0
    start: Number = Fraction(0)
    while i < len(f.pieces) and j < len(g.pieces):
        order = order_of(f.pieces[i].end, g.pieces[j].end)
        end = f.pieces[i].end if order <= 0 else g.pieces[j].end
        yield start, end, f.pieces[i], g.pieces[j]
        start = end
        i, j = i + (order <= 0), j + (order >= 0)


def _crossings(f: BoundaryPiece, g: BoundaryPiece, start: Number, end: Number) -> list[Number]:
    roots = quadratic_roots(*_difference(f, g))
    if roots is None:
        raise Undecided(
            "two breach boundaries cross at a point that rropt cannot write exactly; state the demands with rational numbers"
        )
    return [x for x in roots if order_of(start, x) < 0 < order_of(end, x)]


def _split(f: BreachFunction, g: BreachFunction) -> Iterator[tuple[Number, Number, BoundaryPiece, BoundaryPiece, int]]:
    """Yield intervals inside which f − g has one sign, as (start, end, piece of f, piece of g, sign of f − g)."""
    for start, end, p, q in _overlaps(f, g):
        for u, v in pairwise([start, *_crossings(p, q, start, end), end]):
            middle = number_between(u, v)
            yield u, v, p, q, order_of(p.at(middle), q.at(middle))


def minimum(f: BreachFunction, g: BreachFunction, *, name: str = "") -> BreachFunction:
    """The smaller of f and g at every p, exactly; breakpoints are added where the two cross. The result is called `name`."""
    pieces: list[BoundaryPiece] = []
    for u, v, p, q, order in _split(f, g):
        chosen = p if order <= 0 else q
        if pieces and pieces[-1].has_formula_of(chosen) and order_of(_lower_at(f, g, u), chosen.at(u)) == 0:
            pieces[-1] = BoundaryPiece(pieces[-1].start, v, chosen.top, chosen.below)
        else:
            pieces.append(BoundaryPiece(u, v, chosen.top, chosen.below))
    points = [pieces[0].start, *(piece.end for piece in pieces)]
    return BreachFunction(tuple(pieces), tuple(_lower_at(f, g, p) for p in points), name)


def _lower_at(f: BreachFunction, g: BreachFunction, p: Number) -> Number:
    a, b = f(p), g(p)
    return a if order_of(a, b) <= 0 else b


def star(lower: BreachFunction, upper: BreachFunction, *, name: str = "") -> BreachFunction:
    """The upward boundary h_l ⋆ h_u that is equivalent to h_l and h_u together: [h_l ⋆ h_u](p) = min{h_u(p), 1 − h_l(1 − p)}.

    A mechanism satisfies (h_l, h_u)-SIP iff it satisfies [h_l ⋆ h_u]-CSIP (Chai & Nayak 2018, Lemma 3.1).
    """
    return minimum(require_upper(upper), reflect(require_lower(lower)), name=name)


def where_below(f: BreachFunction, g: BreachFunction) -> list[tuple[Number, Number]]:
    """Return the maximal open intervals on which f < g, in increasing order.

    There may be a point p with f(p) < g(p) that is no end of such an interval. It is listed among them as (p, p).
    """
    found: list[tuple[Number, Number]] = []
    for u, v, _, _, order in _split(f, g):
        touches = _ends_at(found, u)
        if order < 0 and touches and _is_less_at(f, g, u):
            found[-1] = (found[-1][0], v)
        elif order < 0:
            found.append((u, v))
        elif not touches and _is_less_at(f, g, u):
            found.append((u, u))
    one = Fraction(1)
    return found if _ends_at(found, one) or not _is_less_at(f, g, one) else [*found, (one, one)]


def _ends_at(places: list[tuple[Number, Number]], p: Number) -> bool:
    return bool(places) and order_of(places[-1][1], p) == 0


def _is_less_at(f: BreachFunction, g: BreachFunction, p: Number) -> bool:
    return order_of(f(p), g(p)) < 0


def is_at_most(f: BreachFunction, g: BreachFunction) -> bool:
    """Whether f(p) ≤ g(p) for every p of [0, 1]; if so, the demand of an upper boundary f implies that of g."""
    points = sorted({*f.breakpoints, *g.breakpoints}, key=cmp_to_key(order_of))
    if any(order_of(f(p), g(p)) > 0 for p in points):
        return False
    return all(sign_at <= 0 for *_, sign_at in _split(f, g))
