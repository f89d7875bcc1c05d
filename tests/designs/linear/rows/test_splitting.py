"""Alternating directions: their bounds hold HiGHS's optimum, come near, and become certificates that the checker accepts."""

from __future__ import annotations

import random
from fractions import Fraction as F
from itertools import permutations
from typing import Literal

import numpy as np
import pytest

from rropt import LDP, Design, Linear, Utility, design, verify
from rropt.designs.linear.rows import rounding, splitting
from rropt.designs.linear.rows.numeric import float_answer
from rropt.designs.linear.rows.program import RowProgram
from rropt.designs.linear.rows.rounding import round_floats
from rropt.problem.verdicts import Verdict
from tests import brute_force


@pytest.fixture(autouse=True)
def every_program_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """Splits small programs too, which HiGHS solves for comparison."""
    monkeypatch.setattr(splitting, "MOST_SOLVED", 0)


def random_program(rng: random.Random, m: int, k: int) -> RowProgram:
    """One demand or two on pairs with ratios and slacks of their own, some of which are not asked at all."""
    weights = tuple(tuple(F(rng.randint(-50, 100), 7) for _ in range(k)) for _ in range(m))
    bounds = {}
    demands = [(0,), (1,)] if rng.random() < 0.3 else [()]
    for pair in ((*pair, *demand) for pair in permutations(range(k), 2) for demand in demands):
        ratio, slack = F(rng.randint(10, 60), 10), rng.choice([F(1, 20), F(1, 100), F(3, 10), F(1, 10)])
        if rng.random() < 0.9:
            bounds[pair] = ratio, slack
    return RowProgram.under(weights, rng.random() < 0.5, bounds)


@pytest.mark.parametrize("seed", range(40))
def test_the_bounds_hold_the_optimum_and_are_near(seed: int) -> None:
    rng = random.Random(seed)
    asked = random_program(rng, rng.randint(2, 7), rng.randint(3, 7))
    assert splitting.is_for_splitting(asked)
    found, best = splitting.split(asked), -float_answer(asked).value
    size = float(np.abs(np.array([[float(x) for x in row] for row in asked.weights])).max(axis=0).sum())
    assert found.lower - 1e-8 * size <= best <= found.upper + 1e-8 * size
    # small programs of two demands whose slacks differ by thirty times come near most slowly
    assert found.upper - found.lower < 5e-3 * size


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.slow_at("0")
def test_rational_numbers_near_them_are_feasible_on_both_sides(seed: int) -> None:
    rng = random.Random(seed)
    asked = random_program(rng, rng.randint(2, 6), rng.randint(3, 6))
    rows, found = round_floats(asked)
    m, k = asked.shape
    assert all(x >= 0 for row in rows for x in row) and all(sum(column) == 1 for column in zip(*rows, strict=True))
    for (j, el, *_), (ratio, slack) in asked.bounds.items():
        assert sum(max(F(0), row[j] - ratio * row[el]) for row in rows) <= slack
    gains = asked.linear.gains
    for i in range(m):
        for j in range(k):
            pays = F(0)
            for (n, *name), share in found.excess.items():
                a, b = name[:2]
                ratio, slack = asked.bounds[tuple(name)]
                assert 0 <= share <= found.budgets[tuple(name)] and slack > 0
                pays += share * ((j == a) - ratio * (j == b)) if n == i else F(0)
            assert gains[i][j] <= found.columns[j] + pays
    best = -float_answer(asked).value
    assert float(brute_force.total(gains, rows)) <= best + 1e-8 * abs(best)
    upper = sum(found.columns) + sum(z * asked.bounds[pair][1] for pair, z in found.budgets.items())
    assert best - 1e-8 * abs(best) <= float(upper)


def test_a_threshold_leaves_of_each_pair_what_its_slack_is() -> None:
    rng = random.Random(3)
    k, delta = 4, F(1, 10)
    weights = tuple(tuple(F(rng.randint(0, 9)) for _ in range(k)) for _ in range(6))
    asked = RowProgram.under(weights, True, dict.fromkeys(permutations(range(k), 2), (F(2), delta)))
    known = splitting._Directions(asked)
    stated = np.array([rng.gauss(0, 0.1) for _ in range(6 * k * k)]).reshape(6, 1, k, k)
    for start in (0.0, 0.05, 10.0):
        found = known.thresholds(stated, np.full((1, k, k), start))
        for j, el in permutations(range(k), 2):
            parts, theta = stated[:, 0, j, el], found[0, j, el]
            left = float(np.maximum(parts - theta, 0).sum())
            allowed = float(delta / 3)
            assert left == pytest.approx(allowed, abs=1e-6) if theta > 0 else left <= allowed + 1e-12


@pytest.mark.parametrize("sense", ["max", "min"])
@pytest.mark.parametrize("epsilon", ["ln2", "1/2"])
def test_the_certified_bounds_hold_the_optimum(
    sense: Literal["max", "min"], epsilon: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(8)
    asked = Linear([[rng.randint(1, 20) for _ in range(5)] for _ in range(5)], sense=sense)
    demand = LDP(epsilon, delta="1/50")
    found = design(asked, demand)
    assert found.verdict is Verdict.WITHIN and splitting.SOURCE in str(found.fast_legs)
    assert verify(found.to_json()).is_accepted and Design.from_json(found.to_json()) == found
    monkeypatch.setattr(splitting, "MOST_SOLVED", 10**6)
    best = design(asked, demand)
    assert best.verdict is Verdict.OPTIMAL
    assert found.lower <= best.value <= found.upper
    assert found.upper - found.lower < F(1, 1000) * best.value


def test_little_time_gives_wider_bounds_that_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = random_program(random.Random(5), 6, 6)
    monkeypatch.setattr(splitting, "MOST_ROUNDS", 0)
    found, best = splitting.split(asked), -float_answer(asked).value
    assert found.lower <= best + 1e-8 and best <= found.upper + 1e-8


@pytest.mark.slow
def test_forty_inputs_are_certified_within_a_thousandth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    rng = random.Random(1)
    gains = [[rng.randint(0, 100) for _ in range(40)] for _ in range(40)]
    found = design(Utility(gains), LDP("1/2", delta="1/100"))
    assert found.lower is not None and found.upper is not None
    assert found.upper - found.lower < found.lower / 1000


def test_rows_that_miss_a_slack_by_rounding_are_mended() -> None:
    weights = tuple(tuple(F(int(i == j)) for j in range(4)) for i in range(4))
    asked = RowProgram.under(weights, True, dict.fromkeys(permutations(range(4), 2), (F(2), F(1, 10**13))))
    rows, _ = round_floats(asked)
    assert brute_force.satisfies(rows, F(2), F(1, 10**13))
    assert rounding.FEW < 10**13
