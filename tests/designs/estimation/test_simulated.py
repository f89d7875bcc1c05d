"""Simulated surveys have the error that is stated, for the optimum and for two families; the test would see one that is 6 % off."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rropt import LDP, Mechanism, TotalVariance, design, from_spec
from rropt.survey.estimates import best_weights

PLANNED = [Fraction(2, 5), Fraction(3, 10), Fraction(1, 5), Fraction(1, 10)]
PEOPLE, SURVEYS = 400, 20_000
FAR = 4.5  # standard errors: by chance less than once in a hundred thousand


def mechanism(name: str) -> Mechanism:
    if name == "optimum":
        found = design(TotalVariance(PLANNED), LDP("ln3")).mechanism
        assert found is not None
        return found
    return from_spec(name)


def distance(p: Mechanism, stated: Any, shares: list[Fraction], rng: np.random.Generator) -> float:
    """How many standard errors lie between the mean squared error of all shares and the stated one."""
    weights = best_weights(p.to_numpy(), [float(x) for x in PLANNED])
    law = p.to_numpy() @ np.array([float(x) for x in shares])
    answers = rng.multinomial(PEOPLE, law / law.sum(), size=SURVEYS) / PEOPLE
    errors = ((answers @ weights.T - np.array([float(x) for x in shares])) ** 2).sum(axis=1) * PEOPLE
    return float((errors.mean() - float(stated)) / (errors.std() / math.sqrt(SURVEYS)))


@pytest.mark.parametrize("name", ["optimum", "krr:k=4,epsilon=ln3", "subset_selection:k=4,size=2,epsilon=ln3"])
def test_the_error_is_the_stated_one(name: str) -> None:
    p = mechanism(name)
    low, high = TotalVariance(PLANNED).value_bounds(p)
    assert abs(distance(p, low, PLANNED, np.random.default_rng(11))) < FAR
    for wrong in (Fraction(94, 100), Fraction(106, 100)):
        assert abs(distance(p, wrong * high, PLANNED, np.random.default_rng(11))) > FAR, "the power of the test"


def test_at_other_shares_the_estimate_is_unbiased() -> None:
    """By the mean over surveys of each share, two-sided."""
    p, rng = mechanism("optimum"), np.random.default_rng(12)
    shares = np.array([0.1, 0.2, 0.3, 0.4])
    weights = best_weights(p.to_numpy(), [float(x) for x in PLANNED])
    law = p.to_numpy() @ shares
    found = rng.multinomial(PEOPLE, law / law.sum(), size=SURVEYS) / PEOPLE @ weights.T
    z = (found.mean(axis=0) - shares) / (found.std(axis=0) / math.sqrt(SURVEYS))
    assert np.abs(z).max() < FAR
    assert np.abs((found.mean(axis=0) - shares * 1.1) / (found.std(axis=0) / math.sqrt(SURVEYS))).max() > FAR
