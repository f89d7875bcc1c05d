"""The lower bound from a list of vertices, against the least variance of means of their matrices, by a convex program."""

from __future__ import annotations

import random
from fractions import Fraction

import cvxpy as cp
import numpy as np
import pytest

from rropt import LDP, Contrast, Problem, TotalVariance, design
from rropt.designs.estimation.mixtures import bound_of_vertices
from rropt.designs.reductions.few_lists import vertices_of

F = Fraction


@pytest.mark.first(seed=1)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.slow
def test_the_bound_is_the_least_variance_of_means(seed: int) -> None:
    r = random.Random(seed)
    counts, contrast = [r.randint(1, 4) for _ in range(3)], [[F(r.randint(-2, 2)) for _ in range(3)] for _ in range(2)]
    contrast = [row if any(row) else [F(1), F(0), F(0)] for row in contrast]
    pi, bound = [F(n, sum(counts)) for n in counts], f"P[0,0] >= {r.randint(9, 13)}/20"
    problem = Problem(TotalVariance(), LDP("ln3"), inputs=3, outputs=3, subject_to=[bound, "P[1,2] <= 1/4"])
    listed = vertices_of(problem, 3, above=False)
    assert listed
    K, shares = (np.array(x, dtype=float) for x in (contrast, pi))
    each = []
    for rows in listed:
        given = np.array([row for row in rows if any(row)], dtype=float)
        each.append(given.T @ (given / (given @ shares)[:, None]))
    weights = cp.Variable(len(each), nonneg=True)
    mean = cp.reshape(np.array(each).reshape(len(each), 9).T @ weights, (3, 3), order="C")
    program = cp.Problem(cp.Minimize(cp.matrix_frac(K.T, (mean + mean.T) / 2)), [cp.sum(weights) == 1])
    least = program.solve(solver="CLARABEL") - float(np.sum((K @ shares) ** 2))
    for unit, added in ((F(1), F(0)), (F(10) ** 12, F(0)), (F(1, 10**7), F(0)), (F(1), F(10) ** 4)):
        scaled = [[unit * x + added for x in row] for row in contrast]
        found = float(bound_of_vertices(listed, scaled, pi) / unit**2)
        assert least - 2e-3 * abs(least) <= found <= least + 1e-5 * abs(least)


@pytest.mark.parametrize("unit", [F(1, 10**12), F(1, 10**6), F(10) ** 13], ids=float)
@pytest.mark.slow
def test_no_mechanism_is_better_than_the_bound_in_any_unit(unit: Fraction) -> None:
    contrast, pi = [[unit * x / 10 for x in (F(9), F(6), F(4))]], [F(4, 21), F(8, 21), F(3, 7)]
    asked = ["P[0,0] >= 2/5", "P[1,1] >= 1/3"]
    found = design(Contrast(contrast, pi), LDP("ln3"), outputs=3, subject_to=asked)
    listed = vertices_of(found.problem, 3, above=False)
    assert listed and bound_of_vertices(listed, contrast, pi) <= unit**2 * F(2389, 10**4)
    assert unit**2 * F(2349, 10**4) <= found.lower <= found.upper <= unit**2 * F(2389, 10**4)
