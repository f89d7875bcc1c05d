"""For a column of numbers near a distribution, a rational one beside it whose denominators stay small."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

__all__ = ["nearby_law"]


def nearby_law(column: Sequence[Fraction], max_denominator: int) -> tuple[list[Fraction], Fraction]:
    """Nonnegative fractions that sum to 1, and how much the largest took up for that.

    Every entry becomes the nearest fraction of denominator ≤ max_denominator where these have a common denominator that
    small, else the nearest multiple of 1/max_denominator: fractions chosen one by one would leave their product as the
    denominator of the entry that takes up the rest, and exact algebra with it would explode.
    """
    rounded = [max(Fraction(0), x.limit_denominator(max_denominator)) for x in column]
    if lcm(*(x.denominator for x in rounded)) > max_denominator:
        rounded = [Fraction(max(0, round(x * max_denominator)), max_denominator) for x in column]
    missing = 1 - sum(rounded, Fraction(0))
    largest = max(range(len(rounded)), key=lambda i: rounded[i])
    rounded[largest] += missing
    return rounded, missing
