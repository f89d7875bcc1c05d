"""Two inputs and bounds of each against the other: the rows of the mechanism that is at least as informative as all others.

Put E(s) = Σ_i max(0, p_i0 − s·p_i1) for s ≥ 0. It is convex, does not increase, and E(0) = 1; of two mechanisms one is at least
as informative iff its E is nowhere smaller (Blackwell). A bound (T, δ) of the first input against the second says E(T) ≤ δ,
and (T, δ) of the second against the first E(1/T) ≤ 1 − (1−δ)/T, as Σ_i max(0, p_i1 − T·p_i0) = T·E(1/T) + 1 − T. So E lies under
the lower convex hull of (0, 1) and these points that does not increase, and is constant after its last bend. That hull is the E
of a mechanism: a bend at s, where the slope grows by q, is the row (s·q, q); the value after the last bend is the row
(·, 0), and what is lacking of the slope −1 at 0 the row (0, ·). It dominates every mechanism of the demand.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix

__all__ = ["Bend", "Sides", "corners", "rows_of_hull"]

ZERO, ONE = Fraction(0), Fraction(1)
Sides = tuple[tuple[tuple[Number, Number], ...], tuple[tuple[Number, Number], ...]]
"""The bounds (T, δ) of the first input against the second, and of the second against the first."""


@dataclass(frozen=True, slots=True)
class Bend:
    """A corner (`at`, `value`) of the hull, made by bound number `place` of input `side` against the other input."""

    at: Number
    value: Number
    side: int
    place: int


def corners(sides: Sides) -> tuple[Bend, ...]:
    """The corners of the hull from left to right, without (0, 1)."""
    first, second = sides
    points = [Bend(t, d, 0, n) for n, (t, d) in enumerate(first)]
    points += [Bend(1 / t, 1 - (1 - d) / t, 1, n) for n, (t, d) in enumerate(second)]
    found: list[Bend] = []
    at: Number = ZERO
    value: Number = ONE
    while below := [p for p in points if p.at > at and p.value < value]:
        steepest = below[0]
        for p in below[1:]:
            left, right = (p.value - value) * (steepest.at - at), (steepest.value - value) * (p.at - at)
            if left < right or (left == right and p.at > steepest.at):
                steepest = p
        found.append(steepest)
        at, value = steepest.at, steepest.value
    return tuple(found)


def rows_of_hull(sides: Sides) -> Matrix:
    """The rows of the dominating mechanism: one that reveals the first input, the bends from right to left, one
    that reveals the second."""
    bends = corners(sides)
    points = [(ZERO, ONE), *((b.at, b.value) for b in bends)]
    slopes: list[Number] = [*((w - v) / (t - s) for (s, v), (t, w) in pairwise(points)), ZERO]
    shares = [after - before for before, after in pairwise(slopes)]
    mixed = [(b.at * q, q) for b, q in zip(bends, shares, strict=True)]
    rows = [(points[-1][1], ZERO), *mixed[::-1], (ZERO, 1 + slopes[0])]
    return tuple(row for row in rows if any(row))
