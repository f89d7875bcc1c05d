"""The truth as predictor: statsmodels' own where the truth is told, and intervals that cover where it is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rropt import InputError, Mechanism, from_spec
from rropt.exact.decimal import double_text
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


@pytest.mark.full
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
    n = len(data)
    more = {"town": (["a", "b", "c"] * n)[:n], "same": "k", "mixed": ([1, "x", 2] * n)[:n]}
    for match, formula, given in (
        ("the model of the outcome must be named", "income ~ said", {}),
        ("must be one of linear, logistic", "income ~ said", {"model": "logit"}),
        ("no closed form", "income ~ said", {"model": "linear", "cov_type": "expected"}),
        ("must have the randomized answers 'said'", "income ~ x", {"model": "linear"}),
        (
            'values, and a logistic model needs two; join some, or give model="linear"$',
            "income ~ said",
            {"model": "logistic"},
        ),
        ("'town' has 3 values, and a logistic model needs two; join some$", "town ~ said", {"model": "logistic"}),
        ("'same' has 1 value, and .* nothing to explain$", "same ~ said", {"model": "logistic"}),
        ('a linear model needs numbers, .* convert it, or give model="logistic"$', "ill ~ said", {"model": "linear"}),
        ("a linear model needs numbers, .* convert it$", "town ~ said", {"model": "linear"}),
        ("'mixed' has 3 values", "mixed ~ said", {"model": "logistic"}),
    ):
        with pytest.raises(InputError, match=match):
            regress(formula, data.assign(**more), mechanism=WARNER, answer="said", **given)
    with pytest.raises(InputError, match="no covariate 'region'; it has said, x"):
        found.marginal_effects("region")


def outcomes(rng: np.random.Generator, n: int, errors: Any, effect: float = 0.0) -> Any:
    import pandas

    truth = rng.random(n) < 0.35
    said = np.where(rng.random(n) < np.where(truth, 0.75, 0.25), "yes", "no")
    return pandas.DataFrame({"y": errors + effect * truth, "said": said})


def linear(data: Any) -> Any:
    return regress("y ~ said", data, mechanism=WARNER, answer="said", model="linear")


def by_moments(data: Any) -> float:
    """E[zy]/E[z] − E[(1 − z)y]/E[1 − z] of the truth's unbiased weight z."""
    z, y = ((data["said"] == "yes") - 0.25) / 0.5, data["y"]
    return float((z * y).mean() / z.mean() - ((1 - z) * y).mean() / (1 - z).mean())


@pytest.mark.slow
def test_normal_errors_are_not_doubted() -> None:
    rng = np.random.default_rng(4)
    for seed in range(25):
        data = outcomes(rng, 400, rng.normal(size=400), effect=(0.0, 0.5, 2.0)[seed % 3])
        assert linear(data).attention() == []


@pytest.mark.slow
def test_errors_that_are_not_normal_are_told_first() -> None:
    """Of an outcome with two modes the maximum near the moments is shown, and the higher one beside it named."""
    rng = np.random.default_rng(11)
    data = outcomes(rng, 1500, rng.normal(0, 0.5, 1500) + 2 * (rng.random(1500) < 0.4))
    found = linear(data)
    first = found.attention()[0]
    assert (
        first.startswith("WARNING: errors are assumed normal")
        and " at a higher one, with " in first
        and "corrected scores" in first
    )
    assert abs(found.params["said[T.yes]"] - by_moments(data)) < 0.2
    assert f"{found.llf:.2f}" in first and found.to_dict()["attention"][0] == first
    assert repr(found).splitlines()[1] == first
    # what is named as higher is: at its coefficients, shares of the modes
    higher = float(first.split("higher one, with ")[1].split(";")[0])
    assert higher > found.llf + 50
    rng = np.random.default_rng(4)
    told = [linear(outcomes(rng, 1500, rng.gamma(2, 1, 1500))).attention() for _ in range(10)]
    assert sum(bool(x) and "errors are assumed normal" in x[0] for x in told) >= 8
    data = outcomes(rng, 1500, rng.gamma(2, 1, 1500), effect=1.0)
    first = linear(data).attention()[0]
    assert first.startswith("WARNING: errors are assumed normal")


def test_corrected_scores_are_the_moments() -> None:
    from rropt.survey.regression.mixture import Mixture
    from rropt.survey.regression.starts import corrected

    rng = np.random.default_rng(8)
    data = outcomes(rng, 500, rng.exponential(size=500), effect=1.0)
    a, matrix = (data["said"] == "yes").to_numpy().astype(int), WARNER.to_numpy()
    x = np.stack([np.ones((500, 2)), np.tile([0.0, 1.0], (500, 1))], axis=2)
    target = Mixture(data["y"].to_numpy(), x, np.ones((500, 1)), matrix[a], np.ones(500), True)
    found = corrected(target, np.linalg.inv(matrix)[:, a].T, None, None)
    assert found is not None and found.beta[1] == pytest.approx(by_moments(data), rel=1e-9)
    z, y = ((data["said"] == "yes") - 0.25) / 0.5, data["y"]
    high, low = (z * y).mean() / z.mean(), ((1 - z) * y).mean() / (1 - z).mean()
    e = z * (y - high) / z.mean() - (1 - z) * (y - low) / (1 - z).mean()
    assert found.errors[1] == pytest.approx(float(np.sqrt((e**2).sum()) / 500), rel=1e-9)


