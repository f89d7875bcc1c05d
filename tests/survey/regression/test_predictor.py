"""The truth as predictor: statsmodels' own where the truth is told, and intervals that cover where it is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rropt import InputError
from rropt.survey import regress
from tests.survey.regression.test_fit import WARNER, survey, told


def with_outcomes(seed: int, n: int, mechanism: Any) -> Any:
    data, rng = survey(seed, n, mechanism), np.random.default_rng(seed + 1)
    line = 1.0 + 1.5 * data["truth"] - 0.5 * data["x"]
    data["income"] = line + 0.7 * rng.normal(size=n)
    data["ill"] = np.where(rng.random(n) < 1 / (1 + np.exp(1 - line)), "yes", "no")
    return data


def test_where_the_truth_is_told_it_is_statsmodels() -> None:
    import statsmodels.formula.api as smf

    p = told(("no", "yes"))
    data = with_outcomes(1, 600, p)
    linear = regress("income ~ said + x", data, mechanism=p, answer="said", model="linear")
    theirs = smf.ols("income ~ said + x", data).fit()
    np.testing.assert_allclose(linear.params.iloc[2:5], theirs.params, atol=1e-6)
    np.testing.assert_allclose(linear.bse.iloc[2:5], theirs.bse * np.sqrt(theirs.df_resid / 600), rtol=1e-6)
    logit = smf.logit("truth ~ x", data).fit(disp=0, tol=1e-12)
    np.testing.assert_allclose(linear.params.iloc[:2], logit.params, atol=1e-6)
    assert linear.llf == pytest.approx(theirs.llf + logit.llf, abs=1e-6)
    data["sick"] = (data["ill"] == "yes").astype(int)
    logistic = regress("ill ~ said + x", data, mechanism=p, answer="said", model="logistic")
    theirs = smf.logit("sick ~ said + x", data).fit(disp=0, tol=1e-12)
    np.testing.assert_allclose(logistic.params.iloc[2:5], theirs.params, atol=1e-6)
    np.testing.assert_allclose(logistic.bse.iloc[2:5], theirs.bse, atol=1e-6)


@pytest.mark.slow
def test_intervals_of_the_truths_effect_cover() -> None:
    hits = 0
    for seed in range(100):
        data = with_outcomes(100 + 2 * seed, 800, WARNER)
        found = regress("income ~ said + x", data, mechanism=WARNER, answer="said", model="linear")
        assert found.ascent.is_found
        low, high = found.conf_int().loc["said[T.yes]"]
        hits += low <= 1.5 <= high
    assert abs(hits / 100 - 0.95) < 4 * (0.95 * 0.05 / 100) ** 0.5, hits


def test_words_and_refusals() -> None:
    data = with_outcomes(3, 800, WARNER)
    found = regress("ill ~ said + x", data, mechanism=WARNER, answer="said", model="logistic")
    assert "Logistic regression (log-odds of yes) on the truth behind 'said'" in repr(found)
    assert found.wald_test("said[T.yes]").p_value < 0.05
    for match, formula, given in (
        ("outcome's model is needed", "income ~ said", {}),
        ("none of linear, logistic", "income ~ said", {"model": "logit"}),
        ("no closed form", "income ~ said", {"model": "linear", "cov_type": "expected"}),
        ("no 'said' on its right side", "income ~ x", {"model": "linear"}),
        ("a logistic model needs two", "income ~ said", {"model": "logistic"}),
        ("no column of numbers", "ill ~ said", {"model": "linear"}),
    ):
        with pytest.raises(InputError, match=match):
            regress(formula, data, mechanism=WARNER, answer="said", **given)
    with pytest.raises(InputError, match="no covariate 'region'; it has said, x"):
        found.marginal_effects("region")
