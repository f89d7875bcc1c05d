"""The numeric leg of the asymptotic variance: a linear program over extreme rows.

The information is a sum of convex homogeneous functions of the rows, so its maximum over the demand is reached with rows
on the rays (1,0), (T,1), (1,T), (0,1): maximise Σθ f(ray) with Σθ·ray = (1,1), the revealing rays weighing at most δ each.
"""

from __future__ import annotations

import numpy as np

from rropt.solvers.highs import dense_rows, minimise
from rropt.variance.information import FisherProgram
from rropt.variance.numeric import VarianceAnswer

__all__ = ["solve_fisher"]


def solve_fisher(program: FisherProgram) -> VarianceAnswer:
    """HiGHS's answer; the point reported is that of the two mixed rays' weights."""
    # exactly 1 − 1/T before it is rounded, so that an epsilon near 0 keeps its digits
    gap, d, pi = float(1 - 1 / program.ratio), float(program.delta), float(program.prevalence.point)
    if d > 0 and pi in (0.0, 1.0):
        return VarianceAnswer("HiGHS", "not posed: an answer that is certain has infinite information", 0.0, (0.0, 0.0))
    # the mixed rays are scaled to largest entry 1, so that a huge T leaves the coefficients near 1; a revealing one to its
    # largest weight, and all gains to largest 1, so that a tiny T − 1 or delta leaves them within the solver's sight
    rays = [(1.0, 1 - gap), (1 - gap, 1.0)] + ([(d, 0.0), (0.0, d)] if d > 0 else [])
    gains = np.array(
        [gap**2 / (1 - pi * gap), gap**2 / (1 - (1 - pi) * gap), *([d / (1 - pi), d / pi] if d > 0 else [])]
    )
    a = [[r[0] for r in rays], [r[1] for r in rays]]
    lower, upper = [1.0, 1.0], [1.0, 1.0]
    if d > 0:
        a += [[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
        lower, upper = [*lower, -np.inf, -np.inf], [*upper, 1.0, 1.0]
    scale = float(gains.max())
    answer = minimise(-gains / scale, dense_rows(a, lower, upper))
    value = 1 / (-answer.value * scale) if answer.value else float("nan")
    return VarianceAnswer("HiGHS", answer.status, value, (float(answer.point[0]), float(answer.point[1])))
