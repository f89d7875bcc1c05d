"""What follows from a regression on the truth: statsmodels' own where the truth is told, else differences and scipy's maxima."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import optimize, stats
from scipy.special import expit

from rropt import InputError
from rropt.survey import regress
from tests.survey.regression.test_fit import KRR, WARNER, told
from tests.survey.regression.test_predictor import with_outcomes

FORMULA = {"linear": "income ~ said * x + C(region)", "logistic": "ill ~ said + x + I(x ** 2) + C(region)"}


def test_where_the_truth_is_told_they_are_statsmodels() -> None:
    import statsmodels.formula.api as smf

    p = told(("no", "yes"))
    data = with_outcomes(1, 600, p)
    data["sick"] = (data["ill"] == "yes").astype(int)
    found = regress("ill ~ said + x", data, mechanism=p, answer="said", model="logistic")
    theirs = smf.logit("sick ~ said + x", data).fit(disp=0, tol=1e-12)
    means = found.predict()
    of_own = np.where(data["said"] == "yes", means["yes"], means["no"])
    np.testing.assert_allclose(of_own, theirs.predict(data), atol=1e-6)
    other = data.iloc[:7].assign(x=2.5)
    np.testing.assert_allclose(found.predict(other[["x"]])["yes"], theirs.predict(other.assign(said="yes")), atol=1e-6)
    # statsmodels has the effect of a dummy of numbers, and averages a slope over the truths as observed, not over their law
    data["said_yes"] = (data["said"] == "yes").astype(float)
    margins = smf.logit("sick ~ said_yes + x", data).fit(disp=0, tol=1e-12).get_margeff(dummy=True)
    effects = found.marginal_effects("said")
    assert effects.changes == ("said: no to yes",) and effects.truths == ("ill = yes",)
    assert effects.estimates[0] == pytest.approx(margins.margeff[0], abs=1e-6)
    assert effects.standard_errors[0] == pytest.approx(margins.margeff_se[0], abs=1e-6)


def shares_of(alpha: Any, z: Any, k: int) -> Any:
    eta = np.column_stack([np.zeros(len(z)), z @ alpha.reshape(k - 1, -1).T])
    return np.exp(eta) / np.exp(eta).sum(axis=1, keepdims=True)


@pytest.mark.slow_at("linear-mechanism2-None")
@pytest.mark.parametrize(
    ("model", "mechanism", "weights"),
    [("linear", WARNER, "w"), ("logistic", WARNER, None), ("linear", KRR, None), ("logistic", KRR, "w")],
)
def test_effects_and_errors_are_derivatives_of_the_mean_outcome(
    model: str, mechanism: Any, weights: str | None
) -> None:
    data = with_outcomes(5, 900, mechanism)
    rng = np.random.default_rng(6)
    data["w"] = rng.integers(1, 4, 900)
    # of four truths, a weaker effect than that of two, which would separate people
    chance = expit(0.5 * data["truth"] - 0.5 - 0.5 * data["x"])
    data["ill"] = np.where(rng.random(900) < chance, "yes", "no")
    found = regress(FORMULA[model], data, mechanism=mechanism, answer="said", model=model, weights=weights)
    assert found.ascent.is_found
    k, theta = mechanism.k, found.params.to_numpy()
    w = np.ones(900) if weights is None else data["w"].to_numpy()
    frame, cut = found.people.frame, found.likelihood.of_truth
    law_of = found.likelihood.z

    h, x = 1e-3, data["x"]
    changes: dict[str, dict[str, Any]] = {"none": {}, "up": {"x": x + h}, "down": {"x": x - h}}
    changes |= {name: {"region": name} for name in ("north", "south", "west")}
    columns = {name: found.columns_again(frame.assign(**changed)) for name, changed in changes.items()}

    def mean(t: Any, name: str, truth: int | None = None) -> float:
        line = columns[name] @ t[cut : cut + columns[name].shape[2]]
        means = line if model == "linear" else expit(line)
        one = means[:, truth] if truth is not None else (shares_of(t[:cut], law_of, k) * means).sum(axis=1)
        return float(np.average(one, weights=w))

    def effects(t: Any) -> Any:
        of_truth = [mean(t, "none", j) - mean(t, "none", 0) for j in range(1, k)]
        slope = (mean(t, "up") - mean(t, "down")) / (2 * h)
        return np.array([*of_truth, slope, *(mean(t, name) - mean(t, "north") for name in ("south", "west"))])

    gradient = np.column_stack(
        [(effects(theta + 1e-5 * e) - effects(theta - 1e-5 * e)) / 2e-5 for e in np.eye(len(theta))]
    )
    errors = np.sqrt(np.diag(gradient @ found.cov_params().to_numpy() @ gradient.T))
    ours = found.marginal_effects()
    assert ours.changes[k - 1 :] == ("x", "region: north to south", "region: north to west")
    np.testing.assert_allclose(ours.estimates, effects(theta), atol=1e-6)
    np.testing.assert_allclose(ours.standard_errors, errors, rtol=1e-4)


@pytest.mark.parametrize("model", ["linear", "logistic"])
@pytest.mark.slow_at("linear")
def test_the_likelihood_ratio_is_that_of_two_maxima_by_scipy(model: str) -> None:
    left = "income" if model == "linear" else "ill"
    data = with_outcomes(7, 900, WARNER)
    larger = regress(f"{left} ~ said * x", data, mechanism=WARNER, answer="said", model=model)
    smaller = regress(f"{left} ~ said + x", data, mechanism=WARNER, answer="said", model=model)
    truth = [np.where(data["said"] == "yes", *pair) for pair in ((0.25, 0.75), (0.75, 0.25))]
    x = data["x"].to_numpy()
    y = data[left].to_numpy() if model == "linear" else (data[left] == "yes").to_numpy(dtype=float)

    def loss(t: Any, *, crossed: bool) -> float:
        a, b, rest = t[:2], t[2:6], t[-1]
        p = expit(a[0] + a[1] * x)
        total = np.zeros(len(x))
        for j, share in enumerate((1 - p, p)):
            line = b[0] + b[1] * j + b[2] * x + (b[3] * j * x if crossed else 0)
            density = (
                stats.norm.pdf(y, line, np.exp(rest)) if model == "linear" else expit(np.where(y == 1, line, -line))
            )
            total += truth[j] * share * density
        return float(-np.log(total).sum())

    def most(crossed: bool) -> float:
        start = np.array([0.0, 0.0, float(y.mean()), 0.5, 0.0, 0.0, 0.0])
        return -float(optimize.minimize(loss_of(crossed), start, method="BFGS", options={"gtol": 1e-6}).fun)

    def loss_of(crossed: bool) -> Any:
        return lambda t: loss(t, crossed=crossed)

    test = larger.lr_test(smaller)
    statistic = 2 * (most(True) - most(False))
    assert test.statistic == pytest.approx(statistic, abs=1e-4) and test.degrees == (1,)
    assert test.p_value == pytest.approx(stats.chi2.sf(statistic, 1), abs=1e-5)


@pytest.mark.full
def test_the_test_of_an_interaction_that_is_none_has_its_level() -> None:
    """100 surveys have a standard error of 0.022 at 5 %; the same statistics doubled reject far more often, and are seen to."""
    statistics = []
    for seed in range(100):
        data = with_outcomes(1000 + 2 * seed, 400, WARNER)
        larger, smaller = (
            regress(f"income ~ {right}", data, mechanism=WARNER, answer="said", model="linear")
            for right in ("said * x", "said + x")
        )
        statistics.append(larger.lr_test(smaller).statistic)
    level, doubled = (float(np.mean(np.array(statistics) * c > stats.chi2.isf(0.05, 1))) for c in (1, 2))
    assert abs(level - 0.05) < 0.05 < abs(doubled - 0.05), (level, doubled)


@pytest.mark.slow
def test_what_is_no_smaller_model_is_refused() -> None:
    data = with_outcomes(9, 700, WARNER)
    given: dict[str, Any] = {"mechanism": WARNER, "answer": "said"}
    small = regress("income ~ said", data, model="linear", **given)
    large = regress("income ~ said + x", data, model="linear", **given)
    assert large.lr_test(small).degrees == (2,)
    with pytest.raises(InputError, match="not a smaller model"):
        small.lr_test(large)
    with pytest.raises(InputError, match="not a smaller model"):
        regress("income ~ said + C(region)", data, model="linear", **given).lr_test(large)
    with pytest.raises(InputError, match="were fitted to different answers"):
        large.lr_test(regress("w ~ said", data.assign(w=data["income"] ** 2), model="linear", **given))
    with pytest.raises(InputError, match="wald_test"):
        large.lr_test(regress("income ~ said", data, model="linear", cluster="school", **given))
    with pytest.raises(InputError, match="no column 'x'"):
        large.predict(data[["region"]])
    assert "on the mean of income, the truth held fixed" in repr(large.marginal_effects())
