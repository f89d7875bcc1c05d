"""The optimal mechanisms under budgets of pairs, several demands and conditions are the vertices found by trying every basis."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction as F
from typing import Any

import pytest

from rropt import LDP, Linear, Metric, PairwiseLDP, Trace, design, verify
from rropt.exact.matrix import rank, solve
from rropt.problem.verdicts import Optima

Row = tuple[list[F], F]  # coefficients of the entries, row by row, and a right side: at least


def demanded(bounds: dict[tuple[int, int], tuple[F, F]], m: int, k: int) -> Iterator[Row]:
    """δ − Σ_S (p_ij − T·p_il) ≥ 0 for every set S of outputs: the definition, without any auxiliary number."""
    for (j, end), (ratio, delta) in bounds.items():
        for size in range(1, m + 1) if delta else (1,):
            for chosen in itertools.combinations(range(m), size):
                row = [F(0)] * (m * k)
                for i in chosen:
                    row[i * k + j], row[i * k + end] = F(-1), ratio
                yield row, -delta


def by_every_basis(cost: list[list[int]], value: F, bounds: Any, conditions: Any) -> set[tuple[F, ...]]:
    """Every point where as many inequalities are equalities as there are unknowns, that meets the others."""
    m, k = len(cost), len(cost[0])
    equal: list[Row] = [([F(int(n % k == j)) for n in range(m * k)], F(1)) for j in range(k)]
    equal.append(([F(x) for row in cost for x in row], value))
    least: list[Row] = [([F(int(n == at)) for n in range(m * k)], F(0)) for at in range(m * k)]
    least += demanded(bounds, m, k)
    for x in conditions:
        row = [F(0)] * (m * k)
        for (i, j), a in x.terms:
            row[i * k + j] = a * x.sign
        (equal if x.relation == "==" else least).append((row, x.bound * x.sign))
    found = set()
    for chosen in itertools.combinations(least, m * k - rank([row for row, _ in equal])):
        rows = [*equal, *chosen]
        if rank([row for row, _ in rows]) < m * k:
            continue
        square = independent(rows, m * k)
        point = tuple(x[0] for x in solve([row for row, _ in square], [(b,) for _, b in square]))
        if all(sum(a * x for a, x in zip(row, point, strict=True)) == b for row, b in equal) and all(
            sum(a * x for a, x in zip(row, point, strict=True)) >= b for row, b in least
        ):
            found.add(point)
    return found


def independent(rows: list[Row], size: int) -> list[Row]:
    chosen: list[Row] = []
    for row in rows:
        if len(chosen) < size and rank([r for r, _ in [*chosen, row]]) > len(chosen):
            chosen.append(row)
    return chosen


def entries(found: Any) -> set[tuple[F, ...]]:
    return {tuple(x for row in y.mechanism.rows for x in row) for y in found.minimisers}


CONDITIONS = ([], ["P[0,0] <= 1/2"], ["P[0,1] == P[1,0]"], ["sum(P[0,:]) <= 1", "P[1,1] >= 1/4"])


@pytest.mark.parametrize("seed", range(24))
def test_the_list_is_that_of_every_basis(seed: int) -> None:
    rng = random.Random(seed)
    m, k = rng.choice([(3, 2), (2, 3), (2, 2)])
    ratios = {pair: F(rng.randint(2, 6), rng.randint(1, 2)) for pair in itertools.permutations(range(k), 2)}
    slack = (
        {pair: F(rng.choice([0, 0, 1]), 10) for pair in ratios}
        if seed % 2 and m * k == 4
        else dict.fromkeys(ratios, F(0))
    )
    alike = seed % 3 == 0
    ratios = dict.fromkeys(ratios, F(3)) if alike else ratios
    cost = [[rng.randint(0, 1) for _ in range(k)] for _ in range(m)]
    conditions = rng.choice(CONDITIONS if alike else CONDITIONS[:3])
    demand: Any = PairwiseLDP({p: f"log({r})" for p, r in ratios.items()}, deltas={p: d for p, d in slack.items() if d})
    demand = LDP("ln3") if alike and not any(slack.values()) and conditions else demand
    found = design(Linear(cost, sense="max"), demand, inputs=k, outputs=m, subject_to=conditions, optima="all")
    if found.verdict == "infeasible":
        return
    assert found.verdict == "optimal" and found.value is not None
    bounds = {pair: (r, slack[pair]) for pair, r in ratios.items()}
    assert entries(found) == by_every_basis(cost, F(found.value), bounds, found.problem.conditions)
    assert found.optima in (Optima.ONLY, Optima.MIXTURES) and verify(found.to_json()).is_accepted


def test_irrational_budgets_are_listed_too() -> None:
    found = design(Trace([1, 1, 0]), Metric("line", "1/2"), inputs=3, optima="all")
    assert found.optima is Optima.MIXTURES and len(found.minimisers) > 1
    for other in found.minimisers:
        assert found.problem.demand.holds(other.mechanism)
        assert other.mechanism[0, 0] + other.mechanism[1, 1] == found.value


def test_a_list_is_a_choice() -> None:
    asked: Any = {"objective": Trace([1, 1, 0]), "demand": Metric("line", "ln2"), "inputs": 3}
    assert design(**asked, optima="one").optima is Optima.UNASKED
    assert design(**asked).optima in (Optima.UNLISTED, Optima.MIXTURES)
    assert "optimal mechanisms are the mixtures" in design(**asked, optima="all").all_notes[-1]
