"""Drawn surveys follow the exact law of the counts: a two-sided chi-square test, and its power."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chi2

from rropt.mechanism import Mechanism
from rropt.survey.draws_of_surveys import draw_surveys
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from tests.survey.people import exact_law

P = Mechanism([["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]])
SHARES = (Fraction(1, 2), Fraction(1, 2))
SIZE = 20_000


def statistic(drawn: np.ndarray, law: dict) -> float:
    keys, counts = np.unique(drawn, axis=0, return_counts=True)
    seen = {tuple(int(x) for x in key): int(c) for key, c in zip(keys, counts, strict=True)}
    assert set(seen) <= set(law)
    total = sum((seen.get(key, 0) - SIZE * float(q)) ** 2 / (SIZE * float(q)) for key, q in law.items())
    return float(chi2.sf(total, len(law) - 1))


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 12)], ids=str)
def test_draws_follow_the_exact_law(sampling: Sampling) -> None:
    drawn = draw_surveys(P, SHARES, 4, SIZE, sampling=sampling, rng=np.random.default_rng(11))
    assert drawn.shape == (SIZE, 3)
    assert (drawn.sum(axis=1) == 4).all()
    assert 1e-4 < statistic(drawn, exact_law(P, SHARES, 4, sampling=sampling)) < 1 - 1e-4


def test_the_test_tells_the_models_apart() -> None:
    drawn = draw_surveys(P, SHARES, 4, SIZE, sampling=REPLACEMENT, rng=np.random.default_rng(11))
    assert statistic(drawn, exact_law(P, SHARES, 4, sampling=CENSUS)) < 1e-4


def test_a_seed_repeats_its_draws() -> None:
    one, two = (
        draw_surveys(P, SHARES, 50, 10, sampling=Sampling("srs", 200), rng=np.random.default_rng(3)) for _ in range(2)
    )
    assert (one == two).all()
