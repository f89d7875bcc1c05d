"""A good mechanism of at most m answers, found by climbing from several starts, if there are too many vertices to list.

A climb makes Σ_i f(r_i) larger, where the r_i are the rows of a mechanism and f is the objective's function. Let W_i be the
gradient of f at r_i. Because f is convex and homogeneous, f(s) ≥ W_i·s for every row s, with equality at r_i. A linear program
finds the mechanism with rows s_i for which Σ_i W_i·s_i is largest. The sum of f over the rows of this mechanism is at least as
large as before.

Such programs are solved in floats, one after another, until the sum of f no longer grows. A climb ends at a vertex that need not be
the best one. So there are several climbs. They start from the given mechanisms, from random groups of inputs with one answer per
group, from random weights W, and from random weights near those of the best mechanism found so far. The last program of the best
climb is then solved exactly.
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
# the step of the differences that give a gradient, and how far inside the border they are taken
STEP, INSIDE = 1e-6, 1e-4
GAIN = 1e-9


def climb(problem: Problem, function: Function, most: int, starts: Sequence[Matrix]) -> Matrix | None:
    """Search for a mechanism of at most `most` answers with a large sum of `function` over its rows.

    The search starts from the mechanisms in `starts` and from seeded random numbers. Its result is exact and keeps the demand and
    the conditions. None if the linear program would be too large, if it has no solution from any start, or if its last optimum
    cannot be proved exactly.
    """
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
    """Improve a mechanism by linear programs, at most STEPS times, until the sum of `function` over its rows no longer grows.

    `slope` has the inequalities of the linear programs. The first program has the objective's coefficients `weights`. In each later
    program they are the gradients of `function` at the rows of the mechanism found before.

    Return the last mechanism's sum in floats, and the coefficients of the program whose optimum that mechanism is. If the first
    program has no solution, return -1 and None.
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
    """Compute the gradient of `function` at each row in floats, indexed [row, input].

    Each derivative is a quotient of differences. So that no entry is 0, every row is first mixed with a little of (1/m, …, 1/m),
    where m is the number of rows.
    """
    m, k = rows.shape
    inside = (1 - INSIDE) * rows + INSIDE / m
    steps = STEP * inside.max(axis=1)[:, None, None] * np.eye(k)[None]
    moved = inside[:, None, :] + steps
    there, here = floats_of(function, moved.reshape(-1, k)).reshape(m, k), floats_of(function, inside)
    found: Array = (there - here[:, None]) / (STEP * inside.max(axis=1))[:, None]
    return found
