"""The chance of a score interval, enclosed: it contains the enumerated one, for every model, end and number of weights."""

from fractions import Fraction as F

import numpy as np
import pytest

from rropt.estimates.coverage import coverage
from rropt.estimates.frequencies import survey_of
from rropt.estimates.population_law import chance_in_population
from rropt.estimates.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.estimates.score_law import chance_of_score
from rropt.mechanism import Mechanism

FOUR = Mechanism([["3/5", "1/5", "1/10"], ["1/5", "1/2", "1/5"], ["1/10", "1/5", "1/2"], ["1/10", "1/10", "1/5"]])
OVER_E = Mechanism([["t/(1+t)", "1/(1+t)"], ["1/(2+2*t)", "t/(2+2*t)"], ["1/(2+2*t)", "t/(2+2*t)"]], epsilon=1)
UNEVEN = ((F(1), F(-1, 2), F(-1, 3)), (F(0), F(3, 2), F(4, 3)))


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 60)], ids=str)
@pytest.mark.parametrize("method", ["wilson", "chebyshev"])
@pytest.mark.parametrize("shares", [("1/4", "9/20", "3/10"), ("1/4", "3/4", "0"), ("0", "0", "1")])
def test_the_enclosure_contains_the_enumerated_coverage(monkeypatch, sampling, method, shares) -> None:
    n = 20 if sampling == CENSUS else 9
    monkeypatch.setattr("rropt.estimates.score_law.DEGREE", 1 << 14)
    low, high = coverage(FOUR, shares, n, method=method, sampling=sampling)
    for limit in ("FEW", "MOST_CELLS", "MOST_IN_RUNS"):
        monkeypatch.setattr(f"rropt.estimates.coverage.{limit}", 0)
    lower, upper = coverage(FOUR, shares, n, method=method, sampling=sampling)
    assert lower <= low and high <= upper and upper - lower < F(1, 10**3)


def test_weights_without_a_common_measure_leave_a_wider_enclosure(monkeypatch) -> None:
    low, high = coverage(OVER_E, "1/3", 25, weights=UNEVEN)
    for limit in ("FEW", "MOST_CELLS", "MOST_IN_RUNS"):
        monkeypatch.setattr(f"rropt.estimates.coverage.{limit}", 0)
    for degree in (1 << 6, 1 << 14):
        monkeypatch.setattr("rropt.estimates.score_law.DEGREE", degree)
        lower, upper = coverage(OVER_E, "1/3", 25, weights=UNEVEN)
        assert lower <= low and high <= upper


def test_the_sum_of_irrational_weights_is_that_of_the_counts() -> None:
    weights, people, n, share = (F(0), F(1), F(14142135, 10**7)), (10, 15), 25, F(1, 2)
    columns = ((F(1, 2), F(1, 4), F(1, 4)), (F(1, 5), F(1, 5), F(3, 5)))

    def inside(counts):
        return np.abs(counts @ np.array([0.0, 1.0, 1.4142135]) / n - 0.5) <= 0.3

    low, high = chance_in_population(columns, people, n, inside)
    lower, upper = chance_of_score(survey_of(columns, people, n), weights, share, F(9, 100))
    assert lower <= low and high <= upper and upper - lower < F(1, 10**3)
    assert not lower <= chance_in_population(columns, (9, 16), n, inside)[0] <= upper


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 400)], ids=str)
def test_seven_different_weights_and_two_hundred_answers_are_enclosed(sampling) -> None:
    columns = [[F(1 + i * j % 5 + 9 * (i == j)) for i in range(7)] for j in range(7)]
    wide = Mechanism(zip(*([x / sum(c) for x in c] for c in columns), strict=True))
    shares = [F(14, 100)] * 6 + [F(16, 100)]
    lower, upper = coverage(wide, shares, 200, method="chebyshev", sampling=sampling)
    assert F(95, 100) <= lower and upper - lower < F(1, 10**3)
