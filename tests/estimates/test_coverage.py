"""True coverage: guaranteed methods keep their word at every prevalence, others are seen to break it."""

from fractions import Fraction
from math import comb

import pytest

from rropt.estimates.coverage import coverage
from rropt.estimates.intervals import interval
from rropt.estimates.law import law_of_counts
from rropt.estimates.linear import linear_weights
from rropt.estimates.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
WIDE = Mechanism([["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]])
LEVEL = Fraction(19, 20)


@pytest.mark.parametrize("method", ["chebyshev", "clopper-pearson"])
@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 40)], ids=str)
def test_guaranteed_methods_cover_at_every_prevalence(method: str, sampling: Sampling) -> None:
    for p in (WARNER, WIDE):
        for share in ("0", "1/20", "1/4", "1/2", "1"):
            low, high = coverage(p, share, 20, method=method, sampling=sampling)
            assert LEVEL <= low == high <= 1


def test_coverage_is_the_sum_over_the_binomial_law() -> None:
    w, n, share = linear_weights(WARNER), 25, Fraction(1, 10)
    q = Fraction(1, 4) + share / 2
    total = Fraction(0)
    for y in range(n + 1):
        if share in interval(WARNER, w, (n - y, y), 1, method="normal"):
            total += comb(n, y) * q**y * (1 - q) ** (n - y)
    assert coverage(WARNER, share, n, method="normal") == (total, total)


def test_the_normal_interval_undercovers_small_samples() -> None:
    assert coverage(WARNER, "1/2", 6, method="normal")[1] < LEVEL
    assert coverage(WARNER, "1/2", 6, method="clopper-pearson")[0] >= LEVEL


def test_two_hundred_answers_of_an_irrational_mechanism_are_enumerated() -> None:
    p = Mechanism([["t/(1+t)", "1/(1+t)"], ["1/(1+t)", "t/(1+t)"]], epsilon=1)
    low, high = coverage(p, "1/10", 200, method="wilson")
    assert 0 < high - low < Fraction(1, 10**60)
    assert Fraction(93, 100) < low < Fraction(97, 100)


def test_too_large_surveys_and_irrational_prevalences_are_refused() -> None:
    with pytest.raises(InputError, match="201"):
        coverage(WARNER, "1/10", 201)
    with pytest.raises(InputError, match="rational prevalence"):
        coverage(WARNER, "e^(1/2)-1", 10)


KRR = Mechanism([["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]])
UNEVEN = Mechanism([["1/2", "1/8", "1/8"], ["1/4", "1/2", "1/8"], ["1/8", "1/4", "1/4"], ["1/8", "1/8", "1/2"]])


@pytest.mark.parametrize("method", ["chebyshev", "wilson", "normal", "clopper-pearson"])
@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 20)], ids=str)
@pytest.mark.parametrize("j", [0, 2])
def test_outputs_counted_as_one_change_nothing(method: str, sampling: Sampling, j: int) -> None:
    shares = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))
    for p in (KRR, UNEVEN):
        if method == "clopper-pearson" and p is UNEVEN:
            continue
        w, n = linear_weights(p), 10
        total = sum(
            chance
            for counts, chance in law_of_counts(p, shares, n, sampling=sampling).items()
            if shares[j] in interval(p, w, counts, j, method=method, sampling=sampling)
        )
        assert coverage(p, shares, n, method=method, sampling=sampling, j=j) == (total, total)


def test_ten_categories_and_exact_tails_of_a_population_are_enumerated_for_two_hundred_answers() -> None:
    ten = from_spec("krr:k=10,epsilon=ln3")
    assert Fraction(9, 10) < coverage(ten, ["1/10"] * 10, 200)[0] < 1
    low, high = coverage(WARNER, "1/4", 200, method="clopper-pearson", sampling=Sampling("srs", 400))
    assert LEVEL <= low == high < Fraction(98, 100)


SHARES = (Fraction(1, 4), Fraction(9, 20), Fraction(3, 10))
FOUR = Mechanism(
    [["3/5", "1/5", "1/10"], ["1/5", "1/2", "1/5"], ["1/10", "1/5", "1/2"], ["1/10", "1/10", "1/5"]],
)
OVER_E = Mechanism([["t/(1+t)", "1/(1+t)"], ["1/(2+2*t)", "t/(2+2*t)"], ["1/(2+2*t)", "t/(2+2*t)"]], epsilon=1)


