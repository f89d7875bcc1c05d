"""Each demand of one's own, alone, together and under conditions, against linear programs of scipy and cvxpy that are written
here from the definitions: Pr(answers | j) ≤ T·Pr(answers | l) + δ for all sets of answers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import cvxpy as cp
import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, Linear, Metric, PairwiseLDP, Sensitive, Trace, Utility, design, verify

Bounds = list[tuple[int, int, float, float]]
Stated = tuple[Any, Bounds]
Condition = tuple[list[tuple[int, int, int]], str, F]


def by_scipy(bounds: Bounds, costs: Any, conditions: list[Condition], *, maximise: bool) -> float | None:
    """The optimum over p_ij and excesses w_i ≥ p_ij − T·p_il of each bound; None where there is none."""
    m, k = costs.shape
    width = m * k + m * len(bounds)
    above, limits, equal, values = [], [], [], []

    def row(terms: dict[int, float]) -> list[float]:
        found = [0.0] * width
        for n, a in terms.items():
            found[n] = a
        return found

    for b, (j, n, ratio, delta) in enumerate(bounds):
        start = m * k + m * b
        for i in range(m):
            above.append(row({i * k + j: 1, i * k + n: -ratio, start + i: -1}))
            limits.append(0.0)
        above.append(row({start + i: 1 for i in range(m)}))
        limits.append(delta)
    for j in range(k):
        equal.append(row({i * k + j: 1 for i in range(m)}))
        values.append(1.0)
    for terms, relation, bound in conditions:
        sign = -1 if relation == ">=" else 1
        line = row({i * k + j: float(sign * a) for i, j, a in terms})
        (equal if relation == "==" else above).append(line)
        (values if relation == "==" else limits).append(sign * float(bound))
    aim = np.concatenate([costs.ravel() * (-1 if maximise else 1), np.zeros(width - m * k)])
    found = linprog(aim, above or None, limits or None, equal, values, method="highs")
    assert found.status in (0, 2), found.message
    return None if found.status == 2 else (-found.fun if maximise else found.fun)


def budget(rng: random.Random) -> tuple[str, float]:
    """An ε, as text and as e^ε: rational ones, and logarithms."""
    if rng.random() < 0.3:
        epsilon = F(rng.randint(1, 6), 2)
        return str(epsilon), float(np.exp(float(epsilon)))
    ratio = F(rng.randint(2, 12), 2)
    return f"ln{float(ratio)}", float(ratio)


def slack(rng: random.Random) -> F:
    return F(rng.choice((0, 0, 1, 2, 5)), 20)


def pairwise(rng: random.Random, k: int) -> Stated:
    """A budget, a slack or infinity for each ordered pair."""
    asked = [pair for pair in itertools.permutations(range(k), 2) if rng.random() < 0.7] or [(0, 1)]
    budgets = {pair: budget(rng) for pair in asked}
    deltas = {pair: slack(rng) for pair in asked}
    demand = PairwiseLDP({pair: text for pair, (text, _) in budgets.items()}, deltas=deltas)
    return demand, [(*pair, budgets[pair][1], float(deltas[pair])) for pair in asked]


def metric(rng: random.Random, k: int) -> Stated:
    """Distances on a line, or of points of a plane by steps."""
    text, ratio = budget(rng)
    points = (
        [(j, 0) for j in range(k)]
        if rng.random() < 0.5
        else rng.sample([(a, b) for a in range(3) for b in range(3)], k)
    )
    far = {
        (j, n): abs(points[j][0] - points[n][0]) + abs(points[j][1] - points[n][1])
        for j, n in itertools.permutations(range(k), 2)
    }
    return Metric(far, text), [(j, n, ratio**d, 0.0) for (j, n), d in far.items()]


def sensitive(rng: random.Random, k: int) -> Stated:
    """Some inputs are protected, from all others."""
    text, ratio = budget(rng)
    inputs, delta = rng.sample(range(k), rng.randint(1, k)), slack(rng)
    return Sensitive(inputs, text, delta=delta), [
        (j, n, ratio, float(delta)) for j in inputs for n in range(k) if n != j
    ]


def ldp(rng: random.Random, k: int) -> Stated:
    """The same for all pairs."""
    (text, ratio), delta = budget(rng), slack(rng)
    return LDP(text, delta=delta), [(j, n, ratio, float(delta)) for j, n in itertools.permutations(range(k), 2)]


def together(rng: random.Random, k: int) -> Stated:
    """Two or three of all kinds."""
    parts = [rng.choice((ldp, ldp, pairwise, metric, sensitive))(rng, k) for _ in range(rng.randint(2, 3))]
    demand = parts[0][0]
    for other, _ in parts[1:]:
        demand = demand & other
    return demand, [bound for _, bounds in parts for bound in bounds]


def objective(rng: random.Random, k: int) -> tuple[Any, Any, bool, int]:
    """The objective, its costs, whether more is better, and the number of outputs."""
    kind = rng.randrange(4)
    if kind < 2:
        weights = [F(1)] * k if kind else [F(rng.randint(0, 6), 2) for _ in range(k)]
        return Trace(None if kind else weights), np.diag([float(w) for w in weights]), True, k
    m = rng.randint(2, 3)
    table = [[F(rng.randint(-6, 6), 2) for _ in range(k)] for _ in range(m)]
    costs = np.array([[float(x) for x in row] for row in table])
    if kind == 2:
        return Linear(table, sense="min"), costs, False, m
    shares = [rng.randint(1, 5) for _ in range(k)]
    prior = [F(x, sum(shares)) for x in shares]
    return Utility(table, prior=prior), costs * np.array([float(x) for x in prior]), True, m


def condition(rng: random.Random, m: int, k: int) -> tuple[str, Condition]:
    """A condition as text, and as what it says."""
    i, j, n = rng.randrange(m), rng.randrange(k), rng.randrange(k)
    bound = F(rng.randint(0, 10), 10)
    relation = rng.choice(("<=", ">=", ">=", "=="))
    if rng.random() < 0.3 and j != n:
        return f"P[{i},{j}] {relation} P[{i},{n}]", ([(i, j, 1), (i, n, -1)], relation, F(0))
    if rng.random() < 0.3:
        return f"sum(P[{i},:]) {relation} {k * bound}", ([(i, x, 1) for x in range(k)], relation, k * bound)
    return f"P[{i},{j}] {relation} {bound}", ([(i, j, 1)], relation, bound)


LINES: list[Callable[[random.Random, int], Stated]] = [pairwise, metric, sensitive, together]


def agree(rng: random.Random, line: Callable[[random.Random, int], Stated], *, conditions: bool) -> str:
    """One random problem against scipy; the verdict."""
    k = rng.randint(2, 4)
    (demand, bounds), (aim, costs, maximise, m) = line(rng, k), objective(rng, k)
    texts, said = zip(*(condition(rng, m, k) for _ in range(rng.randint(1, 3)))) if conditions else ((), ())  # noqa: B905
    found = design(aim, demand, inputs=k, outputs=m, subject_to=list(texts), optima="one")
    expected = by_scipy(bounds, costs, list(said), maximise=maximise)
    assert verify(found.to_json()).is_accepted
    if expected is None:
        assert found.verdict.value == "infeasible", (demand, aim, texts)
        return "infeasible"
    assert found.lower is not None and found.upper is not None, (demand, aim, texts)
    assert float(found.lower) - 1e-7 <= expected <= float(found.upper) + 1e-7, (demand, aim, texts)
    assert float(found.upper - found.lower) < 1e-9 and demand.holds(found.mechanism)
    if not conditions and rng.random() < 0.2:
        wanted = found.upper + F(1, 100) if maximise else found.lower - F(1, 100)
        missed = design(aim, demand, inputs=k, outputs=m, require=wanted)
        assert missed.verdict.value == "infeasible" and verify(missed.to_json()).is_accepted
    return str(found.verdict.value)


@pytest.mark.parametrize("conditions", [False, True])
@pytest.mark.parametrize("line", LINES, ids=lambda x: x.__name__)
def test_a_random_problem_is_scipys(line: Callable[[random.Random, int], Stated], conditions: bool) -> None:
    rng = random.Random(f"{line.__name__} {conditions}")
    agree(rng, line, conditions=conditions)


@pytest.mark.full
@pytest.mark.then(part=1)
@pytest.mark.parametrize("conditions", [False, True])
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("line", LINES, ids=lambda x: x.__name__)
def test_two_hundred_random_problems_of_each_demand_are_scipys(
    line: Callable[[random.Random, int], Stated], part: int, conditions: bool
) -> None:
    rng = random.Random(f"{line.__name__} {part} {conditions}")
    verdicts = [agree(rng, line, conditions=conditions) for _ in range(50)]
    assert verdicts.count("infeasible") >= (3 if conditions else 0)
    assert verdicts.count("optimal") + verdicts.count("within") >= 10


def steps(points: list[tuple[int, ...]]) -> dict[tuple[int, int], int]:
    """How many steps along axes lie between points."""
    return {
        (j, n): sum(abs(a - b) for a, b in zip(points[j], points[n], strict=True))
        for j, n in itertools.permutations(range(len(points)), 2)
    }


SPACES = {
    "line": [(j,) for j in range(6)],
    "grid": [(a, b) for a in range(3) for b in range(2)],
    "cube": list(itertools.product((0, 1), repeat=3)),
}


@pytest.mark.slow
@pytest.mark.parametrize("epsilon", ["ln2", "1/2"])
@pytest.mark.parametrize("space", SPACES)
def test_a_metric_on_a_line_a_grid_and_a_cube_is_cvxpys(space: str, epsilon: str) -> None:
    points, t = SPACES[space], {"ln2": 2.0, "1/2": float(np.exp(0.5))}[epsilon]
    far, k = steps(points), len(points)
    losses = [[far.get((i, j), 0) ** 2 for j in range(k)] for i in range(k)]
    shares = [F(j + 1, k * (k + 1) // 2) for j in range(k)]
    costs = [[x * w for x, w in zip(row, shares, strict=True)] for row in losses]
    found = design(Linear(costs, sense="min"), Metric(far, epsilon), inputs=k, optima="one")
    p = cp.Variable((k, k), nonneg=True)
    kept = [p[:, j] <= t**d * p[:, n] for (j, n), d in far.items()]
    aim = cp.Minimize(cp.sum(cp.multiply(np.array([[float(x) for x in row] for row in costs]), p)))
    value = cp.Problem(aim, [cp.sum(p, axis=0) == 1, *kept]).solve(solver=cp.CLARABEL)
    assert found.lower is not None and float(found.lower) == pytest.approx(value, abs=1e-6)
    assert verify(found.to_json()).is_accepted and found.verdict.value in ("optimal", "within")
