"""Estimation with δ > 0 for three inputs and more: as a convex program over rows found by brute force says, and never beaten."""

from __future__ import annotations

import json
import math
from fractions import Fraction as F
from itertools import permutations
from pathlib import Path
from typing import Any

import cvxpy as cp
import numpy as np
import pytest
from typer.testing import CliRunner

from rropt import (
    LDP,
    Contrast,
    Determinant,
    InputError,
    LargestVariance,
    Mechanism,
    TotalVariance,
    design,
    families,
    verify,
)
from rropt.checker.rows.rays import _levels as levels_of
from rropt.cli import app
from tests.checker.rays import brute_lines
from tests.over_rows import excess
from tests.with_delta import rivals, stands

PI = {3: ("1/2", "1/3", "1/6"), 4: ("1/10", "1/5", "3/10", "2/5")}
T = {"ln3": 3.0, "1/2": math.exp(0.5), "0": 1.0}


def by_cvxpy(objective: Any, t: float, delta: float, k: int) -> float:
    """The optimum over weights of the lines in which k − 1 of the planes r_j = 0 and r_j = t·r_l meet."""
    rays = np.array([[float(x) for x in ray] for ray in brute_lines(k, F(t))])
    weights, values = cp.Variable(len(rays), nonneg=True), []
    conditions = [rays.T @ weights == 1]
    conditions += [excess(rays, j, n, t) @ weights <= delta for j, n in permutations(range(k), 2)]
    for prior in objective.prevalences.at(k):
        pi = np.array([float(x) for x in prior])
        whole = np.einsum("si,sj->ijs", rays, rays / (rays @ pi)[:, None]).reshape(k * k, -1) @ weights
        whole = cp.reshape(whole, (k, k), order="C")
        whole = (whole + whole.T) / 2
        if isinstance(objective, Determinant):
            values.append(-cp.log_det(whole))
        elif isinstance(objective, LargestVariance):
            v = np.vstack([np.eye(k - 1), -np.ones(k - 1)])
            v = v @ np.linalg.inv(np.linalg.cholesky(v.T @ v)).T
            values.append(-cp.lambda_min(v.T @ whole @ v))
        else:
            contrast = np.array([[float(x) for x in row] for row in objective.contrast_of(k)])
            values.append(cp.matrix_frac(contrast.T, whole) - float(((contrast @ pi) ** 2).sum()))
    found = float(
        cp.Problem(cp.Minimize(cp.maximum(*values) if len(values) > 1 else values[0]), conditions).solve(
            solver=cp.CLARABEL
        )
    )
    if isinstance(objective, Determinant):
        return math.exp(found)
    return -1 / found if isinstance(objective, LargestVariance) else found


def objectives(k: int) -> list[Any]:
    pi = PI[k]
    return [
        TotalVariance(pi),
        TotalVariance(),
        TotalVariance([pi, pi[::-1]], worst=True),
        Contrast(list(range(k)), pi),
        Determinant(pi),
        Determinant([pi, pi[::-1]], worst=True),
        LargestVariance(pi),
    ]


def judged(objective: Any, epsilon: str, delta: str, k: int) -> None:
    expected = by_cvxpy(objective, T[epsilon], float(F(delta)), k)
    stands(objective, LDP(epsilon, delta=delta), k, expected=expected, near=F(1, 10**8), rel=3e-6)


@pytest.mark.parametrize("delta", ["1/10", "1/1000"])
@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
@pytest.mark.slow
def test_a_convex_program_over_brute_rows_agrees(epsilon: str, delta: str) -> None:
    for objective in objectives(3):
        judged(objective, epsilon, delta, 3)


@pytest.mark.slow
@pytest.mark.parametrize("delta", ["1/10", "1/100"])
@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
def test_of_four_inputs_too(epsilon: str, delta: str) -> None:
    for objective in objectives(4)[:4]:
        judged(objective, epsilon, delta, 4)


def test_the_rows_by_levels_are_the_lines_of_the_planes() -> None:
    for k, t in ((2, 3), (3, 3), (3, 2)):
        rows = {tuple(F(t) ** (n - 1) if n else F(0) for n in levels) for levels in levels_of([[j] for j in range(k)])}
        assert {tuple(x / sum(row) for x in row) for row in rows} >= brute_lines(k, F(t))


