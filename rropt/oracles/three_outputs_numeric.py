"""The numeric leg of the variance with three outputs: all basic solutions of a polytope of weights, in floats.

Every row is a nonnegative combination of the rays (δ,0), (1, 1/T), (1/T, 1), (0,δ), twelve weights in all; the rays add to
(1,1), and the weights of each revealing ray to at most 1. The information of a row is convex in its weights, so its maximum
stands at a basic solution, where at most four of the twelve weights and two slacks are positive. For the worst prevalence of
an interval every basic solution has its own, where the convex information stops falling; the largest of these least values
is the optimum, since the three merges of neighbours are among them (`rropt.closed_forms.three_outputs`).
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from rropt.objectives.prevalence import Prevalence
from rropt.oracles.variance_numeric import VarianceAnswer
from rropt.program.three_outputs import ThreeOutputProgram

__all__ = ["solve_three_outputs"]

Floats = npt.NDArray[np.float64]


def solve_three_outputs(program: ThreeOutputProgram) -> VarianceAnswer:
    """The least 1/I found; the point reported is that of the first row's weights on the mixed rays."""
    # 1 − 1/T is exact before it is rounded, so that an epsilon near 0 keeps its digits
    gap, d = float(1 - 1 / program.ratio), float(program.delta)
    system = np.array([[d, 1, 1 - gap, 0] * 3 + [0, 0], [0, 1 - gap, 1, d] * 3 + [0, 0], [1, 0, 0, 0] * 3 + [1, 0],
                       [0, 0, 0, 1] * 3 + [0, 1]])  # fmt: skip
    bases = np.array(list(combinations(range(14), 4)))
    squares = system[:, bases].transpose(1, 0, 2)
    regular = np.abs(np.linalg.det(squares)) > 1e-12 * max(d, 1e-300) ** 2
    bases, squares = bases[regular], squares[regular]
    found = np.linalg.solve(squares, np.broadcast_to(np.ones((4, 1)), (len(squares), 4, 1)))[..., 0]
    weights = np.zeros((len(bases), 14))
    np.put_along_axis(weights, bases, found, axis=1)
    weights = weights[weights.min(axis=1) > -1e-12]
    weights = weights.clip(0)
    pi = _worst(weights, gap, d, program.interval or program.prevalence)
    informed = _information(weights, gap, d, pi)[0]
    best = int(informed.argmax())
    return VarianceAnswer("numpy", "all bases", 1 / float(informed[best]), (weights[best, 1], weights[best, 2]))


def _worst(weights: Floats, gap: float, d: float, asked: Prevalence) -> Floats:
    """For each mechanism the prevalence where its information is least, by bisection of the slope."""
    low, high = (np.full(len(weights), float(x)) for x in (asked.lower, asked.upper))
    while (high - low).max() > 1e-15:
        middle = (low + high) / 2
        falls = _information(weights, gap, d, middle)[1] > 0
        low, high = np.where(falls, middle, low), np.where(falls, high, middle)
    return np.asarray((low + high) / 2)


def _information(weights: Floats, gap: float, d: float, pi: Floats) -> tuple[Floats, Floats]:
    """Σ (b−a)²/w and its falling Σ (b−a)³/w² over the three rows, w = (1−π)a + πb, at one π each.

    b − a is formed from the weights, so that no digit is lost.
    """
    u, x, y, v = np.moveaxis(weights[:, :12].reshape(-1, 3, 4), -1, 0)
    pi = pi[:, np.newaxis]
    difference, below = d * v - d * u + gap * (y - x), (1 - pi) * (d * u + x + (1 - gap) * y)
    below = below + pi * (d * v + (1 - gap) * x + y)
    slant = np.divide(difference, below, out=np.zeros_like(below), where=below > 0)
    return np.asarray((slant * difference).sum(axis=-1)), np.asarray((slant**2 * difference).sum(axis=-1))
