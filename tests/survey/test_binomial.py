"""Clopper–Pearson bounds sit where the exact tails, summed as fractions, cross their limit."""

from fractions import Fraction
from math import comb

import pytest

from rropt.survey.binomial import binomial_interval

LEVEL = Fraction(19, 20)


def upper_tail(p: Fraction, y: int, n: int) -> Fraction:
    return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(y, n + 1)), Fraction(0))


@pytest.mark.parametrize(("y", "n"), [(0, 5), (1, 5), (5, 5), (7, 40), (39, 40), (60, 100)])
def test_bounds_are_tight_against_exact_tails(y: int, n: int) -> None:
    lower, upper = binomial_interval(y, n, LEVEL)
    alpha, nudge = (1 - LEVEL) / 2, Fraction(1, 10**9)
    if y:
        assert upper_tail(lower, y, n) <= alpha < upper_tail(lower + nudge, y, n)
    else:
        assert lower == 0
    if y < n:
        assert 1 - upper_tail(upper, y + 1, n) <= alpha < 1 - upper_tail(upper - nudge, y + 1, n)
    else:
        assert upper == 1


def test_a_million_answers_are_no_trouble() -> None:
    lower, upper = binomial_interval(123_456, 10**6, LEVEL)
    assert float(lower) == pytest.approx(0.1228119, abs=1e-6)
    assert float(upper) == pytest.approx(0.1241025, abs=1e-6)
