"""The program that many tests hold an optimum against: the best mechanism as a weighted sum of listed rows, by scipy in floats."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import linprog

Array: TypeAlias = Any
TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


def patterns(k: int, ratio: float) -> Array:
    """List every row whose entries are 1 or `ratio`, shape (2^k, k)."""
    return np.array(list(itertools.product([1.0, ratio], repeat=k)))


def excess(rows: Array, j: int, n: int, ratio: float) -> Array:
    """Compute max(0, s_j − ratio·s_n) of each row s."""
    return np.maximum(0, rows[:, j] - ratio * rows[:, n])


def information(prior: Sequence[Any], rows: Array) -> Array:
    """Compute Σ_j w_j s_j log(s_j / w·s) of one row s or of each of many, with 0 log 0 = 0."""
    w = np.array([float(Fraction(x)) for x in prior])
    held = np.where(rows > 0, rows, 1)
    return np.where(rows > 0, w * rows * np.log(held / (rows @ w)[..., None]), 0).sum(axis=-1)


def beyond_bound(condition: Any, rows: Array, m: int) -> Array:
    """Compute what a weight of each of m labels and each row adds to Σ a P[i,j] − b, if the weights sum to 1; shape (m, rows)."""
    found = np.zeros((m, len(rows)))
    for (i, j), a in condition.terms:
        found[i] += float(a) * (rows[:, j] - 1)
    # exact but for the differences of rows from 1
    middle = [float(sum(a for (i, _), a in condition.terms if i == label) - condition.bound) for label in range(m)]
    return found + np.array(middle)[:, None]


def related(left: Any, relation: str, right: Any) -> Any:
    """Make a constraint of cvxpy by the sign of a condition's relation."""
    return {"<=": operator.le, ">=": operator.ge, "==": operator.eq}[relation](left, right)


def largest_over(rows: Any, worth: Any, taken: Any = (), most: Sequence[Any] = ()) -> float:
    """Find the largest Σ θ·worth over weights θ ≥ 0 of the rows s with Σ θ s = (1, …, 1) and, for each budget, Σ θ·taken ≤ most.

    `worth` has an entry a row, `taken` a line a budget. If `worth` has several lines, what is largest is the least of their sums.
    """
    rows, worth = np.array(rows, float), np.atleast_2d(np.array(worth, float))
    taken, n = np.array(taken, float).reshape(len(most), len(rows)), len(rows)
    unit = np.abs(worth).max() or 1.0  # scipy's tolerances are absolute
    found = linprog(
        [*[0] * n, -1],
        A_ub=np.block([[taken, np.zeros((len(most), 1))], [-worth / unit, np.ones((len(worth), 1))]]),
        b_ub=[*map(float, most), *[0] * len(worth)],
        A_eq=np.column_stack([rows.T, np.zeros(rows.shape[1])]),
        b_eq=np.ones(rows.shape[1]),
        bounds=[*[(0, None)] * n, (None, None)],
        options=TIGHT,
    )
    assert found.status == 0, found.message
    return -float(found.fun) * unit
