"""The least ε or δ against closed forms, against bisection with cvxpy's programs, and against the frontier's own formulas."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest

from rropt import (
    LDP,
    Information,
    InputError,
    Parity,
    Problem,
    TotalVariance,
    Trace,
    Utility,
    Variance,
    design,
    frontier,
    least,
)


@pytest.mark.parametrize("k", [2, 3, 5, 9])
def test_the_trace_by_its_formula(k: int) -> None:
    """k t/(t + k − 1) = r at t = r(k − 1)/(k − r)."""
    reach = Fraction(k + 1, 2)
    found = least("epsilon", Trace(), reach=reach, inputs=k)
    assert found.value.t == reach * (k - 1) / (k - reach)
    assert found.design.value == reach


@pytest.mark.parametrize("outputs", [2, "free"])
@pytest.mark.parametrize(
    ("prevalence", "delta", "reach"), [("1/10", 0, "1/2"), ("1/3", "1/10", 1), ("1/2", "1/50", "2")]
)
def test_a_variance_by_the_frontier(prevalence: str, delta: Any, reach: Any, outputs: Any) -> None:
    found = least("epsilon", Variance(prevalence), reach=reach, delta=delta, outputs=outputs)
    low, high = frontier(prevalence, outputs=outputs).least_epsilon(delta, reach)
    assert found.value is not None and found.design.value <= Fraction(reach)
    assert found.lower <= high and low <= found.upper


@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
def test_a_least_delta_by_the_frontier(epsilon: str) -> None:
    found = least("delta", Variance("1/4"), reach="2/3", epsilon=epsilon)
    low, high = frontier("1/4").least_delta(epsilon, "2/3")
    assert found.lower <= high and low <= found.upper
    assert (found.value is None) == (epsilon == "1/2")  # an irrational e^ε has no pieces in δ


def _cvxpy_least(objective: Any, reach: float, **sizes: Any) -> float:
    """Bisection over ε with cvxpy's own optimum at each."""
    low, high = 0.01, 8.0
    for _ in range(24):
        middle = (low + high) / 2
        value = Problem(objective, LDP(Fraction(middle).limit_denominator(10**6)), **sizes).as_cvxpy().solve()
        reached = value >= reach if objective.sense == "max" else value <= reach
        low, high = (low, middle) if reached else (middle, high)
    return high


@pytest.mark.slow
@pytest.mark.then(seed=4)
@pytest.mark.parametrize("seed", range(12))
def test_random_problems_by_cvxpy(seed: int) -> None:
    rng = random.Random(seed)
    k = rng.choice([2, 3, 4])
    shares = [rng.randint(1, 9) for _ in range(k)]
    prior = [Fraction(x, sum(shares)) for x in shares]
    gain = [[rng.randint(0, 6) for _ in range(k)] for _ in range(k)]
    objective, reach = rng.choice(
        [
            (Utility(gain, prior=prior), None),
            (TotalVariance(prior), Fraction(rng.randint(k, 4 * k), 2)),
            (Information(prior), Fraction(rng.randint(1, 20), 100)),
        ]
    )
    if reach is None:
        best = sum(p * max(row[j] for row in gain) for j, p in enumerate(prior))
        start = max(sum(p * x for p, x in zip(prior, row, strict=True)) for row in gain)
        reach = start + (best - start) * Fraction(rng.randint(1, 9), 10)
    found = least("epsilon", objective, reach=reach)
    assert found.upper - found.lower < Fraction(1, 10**5)
    if found.upper > 0:
        assert math.isclose(_cvxpy_least(objective, float(reach)), float(found.upper), rel_tol=1e-3, abs_tol=1e-3)


def test_a_further_demand_and_labels() -> None:
    found = least("epsilon", Trace(), reach="3/2", inputs=("no", "maybe", "yes"), demand=Parity(6))
    assert found.design.mechanism.inputs == ("no", "maybe", "yes")
    assert found.lower <= Fraction(math.log(2)) <= found.upper


def test_at_zero_nothing_is_below() -> None:
    found = least("epsilon", Trace(), reach=1, inputs=3)
    assert (found.lower, found.upper, found.below) == (0, 0, None)


@pytest.mark.parametrize(
    ("of", "options", "said"),
    [
        ("eps", {}, "not 'eps'"),
        ("epsilon", {"epsilon": 1}, "leave epsilon out"),
        ("delta", {"delta": 0, "epsilon": 1}, "leave delta out"),
        ("delta", {}, "give epsilon"),
        ("delta", {"epsilon": "every"}, "give one epsilon"),
        ("epsilon", {"demand": LDP("every")}, "ranges over an interval"),
        ("epsilon", {"reach": "t"}, "number"),
        ("epsilon", {"reach": "inf"}, "infinite"),
    ],
)
def test_what_makes_no_sense_is_refused(of: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        least(of, Trace(), **{"reach": 2, "inputs": 3, **options})


def test_a_free_prevalence_is_refused() -> None:
    with pytest.raises(InputError, match="give one prevalence"):
        least("epsilon", Variance("every"), reach=1)


@pytest.mark.parametrize(("reach", "low", "high"), [("ln2", 693147, 693148), ("log(3/4)", -287683, -287682)])
def test_a_logarithm_is_refused_with_rationals_on_both_sides(reach: str, low: int, high: int) -> None:
    """One bit is ln 2 nats, which is no number of the field."""
    said = f"give a rational near it, such as {low}/1000000 just below or {high}/1000000 just above"
    assert low < math.log(2 if reach == "ln2" else 3 / 4) * 10**6 < high
    with pytest.raises(InputError, match=said):
        least("epsilon", Information(), reach=reach, inputs=3)
    with pytest.raises(InputError, match=said):
        design(Information(), LDP(1), inputs=3, require=reach)
