"""Optima that have a formula.

Largest trace under one demand on all pairs of k inputs, with the ratio T and the slack δ < 1: P_ii = a and P_ij = b elsewhere
with

    a = (T + (k − 1)·δ)/(T + k − 1),  b = (1 − δ)/(T + k − 1),

since a + (k − 1)·b = 1 and a − T·b = δ. Let x = 1/(T + k − 1), y = T·x. With the price y of every column, z = x of every budget
and the multipliers μ_i,c = x where i = j in c = (j, l), the weight at (i, i) is 1 = y + (k − 1)·x and elsewhere 0 = y − T·x. So
the trace of every mechanism is at most k·y + k·(k − 1)·δ·z = k·a (SPEC.md, 4.1, all pairs at once; for δ = 0 Chai and Nayak
2018, section 4).
"""

from __future__ import annotations

from rropt.engine.asks import Asked
from rropt.engine.found import EqualPrices, Found
from rropt.solvers.rational import fraction

__all__ = ["largest_trace"]


def largest_trace(asked: Asked) -> Found | None:
    """The largest trace by the theorem; None if the demand is not one on all pairs alike."""
    if asked.common is None:
        return None
    k, (ratio, slack) = asked.k, asked.common
    t, delta = ratio.exact, fraction(slack)
    x = 1 / (t + k - 1)
    a, b = (t + (k - 1) * delta) * x, (1 - delta) * x
    rows = tuple(tuple(a if i == j else b for j in range(k)) for i in range(k))
    return Found(rows, k * a, k * a, EqualPrices(t * x, x, x))
