"""Budgets by pairs of inputs: against scipy's linear programs, the certificates against changed ones."""

import json
import math
from fractions import Fraction as F
from itertools import permutations
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import InputError, PairwiseLDP, Trace, Utility, design
from rropt.certificate.judge import Status, judge
from rropt.designs.linear.rows.exact import solve_rows
from rropt.designs.linear.rows.program import RowProgram
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from rropt.problem.verdicts import Verdict


def random_problem(rng: Random) -> tuple[PairwiseLDP, Utility, dict, list]:
    k, m = rng.choice([2, 3]), rng.choice([2, 3])
    asked = [pair for pair in permutations(range(k), 2) if rng.random() < 0.8] or [(0, 1)]
    bounds = {pair: (F(rng.randrange(2, 9), 2), F(rng.choice([0, 0, 1, 3]), 10)) for pair in asked}
    demand = PairwiseLDP(
        {pair: f"ln({ratio})" for pair, (ratio, _) in bounds.items()},
        deltas={pair: d for pair, (_, d) in bounds.items()},
    )
    table = [[rng.randrange(-5, 6) for _ in range(k)] for _ in range(m)]
    return demand, Utility(table, sense=rng.choice(["max", "min"])), bounds, table


def by_scipy(bounds: dict, table: list, sense: str) -> float:
    """The same program with excesses, in doubles, written down afresh."""
    m, k = len(table), len(table[0])
    pairs, n = list(bounds), m * k
    width = n + len(pairs) * m
    cost = np.zeros(width)
    cost[:n] = np.array(table, dtype=float).ravel() / k * (-1 if sense == "max" else 1)
    a, b = [], []
    for q, pair in enumerate(pairs):
        total = np.zeros(width)
        for i in range(m):
            row = np.zeros(width)
            row[i * k + pair[0]] += 1
            row[i * k + pair[1]] -= float(bounds[pair][0])
            row[n + q * m + i] = -1
            total[n + q * m + i] = 1
            a.append(row)
            b.append(0.0)
        a.append(total)
        b.append(float(bounds[pair][1]))
    columns = np.zeros((k, width))
    for j in range(k):
        columns[j, j:n:k] = 1
    found = linprog(cost, A_ub=np.array(a), b_ub=b, A_eq=columns, b_eq=np.ones(k), method="highs")
    return float(found.fun) * (-1 if sense == "max" else 1)


@pytest.mark.parametrize("seed", range(40))
def test_random_problems_agree_with_scipy_and_are_certified(seed: int) -> None:
    demand, utility, bounds, table = random_problem(Random(seed))
    found = design(utility, demand)
    assert found.verdict is Verdict.OPTIMAL and found.value is not None
    assert abs(float(found.value) - by_scipy(bounds, table, utility.sense)) < 1e-9
    assert found.mechanism is not None and demand.holds(found.mechanism)
    assert judge(found.certificate).is_accepted
    better = found.value + (F(1, 100) if utility.sense == "max" else -F(1, 100))
    refused = design(utility, demand, require=better)
    assert refused.verdict is Verdict.INFEASIBLE and judge(refused.certificate).is_accepted


def test_one_sided_protection_by_hand() -> None:
    """Only "yes" is protected: Pr(answer | yes) ≤ 3·Pr(answer | no) leaves no = 2/3 under "no" at a certain yes."""
    demand = PairwiseLDP({("yes", "no"): "ln3", ("no", "yes"): "inf"})
    found = design(Trace(), demand, inputs=("no", "yes"))
    assert found.value == F(5, 3) and found.mechanism is not None
    assert found.mechanism.rows == ((F(2, 3), 0), (F(1, 3), 1))
    assert demand.violations(found.mechanism) == ()


def test_different_irrational_budgets_of_one_base_are_exact() -> None:
    demand = PairwiseLDP([[0, "1/2", 1], ["1/2", 0, 1], [1, 1, 0]])
    found = design(Trace(), demand, inputs=3)
    assert found.verdict is Verdict.OPTIMAL and found.mechanism is not None and demand.holds(found.mechanism)
    ratio = {(j, n): F(math.exp(1 if 2 in (j, n) else 0.5)) for j, n in permutations(range(3), 2)}
    bounds = {pair: (t, F(0)) for pair, t in ratio.items()}
    near = by_scipy(bounds, [[3, 0, 0], [0, 3, 0], [0, 0, 3]], "max")
    assert abs(float(found.value) - near) < 1e-9  # type: ignore[arg-type]


def test_bounds_of_a_larger_irrational_program_enclose_its_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    demand = PairwiseLDP([[0, "1/2", 1], ["1/2", 0, 1], [1, 1, 0]])
    exact = design(Trace(), demand, inputs=3)
    monkeypatch.setattr("rropt.designs.linear.rows.exact.MOST_FIELD_UNKNOWNS", 0)
    found = design(Trace(), demand, inputs=3)
    assert found.verdict is Verdict.WITHIN and exact.value is not None
    assert found.lower <= exact.value <= found.upper and found.gap < F(1, 10**12)  # type: ignore[operator]
    assert judge(found.certificate).is_accepted


def test_the_same_budget_for_all_pairs_is_the_common_demand() -> None:
    bounds = dict.fromkeys(permutations(range(2), 2), (F(3), F(0)))
    same = RowProgram.under(((F(1), F(0)), (F(0), F(1))), True, bounds)
    found = solve_rows(same)
    assert found.rows is not None and same.linear.value(found.rows) == same.bound(found.multipliers) == F(3, 2)


def test_changed_certificates_are_rejected() -> None:
    demand = PairwiseLDP({(0, 1): "ln3", (1, 0): "ln2", (0, 2): "ln5", (2, 1): "ln2"})
    found = design(Trace(), demand, inputs=3)
    document = json.loads(found.certificate)
    tighter = json.loads(found.certificate)
    tighter["notion"]["ratios"] = ["1"] * 4
    assert judge(json.dumps(tighter)).status is Status.REJECTED
    fewer = json.loads(found.certificate)
    for key in ("pairs", "ratios", "deltas"):
        fewer["notion"][key] = document["notion"][key][1:]
    assert judge(json.dumps(fewer)).status is Status.REJECTED
    twice = json.loads(found.certificate)
    twice["notion"]["pairs"][1] = twice["notion"]["pairs"][0]
    assert judge(json.dumps(twice)).status is Status.MALFORMED
    short = json.loads(found.certificate)
    short["notion"]["deltas"] = short["notion"]["deltas"][1:]
    assert judge(json.dumps(short)).status is Status.MALFORMED


@pytest.mark.slow
def test_what_is_not_decided_is_refused_in_a_sentence() -> None:
    demand = PairwiseLDP({(0, 1): "ln3"})
    with pytest.raises(InputError, match="inequalities, but rropt solves at most"):
        design(Trace(), PairwiseLDP([["ln3"] * 80] * 80), inputs=80)
    assert not pose(Problem(Trace(), demand, inputs=2)).has_pieces
