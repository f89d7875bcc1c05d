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


@pytest.mark.parametrize("model", ["multinomial", "ordinal"])
@pytest.mark.slow
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


def test_a_text_in_a_formula_is_no_column() -> None:
    """The column west beside regions of which one is west; an effect of a number is a derivative."""
    data = survey(8, 600, WARNER)
    data["west"] = np.random.default_rng(9).normal(size=600)
    found = regress("said ~ west + C(region, Treatment('west'))", data, mechanism=WARNER)
    assert found.marginal_effects().changes == ("west", "region: west to north", "region: west to south")
    share = found.predict()
    assert found.marginal_effects("west").estimates[0] == pytest.approx(
        found.params["west"] * (share * (1 - share)).mean()
    )


@pytest.mark.parametrize(
    ("mean", "deviation", "dtype"),
    [
        (5, 0, "int64"),
        (1, 0, "float32"),
        (0, 0, "float64"),
        (5000, 1, "float32"),
        (5000, 1, "float64"),
        (1e12, 1, "float64"),
        (1e12, 1e10, "float64"),
        (0, 1e-7, "float64"),
        (3, 2, "Int64"),
        (100, 20, "uint8"),
    ],
)
def test_the_step_of_a_derivative_never_vanishes(mean: float, deviation: float, dtype: str) -> None:
    """The effect of v is b π(1 − π) on average, and that of exp(v/scale) has the factor exp(v/scale)/scale."""
    data = survey(10, 400, WARNER)
    v = mean + deviation * data["x"]
    data["v"] = (v.round() if "int" in dtype.lower() else v).astype(dtype)
    scale = max(1.0, mean)
    for right, slope in (("v", 1.0), (f"exp(v / {scale})", np.exp(data["v"].astype(float) / scale) / scale)):
        if right == "v" and not data["v"].any():
            continue  # refused
        found = regress(f"said ~ 0 + {right}", data, mechanism=WARNER)
        share, ours = found.predict(), found.marginal_effects("v")
        wanted = found.params.iloc[0] * (slope * share * (1 - share)).mean()
        assert ours.changes == ("v",) and ours.estimates[0] == pytest.approx(wanted, rel=1e-5)
        assert ours.standard_errors[0] > 0


def test_of_an_outcome_the_effect_of_single_precision_or_of_a_constant_is_its_coefficient() -> None:
    data = survey(10, 400, WARNER)
    data["y"] = np.random.default_rng(3).normal(size=400) + (data["truth"] == 1)
    for v in ((5000 + data["x"]).astype("float32"), 5):
        found = regress("y ~ 0 + v + said:x", data.assign(v=v), mechanism=WARNER, answer="said", model="linear")
        assert found.marginal_effects("v").estimates[0] == pytest.approx(found.params["v"], rel=1e-5)


@pytest.mark.parametrize(
    "right", ["where(age > 30, 1, 0)", "age // 10", "I((age > 30) * 1)", "x + (age > 30)", "age % 7"]
)
def test_where_the_formula_jumps_there_is_no_derivative(right: str) -> None:
    """Everybody of one age is compared with everybody of the least."""
    data = survey(12, 500, WARNER)
    data["age"] = np.random.default_rng(4).integers(28, 33, 500)
    found = regress(f"said ~ {right}", data, mechanism=WARNER)
    ours = found.marginal_effects("age")
    assert ours.changes == tuple(f"age: 28 to {age}" for age in range(29, 33))
    means = [float(found.predict(data.assign(age=age)).mean()) for age in range(28, 33)]
    np.testing.assert_allclose(ours.estimates, np.array(means[1:]) - means[0], atol=1e-9)


def test_no_more_numbers_are_compared_than_there_may_be_categories() -> None:
    """A number of which everybody has another, and at which the formula jumps, would give a row for every person."""
    data = survey(12, 400, WARNER)
    for right in ("x + where(x > 0, 1, 0)", "x + C(x > 0)"):
        found = regress(f"said ~ {right}", data, mechanism=WARNER)
        with pytest.raises(InputError, match=r"jumps between the numbers of 'x', .* 400 different numbers"):
            found.marginal_effects("x")
