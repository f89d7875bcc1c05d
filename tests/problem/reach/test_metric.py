"""The least ε by which distances are scaled, and the optimum along it, against programs of scipy and cvxpy."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import (
    LDP,
    Contrast,
    Design,
    Information,
    InputError,
    LargestVariance,
    Mechanism,
    Metric,
    PairwiseLDP,
    Sensitive,
    TotalVariance,
    Trace,
    Utility,
    design,
    frontier,
    least,
    verify,
)
from rropt.exact.infinity import is_infinite
from rropt.problem.problem import Problem
from rropt.problem.reach import search
from rropt.problem.reach.least import Least
from rropt.problem.reach.place import place_of, put
from tests.over_rows import information, largest_over

Distances = dict[tuple[int, int], Fraction]


def _best_entries(gain: np.ndarray, ratios: dict[tuple[int, int], float]) -> float:
    """The largest sum of gains over the mechanisms with p_ij ≤ T_jl p_il."""
    m, k = gain.shape
    rows = []
    for i in range(m):
        for (j, other), ratio in ratios.items():
            row = np.zeros(m * k)
            row[i * k + j], row[i * k + other] = 1, -ratio
            rows.append(row)
    sums = np.zeros((k, m * k))
    for j in range(k):
        sums[j, j::k] = 1
    found = linprog(-gain.ravel(), A_ub=np.array(rows), b_ub=np.zeros(len(rows)), A_eq=sums, b_eq=np.ones(k))
    assert found.status == 0
    return float(-found.fun)


def _rays(k: int, ratios: dict[tuple[int, int], float]) -> np.ndarray:
    """The extreme rays of {s ≥ 0: s_j ≤ T_jl s_l}: those where k − 1 independent sides are tight."""
    sides = [np.eye(k)[j] for j in range(k)]
    sides += [ratio * np.eye(k)[other] - np.eye(k)[j] for (j, other), ratio in ratios.items()]
    found = []
    for chosen in itertools.combinations(sides, k - 1):
        _, sizes, axes = np.linalg.svd(np.array(chosen))
        if sizes[-1] < 1e-9:
            continue
        for ray in (axes[-1], -axes[-1]):
            if all(side @ ray > -1e-9 for side in sides):
                found.append(ray / abs(ray).max())
    return np.array(found)


def _best_information(rays: np.ndarray, prior: np.ndarray) -> float:
    """The largest information among the sums of rays with columns that sum to 1."""
    return largest_over(rays, information(prior, rays))


def _least_total_variance(rays: np.ndarray, shares: np.ndarray) -> float:
    """The least Tr M⁻¹ − ‖π‖² over the weights of rays."""
    import cvxpy as cp

    theta = cp.Variable(len(rays), nonneg=True)
    matrix = sum(theta[n] * np.outer(s, s) / (s @ shares) for n, s in enumerate(rays))
    k = len(shares)
    program = cp.Problem(cp.Minimize(cp.tr_inv(matrix)), [rays.T @ theta == np.ones(k)])
    program.solve(solver="CLARABEL")
    return float(program.value - shares @ shares)


def _draw(seed: int) -> tuple[Any, str | Distances, Fraction, Any]:
    """An objective, distances, a value, and the floats' optimum as a function of ε."""
    rng = random.Random(seed)
    k = 3 if seed % 4 > 1 else rng.choice([2, 3, 4])
    distances: str | Distances = "line"
    if rng.random() < 0.7:
        parts = rng.choice([1, 1, 2, 3])
        distances = {pair: Fraction(rng.randint(1, 4), parts) for pair in itertools.combinations(range(k), 2)}
        if rng.random() < 0.3 and k > 2:
            distances.pop(rng.choice(sorted(distances)))
    each = Metric(distances, 0).apart(k)

    def ratios(epsilon: float) -> dict[tuple[int, int], float]:
        return {pair: math.exp(epsilon * float(d)) for pair, d in each.items()}

    if seed % 4 < 2:
        table = [[rng.randint(0, 9) + 9 * (i == j) * (seed % 4) for j in range(k)] for i in range(k)]
        objective: Any = Utility(table)

        def best(epsilon: float) -> float:
            return _best_entries(np.array(table) / k, ratios(epsilon))
    else:
        counts = [rng.randint(1, 4) for _ in range(k)]
        shares = [Fraction(n, sum(counts)) for n in counts]
        objective = Information(shares) if seed % 4 == 2 else TotalVariance(shares)
        solve = _best_information if seed % 4 == 2 else _least_total_variance

        def best(epsilon: float) -> float:
            return solve(_rays(k, ratios(epsilon)), np.array(shares, dtype=float))

    at = 0.4 + 1.6 * rng.random()
    return (objective, k), distances, Fraction(best(at)).limit_denominator(500), best


def _bisect(best: Any, reach: float, is_max: bool) -> float:
    """The least ε in floats; infinity if none up to 2.5, beyond that of every draw."""
    low, high = 0.0, 2.5
    sign = 1 if is_max else -1
    if sign * best(high) < sign * reach:
        return math.inf
    for _ in range(34):
        middle = (low + high) / 2
        low, high = (low, middle) if sign * best(middle) >= sign * reach else (middle, high)
    return high


