"""Normal quantiles are enclosed, and Clopper–Pearson bounds sit where the exact tails, summed as fractions, cross their limit."""

import math
from fractions import Fraction
from math import comb
from statistics import NormalDist

import pandas
import pytest

from rropt import estimate
from rropt.exact.errors import InputError
from rropt.families import warner
from rropt.survey.intervals.quantile import (
    binomial_interval,
    normal_quantile,
    percent,
    read_confidence,
    squared_quantile,
)


@pytest.mark.parametrize("level", ["0.5", "0.9", "0.95", "0.999"])
def test_quantiles_are_enclosed(level: str) -> None:
    alpha = 1 - Fraction(level)
    z = NormalDist().inv_cdf(float(1 - alpha / 2))
    low, high = squared_quantile(Fraction(level))
    assert 0 < high - low <= Fraction(1, 10**15)
    assert float(low) == pytest.approx(z * z, rel=1e-12)
    low, high = normal_quantile(1 - alpha / 2)
    assert float(high) == pytest.approx(z, rel=1e-12)


@pytest.mark.parametrize("tail", [Fraction(1, 10**n) for n in (1, 2, 6, 7, 12, 100)])
def test_quantiles_of_student_are_enclosed_also_near_a_confidence_of_1(tail: Fraction) -> None:
    """With one degree of freedom t is Cauchy's, z = 1/tan(π·tail/2); with two, z² = 2(1 − tail)²/(tail(2 − tail))."""
    cauchy = Fraction(1 / math.tan(math.pi * float(tail) / 2)) ** 2
    for wanted, freedom in ((cauchy, 1), (2 * (1 - tail) ** 2 / (tail * (2 - tail)), 2)):
        low, high = squared_quantile(1 - tail, freedom)
        assert low * (1 - Fraction(1, 10**14)) <= wanted <= high * (1 + Fraction(1, 10**14))
        assert high - low <= low / 10**10


def test_a_confidence_whose_quantile_no_double_holds_is_refused() -> None:
    with pytest.raises(
        InputError, match=r"confidence = 99\.9999% is too close to 1 .* 1 degree of freedom; give a lower"
    ):
        squared_quantile(1 - Fraction(1, 10**400), 1)
    people = {"said": ["0", "1"] * 20, "school": ["a"] * 20 + ["b"] * 20}
    frame = pandas.DataFrame(people)
    found = estimate(frame, answer="said", mechanism=warner(p="3/4"), cluster="school", confidence="0.9999999")
    assert found.intervals[0].lower == 0 and found.intervals[0].upper == 1


@pytest.mark.parametrize("level", [0, 1, "95", -1])
def test_impossible_confidences_are_refused(level: object) -> None:
    with pytest.raises(InputError, match="strictly between"):
        read_confidence(level)


def test_no_level_is_printed_as_a_hundred_percent() -> None:
    levels = ("0.95", "0.9999999999999999", "1/3", 1 - Fraction(1, 10**40))
    assert [percent(read_confidence(x)) for x in levels] == ["95", "99.99999999999999", "33.3333", "99.9999"]


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
