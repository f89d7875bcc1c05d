"""True coverage: guaranteed methods keep their word at every prevalence, others are seen to break it."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey.intervals import coverage as module
from rropt.survey.intervals.coverage import Coverage, Route, coverage
from rropt.survey.intervals.interval import interval
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.survey.weights import linear_weights
from tests.survey.people import exact_law

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
WIDE = Mechanism([["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]])
LEVEL = Fraction(19, 20)


@pytest.mark.parametrize("method", ["chebyshev", "clopper-pearson"])
@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 40)], ids=str)
def test_guaranteed_methods_cover_at_every_prevalence(method: str, sampling: Sampling) -> None:
    for p in (WARNER, WIDE):
        for share in ("0", "1/20", "1/4", "1/2", "1"):
            found = coverage(p, share, 20, method=method, sampling=sampling)
            assert LEVEL <= found.lower == found.upper <= 1 and found.source is Route.ENUMERATED


def test_coverage_is_the_sum_over_the_binomial_law() -> None:
    w, n, share = linear_weights(WARNER), 25, Fraction(1, 10)
    q = Fraction(1, 4) + share / 2
    total = Fraction(0)
    for y in range(n + 1):
        if share in interval(WARNER, w, (n - y, y), 1, method="normal"):
            total += comb(n, y) * q**y * (1 - q) ** (n - y)
    assert coverage(WARNER, share, n, method="normal") == Coverage(total, total, Route.ENUMERATED)


def test_the_normal_interval_undercovers_small_samples() -> None:
    assert coverage(WARNER, "1/2", 6, method="normal").upper < LEVEL
    assert coverage(WARNER, "1/2", 6, method="clopper-pearson").lower >= LEVEL


def test_two_hundred_answers_of_an_irrational_mechanism_are_enumerated() -> None:
    p = Mechanism([["t/(1+t)", "1/(1+t)"], ["1/(1+t)", "t/(1+t)"]], epsilon=1)
    found = coverage(p, "1/10", 200, method="wilson")
    assert 0 < found.upper - found.lower < Fraction(1, 10**60)
    assert Fraction(93, 100) < found.lower < Fraction(97, 100)


def test_surveys_of_nobody_and_irrational_prevalences_are_refused() -> None:
    with pytest.raises(InputError, match="0 answers"):
        coverage(WARNER, "1/10", 0)
    with pytest.raises(InputError, match=r"rational prevalences, and exp\(1/2\) - 1 is not rational"):
        coverage(WARNER, "e^(1/2)-1", 10)


KRR = Mechanism([["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]])
UNEVEN = Mechanism([["1/2", "1/8", "1/8"], ["1/4", "1/2", "1/8"], ["1/8", "1/4", "1/4"], ["1/8", "1/8", "1/2"]])


@pytest.mark.some(method=2)
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
            for counts, chance in exact_law(p, shares, n, sampling=sampling).items()
            if shares[j] in interval(p, w, counts, j, method=method, sampling=sampling)
        )
        found = coverage(p, shares, n, method=method, sampling=sampling, j=j)
        assert found == Coverage(total, total, Route.ENUMERATED)


@pytest.mark.slow
def test_ten_categories_and_exact_tails_of_a_population_are_enumerated_for_two_hundred_answers() -> None:
    ten = from_spec("krr:k=10,epsilon=ln3")
    assert Fraction(9, 10) < coverage(ten, ["1/10"] * 10, 200).lower < 1
    found = coverage(WARNER, "1/4", 200, method="clopper-pearson", sampling=Sampling("srs", 400))
    assert LEVEL <= found.lower == found.upper < Fraction(98, 100)


FOUR = Mechanism(
    [["3/5", "1/5", "1/10"], ["1/5", "1/2", "1/5"], ["1/10", "1/5", "1/2"], ["1/10", "1/10", "1/5"]],
)


@pytest.mark.slow_at("a census or fixed population: only the device is random-normal")
@pytest.mark.parametrize("method", ["chebyshev", "wilson", "normal"])
@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 60)], ids=str)
def test_a_simulated_coverage_encloses_the_enumerated_one(monkeypatch, method, sampling) -> None:
    n = 20 if sampling == CENSUS else 7
    monkeypatch.setattr(module, "MOST_STEPS", 10**9)
    exact = coverage(FOUR, ("1/4", "9/20", "3/10"), n, method=method, sampling=sampling)
    monkeypatch.setattr(module, "MOST_VECTORS", 0)
    found = coverage(FOUR, ("1/4", "9/20", "3/10"), n, method=method, sampling=sampling)
    assert exact.source is Route.ENUMERATED and found.source is Route.SIMULATED
    assert found.lower <= exact.lower == exact.upper <= found.upper and found.upper - found.lower < Fraction(1, 200)
    assert found.lower <= Fraction(found.hits, found.surveys) <= found.upper


def test_a_simulated_coverage_tells_methods_apart_and_says_what_it_is() -> None:
    one, two = (coverage(FOUR, ("1/4", "9/20", "3/10"), 300, method=method) for method in ("wilson", "chebyshev"))
    assert LEVEL < one.lower < one.upper < two.lower
    assert f"(simulated: the 99% interval of {one.hits} of 100000 surveys)" in one.explain()
    assert one.to_dict()["source"] == "simulated" and "whose intervals cover" in dict(one.as_table()[1])


def test_a_seed_repeats_a_simulation_and_another_does_not() -> None:
    def found(seed: int | None) -> Coverage:
        rng = None if seed is None else np.random.default_rng(seed)
        return coverage(WARNER, "1/10", 5000, rng=rng)

    assert found(None) == found(1) != found(2)
    assert abs(found(1).lower - LEVEL) < Fraction(1, 100)


def test_the_interval_of_a_simulation_covers_as_often_as_it_says(monkeypatch) -> None:
    """Of 200 simulations of 1000 surveys, 1 % or fewer should miss, 11 with a chance below 10⁻⁴; with half the width 37 do."""
    exact = coverage(WARNER, "1/10", 30, method="normal")
    monkeypatch.setattr(module, "MOST_VECTORS", 0)
    monkeypatch.setattr(module, "SURVEYS", 1000)
    monkeypatch.setattr(module, "SURVEYS_AT_A_TIME", 1000)
    rng, missed, narrow = np.random.default_rng(5), 0, 0
    for _ in range(200):
        found = coverage(WARNER, "1/10", 30, method="normal", rng=rng)
        quarter = (found.upper - found.lower) / 4
        missed += not found.lower <= exact.lower <= found.upper
        narrow += not found.lower + quarter <= exact.lower <= found.upper - quarter
    assert missed < 11 < narrow


@pytest.mark.slow
def test_exact_tails_of_many_answers_of_a_population_are_not_enumerated() -> None:
    model = Sampling("srs", 400)
    found = coverage(WARNER, "1/4", 210, method="clopper-pearson", sampling=model)
    assert found.lower >= LEVEL and found.source is Route.SIMULATED
    with pytest.raises(InputError, match="at most 300 answers, not 301"):
        coverage(WARNER, "1/4", 301, method="clopper-pearson", sampling=model)
