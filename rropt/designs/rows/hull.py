"""Find the most informative mechanism for two inputs, each of which has bounds (ratios and slacks) against the other.

Let a mechanism have the rows (p_i0, p_i1), and let E(s) = Σ_i max(0, p_i0 − s·p_i1) for s ≥ 0. The function E is convex, does not
increase, and has E(0) = 1. By Blackwell's theorem, one mechanism is at least as informative as another one iff its E is nowhere
smaller.

A bound with ratio T and slack δ of the first input against the second says E(T) ≤ δ. A bound of the second input against the first
says Σ_i max(0, p_i1 − T·p_i0) ≤ δ. As that sum equals T·E(1/T) + 1 − T, the bound means E(1/T) ≤ 1 − (1−δ)/T. So every bound gives
a point above which E must not lie.

Among the convex functions that start at (0, 1) and do not increase, the *hull* is the largest one that lies above none of these
points. The hull is piecewise linear, and constant after its last bend. Every mechanism of the demand has an E that is nowhere
larger than the hull. The hull itself is the E of a mechanism with these rows:

- For each bend at a place s there is a row (s·q, q), where q is the amount by which the slope grows at the bend.
- One row is (v, 0), where v is the value of the hull after the last bend.
- One row is (0, 1 + d), where d is the slope of the hull at 0; d is at least −1.

So this mechanism is at least as informative as every mechanism of the demand.
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
    """A corner of the hull, the largest convex function that the bounds allow; `at` is its place and `value` the function's value
    there.

    Each corner comes from one bound. `side` is 0 if that bound is one of the first input against the second, and 1 if it is one of
    the second against the first. `place` is the bound's index among the bounds of its side.
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

    The first row reveals the first input, and the last row reveals the second input. Between them is one row for each
    corner of the largest convex function that the bounds allow, from right to left. The top of this file explains this function.
    """
    bends = corners(sides)
    points = [(ZERO, ONE), *((b.at, b.value) for b in bends)]
    slopes: list[Number] = [*((w - v) / (t - s) for (s, v), (t, w) in pairwise(points)), ZERO]
    shares = [after - before for before, after in pairwise(slopes)]
    mixed = [(b.at * q, q) for b, q in zip(bends, shares, strict=True)]
    rows = [(points[-1][1], ZERO), *mixed[::-1], (ZERO, 1 + slopes[0])]
    return tuple(row for row in rows if any(row))
