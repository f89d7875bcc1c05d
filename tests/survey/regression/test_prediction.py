"""Predicted shares with errors, odds ratios, tests of terms, and categories of reference."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest

from rropt import InputError, from_spec
from rropt.survey import regress
from tests.survey.regression.test_fit import KRR, WARNER, survey, told

NAMES = ["mean", "mean_se", "mean_ci_lower", "mean_ci_upper"]


def test_where_the_truth_is_told_predictions_are_statsmodels() -> None:
    import statsmodels.api as sm
    import statsmodels.formula.api as smf

    logit = told(("no", "yes"))
    data = survey(1, 800, logit)
    new = pd.DataFrame({"x": [-2.0, 0.0, 1.5], "region": ["north", "south", "west"]}, index=[5, 7, 9])
    theirs = smf.glm("truth ~ x + region", data, family=sm.families.Binomial()).fit(tol=1e-12)
    ours = regress("said ~ x + region", data, mechanism=logit)
    wanted = theirs.get_prediction(new).summary_frame()
    found = ours.get_prediction(new).summary_frame()
    assert list(found.index) == [5, 7, 9] and list(found.columns) == ["truth", *NAMES]
    np.testing.assert_allclose(found[NAMES], wanted[NAMES], rtol=2e-6)
    np.testing.assert_allclose(found["mean"], ours.predict(new))
    assert len(ours.get_prediction().summary_frame()) == 800


def differences(f: Any, theta: Any) -> Any:
    return np.stack([(f(theta + 1e-5 * e) - f(theta - 1e-5 * e)) / 2e-5 for e in np.eye(len(theta))], axis=-1)


@pytest.mark.parametrize("model", ["multinomial", "ordinal"])
@pytest.mark.parametrize("cluster", [None, "school"])
def test_errors_are_by_derivatives_of_the_shares(model: str, cluster: str | None) -> None:
    from scipy import stats

    data = survey(2, 1200, KRR)
    found = regress("said ~ x + C(region)", data, mechanism=KRR, model=model, cluster=cluster)
    new = pd.DataFrame({"x": [-1.0, 2.0], "region": ["south", "west"]})
    design = found.likelihood.link.design(found.columns_again(new))

    def shares(t: Any) -> Any:
        return found.likelihood.link.shares(design @ t)

    theta = found.params.to_numpy()
    gradient = differences(shares, theta)
    errors = np.sqrt(np.einsum("njp,pq,njq->nj", gradient, found.cov_params(), gradient))
    ours = found.get_prediction(new)
    frame = ours.summary_frame()
    assert list(frame.truth) == list(KRR.input_labels) * 2 and list(frame.index) == [0] * 4 + [1] * 4
    np.testing.assert_allclose(frame["mean"], shares(theta).ravel())
    np.testing.assert_allclose(frame.mean_se, errors.ravel(), rtol=1e-5)
    z = (stats.norm() if cluster is None else stats.t(39)).isf(0.025)
    logits = np.log(frame["mean"] / (1 - frame["mean"])) + z * frame.mean_se / (frame["mean"] * (1 - frame["mean"]))
    np.testing.assert_allclose(frame.mean_ci_upper, 1 / (1 + np.exp(-logits)))
    assert "errors by the delta method" in repr(ours)


@pytest.mark.parametrize(("model", "left"), [("linear", "y"), ("logistic", "z")])
def test_where_the_truth_explains_they_are_the_outcomes_means(model: str, left: str) -> None:
    data = survey(3, 900, WARNER)
    rng = np.random.default_rng(30)
    data["y"] = data.x + (data.truth == 1) + rng.normal(size=900)
    data["z"] = (data.y > 0.3).astype(int)
    found = regress(f"{left} ~ said * x", data, mechanism=WARNER, answer="said", model=model)
    new = pd.DataFrame({"x": [-1.0, 2.0]})
    columns = found.columns_again(new)
    beta = slice(found.likelihood.of_truth, found.likelihood.of_truth + columns.shape[2])

    def means(t: Any) -> Any:
        line = columns @ t[beta]
        return line if model == "linear" else 1 / (1 + np.exp(-line))

    theta = found.params.to_numpy()
    gradient = differences(means, theta)
    frame = found.get_prediction(new).summary_frame()
    np.testing.assert_allclose(frame["mean"], found.predict(new).to_numpy().ravel())
    errors = np.sqrt(np.einsum("njp,pq,njq->nj", gradient, found.cov_params(), gradient))
    np.testing.assert_allclose(frame.mean_se, errors.ravel(), rtol=1e-5)
    if model == "linear":
        np.testing.assert_allclose(frame.mean_ci_lower, frame["mean"] - 1.959963985 * frame.mean_se)


def test_odds_ratios_are_exponentials_of_coefficients_and_interval_ends() -> None:
    data = survey(4, 900, WARNER)
    found = regress("said ~ x + region", data, mechanism=WARNER)
    ours, ends = found.odds_ratios(), np.exp(found.conf_int())
    assert ours.coefficients == ("region[T.south]", "region[T.west]", "x")
    np.testing.assert_allclose(ours.ratios, np.exp(found.params[list(ours.coefficients)]))
    np.testing.assert_allclose(ours.lower, ends[0][list(ours.coefficients)])
    np.testing.assert_allclose(ours.upper, ends[1][list(ours.coefficients)])
    assert "odds of the truth yes against no" in repr(ours)
    ordinal = regress("said ~ x", survey(2, 900, KRR), mechanism=KRR, model="ordinal").odds_ratios()
    assert ordinal.coefficients == ("x",) and "of a later truth" in repr(ordinal)
    several = regress("said ~ x", survey(2, 900, KRR), mechanism=KRR, model="multinomial").odds_ratios()
    assert len(several.coefficients) == 3 and "of each truth against a" in repr(several)
    data["side"] = np.where(data.x > 0, "north | south", "a: Intercept")
    named = regress("said ~ side", data, mechanism=WARNER)
    assert named.odds_ratios().coefficients == ("side[T.north | south]",)
    data["y"] = data.x
    linear = regress("y ~ said", data, mechanism=WARNER, answer="said", model="linear")
    with pytest.raises(InputError, match="a linear model has no odds ratios"):
        linear.odds_ratios()


def test_a_term_is_tested_by_all_its_coefficients() -> None:
    data = survey(4, 900, WARNER)
    found = regress("said ~ x + C(region)", data, mechanism=WARNER)
    term, named = found.wald_test("C(region)"), found.wald_test(["C(region)[T.south]", "C(region)[T.west]"])
    assert term.degrees == (2,) and term.statistic == pytest.approx(named.statistic)
    both = found.wald_test(["C(region)", "x=0.5"])
    assert both.degrees == (3,) and "x = 0.5" in both.hypothesis
    several = regress("said ~ x", survey(2, 900, KRR), mechanism=KRR, model="multinomial").wald_test("x")
    assert several.degrees == (3,)
    with pytest.raises(InputError, match="no coefficient or term 'y'"):
        found.wald_test("y")


def test_categories_of_reference_are_named() -> None:
    data = survey(4, 900, WARNER)
    found = regress("said ~ x + C(region)", data, mechanism=WARNER)
    assert "Reference: region north." in repr(found)
    assert "log-odds of the truth yes against no" in repr(found)
    other = regress("said ~ x + C(region, Treatment('west'))", data, mechanism=WARNER)
    assert "Reference: region west." in repr(other)
    assert "Reference" not in repr(regress("said ~ x", data, mechanism=WARNER))
    assert "Reference" not in repr(regress("said ~ 0 + C(region)", data, mechanism=WARNER))
    assert other.to_dict()["reference"] == {"region": "west"}


def test_a_logarithm_of_zero_is_one_sentence_and_no_warning() -> None:
    people = pd.DataFrame({"said": ["no", "yes"] * 50, "age": list(range(1, 101))})
    zero = people.assign(age=people.age - 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        with pytest.raises(InputError, match="is not finite in row 1 of the complete rows"):
            regress("said ~ log(age)", zero, mechanism=from_spec("warner:p=3/4").relabel(outputs=["no", "yes"]))
        found = regress("said ~ log(age)", people, mechanism=from_spec("warner:p=3/4").relabel(outputs=["no", "yes"]))
        with pytest.raises(InputError, match="is not finite in row 1 of the new rows"):
            found.predict(zero)


def test_a_truth_named_unrelated_is_no_unrelated_question() -> None:
    truths = ("none", "some", "unrelated")
    device = from_spec("krr:k=3,epsilon=2").relabel(inputs=truths, outputs=truths)
    found = regress("said ~ x", survey(3, 600, device), mechanism=device, model="multinomial")
    assert "unrelated: Intercept" in found.names
    assert found.unrelated is None and found.to_dict()["unrelated"] is None
    assert not any("unrelated question" in note for note in found.notes())
    # nor is a colon in a label the end of it
    labels = ("a", "b: x", "c: y")
    named = regress("said ~ x", survey(3, 600, device), mechanism=device.relabel(inputs=labels), model="multinomial")
    assert named.wald_test("x").hypothesis == "b: x: x = 0, c: y: x = 0"


@pytest.mark.parametrize("columns", ["x", ["region", "x"]])
def test_predictions_have_the_index_of_the_data(columns: str | list[str]) -> None:
    data = survey(4, 200, WARNER).set_index(columns, drop=False)
    found = regress("said ~ x", data, mechanism=WARNER)
    assert found.get_prediction().summary_frame().index.equals(found.predict().index)
    assert found.predict().index.equals(data.index)