def test_random_exact_mechanisms_never_beat_a_bound() -> None:
    demand = LDP("ln3", delta="1/10")
    aims = [TotalVariance(PI[3]), Determinant(PI[3]), LargestVariance(PI[3])]
    lowest, reached = [design(aim, demand).lower for aim in aims], 0
    for rival in rivals(demand):
        for aim, lower in zip(aims, lowest, strict=True):
            value = aim.value_bounds(rival)[1]
            assert value >= lower
            reached += value < 4 * lower
    assert reached > 10


def test_delta_tends_to_none_and_to_the_direct_question() -> None:
    pure, small = design(TotalVariance(PI[3]), LDP("ln3")), design(TotalVariance(PI[3]), LDP("ln3", delta="1/10^7"))
    assert small.upper < pure.value and float(small.upper) == pytest.approx(float(pure.value), rel=1e-6)
    direct = sum(F(p) * (1 - F(p)) for p in PI[3])
    assert design(TotalVariance(PI[3]), LDP("ln3", delta="99/100")).lower > direct
    zero = design(TotalVariance(PI[3]), LDP(0, delta="1/4"))
    assert float(zero.lower) == pytest.approx(by_cvxpy(TotalVariance(PI[3]), 1.0, 0.25, 3), rel=1e-6)


def test_what_is_said_and_what_is_refused(tmp_path: Path) -> None:
    options = ["design", "--objective", "total-variance", "--epsilon", "ln3", "--delta", "1/10", "--inputs"]
    found = CliRunner().invoke(app, [*options, "3", "--json"])
    assert found.exit_code == 0 and json.loads(found.stdout)["verdict"] == "within"
    with pytest.raises(InputError, match="of 100 inputs cannot be bounded"):
        design(TotalVariance(), LDP("ln3", delta="1/10"), inputs=100)


@pytest.mark.parametrize("make", [TotalVariance, Determinant, LargestVariance])
@pytest.mark.parametrize("pi", [["3/11", "6/11", "2/11"], ["1/4"] * 4], ids=len)
def test_where_delta_is_nearly_one_no_mixture_with_the_truth_is_better(make: Any, pi: list[str]) -> None:
    k, demand = len(pi), LDP("5", delta="9/10")
    found = design(make(pi), demand)
    truth = [[F(9 * (j == n), 10) for n in range(k)] for j in range(k)]
    rival = Mechanism(truth + [[x / 10 for x in row] for row in families.krr(k=k, epsilon="5").rows])
    assert demand.holds(rival) and found.lower <= make(pi).value_bounds(rival)[0]
    assert 0 <= found.upper - found.lower <= found.upper / 10**9 and verify(found.certificate).is_accepted
    assert next(leg for leg in found.fast_legs if leg.name == "numeric").status == "optimal"


def test_no_bound_of_a_variance_is_negative() -> None:
    pi = ["1000000/1820429", "820428/1820429", "1/1820429"]
    found = design(Contrast([[3, 3, -3], [-2, 0, -3]], pi), LDP("1/10", delta="1/1000000"))
    assert 0 <= found.lower <= found.upper and verify(found.certificate).is_accepted


def test_an_epsilon_beyond_floats_is_refused() -> None:
    with pytest.raises(InputError, match=r"at most 115$"):
        design(TotalVariance(["3/7", "3/7", "1/7"]), LDP(200, delta="3/4"))
    assert design(TotalVariance(["3/7", "3/7", "1/7"]), LDP(20, delta="3/4")).lower > 0


@pytest.mark.full
def test_six_unequal_inputs_are_certified_at_an_irrational_t() -> None:
    pi = [F(n, 21) for n in range(1, 7)]
    found = design(TotalVariance(pi), LDP(1, delta="1/10"))
    assert LDP(1, delta="1/10").holds(found.mechanism) and found.upper <= found.lower * (1 + F(1, 10**6))
    assert verify(found.to_json()).is_accepted