def _check(seed: int) -> Least:
    (objective, k), distances, reach, best = _draw(seed)
    found = least("epsilon", objective, reach=reach, inputs=k, distances=distances)
    expected = _bisect(best, float(reach), objective.sense == "max")
    if found.design is None:
        assert expected == math.inf
        return found
    size = 2e-5 if seed % 4 == 3 else 1e-7  # Clarabel's, and HiGHS's, over the slope of the optimum
    assert float(found.lower) - size <= expected <= float(found.upper) + size
    assert float(found.upper) - float(found.lower) < 1e-6 * max(1.0, float(found.upper))
    t = place_of(found.design.problem, "epsilon")
    assert Metric(distances, found.design.problem.demand.epsilon).holds(found.design.mechanism)  # type: ignore[attr-defined]
    assert put(found.design.problem, "epsilon", t) == found.design.problem
    for one in (found.design, found.below):
        assert one is None or verify(one.certificate).is_accepted
    return found


@pytest.mark.slow_at("3")
@pytest.mark.parametrize("seed", range(16))
def test_a_least_epsilon_of_a_metric_is_that_of_bisection(seed: int) -> None:
    _check(seed)


def test_the_optimum_under_a_metric_is_known_in_pieces_of_a_free_epsilon() -> None:
    found = design(Trace(), Metric("line", "every"), inputs=3)
    assert [piece.value_said for piece in found.pieces] == ["(3*t - 1)/(t + 1)"]
    assert verify(found.certificate).is_accepted
    assert found.at(epsilon="ln3").value == design(Trace(), Metric("line", "ln3"), inputs=3).value == 2
    assert Design.from_json(found.to_json()).to_json() == found.to_json()


@pytest.mark.parametrize("interval", ["0..2", "1/2..2", "ln2..3"])
def test_a_range_of_epsilons_of_a_metric(interval: str) -> None:
    found = design(Trace(), Metric("line", interval), inputs=4)
    assert [piece.value_said for piece in found.pieces] == ["(4*t - 2)/(t + 1)"]


@pytest.mark.slow_at("0")
@pytest.mark.parametrize("seed", range(8))
def test_the_pieces_of_a_metric_meet_the_floats(seed: int) -> None:
    rng = random.Random(seed)
    k = rng.choice([3, 4])
    distances = {pair: rng.randint(0, 4) for pair in itertools.combinations(range(k), 2)}
    table = [[rng.randint(0, 9) for _ in range(k)] for _ in range(k)]
    found = design(Utility(table), Metric(distances, "every"), inputs=k)
    for epsilon in (Fraction(1, 5), Fraction(1, 2), Fraction(1), Fraction(2)):
        ratios = {pair: math.exp(epsilon * d) for pair, d in Metric(distances, 0).apart(k).items()}
        assert float(found.at(epsilon).value) == pytest.approx(_best_entries(np.array(table) / k, ratios), rel=1e-6)


def test_a_least_epsilon_of_a_metric_is_exact_where_the_pieces_are() -> None:
    found = least("epsilon", Trace(), reach=2, inputs=3, distances="line")
    assert str(found.value) == "log(3)"
    assert found.design.value == 2
    assert found.below.pieces


def test_no_epsilon_of_a_metric_parts_truths_at_distance_0() -> None:
    found = least("epsilon", Trace(), reach="9/4", inputs=3, distances={(0, 1): 0, (1, 2): "1/2", (0, 2): "1/2"})
    assert (found.design, found.value) == (None, None)
    assert found.lower > 10


@pytest.mark.parametrize("objective", [Trace(), Information(["1/3", "1/3", "1/3"])])
def test_a_value_beyond_all_mechanisms_is_refuted_for_every_epsilon_of_a_metric(objective: Any) -> None:
    found = least("epsilon", objective, reach=4, inputs=3, distances={(0, 1): "1/2", (1, 2): 1, (0, 2): 1})
    assert (found.design, found.lower) == (None, math.inf)
    assert verify(found.to_json()).is_accepted


def test_a_least_epsilon_of_one_sided_privacy() -> None:
    found = least("epsilon", Trace(), reach=2, inputs=3, sensitive=[0])
    assert str(found.value) == "log(2)"
    assert str(least("epsilon", Trace(), reach=2, inputs=3, sensitive=[0, 1], delta="1/10").value) == "log(13/5)"
    assert not Sensitive([0], "ln2").violations(found.design.mechanism)


def test_a_metric_beside_another_demand() -> None:
    found = least("epsilon", Trace(), reach="17/10", inputs=3, distances="line", demand=LDP("ln3"))
    assert found.design.value >= Fraction(17, 10)
    assert LDP("ln3").holds(found.design.mechanism)
    assert verify(found.to_json()).is_accepted


