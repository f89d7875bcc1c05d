"""The climb to the maximum where covariates have a long tail and carriers are rare: few steps, and none further uphill."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize

from rropt import from_spec
from rropt.families import warner
from rropt.survey import regress
from rropt.survey.regression import ascent
from rropt.survey.regression.likelihood import Randomized
from rropt.survey.regression.links import Multinomial


@pytest.mark.parametrize("seed", range(4))
def test_a_long_tail_does_not_slow_the_climb(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, n, steps = np.random.default_rng(seed), 3000, 0
    income = np.exp(rng.normal(0, 2, n))
    truth = rng.random(n) < 0.01
    said = np.where(rng.random(n) < 0.75, truth, ~truth).astype(int)
    inner = ascent._step

    def counted(*args: Any, **options: Any) -> Any:
        nonlocal steps
        steps += 1
        return inner(*args, **options)

    monkeypatch.setattr(ascent, "_step", counted)
    data = pd.DataFrame({"said": said, "income": income})
    found = regress("said ~ income + I(income**2)", data, mechanism=from_spec("warner:p=3/4"), positive=1)
    assert steps <= 200

    def loss(theta: np.ndarray) -> float:
        eta = theta[0] + theta[1] * income + theta[2] * income**2
        share = 1 / (1 + np.exp(-np.clip(eta, -500, 500)))
        chance = 0.25 + share / 2
        return float(-np.log(np.where(said == 1, chance, 1 - chance)).sum())

    if found.params.notna().all():
        best = minimize(loss, found.params.to_numpy(), method="Nelder-Mead", options={"maxiter": 4000, "xatol": 1e-10})
        assert -best.fun <= found.llf + 1e-4


@pytest.mark.parametrize(("seed", "share"), [(1, 0.23), (6, 0.23), (3, 0.25), (6, 0.25)])
def test_a_climb_that_hardly_gains_at_shares_of_0_ends_soon_and_says_so(seed, share):
    rng = np.random.default_rng(seed)
    x, answers = rng.standard_cauchy(2000), rng.random(2000) < share
    data = pd.DataFrame({"x": x, "said": np.where(answers, "yes", "no")})
    mechanism = warner(p="3/4").relabel(inputs=["no", "yes"], outputs=["no", "yes"])
    found = regress("said ~ x", data, mechanism=mechanism, positive="yes")
    assert found.ascent.steps < 150
    assert found.ascent.is_found or any("at 0 or 1" in line for line in found.attention())


def test_no_climb_takes_more_steps_than_it_may_also_where_parameters_run_off_and_are_held() -> None:
    """One of three covariates separates the answers, so that its coefficient runs off and the others are climbed alone."""
    rng = np.random.default_rng(2)
    x = np.column_stack([np.ones(200), rng.normal(size=200), np.repeat([0.0, 1.0], 100)])
    answers = np.where(x[:, 2] == 1, 1, rng.integers(2, size=200))
    target = Randomized(x, answers, np.zeros(200, dtype=int), (np.eye(2),), np.ones(200), Multinomial(2))
    whole = ascent.climb(target, np.zeros(3), np.abs(x).max(axis=0))
    assert list(whole.runs_off) == [False, False, True] and whole.steps > 20
    for most in range(whole.steps + 3):
        found = ascent.climb(target, np.zeros(3), np.abs(x).max(axis=0), most=most)
        assert found.steps <= most and not found.is_found
