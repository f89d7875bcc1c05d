"""Designs under budgets of pairs and several demands against convex programs over rays that brute force finds."""

from __future__ import annotations

import math
import random
from fractions import Fraction as F
from typing import Any

import cvxpy as cp
import numpy as np
import pytest

from rropt import (
    LDP,
    Contrast,
    Determinant,
    Divergence,
    Information,
    InputError,
    LargestVariance,
    Metric,
    PairwiseLDP,
    Sensitive,
    TotalVariance,
    design,
    verify,
)
from rropt.problem.verdicts import Verdict
from tests.checker.rays import brute_rays
from tests.over_rows import information

PI = {3: ("1/2", "1/3", "1/6"), 4: ("1/10", "1/5", "3/10", "2/5")}
DEMANDS = [
    Metric("line", "ln3"),
    Metric("line", "1/2"),
    LDP("ln3") & PairwiseLDP({(0, 1): "ln1.5", (1, 0): "ln1.2"}),
    LDP(1) & LDP(2, delta="1/10"),
    Sensitive([1], "ln2"),
    Sensitive([0, 1], 1),
    PairwiseLDP({(0, 1): "ln3", (1, 0): "ln2", (1, 2): "ln5"}),
]


def rays_of(demand: Any, k: int) -> Any:
    """The rays of the demand's ratios in doubles, as rationals."""
    found: dict[tuple[int, int], F] = {}
    for (j, n, *_), (ratio, _) in demand.bounds(k).places():
        found[j, n] = min(F(float(ratio)), found.get((j, n), F(10**9)))
    return np.array([[float(x) for x in ray] for ray in brute_rays(k, found)])


def by_cvxpy(objective: Any, demand: Any, k: int) -> float:
    """The optimum over weights of the rays."""
    rays, pi = rays_of(demand, k), np.array([float(F(x)) for x in PI[k]])
    weights = cp.Variable(len(rays), nonneg=True)
    if isinstance(objective, Information | Divergence):
        worth = np.array([worth_of(objective, ray, pi) for ray in rays])
        problem = cp.Problem(cp.Maximize(worth @ weights), [rays.T @ weights == 1])
        return float(problem.solve(solver=cp.CLARABEL))
    whole = sum(weights[n] * np.outer(ray, ray) / (ray @ pi) for n, ray in enumerate(rays))
    if isinstance(objective, Determinant):
        problem = cp.Problem(cp.Maximize(cp.log_det(whole)), [rays.T @ weights == 1])
        return math.exp(-float(problem.solve(solver=cp.CLARABEL)))
    contrast = np.array(objective.contrast[0], float)[None] if isinstance(objective, Contrast) else np.eye(k)
    problem = cp.Problem(cp.Minimize(cp.matrix_frac(contrast.T, whole)), [rays.T @ weights == 1])
    return float(problem.solve(solver=cp.CLARABEL)) - float(((contrast @ pi) ** 2).sum())


def worth_of(objective: Any, ray: Any, pi: Any) -> float:
    if isinstance(objective, Information):
        return float(information(pi, ray))
    return sum(abs(a - b) / 2 if objective.kind == "tv" else (a**0.5 - b**0.5) ** 2 / 2 for a in ray for b in ray)


@pytest.mark.some(demand=4)
@pytest.mark.parametrize("demand", DEMANDS, ids=str)
def test_a_convex_program_over_all_rays_agrees(demand: Any) -> None:
    k = 3
    for objective in (
        TotalVariance(PI[k]), Contrast([[1, -1, 0]], PI[k]), Determinant(PI[k]), Information(PI[k]), Divergence("tv"),
        Divergence("hellinger"),
    ):  # fmt: skip
        found = design(objective, demand, inputs=k)
        assert found.lower is not None and found.upper is not None and demand.holds(found.mechanism)
        assert float(found.upper - found.lower) <= 1e-9 * float(found.upper)
        assert float(found.lower) == pytest.approx(by_cvxpy(objective, demand, k), rel=1e-5), objective
        assert (
            verify(found.to_json()).is_accepted and type(found).from_json(found.to_json()).mechanism == found.mechanism
        )


@pytest.mark.slow
@pytest.mark.then(seed=7)
@pytest.mark.parametrize("seed", range(20))
def test_random_budgets_of_four_inputs(seed: int) -> None:
    rng = random.Random(seed)
    pairs = [(j, n) for j in range(4) for n in range(4) if j != n and rng.random() < 0.8]
    demand = PairwiseLDP({pair: f"ln{1 + rng.randint(1, 30) / 10}" for pair in pairs})
    for objective in (TotalVariance(PI[4]), Determinant(PI[4]), Information(PI[4]), Divergence("tv")):
        found = design(objective, demand, inputs=4)
        # rigorous bounds; the aim is 10^-9, and one of these budgets leaves 2·10^-8
        assert found.lower is not None and float(found.upper - found.lower) <= 1e-7 * float(found.upper)
        assert float(found.lower) == pytest.approx(by_cvxpy(objective, demand, 4), rel=1e-5)


def test_several_demands_of_which_one_implies_the_others_are_that_one() -> None:
    for objective in (TotalVariance(PI[3]), LargestVariance(PI[3]), Information(PI[3])):
        alone, both = (design(objective, x, inputs=3) for x in (LDP("ln3"), LDP("ln3") & LDP(4)))
        assert float(both.lower) == pytest.approx(float(alone.lower), rel=1e-9)


def test_inputs_that_nobody_protects_are_told_and_few_outputs_serve() -> None:
    found = design(TotalVariance(PI[3]), Sensitive([1], "ln3"))
    assert found.value == F(23, 18) and found.mechanism.m == 3
    assert any(x == 0 for row in found.mechanism.rows for x in row)


def test_what_is_not_designed_is_said_in_one_sentence() -> None:
    for objective, demand, words in [
        (TotalVariance(PI[3]), LDP("1/2", delta="exp(-3)") & LDP(3), "rational delta, not for 1/"),
        (TotalVariance(["1/13"] * 13), Metric("line", 1), "at most 12 inputs"),
        (TotalVariance(PI[3]), PairwiseLDP({(0, 1): 0, (1, 0): 0}), "distinguishes all inputs"),
        (Divergence("kl"), Sensitive([1], 1), "infinite"),
    ]:
        with pytest.raises(InputError, match=words):
            design(objective, demand, inputs=7 if "7" in words else None if isinstance(objective, TotalVariance) else 3)
    assert design(Information(PI[3]), Metric("line", 0)).mechanism.m == 1


def test_where_two_inputs_are_hardly_told_apart_the_bound_has_a_larger_margin() -> None:
    """A ratio of 101/100 makes the variance 20,000 and X s a small difference of large numbers."""
    table = [[0, "3/2", 3, "101/100"], [3, 0, 2, "3/2"], ["7/2", 10, 0, "101/100"], ["101/100", 10, 3, 0]]
    found = design(
        TotalVariance(),
        PairwiseLDP({(j, n): f"log({x})" for j, row in enumerate(table) for n, x in enumerate(row) if x}),
        inputs=4,
    )
    assert found.verdict is Verdict.WITHIN and found.lower is not None and found.upper is not None
    assert 20_155 < found.lower <= found.upper < found.lower * (1 + F(1, 10**6))
