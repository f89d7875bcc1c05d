"""A good mechanism of at most m answers, where no list of vertices has the best: a climb from several starts.

What is summed over the rows is convex. So with W_i the gradient of f at the row r_i of a mechanism, the one with the most of ΣW·P
has no less of Σ f: f(s) ≥ W_i·s for every s, equal at r_i, as f is homogeneous. One linear program after another climbs until it
stands still, in floats; then the last one is solved exactly. It ends at a vertex, not always the best, so it is begun from
mechanisms given, from inputs put into groups by lot (an answer a group), from weights by lot, and then near the best found so
far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rropt.designs.objectives.row_function import Function, floats_of
from rropt.designs.rows.cone import Budget, Cone
from rropt.designs.sublinear.numeric import Array
from rropt.exact.matrix import Matrix
from rropt.exact.patience import require_time
from rropt.problem.answers import Evidence
from rropt.problem.known import find_objective, pose
from rropt.problem.problem import Problem
from rropt.solvers.highs import SparseRows, minimise, sparse_rows

__all__ = ["climb"]

GROUPED, DRAWN, NEAR, STEPS = 16, 4, 16, 40
MOST_TERMS = 40_000  # of a linear program; beyond, nothing is climbed
STEP, INSIDE = 1e-6, 1e-4  # of a gradient, and how far from the border it is taken
GAIN = 1e-9
LARGEST = 10_000  # denominator of the weights of the last program


@dataclass(frozen=True, slots=True)
class Slope:
    """The mechanisms of a demand and of conditions with m answers as inequalities in floats; unknowns are the entries row by row,
    then each row's use of each budget."""

    most: int
    k: int
    columns: int
    rows: SparseRows

    @classmethod
    def of(cls, problem: Problem, most: int) -> Slope | None:
        """Write the program of a demand; None if it is too large."""
        k, cone = problem.k, Cone.of(problem.bounds)
        averages = [Budget.of_planes(one.planes, one.most) for one in problem.bounds.averages().values()]
        budgets = [*cone.budgets.values(), *(b for b in averages if b.planes)]
        columns = most * (k + len(budgets))
        if columns * most * (len(cone.sides) + sum(len(b.planes) for b in budgets) + 1) > MOST_TERMS * most:
            return None
        lines: list[Array] = []
        low: list[float] = []
        high: list[float] = []

        def add(line: Array, least: float, largest: float) -> None:
            lines.append(line)
            low.append(least)
            high.append(largest)

        for j in range(k):
            whole = np.zeros(columns)
            whole[j : most * k : k] = 1
            add(whole, 1.0, 1.0)
        for i in range(most):
            for (j, n), ratio in cone.sides.items():
                line = np.zeros(columns)
                line[i * k + j], line[i * k + n] = 1, -float(ratio)
                add(line, -np.inf, 0.0)
            for c, budget in enumerate(budgets):
                for plane in budget.planes:
                    line = np.zeros(columns)
                    for j, a in plane:
                        line[i * k + j] = float(a)
                    line[most * k + c * most + i] = -1
                    add(line, -np.inf, 0.0)
        for condition in problem.conditions:
            line = np.zeros(columns)
            for (i, j), a in condition.terms:
                line[i * k + j] = float(a)
            bound = float(condition.bound)
            add(line, -np.inf if condition.relation == "<=" else bound, np.inf if condition.relation == ">=" else bound)
        for c, budget in enumerate(budgets):
            taken = np.zeros(columns)
            taken[most * k + c * most : most * k + (c + 1) * most] = 1
            add(taken, -np.inf, float(budget.most))
        return cls(most, k, columns, sparse_rows(np.array(lines), low, high))

    def best(self, weights: Array) -> Array | None:
        """The mechanism with the largest ΣW·P; None if HiGHS finds none."""
        cost = np.concatenate([-weights.ravel(), np.zeros(self.columns - weights.size)])
        found = minimise(cost, self.rows)
        if found.status != "Optimal":
            return None
        return np.maximum(np.asarray(found.point)[: weights.size].reshape(self.most, self.k), 0.0)


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
    return None if weights is None else _exactly(problem, weights)


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


def _exactly(problem: Problem, weights: Array) -> Matrix | None:
    """The exact mechanism with the largest ΣW·P, for rational weights near these; None if it is not proved."""
    scale = float(np.abs(weights).max()) or 1.0
    near = [[Fraction(float(x) / scale).limit_denominator(LARGEST) for x in row] for row in weights]
    linear = find_objective("linear")(near, sense="max")  # type: ignore[call-arg]
    posed = Problem(linear, problem.demand, inputs=problem.inputs or problem.k, subject_to=problem.conditions)
    found = pose(posed).prove(None, optima="one")
    return found.rows if isinstance(found, Evidence) and found.rows else None
