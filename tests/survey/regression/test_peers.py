"""Against the likelihoods of rr and RRreg as their papers state them, written here by themselves and maximised by scipy.

Forced response (Blair, Imai and Zhou 2015): Pr(yes) = p·Λ(xᵀβ) + p₁. Warner (van den Hout and others 2007; RRlog):
Pr(yes) = (2p − 1)·Λ(xᵀβ) + 1 − p. The truth as predictor (Blair, Imai and Zhou; RRlin): the sum over the truth z of
f(y | x, z) Pr(z | x) Pr(answer | z).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import norm

from rropt import from_spec
from rropt.survey import regress

DEVICES = {"forced_response:yes=1/6,no=1/6": (2 / 3, 1 / 6), "warner:p=4/5": (3 / 5, 1 / 5)}


def people(seed: int, n: int, c: float, d: float) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n)
    z = rng.random(n) < expit(-0.5 + 0.7 * x)
    y = 1 + 2 * z + 0.5 * x + rng.normal(size=n)
    return pd.DataFrame({"said": (rng.random(n) < c * z + d).astype(int), "x": x, "y": y})


def maximum(loss: Any, start: Any) -> tuple[Any, Any]:
    """Where the loss is least, and the roots of the diagonal of its inverse second derivative, by differences."""
    at = minimize(loss, start, method="BFGS", options={"gtol": 1e-7}).x
    h, unit = 1e-4, np.eye(len(at))
    second = [
        [(loss(at + h * (a + b)) - loss(at + h * (a - b)) - loss(at - h * (a - b)) + loss(at - h * (a + b))) / (4 * h * h)
         for b in unit] for a in unit
    ]  # fmt: skip
    return at, np.sqrt(np.diag(np.linalg.inv(np.array(second))))


@pytest.mark.parametrize(("spec", "chances"), DEVICES.items())
def test_the_truth_explained_as_by_rrreg_and_rrlog(spec: str, chances: tuple[float, float]) -> None:
    c, d = chances
    data = people(1, 2000, c, d)

    def loss(b: Any) -> float:
        yes = c * expit(b[0] + b[1] * data["x"]) + d
        return -float(np.log(np.where(data["said"] == 1, yes, 1 - yes)).sum())

    at, errors = maximum(loss, np.zeros(2))
    found = regress("said ~ x", data, mechanism=from_spec(spec), cov_type="observed")
    np.testing.assert_allclose(found.params, at, atol=1e-5)
    np.testing.assert_allclose(found.bse, errors, rtol=1e-4)
    assert found.llf == pytest.approx(-loss(at), abs=1e-6)


@pytest.mark.parametrize(("spec", "chances"), DEVICES.items())
def test_the_truth_as_predictor_as_by_rrreg_predictor_and_rrlin(spec: str, chances: tuple[float, float]) -> None:
    c, d = chances
    data = people(2, 2000, c, d)
    said, x, y = (data[name].to_numpy() for name in ("said", "x", "y"))

    def loss(t: Any) -> float:
        total = 0
        for z in (0, 1):
            truth = expit(t[0] + t[1] * x) if z else expit(-t[0] - t[1] * x)
            total = total + truth * np.where(said == 1, c * z + d, 1 - c * z - d) * norm.pdf(
                y, t[2] + t[3] * z + t[4] * x, np.exp(t[5])
            )
        return -float(np.log(total).sum())

    at, errors = maximum(loss, np.array([0, 0, 0, 1, 0, 0.0]))
    found = regress("y ~ said + x", data, mechanism=from_spec(spec), answer="said", model="linear")
    np.testing.assert_allclose(found.params, at, atol=1e-4)
    np.testing.assert_allclose(found.bse, errors, rtol=1e-3)
    assert found.llf == pytest.approx(-loss(at), abs=1e-5)
