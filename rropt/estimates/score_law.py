"""The coverage of score intervals for any number of different weights, enclosed to some 10⁻⁴ by a lattice of one dimension.

Whether the Chebyshev or the Wilson interval of input j covers π depends on T = Σ_i w_i c_i alone: for 0 < π < 1 it does if
(T/n − π)² ≤ c·V(π) (`intervals`); at π = 0 whatever is too small covers as well, at π = 1 whatever is too large.

Let every w_i − w_0 be within δ of a whole multiple a_i of a step. Then T is within e = n·δ of T̃ = n·w_0 + step·Σ a_i c_i,
so the chance that T lies in [x, y] is between those that T̃ lies in [x + e, y − e] and in [x − e, y + e]; and the law of the
whole number Σ a_i c_i, folded into a window, is that of `population_law`. By Hoeffding (1963, Theorem 4) and Markov's
inequality Pr(T ≥ b) ≤ e^(−sb)·(Σ_i q_i e^(s·w_i))ⁿ for every s > 0, under every sampling model, which bounds what is outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, log, sqrt
from typing import Any, TypeAlias

import numpy as np

from rropt.estimates.population_law import TAIL, doubles, folded_law, sum_error
from rropt.exact.enclosure import Bounds
from rropt.exact.field import Number

__all__ = ["chance_of_score"]

Array: TypeAlias = Any
CELLS = 1 << 22
TRIES = 400
ROUNDING = 1e-12


def chance_of_score(
    columns: Sequence[Sequence[Number]],
    weights: Sequence[Number],
    people: Sequence[int],
    n: int,
    share: Fraction,
    square: Number,
) -> Bounds:
    """lower ≤ Pr((T/n − π)² ≤ square, or T beyond an end of [0, 1] that π is) ≤ upper; T the sum of the answers' weights."""
    kept = [g for g, number in enumerate(people) if number]
    chances, sizes = doubles([columns[g] for g in kept]), np.array([people[g] for g in kept], dtype=float)
    w = np.array([float(x) for x in weights])
    low, high = _window(w, sizes @ chances / sizes.sum(), n)
    step, error = _step(w, (high - low) / (CELLS - 2), n)
    whole = np.rint((w - w[0]) / step).astype(np.int64)
    law, norm = folded_law(chances, sizes, n, (CELLS,), [(int(x),) for x in whole])
    first = int(np.floor((low - n * w[0]) / step))
    sums = n * w[0] + step * (first + np.arange(CELLS))
    law = np.roll(law, -(first % CELLS))
    half = n * sqrt(float(square))
    start, end = n * float(share) - half, n * float(share) + half
    start, end = (-inf if share == 0 else start), (inf if share == 1 else end)
    off = sum_error(law, norm, CELLS, n, int(sum(people))) + 2 * TAIL
    error += ROUNDING * n * float(np.abs(w).max())
    inner, outer = (law[(sums >= start + x) & (sums <= end - x)].sum() for x in (error, -error))
    return max(Fraction(0), Fraction(float(inner) - off)), min(Fraction(1), Fraction(float(outer) + off))


def _window(w: Array, q: Array, n: int) -> tuple[float, float]:
    """Ends outside of which T lies with a chance of at most TAIL on either side, wherever s is taken."""
    reach = float(w.max() - w.min())
    ends = []
    for sign in (-1, 1):
        rates = np.geomspace(1e-3, 20, 200) / reach
        logs = [log(float(q @ np.exp(s * sign * (w - w[0])))) for s in rates]
        ends.append(n * w[0] + sign * min((n * x - log(TAIL)) / s for x, s in zip(logs, rates, strict=True)))
    margin = 1e-3 * reach
    return float(ends[0]) - margin, float(ends[1]) + margin


def _step(w: Array, least: float, n: int) -> tuple[float, float]:
    """Of many steps a little above the least, the one of whose multiples the weights are nearest, and n times how near."""
    steps = least * np.linspace(1, 1.2, TRIES)
    off = [float(np.abs((w - w[0]) - s * np.rint((w - w[0]) / s)).max()) for s in steps]
    best = int(np.argmin(off))
    return float(steps[best]), n * off[best]
