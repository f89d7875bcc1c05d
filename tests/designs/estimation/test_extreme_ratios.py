"""Shares of three groups at ratios next to 1 and beyond the squares that doubles hold, against what the limits are."""

from fractions import Fraction as F

import pytest

from rropt import LDP, Contrast, Determinant, LargestVariance, Sensitive, TotalVariance, design, verify
from rropt.problem.contract import Objective

SHARES = ["1/2", "1/3", "1/6"]
# of truthful answers: Σ π(1 − π), the variance of the scores, Π π, the largest eigenvalue of diag π − ππᵀ
TRUTHFUL = [
    (TotalVariance(SHARES), 11 / 18),
    (Contrast(["0", "1", "3"], SHARES), 41 / 36),
    (Determinant(SHARES), 1 / 36),
    (LargestVariance(SHARES), 0.4057097576),
]


@pytest.mark.parametrize("epsilon", ["ln(1e90)", "ln(1e150)", "ln(1e200)", "ln(1e300)", "200"])
@pytest.mark.parametrize(("objective", "value"), TRUTHFUL, ids=str)
def test_at_a_huge_ratio_answers_are_as_good_as_truthful_ones(objective: Objective, value: float, epsilon: str) -> None:
    found = design(objective, LDP(epsilon))
    assert verify(found.certificate).is_accepted and LDP(epsilon).holds(found.mechanism)
    assert float(found.lower) == pytest.approx(value, rel=1e-9) == float(found.upper)
    assert found.fast_legs[1].value == pytest.approx(value, rel=1e-6)


@pytest.mark.some(epsilon=2)
@pytest.mark.parametrize("shares", [SHARES, ["1/4"] * 4, ["3/5", "3/10", "1/10"], ["1/2", "1/2"]], ids=str)
@pytest.mark.parametrize("epsilon", ["1e-6", "1e-7", "1e-8", "1e-9"])
def test_the_determinant_at_a_small_epsilon_has_close_bounds(shares: list[str], epsilon: str) -> None:
    """It is c/(t − 1)^(2(k − 1)) to leading order, with one c for all small ε."""
    found, less = design(Determinant(shares), LDP(epsilon)), design(Determinant(shares), LDP("1e-4"))
    assert verify(found.certificate).is_accepted and LDP(epsilon).holds(found.mechanism)
    assert 0 <= found.upper / found.lower - 1 < F(1, 10**5)
    power = 2 * (len(shares) - 1)
    assert float(found.lower * F(epsilon) ** power) == pytest.approx(float(less.lower) * 1e-4**power, rel=2e-3)


def test_a_bound_that_rounding_leaves_short_is_raised_until_the_checker_accepts_it() -> None:
    # images X s are small differences at e^ε = 1.01, so that the first margin of y is too small
    lists = TotalVariance([["2/3", "1/3"], ["1/4", "3/4"]], worst=True)
    found = design(lists, Sensitive([0, 1], "log(101/100)"), outputs="free")
    assert found.verdict.value == "within" and verify(found.certificate).is_accepted
    assert 0 <= found.upper - found.lower < F(1, 10**4) and float(found.upper) == pytest.approx(20200.444444)
