"""What generators are: every row of the cone is a sum of them that takes of each budget just what the row takes."""

from __future__ import annotations

import random
from fractions import Fraction as F
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, Metric, PairwiseLDP
from rropt.designs.rows.cone import Budget, Cone
from rropt.designs.rows.levels import levels
from rropt.designs.rows.listing import generators_of
from rropt.designs.rows.orbits import Orbits
from rropt.engine.sets import Classes


def is_a_sum(row: Any, generators: Any, budgets: Any) -> bool:
    """Whether weights ≥ 0 exist by which the generators sum to the row, and what they take to what it takes, by HiGHS."""
    listed = [[*map(float, s), *(float(b.take(s)) for b in budgets)] for s in generators]
    asked = [*map(float, row), *(float(b.take(row)) for b in budgets)]
    found = linprog(np.zeros(len(listed)), A_eq=np.array(listed).T, b_eq=asked, bounds=(0, None))
    return bool(found.status == 0)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_patterns_are_generators_under_one_ratio(k: int) -> None:
    rng, orbits = random.Random(k), Orbits(Classes.single(k), F(3))
    rows = [orbits.row(name) for name in orbits.names()]
    assert len(set(rows)) == 2**k - 1
    for _ in range(20):
        row = [F(rng.randint(20, 60)) for _ in range(k)]
        assert is_a_sum(row, rows, ())
    assert not is_a_sum([F(61), *[F(20)] * (k - 1)], rows, ())


@pytest.mark.parametrize("k", [3, 4])
def test_rows_by_levels_are_generators_where_every_pair_has_a_budget(k: int) -> None:
    demand, rng = LDP("ln2", delta="1/10"), random.Random(k)
    found = generators_of(demand, demand.bounds(k), aim="trace")
    assert found is not None and found.is_exact
    assert set(found.budgets) == {Budget.of_pair(j, n, F(2), F(1, 10)) for j, n in permutations(range(k), 2)}
    assert set(found.budgets) == set(Cone.of(demand.bounds(k)).budgets.values())
    assert found.taken.tolist() == [[float(b.take(s)) for s in found.rows] for b in found.budgets]
    for _ in range(20):
        row = [F(rng.choice((0, 1, 2, 5, rng.randint(0, 40)))) for _ in range(k)]
        assert is_a_sum(row, found.rows, found.budgets)


@pytest.mark.parametrize(
    "demand",
    [Metric("line", "ln2"), LDP("ln3") & PairwiseLDP({(0, 1): "ln1.5", (2, 0): "ln1.2"}), PairwiseLDP({(0, 1): "ln3"})],
    ids=str,
)
def test_extreme_rays_are_generators_of_sides(demand: Any) -> None:
    rng, cone = random.Random(3), Cone.of(demand.bounds(3))
    found = generators_of(demand, demand.bounds(3), aim="trace")
    assert found is not None and not found.has_budgets
    assert all(row[j] <= t * row[n] for row in found.rows for (j, n), t in cone.sides.items())
    inside = 0
    while inside < 20:
        row = [F(rng.randint(0, 30)) for _ in range(3)]
        if all(row[j] <= t * row[n] for (j, n), t in cone.sides.items()):
            assert is_a_sum(row, found.rows, ())
            inside += 1


def test_the_number_of_rows_by_levels() -> None:
    orders = [1, 1, 3, 13, 75, 541, 4683]  # of n things with ties
    for k in range(2, 7):
        wanted = sum(comb(k, n) * (orders[n] - (n > 1)) for n in range(1, k + 1))
        assert len(levels(k)) == wanted
