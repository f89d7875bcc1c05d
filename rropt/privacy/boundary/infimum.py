"""Computes B(h) of an exact piecewise boundary h: the infimum of the ratio of posterior to prior odds that h allows.

This ratio is R(p) = ((1−p)/p)·(h(p)/(1−h(p))), and it is infinite where h(p) = 1. B(h) is the infimum of R over 0 < p < 1.

On a piece h = (a + bp)/(c + dp), R = N/D with N = (1−p)(a+bp) and D = p((c−a) + (d−b)p). The stationary points of R are roots of
the quadratic N'D − ND'. So B(h) is a rational number or a quadratic irrational if the pieces are rational. (Chai & Nayak 2018,
equation 3.3.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.ordering import number_between, order_of
from rropt.exact.quadratic import quadratic_roots
from rropt.exact.sign import enclose
from rropt.privacy.boundary.breaking import broken_at
from rropt.privacy.boundary.function import BoundaryPiece, BreachFunction, require_upper

__all__ = ["Infimum", "Stationary", "infimum", "largest_factor"]

Triple = tuple[Number, Number, Number]
WIDTH = Fraction(1, 10**15)


@dataclass(frozen=True, slots=True)
class Stationary:
    """A value, or a one-sided limit, of the odds ratio R(p) = ((1−p)/p)·(h(p)/(1−h(p))) of a boundary h, at the prior p = `point`.

    `attained` says whether R takes this value at `point`, rather than only approaching it.

    If `piece` is an index, the value is computed from the formula of that piece. If `piece` is None, `point` is a breakpoint at
    which h(point) differs from both one-sided limits of h, and the value is computed from h(point).
    """

    value: Number
    point: Number
    piece: int | None
    attained: bool


@dataclass(frozen=True, slots=True)
class Infimum:
    """What is known of B(h), the infimum over 0 < p < 1 of the odds ratio R(p) = ((1−p)/p)·(h(p)/(1−h(p))): lower ≤ B(h) ≤ upper.

    If B(h) is finite and known exactly, `least` has its value and the prior at which R attains or approaches it. Otherwise `least`
    is None.
    """

    lower: Bound
    upper: Bound
    least: Stationary | None

    @property
    def value(self) -> Bound | None:
        """B(h), the infimum of the odds ratio, if it is known exactly; else None. It is infinity if h = 1 throughout."""
        if self.least is not None:
            return self.least.value
        return INFINITY if is_infinite(self.lower) else None


def _parts(piece: BoundaryPiece) -> tuple[Triple, Triple]:
    """Write the odds ratio ((1−p)/p)·(h(p)/(1−h(p))) on the piece as N/D.

    Return the coefficients of 1, p and p² in N, and those in D.
    """
    (a, b), (c, d) = piece.top, piece.below
    return (a, b - a, -b), (Fraction(0), c - a, d - b)


def _stationary_points(piece: BoundaryPiece) -> list[Number] | None:
    """The points inside the piece at which the odds ratio has slope 0.

    If the odds ratio is constant on the piece, one point of the piece is listed. None if the points lie in no field of numbers that
    rropt knows.
    """
    (n0, n1, n2), (d0, d1, d2) = _parts(piece)
    slope = (n1 * d0 - n0 * d1, 2 * (n2 * d0 - n0 * d2), n2 * d1 - n1 * d2)
    if not any(slope):
        return [number_between(piece.start, piece.end)]
    roots = quadratic_roots(*slope)
    if roots is None:
        return None
    return [p for p in roots if order_of(piece.start, p) < 0 < order_of(piece.end, p)]


def _limit_at_start(piece: BoundaryPiece) -> Number | None:
    """The limit of the odds ratio at the start of the piece, from the right; None if it is infinite."""
    if piece.start == 0:
        return piece.top[1] / piece.below[0] if piece.top[0] == 0 else None
    return None if piece.left == 1 else _finite(piece.start, piece.left)


def _limit_at_end(piece: BoundaryPiece) -> Number | None:
    """The limit of the odds ratio at the end of the piece, from the left; None if it is infinite.

    At p = 1 it is 1/h'(1−), because every upward boundary has h(1−) = 1.
    """
    if piece.end == 1:
        return sum(piece.top, Fraction(0)) / (piece.below[0] - piece.top[0])
    return None if piece.right == 1 else _finite(piece.end, piece.right)


def _finite(p: Number, h: Number) -> Number:
    return (1 - p) * h / (p * (1 - h))


def _is_one(piece: BoundaryPiece) -> bool:
    return piece.top == piece.below


def _of_piece(h: BreachFunction, n: int) -> Iterator[Stationary]:
    piece = h.pieces[n]
    for p in _stationary_points(piece) or ():
        yield Stationary(_finite(p, piece.at(p)), p, n, True)
    ends = (
        (piece.start, _limit_at_start(piece), h.values[n], piece.left),
        (piece.end, _limit_at_end(piece), h.values[n + 1], piece.right),
    )
    for p, value, there, limit in ends:
        if value is not None:
            yield Stationary(value, p, n, 0 < p < 1 and order_of(there, limit) == 0)


def _candidates(h: BreachFunction) -> Iterator[Stationary]:
    for n, piece in enumerate(h.pieces):
        if not _is_one(piece):
            yield from _of_piece(h, n)
    for n, (p, value) in enumerate(zip(h.breakpoints, h.values, strict=True)):
        sides = [h.pieces[n - 1].right, h.pieces[n].left] if 0 < n < len(h.pieces) else []
        if sides and value != 1 and all(order_of(value, side) != 0 for side in sides):
            yield Stationary(_finite(p, value), p, None, True)


def _is_surely_kept(h: BreachFunction, gamma: Number) -> bool:
    """Whether γp/(1 + (γ−1)p) ≤ h(p) for every prior p: an answer that multiplies the odds of an event by γ never breaks h.

    False also if this cannot be computed.
    """
    try:
        return broken_at(h, gamma) is None
    except (InputError, Undecided):
        return False


def _enclosed(h: BreachFunction, upper: Number) -> Infimum:
    """Enclose the infimum B(h) of the odds ratio, which lies between 1 and `upper`, by bisection with an exact test.

    This is used if some stationary points of the odds ratio lie in no field of numbers that rropt knows.
    """
    low, high = Fraction(1), enclose(upper)[1]
    while high - low > WIDTH * high:
        middle = (low + high) / 2
        low, high = (middle, high) if broken_at(h, middle) is None else (low, middle)
    return Infimum(low, high, None)


def _order(a: Stationary, b: Stationary) -> int:
    """Compare two values of the odds ratio for sorting. The result is negative if `a` comes first.

    The smaller value comes first. Of two equal values, one that the odds ratio takes comes before one that it only approaches.
    """
    return order_of(a.value, b.value) or int(b.attained) - int(a.attained)


def infimum(h: BreachFunction) -> Infimum:
    """Find B(h), the infimum of the odds ratio over all priors.

    If the stationary points of the odds ratio can be computed on every piece, the result is exact.

    Otherwise some pieces have stationary points that lie in no known field. Let v be the least of the other candidates, which are
    values or one-sided limits of the odds ratio. So v ≥ B(h). If vp/(1 + (v−1)p) ≤ h(p) for every p, then v ≤ B(h) too, and the
    result v is exact. If this does not hold or cannot be decided, bisection gives bounds.
    """
    found = sorted(_candidates(h), key=cmp_to_key(_order))
    hard = [piece for piece in h.pieces if not _is_one(piece) and _stationary_points(piece) is None]
    if hard and not (found and _is_surely_kept(h, found[0].value)):
        p = number_between(hard[0].start, hard[0].end)
        return _enclosed(h, _finite(p, hard[0].at(p)))
    if not found:
        return Infimum(INFINITY, INFINITY, None)
    return Infimum(found[0].value, found[0].value, found[0])


def largest_factor(h: BreachFunction) -> Bound:
    """B(h) = inf over 0 < p < 1 of ((1−p)/p)·(h(p)/(1−h(p))), exactly.

    It is the largest γ with γp/(1 + (γ−1)p) ≤ h(p) for all p. If h is rational, B(h) is rational or a quadratic irrational. Chai
    and Nayak (2018), (3.3).

    Args:
        h: The boundary, with p ≤ h(p) ≤ 1.

    Returns:
        B(h), infinite where h demands nothing.

    Raises:
        InputError: h lies below p somewhere, or B(h) needs the root of an irrational number.

    Example:
        >>> from rropt.privacy import piecewise_linear
        >>> from rropt.privacy import largest_factor
        >>> print(largest_factor(piecewise_linear([(0, "1/5"), (1, 1)])))
        5/4
    """
    exact = infimum(require_upper(h)).value
    if exact is None:
        raise InputError(
            f"rropt cannot write the bound B(h) of the boundary h = {h} exactly, because it needs the root of an irrational "
            "number; give points with rational numbers"
        )
    return exact