def test_corrected_scores_of_three_truths_with_weights_clusters_and_strata() -> None:
    """The normal equations and their sandwich by loops; the note of the regression has the same numbers."""
    import pandas

    from rropt.survey.regression.mixture import Mixture
    from rropt.survey.regression.starts import corrected

    rng, n = np.random.default_rng(6), 400
    device = from_spec("krr:k=3,epsilon=2")
    matrix = device.to_numpy()
    truth = rng.choice(3, n, p=[0.5, 0.3, 0.2])
    a = np.array([rng.choice(3, p=matrix[:, j]) for j in truth])
    y, weights, clusters = truth * 1.5 + rng.normal(size=n), rng.uniform(0.5, 2, n), np.arange(n) // 10
    weights /= weights.mean()
    rows = np.column_stack([np.ones(3), np.eye(3)[:, 1:]])
    inverse, left, right = np.linalg.inv(matrix), np.zeros((3, 3)), np.zeros(3)
    for i in range(n):
        for j in range(3):
            left += weights[i] * inverse[j, a[i]] * np.outer(rows[j], rows[j])
            right += weights[i] * inverse[j, a[i]] * y[i] * rows[j]
    beta, meat = np.linalg.solve(left, right), np.zeros((3, 3))
    strata, totals = np.arange(n // 10) % 2, np.zeros((n // 10, 3))
    for i in range(n):
        for j in range(3):
            totals[clusters[i]] += weights[i] * inverse[j, a[i]] * (y[i] - rows[j] @ beta) * rows[j]
    for h in (0, 1):
        own = totals[strata == h]
        for u in own - own.mean(axis=0):
            meat += len(own) / (len(own) - 1) * np.outer(u, u)
    errors = np.sqrt(np.diag(np.linalg.inv(left) @ meat @ np.linalg.inv(left)))
    target = Mixture(y, np.tile(rows, (n, 1, 1)), np.ones((n, 1)), matrix[a], weights, True)
    found = corrected(target, inverse[:, a].T, clusters, strata)
    assert found is not None
    assert found.beta == pytest.approx(beta, rel=1e-9) and found.errors == pytest.approx(errors, rel=1e-9)
    data = pandas.DataFrame(
        {"y": y, "said": np.array(device.output_labels)[a], "w": weights, "c": clusters, "h": strata[clusters]}
    )
    given = {"mechanism": device, "answer": "said", "model": "linear", "weights": "w", "cluster": "c", "stratum": "h"}
    fitted = regress("y ~ said", data, **given)
    (note,) = [x for x in fitted.notes() if "are assumed normal" in x]
    for b, e in zip(beta[1:], errors[1:], strict=True):
        assert f"{double_text(float(b))} ± {double_text(float(e))}" in note


@pytest.mark.slow
def test_what_mechanisms_do_not_identify_is_told_whoever_else_could_have_been_asked() -> None:
    data = outcomes(np.random.default_rng(3), 400, np.random.default_rng(4).normal(size=400)).assign(half="A")
    flat = Mechanism([["1/2", "1/2"], ["1/2", "1/2"]], ("no", "yes"), ("no", "yes"))
    given = {"by": "half", "answer": "said", "model": "linear"}
    found = regress("y ~ said", data, mechanism={"A": flat, "B": WARNER}, **given)
    assert not found.tells_apart and "identified by the form of the model" in found.explain()
    assert "no mechanism alone identifies the truths' shares" in found.assumed and "too few" not in found.assumed
    assert regress("y ~ said", data, mechanism={"A": WARNER, "B": flat}, **given).tells_apart
    few = regress("y ~ said", data[data["said"] == "yes"], mechanism={"A": WARNER, "B": flat}, **given)
    assert "the answers are too few for an estimate" in few.assumed


@pytest.mark.parametrize("rest", ["", " + x", " + C(region)", " + x + said:x"])
@pytest.mark.parametrize("model", ["linear", "logistic"])
def test_without_the_outcomes_constant_the_truth_keeps_its_own(model: str, rest: str) -> None:
    """0 + said has a mean for every truth in place of a constant and a difference: the model is the same."""
    data, left = with_outcomes(5, 500, WARNER), "income" if model == "linear" else "ill"
    one, other = (
        regress(f"{left} ~ {right}{rest}", data, mechanism=WARNER, answer="said", model=model)
        for right in ("said", "0 + said")
    )
    assert other.llf == pytest.approx(one.llf, abs=1e-6) and len(other.names) == len(one.names)
    means = [found.get_prediction().summary_frame() for found in (one, other)]
    np.testing.assert_allclose(means[0][["mean", "mean_se"]], means[1][["mean", "mean_se"]], rtol=1e-3)
    assert {"said[no]", "said[yes]"} < set(other.names)


def test_a_term_of_the_outcome_is_tested_by_the_outcomes_coefficients() -> None:
    data = with_outcomes(6, 500, WARNER)
    found = regress("income ~ said + region + x", data, mechanism=WARNER, answer="said", model="linear")
    regions = ["region[T.south]", "region[T.west]"]
    assert found.wald_test("region").hypothesis == found.wald_test(regions).hypothesis
    assert found.wald_test("region").degrees == (2,) and found.wald_test("x").degrees == (1,)
    assert found.wald_test([f"truth yes: {name}" for name in regions]).degrees == (2,)
