"""Several demands, one-sided ones and metrics: against scipy on random problems, and cvxpy on a line, a grid and a cube."""

import math
from fractions import Fraction as F
from itertools import permutations, product
from random import Random

import cvxpy as cp
import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, InputError, Metric, PairwiseLDP, Sensitive, Trace, Utility, design
from rropt.certificate.judge import judge
from rropt.designs.linear.rows.exact import EXACT, FLOATS, solve_rows
from rropt.designs.linear.rows.program import RowProgram
from rropt.designs.rows.cone import Budget, Cone
from rropt.privacy import All, Notion
from rropt.problem.verdicts import Verdict
from tests.designs.linear.rows.test_pairs import by_scipy

Points = list[tuple[int, ...]]
LINE: Points = [(n,) for n in range(6)]
GRID: Points = list(product(range(3), range(2)))
CUBE: Points = list(product((0, 1), repeat=3))


def random_demand(rng: Random, k: int) -> tuple[Notion, dict]:
    """Two or three demands together, and their bounds by pair and number."""
    parts: list[Notion] = []
    bounds = {}
    for n in range(rng.choice([2, 3])):
        ratio, delta, kind = F(rng.randrange(3, 12), 2), F(rng.choice([0, 1, 2]), 10), rng.randrange(3)
        budget = f"ln({ratio})"
        if kind == 0:
            parts.append(LDP(budget, delta=delta))
            bounds |= {(j, low, n): (ratio, delta) for j, low in permutations(range(k), 2)}
        elif kind == 1:
            parts.append(Sensitive([0, k - 1], budget, delta=delta))
            bounds |= {(j, low, n): (ratio, delta) for j, low in permutations(range(k), 2) if j in (0, k - 1)}
        else:
            parts.append(Metric("line", budget))
            bounds |= {(j, low, n): (ratio ** abs(j - low), F(0)) for j, low in permutations(range(k), 2)}
    return All(*parts), bounds


@pytest.mark.parametrize("seed", range(50))
def test_random_demands_together_agree_with_scipy_and_are_certified(seed: int) -> None:
    rng = Random(seed)
    k = rng.choice([2, 3, 4])
    demand, bounds = random_demand(rng, k)
    sense, m = rng.choice(["max", "min"]), rng.choice([2, 3])
    table = [[rng.randrange(-5, 6) for _ in range(k)] for _ in range(m)]
    found = design(Utility(table, sense=sense), demand)
    assert found.verdict is Verdict.OPTIMAL and found.value is not None and found.mechanism is not None
    assert abs(float(found.value) - by_scipy(bounds, table, sense)) < 1e-8
    assert demand.holds(found.mechanism) and judge(found.certificate).is_accepted
    better = found.value + (F(1, 100) if sense == "max" else -F(1, 100))
    refused = design(Utility(table, sense=sense), demand, require=better)
    assert refused.verdict is Verdict.INFEASIBLE and judge(refused.certificate).is_accepted


def by_cvxpy(points: Points, epsilon: float, weights: list[int]) -> float:
    """The largest weighted trace with the distance |x − y|₁ of points, in doubles, written down afresh."""
    k = len(points)
    p = cp.Variable((k, k), nonneg=True)
    limits = [
        p[:, a] <= math.exp(epsilon * sum(abs(x - y) for x, y in zip(points[a], points[b], strict=True))) * p[:, b]
        for a, b in permutations(range(k), 2)
    ]
    trace = cp.Problem(
        cp.Maximize(cp.sum(cp.multiply(np.array(weights), cp.diag(p)))), [cp.sum(p, axis=0) == 1, *limits]
    )
    return float(trace.solve(solver="HIGHS"))


@pytest.mark.parametrize("epsilon", ["ln2", "1/2", "ln(3/2)"])
@pytest.mark.parametrize("points", [LINE, GRID, CUBE], ids=["line", "grid", "cube"])
def test_metrics_agree_with_cvxpy(points: Points, epsilon: str) -> None:
    table = [[sum(abs(x - y) for x, y in zip(a, b, strict=True)) for b in points] for a in points]
    weights = [1 + n % 3 for n in range(len(points))]
    demand = Metric("line" if points is LINE else table, epsilon)
    found = design(Trace(weights), demand, inputs=len(points))
    near = by_cvxpy(points, float(LDP(epsilon).epsilon), weights)
    assert found.lower is not None and found.upper is not None and found.mechanism is not None
    assert float(found.lower) - 1e-7 <= near <= float(found.upper) + 1e-7 and found.upper - found.lower < F(1, 10**9)
    assert demand.holds(found.mechanism) and judge(found.certificate).is_accepted
    assert found.verdict is Verdict.OPTIMAL


def test_distances_in_fractions_of_a_step_share_a_base() -> None:
    demand = Metric({(0, 1): "1/2", (1, 2): "1/3", (0, 2): "5/6"}, 1)
    found = design(Trace(), demand, inputs=3)
    assert found.verdict is Verdict.OPTIMAL and '"exp(1/6)"' in found.certificate
    assert judge(found.certificate).is_accepted


