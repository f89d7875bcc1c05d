"""Two inputs and bounds of each against the other: the rows of the mechanism that is at least as informative as all others.

For a mechanism with rows (p_i0, p_i1), let E(s) = Σ_i max(0, p_i0 − s·p_i1) for s ≥ 0. E is convex, does not increase, and
E(0) = 1. One mechanism is at least as informative as another iff its E is nowhere smaller (Blackwell). A bound (T, δ) of the first
input against the second says E(T) ≤ δ. A bound (T, δ) of the second against the first says E(1/T) ≤ 1 − (1−δ)/T, because
Σ_i max(0, p_i1 − T·p_i0) = T·E(1/T) + 1 − T. So E lies at or below the largest convex function that starts at (0, 1), does not
increase, and is nowhere above these points. This *hull* is piecewise linear, and constant after its last bend. It is the E of a
mechanism with these rows: (s·q, q) for each bend at s, where the slope grows by q; (v, 0) with v the value after the last bend; and
(0, 1 + d) with d ≥ −1 the slope at 0. So this mechanism dominates every mechanism of the demand.
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
    """A corner (`at`, `value`) of the largest convex function that the bounds allow.

    `side` is 0 if the bound that makes it is one of the first input against the second, else 1; `place` is this bound's index.
    """

    at: Number
    value: Number
    side: int
    place: int


def corners(sides: Sides) -> tuple[Bend, ...]:
    """List the corners, from left to right, of the largest convex function that the bounds allow; its start (0, 1) is left out."""
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
    """List the nonzero rows of the mechanism that is at least as informative as all others under these bounds.

    The list has a row that reveals the first input, one row for each corner of the hull from right to left, and a row that reveals
    the second input.
    """
    bends = corners(sides)
    points = [(ZERO, ONE), *((b.at, b.value) for b in bends)]
    slopes: list[Number] = [*((w - v) / (t - s) for (s, v), (t, w) in pairwise(points)), ZERO]
    shares = [after - before for before, after in pairwise(slopes)]
    mixed = [(b.at * q, q) for b, q in zip(bends, shares, strict=True)]
    rows = [(points[-1][1], ZERO), *mixed[::-1], (ZERO, 1 + slopes[0])]
    return tuple(row for row in rows if any(row))
