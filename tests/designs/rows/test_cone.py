"""The cone and the budgets of a demand against the demand itself, on random mechanisms."""

from __future__ import annotations

import random
from fractions import Fraction as F
from itertools import permutations, product
from typing import Any

import pytest

from rropt import LDP, Mechanism, Metric, PairwiseLDP
from rropt.designs.rows.cone import Budget, Cone

DEMANDS: list[Any] = [
    LDP("ln3"),
    LDP("ln3", delta="1/10"),
    Metric("line", "ln2"),
    LDP("ln2", delta="1/5") & LDP("ln5"),
    LDP("ln3") & PairwiseLDP({(0, 1): "ln1.5", (2, 0): "ln1.2"}),
    LDP("ln4", delta="1/10") & LDP("ln2", delta="1/4"),
]


def keeps(cone: Cone, rows: Any) -> bool:
    """Whether the rows lie in the cone and keep the budgets, by the definitions."""
    inside = all(row[j] <= t * row[n] for row in rows for (j, n), t in cone.sides.items())
    return inside and all(sum(map(budget.take, rows)) <= budget.most for budget in cone.budgets.values())


@pytest.mark.parametrize("demand", DEMANDS, ids=str)
def test_rows_of_the_cone_within_the_budgets_are_the_mechanisms_of_the_demand(demand: Any) -> None:
    rng, cone, seen = random.Random(7), Cone.of(demand.bounds(3)), set()
    for most in (3, 5, 20, 60):
        for _ in range(40):
            # near to equal columns, so that some keep the demand
            columns = [[rng.randint(60 - most, 60 + most) for _ in range(3)] for _ in range(3)]
            rows = [[F(column[i], sum(column)) for column in columns] for i in range(3)]
            holds = demand.holds(Mechanism(rows))
            assert keeps(cone, rows) == holds
            seen.add(holds)
    assert seen == {True, False}


def test_of_several_demands_on_a_pair_the_least_ratio_is_kept_and_every_budget() -> None:
    cone = Cone.of((LDP("ln3") & PairwiseLDP({(0, 1): "ln2"})).bounds(2))
    assert cone.sides == {(0, 1): 2, (1, 0): 3}
    assert cone.places == {(0, 1): (0, 1, 1), (1, 0): (1, 0, 0)} and cone.budgets == {}
    both = Cone.of((LDP("ln4", delta="1/10") & LDP("ln2", delta="1/4")).bounds(2))
    assert both.sides == {}
    assert set(both.budgets.values()) == {
        Budget.of_pair(j, 1 - j, F(t), F(d)) for j in (0, 1) for t, d in ((4, "1/10"), (2, "1/4"))
    }


@pytest.mark.parametrize("seed", range(30))
def test_sides_that_chains_imply_are_left_out_and_no_others(seed: int) -> None:
    rng, k = random.Random(seed), 4
    pairs = [pair for pair in permutations(range(k), 2) if rng.random() < 0.8]
    cone = Cone.of_places(k, [(pair, (F(rng.choice((1, 2, 2, 3, 4, 8))), F(0))) for pair in pairs])
    left = cone.without_chains()
    assert closure(left.sides, k) == closure(cone.sides, k)
    for j, n in left.sides:
        chains = [(left.sides[j, i], left.sides[i, n]) for i in range(k) if {(j, i), (i, n)} <= set(left.sides)]
        assert all(a * b > left.sides[j, n] for a, b in chains)


def closure(sides: Any, k: int) -> dict[Any, F]:
    """The least ratio along any way from each input to each, by Floyd and Warshall."""
    least = dict(sides)
    for i, j, n in product(range(k), repeat=3):
        if (j, i) in least and (i, n) in least and j != n:
            least[j, n] = min(least.get((j, n), least[j, i] * least[i, n]), least[j, i] * least[i, n])
    return least


def test_a_budget_of_equal_planes_limits_nothing() -> None:
    budget = Budget.of_planes([[F(1), F(1)], [F(1), F(1)]], F(2))
    assert budget.planes == () and budget.most == 0 and budget.take((F(1), F(1))) == 0