def test_bounds_that_others_imply_are_left_out() -> None:
    line = {pair: (F(2) ** abs(pair[0] - pair[1]), F(0)) for pair in permutations(range(5), 2)}
    left = RowProgram.under(((F(1),) * 5,) * 5, True, line)
    assert sorted(left.bounds) == sorted((j, low) for j, low in line if abs(j - low) == 1)
    same = {(*pair, n): (F(2 + n), F(0)) for pair in permutations(range(2), 2) for n in range(2)}
    assert {place[2] for place in RowProgram.under(((F(1),) * 2,) * 2, True, same).bounds} == {0}
    circle = dict.fromkeys(permutations(range(3), 2), (F(1), F(0)))
    kept = RowProgram.under(((F(1),) * 3,) * 3, True, circle)
    found = solve_rows(kept)
    assert found.rows is not None and kept.linear.value(found.rows) == kept.bound(found.multipliers) == 3


def test_floats_made_rational_are_feasible_and_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    demand = PairwiseLDP([[0, "ln2", "ln3"], ["ln5", 0, "ln2"], ["ln3", "ln2", 0]], deltas=[[0, 0, "1/10"]] * 3)
    exact = design(Trace(), demand, inputs=3)
    monkeypatch.setattr("rropt.designs.linear.rows.exact.MOST_BASIS_ROWS", 0)
    found = design(Trace(), demand, inputs=3)
    assert found.verdict is Verdict.WITHIN and exact.value is not None and found.gap is not None
    assert found.lower <= exact.value <= found.upper and found.gap < F(1, 10**9)  # type: ignore[operator]
    assert judge(found.certificate).is_accepted


def test_no_common_field_is_refused_in_a_sentence() -> None:
    with pytest.raises(InputError, match="rropt cannot compare"):
        design(Trace(), LDP("ln3/2", delta="1/10") & LDP("5/2"), inputs=3)


def worst_case(planes: list, rows: tuple) -> F:
    """Σ_i max_w g_w·r_i, by its definition."""
    return sum((max(sum(a * x for a, x in zip(g, row, strict=True)) for g in planes) for row in rows), F(0))


def by_planes(table: list, planes: list, most: F, pair: tuple[F, F]) -> float | None:
    """Maximise ΣW·P with free s_i ≥ g·p_i for each plane, Σ s_i ≤ b, and a budget of a pair: in doubles, written afresh."""
    m, k = len(table), len(table[0])
    a, b, (t, delta) = [], [], pair
    for i in range(m):
        for n, g in enumerate((*planes, None, None)):
            row = np.zeros(m * k + 2 * m)
            if g is not None:
                row[i * k : (i + 1) * k], row[m * k + i] = [float(x) for x in g], -1
            elif n == len(planes):
                row[i * k], row[i * k + 1], row[m * k + m + i] = 1, -float(t), -1
            else:
                row[m * k + m + i] = -1
            a.append(row)
            b.append(0.0)
    for start, right in ((m * k, most), (m * k + m, delta)):
        row = np.zeros(m * k + 2 * m)
        row[start : start + m] = 1
        a.append(row)
        b.append(float(right))
    columns = np.zeros((k, m * k + 2 * m))
    for j in range(k):
        columns[j, j : m * k : k] = 1
    limits = [(0, None)] * (m * k) + [(None, None)] * (2 * m)
    cost = [*(-float(x) for row in table for x in row), *([0.0] * (2 * m))]
    found = linprog(cost, A_ub=np.array(a), b_ub=b, A_eq=columns, b_eq=np.ones(k), bounds=limits, method="highs")
    return None if found.status == 2 else -float(found.fun)


@pytest.mark.parametrize("seed", range(20))
def test_a_budget_of_any_planes_is_kept_and_agrees_with_scipy(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an average-case demand asks: the largest of several linear functions of a row, some of them negative."""
    rng, k, m = Random(seed), 3, 4
    planes = [[F(rng.randint(-6, 6), 2) for _ in range(k)] for _ in range(rng.choice((2, 3, 4)))]
    constant, t, delta = worst_case(planes, ((F(1),) * k,)), F(2), F(1, 10)
    most = constant + F(rng.randint(1, 8), 10)
    table = [[F(rng.randint(-9, 9)) for _ in range(k)] for _ in range(m)]
    budgets = {(7,): Budget.of_planes(planes, most), (0, 1): Budget.of_pair(0, 1, t, delta)}
    asked = RowProgram(tuple(map(tuple, table)), True, Cone(k, {}, {}, budgets))
    found = solve_rows(asked)
    assert found.rows is not None and found.source == EXACT
    value = asked.linear.value(found.rows)
    assert value == asked.bound(found.multipliers)
    assert abs(float(value) - by_planes(table, planes, most, (t, delta))) < 1e-8  # type: ignore[operator]
    assert worst_case(planes, found.rows) <= most and sum(max(F(0), r[0] - t * r[1]) for r in found.rows) <= delta
    monkeypatch.setattr("rropt.designs.linear.rows.exact.MOST_BASIS_ROWS", 0)
    rounded = solve_rows(asked)
    assert rounded.rows is not None and rounded.source == FLOATS and worst_case(planes, rounded.rows) <= most
    assert sum(max(F(0), r[0] - t * r[1]) for r in rounded.rows) <= delta
    low, high = asked.linear.value(rounded.rows), asked.bound(rounded.multipliers)
    assert low <= value <= high <= low + F(1, 10**8)
    shares = rounded.multipliers.excess
    for i in range(m):
        spent = sum(x for name, x in shares.items() if name[0] == i and name[1:] != (0, 1))
        assert spent <= rounded.multipliers.budgets.get((7,), 0)
        assert shares.get((i, 0, 1), 0) <= rounded.multipliers.budgets.get((0, 1), 0)
