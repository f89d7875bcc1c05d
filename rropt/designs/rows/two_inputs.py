"""For two inputs under one ratio T and slack δ, the mechanism that is at least as informative as all others of the demand.

With probability δ the mechanism reveals the input. Otherwise it answers by randomized response with the ratio T. Its rows are

    rows (δ, 0), (1−δ)(T, 1)/(T+1), (1−δ)(1, T)/(T+1), (0, δ).

In these rows, the entries of each input exceed T times those of the other by δ in total, which is all that the demand allows. By
Blackwell's theorem a mechanism with rows (p_i0, p_i1) is at least as informative as another one iff its E(s) = Σ_i max(0, p_i0 −
s·p_i1) is nowhere smaller for s ≥ 0. For every mechanism of the demand, E is convex in s, 1 at s = 0, at most δ from s = T on, and
at most 1 − (1−δ)/T at s = 1/T. The E of the four rows is the largest such function. Reference: Kairouz, Oh and Viswanath (2015),
The composition theorem for differential privacy.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix

__all__ = ["dominating_rows", "four_rows"]


def four_rows(ratio: Number, delta: Number) -> Matrix:
    """List the four rows of the mechanism of two inputs that is at least as informative as all others.

    With probability δ, an answer reveals the input. Otherwise it is an answer of randomized response with the ratio T, which is
    `ratio`. Rows that are 0 at both inputs are included.
    """
    zero = Fraction(0)
    low = (1 - delta) / (ratio + 1)
    high = low * ratio
    return ((delta, zero), (high, low), (low, high), (zero, delta))


def dominating_rows(ratio: Number, delta: Number) -> Matrix:
    """List the rows of the mechanism of two inputs that dominates all others, without rows that are 0 at both inputs."""
    return tuple(row for row in four_rows(ratio, delta) if any(row))
