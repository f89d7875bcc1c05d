"""Clopper–Pearson bounds sit where the exact tails, summed as fractions, cross their limit."""

from fractions import Fraction
from math import comb

import pytest

from rropt.estimates.binomial import binomial_interval, likely_populations
from rropt.estimates.law import law_of_counts
from rropt.estimates.sampling import CENSUS, Sampling
from rropt.exact.reading import read_number
from rropt.mechanism import Mechanism

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


@pytest.mark.parametrize(("n", "population"), [(8, 8), (5, 12)])
def test_finite_populations_are_those_with_no_small_tail(n: int, population: int) -> None:
    own, other = Fraction(3, 4), Fraction(1, 5)
    p = Mechanism([[1 - other, 1 - own], [other, own]])
    model = CENSUS if n == population else Sampling("srs", population)
    for hits in range(n + 1):
        expected = []
        for a in range(population + 1):
            law = law_of_counts(p, (1 - Fraction(a, population), Fraction(a, population)), n, sampling=model)
            above = sum(w for counts, w in law.items() if counts[1] >= hits)
            below = sum(w for counts, w in law.items() if counts[1] <= hits)
            if min(above, below) >= (1 - LEVEL) / 2:
                expected.append(a)
        assert likely_populations(own, other, hits, n, population, LEVEL) == tuple(expected)


def test_tails_of_irrational_probabilities_agree_with_those_of_rationals_beside_them() -> None:
    own = read_number("e/(1+e)")
    near = Fraction(731058578630004879, 10**18)
    for hits in range(9):
        exact = likely_populations(near, 1 - near, hits, 8, 20, LEVEL)
        assert likely_populations(own, 1 - own, hits, 8, 20, LEVEL) == exact