@pytest.mark.parametrize("method", ["chebyshev", "wilson", "normal"])
@pytest.mark.parametrize("shares", [("1/4", "9/20", "3/10"), ("1/4", "3/4", "0"), ("0", "0", "1")])
def test_runs_of_counts_have_the_probability_of_their_vectors(monkeypatch, method, shares) -> None:
    by_vectors = coverage(FOUR, shares, 14, method=method)
    monkeypatch.setattr("rropt.estimates.coverage.FEW", 10)
    assert coverage(FOUR, shares, 14, method=method) == by_vectors


def test_runs_of_an_irrational_mechanism_are_enclosed(monkeypatch) -> None:
    w = ((Fraction(1), Fraction(-1, 2), Fraction(-1, 3)), (Fraction(0), Fraction(3, 2), Fraction(4, 3)))
    low, high = coverage(OVER_E, "1/3", 25, method="normal", weights=w)
    monkeypatch.setattr("rropt.estimates.coverage.FEW", 10)
    again = coverage(OVER_E, "1/3", 25, method="normal", weights=w)
    assert abs(again[0] - low) < Fraction(1, 10**60) and 0 <= again[1] - again[0] < Fraction(1, 10**60)
    assert again[0] <= high and low <= again[1]


def test_a_doubt_of_the_doubles_is_decided_exactly(monkeypatch) -> None:
    monkeypatch.setattr("rropt.estimates.coverage.FEW", 10)
    found = coverage(FOUR, ("1/4", "9/20", "3/10"), 10, method="normal")
    monkeypatch.setattr("rropt.estimates.coverage.DOUBT", 10)
    assert coverage(FOUR, ("1/4", "9/20", "3/10"), 10, method="normal") == found


def test_four_different_weights_and_two_hundred_answers_are_enumerated() -> None:
    low, high = coverage(FOUR, ("1/4", "9/20", "3/10"), 200, method="wilson")
    assert low == high and Fraction(19, 20) < low < Fraction(99, 100)


@pytest.mark.parametrize("sampling", [CENSUS, Sampling("srs", 60)], ids=str)
@pytest.mark.parametrize("method", ["wilson", "normal"])
@pytest.mark.parametrize("shares", [("1/4", "9/20", "3/10"), ("0", "0", "1")])
def test_a_fixed_population_has_the_coverage_of_its_vectors(monkeypatch, sampling, method, shares) -> None:
    n = 20 if sampling == CENSUS else 7
    monkeypatch.setattr("rropt.estimates.coverage.MOST_STEPS", 10**9)
    exact, again = coverage(FOUR, shares, n, method=method, sampling=sampling)
    assert exact == again
    monkeypatch.setattr("rropt.estimates.coverage.FEW", 10)
    lower, upper = coverage(FOUR, shares, n, method=method, sampling=sampling)
    assert lower <= exact <= upper and upper - lower < Fraction(1, 10**10)


@pytest.mark.parametrize("sampling", [CENSUS, Sampling("srs", 300)], ids=str)
def test_two_hundred_of_a_fixed_population_with_four_different_weights_are_enclosed(sampling) -> None:
    lower, upper = coverage(FOUR, SHARES, 200, method="normal", sampling=sampling, j=0)
    assert 0 < upper - lower < Fraction(1, 10**9) and Fraction(93, 100) < lower < Fraction(96, 100)


def test_three_truths_under_simple_random_sampling_take_no_walk_over_all_samples() -> None:
    three = Mechanism([["3/5", "1/5", "1/10"], ["1/5", "1/2", "1/5"], ["1/5", "3/10", "7/10"]])
    lower, upper = coverage(three, SHARES, 60, method="chebyshev", sampling=Sampling("srs", 300), j=0)
    assert lower >= LEVEL and 0 < upper - lower < Fraction(1, 10**9)


@pytest.mark.parametrize("method", ["wilson", "normal"])
def test_what_takes_more_than_seconds_to_enumerate_is_enclosed_where_that_is_asked(method, monkeypatch) -> None:
    p, shares = from_spec("symmetric_unary_encoding:k=3,epsilon=1"), (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    exact = coverage(p, shares, 40, method=method)
    assert coverage(p, shares, 40, method=method, quick=True) == exact
    monkeypatch.setattr("rropt.estimates.coverage.QUICK_IN_RUNS", 1000)
    lower, upper = coverage(p, shares, 40, method=method, quick=True)
    assert lower <= exact[0] <= exact[1] <= upper and 0 < upper - lower < Fraction(1, 100)