def test_the_optimum_along_the_epsilon_of_a_metric() -> None:
    free = frontier(Trace(), inputs=3, distances="line")
    assert free.at("ln3") == (2, 2)
    halves = {(0, 1): "1/2", (1, 2): "1/2", (0, 2): 1}
    points = frontier(Trace(), inputs=3, distances=halves)
    assert len(points.points) == 10
    low, high = points.at(3)
    exact = design(Trace(), Metric(halves, 3), inputs=3)
    assert low <= exact.lower <= exact.upper <= high


@pytest.mark.parametrize(
    "asked",
    [
        {"of": "delta", "distances": "line", "epsilon": 1},
        {"of": "epsilon", "distances": "line", "epsilon": 1},
        {"of": "epsilon", "distances": "line", "delta": "1/10"},
        {"of": "epsilon", "distances": "line", "sensitive": [0]},
        {"of": "vulnerability", "distances": "line"},
        {"of": "epsilon", "demand": Metric("line", "every")},
    ],
)
def test_what_does_not_go_with_distances_is_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        least(asked.pop("of"), Trace(), reach=2, inputs=3, **asked)


@pytest.mark.parametrize(
    "pose",
    [
        lambda: design(TotalVariance(), Metric("line", "every"), inputs=3),
        lambda: design(Trace(), Metric("line", "every") & LDP(3), inputs=3),
        lambda: Metric({(0, 1): "1/2"}, "every"),
        lambda: Metric({(0, 1): 33}, "every"),
    ],
)
def test_a_free_epsilon_of_a_metric_is_refused_elsewhere(pose: Any) -> None:
    with pytest.raises(InputError):
        pose()


def test_an_infinite_distance_asks_nothing_though_the_reversed_one_is_finite() -> None:
    one_sided = Metric([[0, 1], ["inf", 0]], "ln3")
    told = Mechanism([[1, "1/3"], [0, "2/3"]])
    assert one_sided.holds(told) and Sensitive([0], "ln3").holds(told)
    assert not Metric({(0, 1): 1}, "ln3").holds(told)
    line = [[0, 1, 2], ["inf", 0, 1], [2, 1, 0]]
    found = design(Trace(), Metric(line, "ln2"))
    budgets = [[0, "ln2", "ln4"], ["inf", 0, "ln2"], ["ln4", "ln2", 0]]
    assert found.value == design(Trace(), PairwiseLDP(budgets)).value == Fraction(26, 15)
    assert Design.from_json(found.to_json()).value == found.value
    assert str(least("epsilon", Trace(), reach="3/2", inputs=2, distances=[[0, 1], ["inf", 0]]).value) == "log(2)"


@pytest.mark.slow
def test_one_sided_estimates_have_a_least_epsilon_though_floats_end_before_zero() -> None:
    # the variance of one of two shares that one-sided privacy leaves at e^ε = 11/5 is 1/2
    found = least("epsilon", Contrast([0, 1], ["2/3", "1/3"]), reach="1/2", sensitive=[0])
    assert float(found.lower) == pytest.approx(math.log(11 / 5), abs=1e-7) == float(found.upper)
    shares = ["1/2", "1/3", "1/6"]
    assert 1.03958 < float(least("epsilon", LargestVariance(shares), reach=1, sensitive=[1]).lower) < 1.03959
    with pytest.raises(InputError):
        design(Contrast([1, 2, 3], shares), Sensitive([0], "1/100000"))


def test_a_value_that_every_epsilon_tried_reaches_is_bounded_though_the_next_one_rounds_to_zero() -> None:
    line = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
    found = least("epsilon", TotalVariance(), reach="10^20", distances=line)
    assert found.lower == 0 and found.below is None and float(found.upper) < 1e-6
    assert verify(found.to_json()).is_accepted


@pytest.mark.parametrize("power", [6, 12, 18])
@pytest.mark.slow_at("12", "18")
def test_a_least_epsilon_near_zero_of_a_metric_of_fractions(power: int) -> None:
    """Near ε = 0 the largest trace is 1 + 5/12 ε, by the budgets ε/2 of the inputs 0 and 1, and ε/3 of 1 and 2."""
    distances = [[0, "1/2", 1], ["1/2", 0, "1/3"], [1, "1/3", 0]]
    found = least("epsilon", Trace(), reach=f"1+1/10^{power}", distances=distances)
    assert float(found.lower) * 10**power == pytest.approx(2.4, rel=5e-6) == float(found.upper) * 10**power
    assert found.lower < found.upper and verify(found.to_json()).is_accepted


def test_the_largest_epsilon_that_is_tried_is_the_largest_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Doubled from 1/3, the numbers pass 64 without meeting it."""
    tried, solve = list[float](), search.design

    def noted(problem: Problem, **options: Any) -> Design:
        t = None if problem.interval is not None else place_of(problem, "epsilon")
        tried.extend([] if t is None or is_infinite(t) else [math.log(t)])
        return solve(problem, **options)

    monkeypatch.setattr(search, "design", noted)
    monkeypatch.setattr(search, "_by_pieces", lambda _: None)
    found = least("epsilon", Trace(), reach=4, inputs=3, distances={(0, 1): 1, (1, 0): 1, (0, 2): 3, (2, 0): 3})
    assert found.design is None and max(tried) == pytest.approx(search.MOST_EPSILON)
