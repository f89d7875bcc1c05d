"""Where a ratio breaks an upper boundary, and the largest ratio that nowhere does, which is B(h).

A ratio γ breaks h at the prior p where h_γ(p) = γp/(1+(γ−1)p) > h(p): there an output γ times likelier under an event
than under its complement lifts the event's probability from p above h(p).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction

from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.quadratic import compare, quadratic_roots
from rropt.privacy.boundary import Boundary, Least, Odds, Piece, Table
from rropt.privacy.notion import Bound

__all__ = ["broken_at", "largest_factor"]


def broken_at(h: Boundary, gamma: Bound) -> Number | None:
    """Some prior 0 < p < 1, inside a piece, at which the ratio γ ≥ 1 breaks h; None if there is none."""
    if isinstance(h, Odds):
        return Fraction(1, 2) if gamma > h.factor else None
    parts = h.parts if isinstance(h, Least) else h.pieces
    found = (_broken_inside(x, gamma) if isinstance(x, Piece) else broken_at(x, gamma) for x in parts)
    return next((p for p in found if p is not None), None)


def _broken_inside(x: Piece, gamma: Bound) -> Number | None:
    """h(p)·(1+(γ−1)p) − γp, quadratic in p, is negative inside iff it is so at its vertex or at (hence near) an end."""
    middle = (x.start + x.end) / 2
    if isinstance(gamma, float):
        return None if x.left == 1 == x.right else middle

    def gap(p: Number) -> Number:
        return x.at(p) * (1 + (gamma - 1) * p) - gamma * p

    square, linear = x.slope * (gamma - 1), x.slope + x.intercept * (gamma - 1) - gamma
    if square > 0:
        vertex = -linear / (2 * square)
        if x.start < vertex < x.end and gap(vertex) < 0:
            return vertex
    end = next((end for end in (x.start, x.end) if gap(end) < 0), None)
    return None if end is None else _towards(end, middle, gap)


def _towards(end: Number, p: Number, gap: Callable[[Number], Number]) -> Number:
    """From p towards the end, by halves, until the gap is negative as it is at the end."""
    while gap(p) >= 0:
        p = (p + end) / 2
    return p


def largest_factor(h: Boundary) -> Bound:
    """B(h) = inf over 0 < p < 1 of R(p) = ((1−p)/p)·(h(p)/(1−h(p))), exactly: the largest ratio that breaks h nowhere.

    It is the factor of a bound on odds, or R or a limit of R at the end of a piece or at a zero of R'; so it is
    rational or a quadratic irrational where h is rational. Of these candidates, it is the one that does not break h.
    Chai and Nayak (2018), (3.3).
    """
    return next((r for r in _candidates(h) if broken_at(h, r) is None), math.inf)


def _candidates(h: Boundary) -> Iterator[Number]:
    if isinstance(h, Odds):
        if not isinstance(h.factor, float):
            yield h.factor
    elif isinstance(h, Least):
        for part in h.parts:
            yield from _candidates(part)
    else:
        for x in h.pieces:
            yield from _piece_candidates(x)


def _piece_candidates(x: Piece) -> Iterator[Number]:
    """R and its limits at the ends of the piece h = a + bp, and R at the zeros of b(b−1)p² + 2abp − a(1−a)."""
    if x.left == 1 == x.right:
        return
    a, b = x.intercept, x.slope
    if x.start == 0 and a == 0:
        yield b
    if x.end == 1 and a + b == 1:
        yield 1 / b
    roots = quadratic_roots(-a * (1 - a), 2 * a * b, b * (b - 1))
    if roots is None:
        raise InputError(
            f"B of the boundary {Table((x,))} needs the root of an irrational number; give rational points"
        )
    inside = [p for p in roots if compare(x.start, p) < 0 < compare(x.end, p)]
    for p, v in [(x.start, x.left), (x.end, x.right), *((p, a + b * p) for p in inside)]:
        if 0 < p < 1 and v != 1:
            yield (1 - p) * v / (p * (1 - v))
