"""For a column of numbers near a distribution, a rational one beside it whose denominators stay small."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose
from rropt.exact.spelling import ordinal

__all__ = ["near_miss", "nearby_columns", "nearby_law"]


def near_miss(whole: Number) -> str:
    """What to do about shares whose sum is not 1 by so little that they were thirds before they were floats; else nothing."""
    if abs(enclose(whole)[0] - 1) > Fraction(1, 10**9):
        return ""
    return '; a share that is no decimal is given as text, such as "1/3"'


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


def nearby_columns(
    rows: Sequence[Sequence[Fraction]], max_denominator: int
) -> tuple[list[tuple[Fraction, ...]], Fraction]:
    """The matrix whose columns are the laws beside those given, and the largest change of an entry; a column too far from a
    distribution is refused."""
    laws = [nearby_law(column, max_denominator) for column in zip(*rows, strict=True)]
    for j, (_, missing) in enumerate(laws):
        if abs(missing) > Fraction(len(rows), max_denominator):
            total = float(sum(row[j] for row in rows))
            raise InputError(
                f"the {ordinal(j)} column sums to {total}, too far from 1 for max_denominator={max_denominator}"
            )
    rounded = list(zip(*(law for law, _ in laws), strict=True))
    changes = (abs(a - b) for r, s in zip(rows, rounded, strict=True) for a, b in zip(r, s, strict=True))
    return rounded, max(changes, default=Fraction(0))
