"""Contrasts whose bounds are hard to close: the best M nearly singular, or singular, at one list of prevalences or several."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction as F

import cvxpy as cp
import numpy as np
import pytest

from rropt import LDP, Contrast, design, verify
from rropt.exact.errors import OutOfTime
from rropt.problem.design import Design

CLOSE = F(1, 10**9)
EPSILONS = ["1/10", "1/2", "1", "2", "4"]
Lists = list[list[F]]


def shares(rng: random.Random, k: int) -> list[F]:
    drawn = [rng.randint(1, 9) for _ in range(k)]
    return [F(x, sum(drawn)) for x in drawn]


def draw(rng: random.Random, least: int = 4) -> tuple[list[list[int]], Lists, bool, str]:
    """A contrast of up to three rows of small integers, up to three lists of prevalences, mean or worst, and a budget."""
    k = rng.randint(least, 8)
    rows = [[rng.randint(-3, 3) for _ in range(k)] for _ in range(rng.randint(1, 3))]
    rows[0][:2] = [1, 2]
    several = rng.choice([1, 2, 3])
    return rows, [shares(rng, k) for _ in range(several)], several > 1 and rng.random() < 0.5, rng.choice(EPSILONS)


def solve(rows: list[list[int]], lists: Lists, worst: bool, epsilon: str) -> Design:
    objective = Contrast(rows, lists[0]) if len(lists) == 1 else Contrast(rows, lists, worst=worst)
    found = design(objective, LDP(epsilon), outputs="free")
    assert found.lower <= found.upper <= found.lower * (1 + CLOSE), (rows, lists, worst, epsilon)
    assert verify(found.certificate).is_accepted
    return found


def by_cvxpy(rows: list[list[int]], lists: Lists, worst: bool, epsilon: str) -> float:
    """K V(VᵀMV)⁻¹VᵀKᵀ over all patterns, V = (I, −1)ᵀ, with (t − 1)² taken out of VᵀMV and put back."""
    k, gain = len(rows[0]), math.expm1(F(epsilon))
    inside = np.array([x for x in itertools.product([0.0, 1.0], repeat=k) if len(set(x)) > 1])
    v, basis = inside[:, :-1] - inside[:, -1:], np.vstack([np.eye(k - 1), -np.ones(k - 1)])
    contrast, theta, values = np.array(rows, float) @ basis, cp.Variable(len(v), nonneg=True), []
    for prior in lists:
        chances = 1 + gain * inside @ np.array([float(p) for p in prior])
        j = np.einsum("si,sj->ijs", v, v / chances[:, None]).reshape((k - 1) ** 2, -1) @ theta
        j = cp.reshape(j, (k - 1, k - 1), order="C")
        values.append(cp.matrix_frac(contrast.T, (j + j.T) / 2))
    aim = cp.maximum(*values) if worst else sum(values) / len(values)
    problem = cp.Problem(cp.Minimize(aim), [(1 + gain * inside).T @ theta == 1])
    return float(problem.solve(solver=cp.CLARABEL)) / gain**2


def parsed(*lists: str) -> Lists:
    drawn = [[int(x) for x in one.split(",")] for one in lists]
    return [[F(x, sum(one)) for x in one] for one in drawn]


# where floats left a gap of 5·10^-4, of 4·10^-3, and of 2·10^-10 although their interior point had closed its own
HARD = [
    ([[0, -2, 0, 3, 0, 3, -2], [3, 0, 0, 0, -3, -3, 3]], parsed("3,4,7,4,1,9,3"), False, "1/10"),
    ([[-1, 1, 2, 2, -2, -1]], parsed("2,7,3,1,3,9", "7,2,3,6,8,8", "8,9,4,5,7,9"), False, "1"),
    (
        [[2, 2, 2, -2, 2, -2], [2, -1, -1, 0, 0, 1]],
        parsed("3,5,5,2,4,8", "9,9,7,2,4,4"),
        False,
        "1",
    ),
    ([[1, -2, -1, -2, -1, 2], [0, 2, 2, 1, 2, -2]], parsed("7,5,2,8,3,2", "5,8,2,1,1,3"), True, "1/10"),
    ([[0, 2, -1, -2, 0, 2, -1], [2, 0, -1, 0, -1, 2, 0]], parsed("7,3,2,8,3,4,2", "1,1,9,5,2,4,8"), False, "1/10"),
]


@pytest.mark.parametrize("case", HARD, ids=lambda case: f"{len(case[0])}x{len(case[0][0])} at {len(case[1])}")
def test_hard_ones_are_closed_and_as_an_independent_program(case: tuple[list[list[int]], Lists, bool, str]) -> None:
    found = solve(*case)
    assert float(found.lower) == pytest.approx(by_cvxpy(*case), rel=1e-5)


@pytest.mark.slow_at("5-8")
@pytest.mark.parametrize(
    ("seed", "count"), [(5, 8), *(pytest.param(n, 50, marks=pytest.mark.full) for n in (1, 2, 3, 7))]
)
def test_random_ones_are_closed(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        solve(*draw(rng))


@pytest.mark.slow
def test_a_list_of_no_weight_changes_nothing() -> None:
    rows, lists, _, epsilon = HARD[0]
    other = parsed("1,1,1,1,1,1,1")[0]
    both = design(Contrast(rows, [lists[0], other], weights=[1, 0]), LDP(epsilon), outputs="free")
    alone = solve(rows, lists, False, epsilon)
    assert both.lower <= alone.upper and alone.lower <= both.upper <= both.lower * (1 + CLOSE)


def test_a_short_time_leaves_what_the_interior_point_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that are less near, with a certificate, and no refusal."""

    def stop(*_: object, **__: object) -> None:
        raise OutOfTime("over")

    monkeypatch.setattr("rropt.designs.estimation.numeric.solution.polish", stop)
    rows, lists, _, epsilon = HARD[0]
    found = design(Contrast(rows, lists[0]), LDP(epsilon))
    assert found.lower * (1 + CLOSE) < found.upper < found.lower * (1 + F(1, 10))
    assert verify(found.certificate).is_accepted


def test_an_interior_point_that_stops_far_away_disagrees_with_nothing() -> None:
    """Newton's steps do not close here; what they leave of the equations is no bound on the value."""
    lists = [[F(6, 19), F(8, 19), F(2, 19), F(3, 19)], [F(1, 8), F(1, 16), F(1, 2), F(5, 16)]]
    found = design(Contrast([[1, 2, 2, 1]], lists, worst=True), LDP("1/10"), outputs="free")
    assert found.lower <= found.upper <= found.lower * (1 + F(1, 10**4)) and verify(found.certificate).is_accepted
    assert float(found.lower) == pytest.approx(by_cvxpy([[1, 2, 2, 1]], lists, True, "1/10"), rel=1e-4)
