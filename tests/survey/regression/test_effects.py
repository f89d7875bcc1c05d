"""Average marginal effects: against statsmodels where the truth is told, and their errors against derivatives by differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from rropt import InputError
from rropt.survey import regress
from tests.survey.regression.test_fit import KRR, WARNER, survey, told


def test_where_the_truth_is_told_they_are_statsmodels() -> None:
    import statsmodels.formula.api as smf

    logit = told(("no", "yes"))
    data = survey(1, 800, logit)
    data["old"] = (data["x"] > 0.3).astype(int)
    theirs = smf.logit("truth ~ x + old", data).fit(disp=0, tol=1e-12).get_margeff(dummy=True)
    ours = regress("said ~ x + old", data, mechanism=logit).marginal_effects()
    assert ours.changes == ("x", "old: 0 to 1") and ours.truths == ("yes", "yes")
    np.testing.assert_allclose(ours.estimates, theirs.margeff, atol=1e-6)
    np.testing.assert_allclose(ours.standard_errors, theirs.margeff_se, atol=1e-6)


@pytest.mark.slow_at("multinomial")
@pytest.mark.parametrize("model", ["multinomial", "ordinal"])
def test_effects_and_errors_are_derivatives_of_the_mean_shares(model: str) -> None:
    data = survey(2, 1200, KRR)
    found = regress("said ~ x + I(x ** 2) + C(region)", data, mechanism=KRR, model=model)
    theta = found.params.to_numpy()

    def mean_shares(t: Any, **changed: Any) -> Any:
        x = found.columns_again(found.people.frame.assign(**changed))
        return found.likelihood.link.shares(found.likelihood.link.design(x) @ t).mean(axis=0)

    def effects(t: Any) -> Any:
        h = 1e-3
        x = data["x"]
        slope = (mean_shares(t, x=x + h) - mean_shares(t, x=x - h)) / (2 * h)
        north = mean_shares(t, region="north")
        return np.concatenate([slope, mean_shares(t, region="south") - north, mean_shares(t, region="west") - north])

    gradient = np.column_stack(
        [(effects(theta + 1e-5 * e) - effects(theta - 1e-5 * e)) / 2e-5 for e in np.eye(len(theta))]
    )
    errors = np.sqrt(np.diag(gradient @ found.cov_params().to_numpy() @ gradient.T))
    ours = found.marginal_effects()
    assert ours.changes[::4] == ("x", "region: north to south", "region: north to west")
    np.testing.assert_allclose(ours.estimates, effects(theta), atol=1e-6)
    np.testing.assert_allclose(ours.standard_errors, errors, rtol=1e-4)
    by_change = np.array(ours.estimates).reshape(3, 4)
    np.testing.assert_allclose(by_change.sum(axis=1), 0, atol=1e-10)


def test_effects_of_one_covariate_and_of_none_there_is() -> None:
    found = regress("said ~ x + C(region)", survey(3, 900, WARNER), mechanism=WARNER, cluster="school")
    one = found.marginal_effects("x")
    assert one.changes == ("x",)
    from scipy import stats

    half = stats.t(39).isf(0.025) * one.standard_errors[0]
    assert one.upper[0] - one.estimates[0] == pytest.approx(half)
    assert "errors by the delta method" in repr(one)
    with pytest.raises(InputError, match="no covariate 'y'"):
        found.marginal_effects("y")


@pytest.mark.parametrize(
    ("formula", "base", "others"),
    [
        ("said ~ C(size)", 2, (3, 10)),
        ("said ~ C(size, Treatment(10))", 10, (2, 3)),
        ("said ~ order", "small", ("large", "huge")),
        ("said ~ 0 + order", "small", ("large", "huge")),
        ("said ~ C(order, Treatment('huge'))", "huge", ("small", "large")),
    ],
)
def test_categories_are_compared_with_the_reference_of_the_coefficients(
    formula: str, base: object, others: tuple[object, ...]
) -> None:
    data = survey(6, 900, WARNER)
    data["size"] = np.random.default_rng(7).choice([2, 3, 10], 900)
    data["order"] = pd.Categorical(data["size"].map({2: "small", 3: "large", 10: "huge"}), ["small", "large", "huge"])
    found = regress(formula, data, mechanism=WARNER)
    (name,) = found.covariates
    ours = found.marginal_effects(name)
    assert ours.changes == tuple(f"{name}: {base} to {x}" for x in others)
    new = pd.DataFrame({name: pd.Series([base, *others], dtype=data[name].dtype)})
    shares = found.predict(new).to_numpy()
    np.testing.assert_allclose(ours.estimates, shares[1:] - shares[0])


def test_a_covariate_with_one_value_has_no_effect_on_an_outcome() -> None:
    data = survey(6, 300, WARNER).assign(same="k")
    found = regress("x ~ said + same", data, mechanism=WARNER, answer="said", model="linear")
    assert found.marginal_effects("same").as_table()[1] == []
    assert found.marginal_effects("same").outcome == "x"
