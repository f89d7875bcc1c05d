"""The numeric leg of linear objectives in cvxpy: vectorised linear programs."""

from __future__ import annotations

from dataclasses import replace

import cvxpy as cp
import numpy as np

from rropt.designs.linear.numeric import float_matrix
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.rows.program import RowProgram
from rropt.solvers.cvxpy import CvxpyAnswer, run
from rropt.solvers.highs import Floats

__all__ = ["solve_linear", "solve_rows"]


def solve_linear(program: LinearProgram, solver: str | None) -> CvxpyAnswer:
    """Solve row-wise if δ = 0 (v_i/T ≤ p_ij ≤ v_i), else with an excess for each ordered pair."""
    gains, ratio, delta = float_matrix(program), float(program.ratio), float(program.delta)
    m, k = gains.shape
    p = cp.Variable((m, k), nonneg=True)
    constraints = [cp.sum(p, axis=0) == 1]
    if program.delta == 0:
        v = cp.Variable((m, 1), nonneg=True)
        wide = v @ np.ones((1, k))
        constraints += [p <= wide, p >= wide / ratio]
    else:
        first, second = (
            np.array(index) for index in zip(*[(j, el) for j in range(k) for el in range(k) if j != el], strict=True)
        )
        excess = cp.pos(p @ _selector(k, first) - ratio * (p @ _selector(k, second)))
        constraints.append(cp.sum(excess, axis=0) <= delta)
    problem = cp.Problem(cp.Maximize(cp.sum(cp.multiply(gains, p))), constraints)
    found = run(problem, solver)
    return replace(found, value=found.value if program.maximise else -found.value)


def _selector(k: int, index: Floats) -> Floats:
    """The matrix that selects the columns in `index`."""
    matrix = np.zeros((k, len(index)))
    matrix[index, np.arange(len(index))] = 1.0
    return matrix


def solve_rows(asked: RowProgram, solver: str) -> CvxpyAnswer:
    """Solve with the sides and budgets of the rows, and the conditions as stated."""
    several = [float_matrix(replace(asked.linear, weights=x)) for x in asked.several or (asked.weights,)]
    m, k = several[0].shape
    p = cp.Variable((m, k), nonneg=True)
    constraints = [cp.sum(p, axis=0) == 1]
    for (j, el), ratio in asked.cone.sides.items():
        constraints.append(p[:, j] <= float(ratio) * p[:, el])
    for budget in asked.cone.budgets.values():
        planes = [sum(float(a) * p[:, j] for j, a in plane) for plane in budget.planes]
        constraints.append(cp.sum(cp.maximum(0, *planes)) <= float(budget.most))
    for condition in asked.conditions:
        left = sum(float(a) * p[i, j] for (i, j), a in condition.terms)
        bound = float(condition.bound)
        constraints.append({"<=": left <= bound, ">=": left >= bound, "==": left == bound}[condition.relation])
    sums = [cp.sum(cp.multiply(gains, p)) for gains in several]
    problem = cp.Problem(cp.Maximize(cp.minimum(*sums) if len(sums) > 1 else sums[0]), constraints)
    found = run(problem, solver)
    return replace(found, value=found.value if asked.maximise else -found.value)
