"""The coverage of normal intervals, enclosed: it contains the enumerated one, and a simulation of many different weights agrees."""

from fractions import Fraction as F
from math import sqrt

import numpy as np
import pytest

from rropt.estimates import beyond, normal_law
from rropt.estimates.coverage import coverage
from rropt.estimates.interval_arrays import estimator
from rropt.estimates.intervals import interval
from rropt.estimates.law import law_of_counts
from rropt.estimates.linear import linear_weights
from rropt.estimates.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.estimates.selberg import beurling
from rropt.mechanism import Mechanism
from rropt.planning.draws_of_surveys import draw_surveys

FOUR = Mechanism([["3/5", "1/5", "1/10"], ["1/5", "1/2", "1/5"], ["1/10", "1/5", "1/2"], ["1/10", "1/10", "1/5"]])
CLEAR = Mechanism([["97/100", "1/100", "1/50"], ["1/100", "48/50", "1/100"], ["1/50", "3/100", "97/100"]])
MODELS = [REPLACEMENT, CENSUS, Sampling("srs", 60)]


def uneven(k: int, m: int) -> Mechanism:
    """m outputs of k inputs, all of different weights."""
    columns = [[F(2 + (3 * i * i + 5 * i * j + j) % 11 + 20 * (i == j)) for i in range(m)] for j in range(k)]
    return Mechanism(zip(*([x / sum(c) for x in c] for c in columns), strict=True))


def geometric(k: int) -> Mechanism:
    """The truncated geometric mechanism."""
    columns = []
    for j in range(k):
        column = [F(1, 2) ** abs(i - j) for i in range(k)]
        columns.append([x * (2 if i in (0, k - 1) else 1) for i, x in enumerate(column)])
    return Mechanism(zip(*([x / sum(c) for x in c] for c in columns), strict=True))


def forced(monkeypatch, sizes=((1 << 10, 201),)) -> None:
    """From here on nothing is enumerated."""
    for limit in ("FEW", "MOST_CELLS", "MOST_IN_RUNS"):
        monkeypatch.setattr(f"rropt.estimates.coverage.{limit}", 0)
    monkeypatch.setattr(normal_law, "SIZES", sizes)


@pytest.mark.parametrize("sampling", MODELS, ids=str)
@pytest.mark.parametrize("mechanism", [FOUR, CLEAR], ids=["four", "clear"])
@pytest.mark.parametrize("shares", [("1/4", "9/20", "3/10"), ("1/4", "3/4", "0"), ("0", "0", "1")])
def test_the_enclosure_contains_the_enumerated_coverage(monkeypatch, sampling, mechanism, shares) -> None:
    n = 20 if sampling == CENSUS else 9
    low, high = coverage(mechanism, shares, n, method="normal", sampling=sampling)
    forced(monkeypatch)
    lower, upper = coverage(mechanism, shares, n, method="normal", sampling=sampling)
    assert lower <= low and high <= upper
    assert mechanism is CLEAR or upper - lower < F(1, 5)


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 16)], ids=str)
@pytest.mark.parametrize(("mechanism", "n"), [(uneven(2, 6), 8), (geometric(6), 8), (uneven(8, 8), 6)])
def test_many_different_weights_have_the_coverage_of_all_their_counts(monkeypatch, sampling, mechanism, n) -> None:
    k, w, j = mechanism.k, linear_weights(mechanism), mechanism.k - 1
    shares = (F(1, 2), *[F(0)] * (k - 2), F(1, 2))
    law = law_of_counts(mechanism, shares, n, sampling=sampling)
    covers = (c for c in law if shares[j] in interval(mechanism, w, c, j, method="normal", sampling=sampling))
    exact = sum((law[c] for c in covers), F(0))
    forced(monkeypatch, ((1 << 9, 201),))
    lower, upper = coverage(mechanism, shares, n, method="normal", sampling=sampling)
    assert lower <= exact <= upper and upper - lower < F(1, 2)


@pytest.mark.parametrize("sampling", [REPLACEMENT, Sampling("srs", 400)], ids=str)
def test_the_enclosure_contains_the_coverage_of_runs_of_counts(monkeypatch, sampling) -> None:
    three = Mechanism([["3/5", "1/5", "1/10"], ["1/5", "1/2", "1/5"], ["1/5", "3/10", "7/10"]])
    low, high = coverage(three, ("1/4", "9/20", "3/10"), 200, method="normal", sampling=sampling)
    forced(monkeypatch, ((1 << 12, 801),))
    lower, upper = coverage(three, ("1/4", "9/20", "3/10"), 200, method="normal", sampling=sampling)
    assert lower <= low and high <= upper and upper - lower < F(2, 1000)


def shifted(how, r, sign):
    """A branch that is off by half a person."""
    return 0.5 + how.n * (sign * how.vertex[0] + np.sqrt(np.maximum(0, r / how.n - how.vertex[1]) / how.curvature))


@pytest.mark.parametrize(
    ("place", "name", "wrong"),
    [
        (normal_law._Normal, "curvature", property(lambda how: how.n / how.square + how.f)),
        (normal_law._Normal, "branch", shifted),
        (beyond, "beurling", lambda degree: 0.9 * beurling(degree)),
    ],
    ids=["n for n - f", "a branch half a person off", "coefficients a tenth too small"],
)
def test_a_corrupted_bound_is_seen(monkeypatch, place, name, wrong) -> None:
    shares = ("1/4", "9/20", "3/10")
    exact = coverage(FOUR, shares, 30, method="normal")[0]
    forced(monkeypatch, ((1 << 12, 801),))
    lower, upper = coverage(FOUR, shares, 30, method="normal")
    assert lower <= exact <= upper
    monkeypatch.setattr(place, name, wrong)
    lower, upper = coverage(FOUR, shares, 30, method="normal")
    assert not lower <= exact <= upper


def agrees(hits: int, surveys: int, bounds: tuple[F, F]) -> bool:
    """Whether so many of the surveys' intervals that cover are within 3.5 errors of bounds of the coverage."""
    error = 3.5 * sqrt(float(bounds[0] * (1 - bounds[0])) / surveys)
    return float(bounds[0]) - error <= hits / surveys <= float(bounds[1]) + error


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 400)], ids=str)
@pytest.mark.parametrize("mechanism", [uneven(4, 12), uneven(8, 8)], ids=["12 outputs", "8 outputs"])
def test_two_hundred_answers_of_many_different_weights_agree_with_a_simulation(
    monkeypatch, mechanism, sampling
) -> None:
    monkeypatch.setattr(normal_law, "SIZES", ((1 << 13, 801),))
    k, j, n, surveys = mechanism.k, mechanism.k - 1, 200, 20_000
    shares, how = [F(1, k)] * k, estimator(mechanism, mechanism.k - 1)
    assert len(set(linear_weights(mechanism)[j])) == mechanism.m
    counts = draw_surveys(mechanism, shares, n, surveys, sampling=sampling, rng=np.random.default_rng(11))
    for level, others in ((F(19, 20), F(24, 25)), (F(4, 5), F(41, 50))):
        hits = how.covered(counts, float(shares[j]), method="normal", level=level, sampling=sampling).sum()
        bounds = coverage(mechanism, shares, n, method="normal", confidence=level, sampling=sampling)
        assert bounds[1] - bounds[0] < F(2, 1000) and agrees(hits, surveys, bounds)
        wrong = how.covered(counts, float(shares[j]), method="normal", level=others, sampling=sampling).sum()
        assert not agrees(wrong, surveys, bounds)
