"""Intervals of whole arrays agree with the exact ones, survey by survey."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.survey.intervals.arrays import estimator
from rropt.survey.intervals.interval import Method, interval
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.survey.weights import linear_weights

UNEVEN = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])
WIDE = Mechanism([["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]])
KRR = Mechanism([[f"{4 if i == j else 1}/6" for j in range(3)] for i in range(3)])
LEVEL = Fraction(9, 10)


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 90)], ids=str)
@pytest.mark.parametrize("method", Method)
@pytest.mark.parametrize("p", [UNEVEN, WIDE, KRR])
def test_arrays_cover_where_exact_intervals_do(p: Mechanism, method: str, sampling: Sampling) -> None:
    if method == Method.LIKELIHOOD_RATIO and sampling != REPLACEMENT:
        pytest.skip("refused, as test_likelihood_ratio.py says")
    rng, w, j = np.random.default_rng(2), linear_weights(p), p.k - 1
    counts = rng.multinomial(30, np.full(p.m, 1 / p.m), size=40)
    how = estimator(p, j)
    for truth in (Fraction(1, 10), Fraction(2, 5)):
        found = how.covered(counts, float(truth), method=method, level=LEVEL, sampling=sampling)
        for row, covers in zip(counts, found, strict=True):
            exact = interval(p, w, tuple(map(int, row)), j, method=method, confidence=LEVEL, sampling=sampling)
            assert (truth in exact) == bool(covers)


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 60)], ids=str)
@pytest.mark.parametrize("p", [UNEVEN, WIDE, KRR, Mechanism([[1, 0], [0, 1]])], ids=str)
def test_arrays_of_counts_without_a_positive_variance_estimate_agree_too(p: Mechanism, sampling: Sampling) -> None:
    w, n, exact = linear_weights(p), 6, {}
    counts = np.array([c for c in product(range(n + 1), repeat=p.m) if sum(c) == n])
    for j in range(p.k):
        how = estimator(p, j)
        for truth in (Fraction(0), Fraction(1, 10), Fraction(1, 2), Fraction(1)):
            found = how.covered(counts, float(truth), method="normal", level=LEVEL, sampling=sampling)
            for row, covers in zip(counts, found, strict=True):
                y = tuple(map(int, row))
                if (y, j) not in exact:
                    exact[y, j] = interval(p, w, y, j, method="normal", confidence=LEVEL, sampling=sampling)
                assert (truth in exact[y, j]) == bool(covers), (row, truth)


def test_shares_are_the_linear_estimates() -> None:
    counts = np.array([[10, 5, 5], [0, 0, 20]])
    w = linear_weights(WIDE)[1]
    expected = [sum(float(a) * int(b) for a, b in zip(w, row, strict=True)) / 20 for row in counts]
    assert estimator(WIDE, 1).shares(counts) == pytest.approx(expected)


def test_exact_tails_of_many_answers_of_a_population_are_refused() -> None:
    counts = np.array([[300, 1]])
    with pytest.raises(InputError, match=r"a simulation computes .* for srs sampling for at most 300 answers, not 301"):
        estimator(UNEVEN, 1).covered(
            counts, 0.2, method=Method.CLOPPER_PEARSON, level=LEVEL, sampling=Sampling("srs", 10_000)
        )
    with pytest.raises(InputError, match="the likelihood-ratio interval needs independent draws, not census"):
        many = np.array([[20_000, 1]])
        estimator(UNEVEN, 1).covered(
            many, 0.2, method=Method.LIKELIHOOD_RATIO, level=LEVEL, sampling=Sampling("census")
        )
