"""Maximise ΣW·P over the mechanisms P of a demand and conditions with at most m answers, in floats and exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.rows.cone import Budget, Cone
from rropt.exact.matrix import Matrix
from rropt.problem.answers import Evidence
from rropt.problem.conditions import Condition
from rropt.problem.known import find_objective, pose
from rropt.problem.problem import Problem
from rropt.solvers.highs import minimise, sparse_rows

__all__ = ["Slope", "exactly_best"]

Array: TypeAlias = Any
# if the linear program has more terms than this for each answer, there is no Slope, and nothing is climbed
MOST_TERMS = 40_000
LARGEST = 10_000  # denominator of the weights of the exact program


@dataclass(frozen=True, slots=True)
class Slope:
    """The mechanisms with `most` answers that keep a demand and conditions, as inequalities low ≤ lines·x ≤ high in floats.

    The unknowns x are first the entries of the mechanism, row by row. Then each budget, which limits the sum of a function over the
    rows, has one unknown for every row: an upper bound on the function's value at the row.
    """

    most: int
    k: int
    lines: Array
    low: Array
    high: Array

    @classmethod
    def of(cls, problem: Problem, most: int) -> Slope | None:
        """Write a problem's demand and conditions as inequalities for mechanisms with `most` answers.

        None if the inequalities of one answer would have too many coefficients (`MOST_TERMS`).
        """
        k, cone = problem.k, Cone.of(problem.bounds)
        averages = [Budget.of_planes(one.planes, one.most) for one in problem.bounds.averages().values()]
        budgets = [*cone.budgets.values(), *(b for b in averages if b.planes)]
        columns = most * (k + len(budgets))
        if columns * (len(cone.sides) + sum(len(b.planes) for b in budgets) + 1) > MOST_TERMS:
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
        return cls(most, k, np.array(lines), np.array(low), np.array(high))

    def best(self, weights: Array) -> Array | None:
        """Return the mechanism P with the largest ΣW·P, where W are the `weights`; None if HiGHS finds none."""
        point = self.corner(weights)
        return None if point is None else np.maximum(point[: weights.size].reshape(self.most, self.k), 0.0)

    def at(self, rows: Array) -> Array:
        """Return the unknowns x of a mechanism: its entries, and then, for each budget, the amount of it that each row uses."""
        # the unknown of a row and budget has the factor −1 in the lines of the planes, and is the largest of 0 and their values
        beside = self.lines[:, rows.size :] == -1
        taken = (self.lines[:, : rows.size] @ rows.ravel())[:, None]
        return np.concatenate([rows.ravel(), np.where(beside, taken, 0.0).max(axis=0)])

    def corner(self, weights: Array) -> Array | None:
        """Return the unknowns x at which ΣW·P is largest, where P is the mechanism and W are the `weights`. None if HiGHS finds no
        optimum."""
        cost = np.concatenate([-weights.ravel(), np.zeros(self.lines.shape[1] - weights.size)])
        found = minimise(cost, sparse_rows(self.lines, self.low, self.high))
        return np.asarray(found.point) if found.status == "Optimal" else None


def exactly_best(problem: Problem, weights: Array, near: Sequence[Condition] = ()) -> Matrix | None:
    """Find the exact mechanism P with the largest ΣW·P, where W is a rational matrix near a multiple of `weights`.

    The conditions `near` hold in addition to those of the problem. None if no optimum is proved.
    """
    scale = float(np.abs(weights).max()) or 1.0
    rational = [[Fraction(float(x) / scale).limit_denominator(LARGEST) for x in row] for row in weights]
    linear = find_objective("linear")(rational, sense="max")  # type: ignore[call-arg]
    posed = Problem(linear, problem.demand, inputs=problem.inputs or problem.k, subject_to=(*problem.conditions, *near))
    found = pose(posed).prove(None, optima="one")
    return found.rows if isinstance(found, Evidence) and found.rows else None
