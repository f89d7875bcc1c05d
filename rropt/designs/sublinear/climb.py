"""A good mechanism of at most m answers, where no list of vertices has the best: a climb from several starts.

What is summed over the rows is convex. So with W_i the gradient of f at the row r_i of a mechanism, the one with the most of ΣW·P
has no less of Σ f: f(s) ≥ W_i·s for every s, equal at r_i, as f is homogeneous. One linear program after another climbs until it
stands still, in floats; then the last one is solved exactly. It ends at a vertex, not always the best, so it is begun from
mechanisms given, from inputs put into groups by lot (an answer a group), from weights by lot, and then near the best found so
far.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rropt.designs.objectives.row_function import Function, floats_of
from rropt.designs.reductions.slope import Slope, exactly_best
from rropt.designs.sublinear.numeric import Array
from rropt.exact.matrix import Matrix
from rropt.exact.patience import require_time
from rropt.problem.problem import Problem

__all__ = ["climb"]

GROUPED, DRAWN, NEAR, STEPS = 16, 4, 16, 40
STEP, INSIDE = 1e-6, 1e-4  # of a gradient, and how far from the border it is taken
GAIN = 1e-9


def climb(problem: Problem, function: Function, most: int, starts: Sequence[Matrix]) -> Matrix | None:
    """The best mechanism found by climbing from the given starts and from seeded weights; None if there is none."""
    slope = Slope.of(problem, most)
    if slope is None:
        return None
    rng = np.random.default_rng(0)
    given = [np.array([[float(x) for x in row] for row in rows]) for rows in starts]
    firsts = [_gradient(function, np.vstack([P, np.zeros((most - len(P), problem.k))])) for P in given]
    firsts += [np.eye(most)[rng.integers(most, size=problem.k)].T for _ in range(GROUPED)]
    firsts += [rng.normal(size=(most, problem.k)) for _ in range(DRAWN)]
    best, weights = -1.0, None
    for n in range(len(firsts) + NEAR):
        if n < len(firsts):
            first = firsts[n]
        elif weights is not None:
            first = weights + rng.normal(size=weights.shape) * np.abs(weights).std()
        value, last = _to_the_top(slope, function, first)
        if value > best * (1 + GAIN):
            best, weights = value, last
    return None if weights is None else exactly_best(problem, weights)


def _to_the_top(slope: Slope, function: Function, weights: Array) -> tuple[float, Array | None]:
    """Climb until nothing is gained; return the sum, and the weights of the last program.

    -1 and None if the first has no answer.
    """
    best, kept = -1.0, None
    for _ in range(STEPS):
        require_time()
        rows = slope.best(weights)
        value = -1.0 if rows is None else float(np.sum(floats_of(function, rows[rows.max(axis=1) > 1e-9])))
        if rows is None or not value > best + GAIN * abs(best):
            break
        best, kept, weights = value, weights, _gradient(function, rows)
    return best, kept


def _gradient(function: Function, rows: Array) -> Array:
    """The gradient of f at each row (moved slightly inside), by differences."""
    m, k = rows.shape
    inside = (1 - INSIDE) * rows + INSIDE / m
    steps = STEP * inside.max(axis=1)[:, None, None] * np.eye(k)[None]
    moved = inside[:, None, :] + steps
    there, here = floats_of(function, moved.reshape(-1, k)).reshape(m, k), floats_of(function, inside)
    found: Array = (there - here[:, None]) / (STEP * inside.max(axis=1))[:, None]
    return found
