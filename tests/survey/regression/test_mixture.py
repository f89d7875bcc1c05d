"""The mixture likelihood, its score and observed information against the definition in forty digits, differentiated by mpmath."""

from __future__ import annotations

from itertools import product
from typing import Any

import mpmath as mp
import numpy as np
import pytest

from rropt.survey.regression.mixture import Mixture
from tests.survey.regression.people import a_matrix
from tests.survey.regression.test_likelihood import order, shares_by_definition


@pytest.mark.parametrize("is_linear", [True, False])
@pytest.mark.parametrize("k", [2, 3])
def test_value_score_and_information_are_those_of_the_definition(k: int, is_linear: bool) -> None:
    rng = np.random.default_rng(k)
    n, p, q = 4, 2, 2
    y = rng.normal(size=n) if is_linear else rng.integers(2, size=n).astype(float)
    z = np.column_stack([np.ones(n), rng.normal(size=n)])
    x, chances = rng.normal(size=(n, k, p)), a_matrix(rng, n, k)
    s = Mixture(y, x, z, chances, rng.uniform(0.5, 2, size=n), is_linear)
    theta = rng.normal(size=s.size) / 2
    with mp.workdps(40):

        def value(*t: Any) -> Any:
            total = mp.mpf(0)
            for i in range(n):
                shares = shares_by_definition("multinomial", k, list(t), [mp.mpf(float(v)) for v in z[i]])
                inner = mp.mpf(0)
                for j in range(k):
                    line = sum(t[(k - 1) * q + c] * mp.mpf(float(x[i, j, c])) for c in range(p))
                    if is_linear:
                        sigma = mp.exp(t[-1])
                        f = mp.exp(-((mp.mpf(float(y[i])) - line) ** 2) / (2 * sigma**2)) / (sigma * mp.sqrt(2 * mp.pi))
                    else:
                        f = 1 / (1 + mp.exp(-line if y[i] == 1 else line))
                    inner += mp.mpf(float(chances[i, j])) * shares[j] * f
                total += mp.mpf(float(s.weights[i])) * mp.log(inner)
            return total

        at = tuple(mp.mpf(float(v)) for v in theta)
        assert abs(s.value(theta) - value(*at)) < 1e-12
        score = [mp.diff(value, at, order(s.size, a)) for a in range(s.size)]
        np.testing.assert_allclose(s.score(theta), np.array(score, dtype=float), atol=1e-10)
        observed = np.empty((s.size, s.size))
        for a, b in product(range(s.size), repeat=2):
            observed[a, b] = -mp.diff(value, at, order(s.size, a, b))
    np.testing.assert_allclose(s.observed(theta), observed, atol=1e-10)
    assert np.linalg.eigvalsh(s.complete(theta))[0] > 0


def test_a_step_from_too_small_a_deviation_goes_to_the_deviation_of_the_errors() -> None:
    """Not to e^(half their mean square), which overflows."""
    rng = np.random.default_rng(5)
    y, x = 100 * rng.normal(size=40), rng.normal(size=(40, 2, 1))
    s = Mixture(y, x, np.ones((40, 1)), np.full((40, 2), 0.5), np.ones(40), True)
    for log_sigma in (-3.0, 0.0, 3.0, 4.0):
        theta = np.array([0.0, 0.0, log_sigma])
        step = s.score(theta)[-1] / s.complete(theta)[-1, -1]
        assert np.exp(log_sigma + step) == pytest.approx(np.sqrt(np.mean(y**2)), rel=1e-12)
