"""Regressions: the definition by brute force, numeric derivatives, statsmodels where the truth is told, coverage, effects,
tests."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from rropt import from_spec
from rropt.exact.errors import InputError
from rropt.show import near
from rropt.survey import effects, estimate, regress
from rropt.survey.answers import Device
from rropt.survey.covariates import _numbers_of, require_independent
from rropt.survey.estimates import FEW_FREE
from rropt.survey.laws import slopes_at
from rropt.survey.likelihood import Multinomial, ProportionalOdds, TwoQuestions, climb, clusters_behind, invert
from rropt.survey.predictor import Mixture, _corrected
from rropt.survey.regression import _read_cov_type
from tests.survey.conftest import DIRECT, KRR, UNEVEN, WARNER, device

TWO = {"A": WARNER, "B": UNEVEN}


def simulated(n: int, seed: int) -> pd.DataFrame:
    """People whose truth has the log-odds −0.4 + 0.8 x, asked by Warner's device."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n)
    truth = rng.random(n) < expit(-0.4 + 0.8 * x)
    said = np.where(rng.random(n) < np.where(truth, 0.75, 0.25), "yes", "no")
    frame = pd.DataFrame({"said": said, "x": x, "truth": np.where(truth, "yes", "no"), "r": rng.choice(list("nse"), n)})
    frame["income"] = 2 * truth + 0.5 * x + rng.normal(size=n)
    frame["w"], frame["c"], frame["half"] = rng.integers(1, 4, n) / 2, np.arange(n) // 10, rng.choice(["A", "B"], n)
    frame["h"], frame["b"] = np.where(frame.c % 2, "u", "v"), rng.integers(0, 2, n)
    return frame


PEOPLE = simulated(600, 1)


def test_links_are_their_definitions_and_have_their_derivatives() -> None:
    rng = np.random.default_rng(2)
    x, theta = rng.normal(size=(5, 2)), rng.normal(size=8)
    lines = np.column_stack([np.zeros(5), x @ theta[:2], x @ theta[2:4]])
    odds, cuts = np.exp(lines), np.array([-0.5, 0.1, 0.7])
    below = np.column_stack([np.zeros(5), *(expit(c - x @ theta[:2]) for c in cuts), np.ones(5)])
    sensitive, other = expit(x @ theta[:2]), expit(theta[2])
    shares: list[tuple[Any, np.ndarray, np.ndarray]] = [
        (Multinomial(2), theta[:2], np.column_stack([1 - sensitive, sensitive])),
        (Multinomial(3), theta[:4], odds / odds.sum(axis=1, keepdims=True)),
        (ProportionalOdds(4), np.append(cuts, theta[:2]), np.diff(below)),
        (
            TwoQuestions(2),
            theta[:3],
            np.column_stack([p * q for p in (1 - sensitive, sensitive) for q in (1 - other, other)]),
        ),
    ]
    for link, at, expected in shares:
        assert np.allclose(np.exp(link.logs(link.design(x) @ at)).T, expected, rtol=1e-13)
        eta = link.design(x) @ at
        assert np.allclose(link.slopes(eta).swapaxes(0, 1), slopes_at(link.logs, eta), rtol=1e-12, atol=1e-14)
        start = np.exp(link.logs(link.design(0 * x) @ link.start(len(at))))
        assert np.allclose(start, 1 / len(start))


CASES: list[tuple[str, dict[str, Any]]] = [
    ("said ~ x + C(r)", {"mechanism": WARNER}),
    ("said ~ x", {"mechanism": TWO, "by": "half"}),
    ("said ~ x", {"mechanism": WARNER, "weights": "w"}),
    ("said ~ x", {"unrelated": {"A": "3/4", "B": "1/4"}, "by": "half"}),
    ("letter ~ x", {"mechanism": KRR, "model": "multinomial"}),
    ("letter ~ x", {"mechanism": KRR, "model": "ordinal"}),
    ("income ~ said + x", {"mechanism": UNEVEN, "answer": "said", "model": "linear"}),
    ("b ~ said + x", {"mechanism": UNEVEN, "answer": "said", "model": "logistic", "weights": "w"}),
    ("letter ~ x", {"mechanism": device(3, 3, 2), "model": "multinomial"}),
    ("income ~ letter + x", {"mechanism": KRR, "answer": "letter", "model": "linear"}),
    ("b ~ letter + x", {"mechanism": KRR, "answer": "letter", "model": "logistic"}),
]


def with_letters(frame: pd.DataFrame) -> pd.DataFrame:
    rng = np.random.default_rng(5)
    return frame.assign(
        letter=np.where(rng.random(len(frame)) < expit(frame.x.to_numpy()), rng.choice(list("bc"), len(frame)), "a")
    )


@pytest.mark.parametrize(("formula", "how"), CASES, ids=[f"{f} {sorted(h)}" for f, h in CASES])
def test_scores_and_informations_are_derivatives_and_zero_at_the_maximum(formula: str, how: dict[str, Any]) -> None:
    frame = with_letters(PEOPLE)
    if formula.startswith("letter") and how["mechanism"] is not KRR:
        frame = frame.assign(letter=frame.letter.map({"a": "u", "b": "v", "c": "w"}))
    found = regress(formula, frame, **how)
    target, theta = found.fit.likelihood, found.values
    assert found.fit.end.is_found
    scores = target.scores(theta)
    assert (np.abs(scores.sum(axis=0)) < 1e-12 * np.abs(scores).sum(axis=0)).all()
    moved = theta + 0.05 * np.random.default_rng(1).normal(size=len(theta))
    h = np.eye(len(theta)) * 1e-5
    assert np.allclose(
        target.scores(moved).sum(axis=0),
        [(target.value(moved + d) - target.value(moved - d)) / 2e-5 for d in h],
        rtol=1e-6,
        atol=1e-4,
    )
    curve = [-(target.scores(moved + d) - target.scores(moved - d)).sum(axis=0) / 2e-5 for d in h]
    assert np.allclose(target.information(moved, "observed"), curve, rtol=1e-5, atol=1e-4)
    if found.fit.outcome:
        expected = target.information(moved, "expected")
        assert np.linalg.eigvalsh(expected).min() > 0
        # if truths were seen, each person would tell of log σ twice the information on one normal error
        assert found.model == "logistic" or expected[-1, -1] == pytest.approx(2 * found.nobs)
        return
    # the expected information is the mean of the observed one over the answers of every person
    people, total = target.people, np.zeros_like(curve)
    shares = np.exp(target.link.logs(target.link.design(target.x) @ moved))
    for of_answer in people.devices[people.answers.group].transpose(1, 2, 0):
        answers = replace(people.answers, w=people.answers.w * (of_answer * shares).sum(axis=0))
        other = replace(target, people=replace(people, log_chances=np.log(of_answer + 1e-300), answers=answers))
        total += other.information(moved, "observed")
    assert np.allclose(target.information(moved, "expected"), total, rtol=1e-8, atol=1e-8)


def test_a_likelihood_is_that_of_its_definition() -> None:
    found = regress("said ~ x", PEOPLE, mechanism=UNEVEN)
    y, x = (PEOPLE.said == "yes").to_numpy(), PEOPLE.x.to_numpy()

    def minus(theta: np.ndarray) -> float:
        q = 0.1 + 0.6 * expit(theta[0] + theta[1] * x)
        return -float(np.log(np.where(y, q, 1 - q)).sum())

    end = minimize(minus, [0, 0], method="BFGS", options={"gtol": 1e-8})
    assert found.values == pytest.approx(end.x, abs=1e-5) and found.llf == pytest.approx(-end.fun, abs=1e-8)
    assert all(
        list(getattr(found, name).index) == ["Intercept", "x"] for name in ("params", "bse", "tvalues", "pvalues")
    )
    assert (
        found.aic == pytest.approx(4 - 2 * found.llf)
        and found.bic == pytest.approx(2 * np.log(600) - 2 * found.llf)
        and found.nobs == 600
    )


def test_where_the_truth_is_told_it_is_statsmodels() -> None:
    smf = pytest.importorskip("statsmodels.formula.api")
    frame = PEOPLE.assign(y=(PEOPLE.truth == "yes").astype(int))
    found = regress("truth ~ x + C(r) + b", frame, mechanism=DIRECT)
    peer = smf.logit("y ~ x + C(r) + b", frame).fit(disp=0, tol=1e-12)
    at = list(found.names)
    assert found.params[at].to_numpy() == pytest.approx(peer.params[at].to_numpy()) and found.llf == pytest.approx(
        peer.llf
    )
    assert found.bse[at].to_numpy() == pytest.approx(peer.bse[at].to_numpy(), rel=1e-6)
    slope = found.marginal_effects("x")
    assert slope.values[0] == pytest.approx(peer.get_margeff().summary_frame().loc["x", "dy/dx"])
    assert slope.errors[0] == pytest.approx(peer.get_margeff().summary_frame().loc["x", "Std. Err."], rel=1e-5)
    assert regress("truth ~ x", frame, mechanism=DIRECT, cov_type="HC0").bse.to_numpy() == pytest.approx(
        smf.logit("y ~ x", frame).fit(disp=0, cov_type="HC0").bse.to_numpy(), rel=1e-6
    )
    clustered = smf.logit("y ~ x", frame).fit(
        disp=0, cov_type="cluster", cov_kwds={"groups": frame.c, "use_correction": False}
    )
    mine = regress("truth ~ x", frame, mechanism=DIRECT, cluster="c")
    assert (
        mine.bse.to_numpy() * np.sqrt(59 / 60) == pytest.approx(clustered.bse.to_numpy(), rel=1e-6)
        and mine.people.freedom == 59
    )
    line = smf.ols("income ~ truth + x", frame).fit()
    told = regress("income ~ truth + x", frame, mechanism=DIRECT, answer="truth", model="linear")
    assert told.params["truth[T.yes]"] == pytest.approx(line.params["truth[T.yes]"]) and told.params[
        "x"
    ] == pytest.approx(line.params["x"])
    # where the truth is told, the information on coefficients does not depend on the outcome
    assert np.allclose(*(told.fit.likelihood.information(told.values, x)[2:-1, 2:-1] for x in ("expected", "observed")))
    # corrected scores are least squares there, with the errors of White
    white, own = smf.ols("income ~ truth + x", frame).fit(cov_type="HC0"), list(told.names[2:-1])
    x = effects.columns_again(told, told.people.frame)
    beta, errors = _corrected(x, frame.income.to_numpy(), told.people) or (None, None)
    assert beta == pytest.approx(white.params[own].to_numpy()) and errors == pytest.approx(white.bse[own].to_numpy())
    chance = smf.logit("b ~ truth + x", frame).fit(disp=0, tol=1e-12)
    told = regress("b ~ truth + x", frame, mechanism=DIRECT, answer="truth", model="logistic")
    assert told.fit.outcome == "b = 1" and told.params[chance.params.index].to_numpy() == pytest.approx(chance.params)
    assert told.bse[chance.params.index].to_numpy() == pytest.approx(chance.bse, rel=1e-6)
    wald, peers = found.wald_test("C(r)"), peer.wald_test_terms(skip_single=False).table.loc["C(r)"]
    assert wald.row[0] == pytest.approx(float(np.squeeze(peers["statistic"])), rel=1e-6) and wald.test.law[2] == (2,)
    ordered = frame.assign(
        y=pd.Categorical(np.where(frame.income < 0, "a", np.where(frame.income < 2, "b", "c")), ordered=True)
    )
    odds = (
        pytest.importorskip("statsmodels.miscmodels.ordinal_model")
        .OrderedModel(ordered.y, ordered[["x"]], distr="logit")
        .fit(disp=0, method="bfgs", gtol=1e-10)
    )
    mine = regress(
        "y ~ x",
        ordered.assign(y=ordered.y.astype(str)),
        mechanism=Device(np.eye(3), tuple("abc"), tuple("abc")),
        model="ordinal",
    )
    assert mine.params["x"] == pytest.approx(odds.params["x"], abs=1e-4) and mine.llf == pytest.approx(
        odds.llf, abs=1e-6
    )


def test_one_share_is_that_of_the_estimate() -> None:
    found, share = regress("said ~ 1", PEOPLE, mechanism=WARNER), ((PEOPLE.said == "yes").mean() - 0.25) / 0.5
    assert expit(found.params.iloc[0]) == pytest.approx(share) and found.predict().iloc[0] == pytest.approx(share)
    # by the delta method the error of the share is that of a binomial one
    q = 0.25 + 0.5 * share
    assert found.bse.iloc[0] * share * (1 - share) == pytest.approx(np.sqrt(q * (1 - q) / 600) / 0.5)
    half = found.conf_int(alpha=0.5)
    assert (half[1] - half[0]).iloc[0] == pytest.approx(2 * 0.674489750196082 * found.bse.iloc[0])
    assert regress("said ~ x", PEOPLE, mechanism=WARNER, positive="no").params.to_numpy() == pytest.approx(
        -regress("said ~ x", PEOPLE, mechanism=WARNER).params.to_numpy()
    )


COVERED = {"warner": (WARNER, "logit", 1), "uneven": (UNEVEN, "logit", 1), "three truths": (KRR, "multinomial", 3)}


@pytest.mark.slow
@pytest.mark.parametrize("n", [300, 2000])
@pytest.mark.parametrize("name", COVERED)
def test_95_percent_intervals_of_coefficients_cover_950_times_in_1000(name: str, n: int) -> None:
    """The number of intervals that cover is binomial: outside of 928 to 972 with probability .002 if 950 of 1,000 cover, and .82
    (.98) if 920 (910) do. Of three truths it is the slope of the last."""
    d, model, at = COVERED[name]
    k, rng, hits = len(d.inputs), np.random.default_rng(n), 0
    cut = np.cumsum(d.matrix, axis=0)
    for _ in range(1000):
        x = rng.normal(size=n)
        eta = np.outer(x, np.arange(k)) * 0.8 / (k - 1) - 0.4 * np.arange(k)
        chances = np.exp(eta) / np.exp(eta).sum(axis=1, keepdims=True)
        truth = (rng.random((n, 1)) > np.cumsum(chances, axis=1)).sum(axis=1)
        frame = pd.DataFrame({"said": np.array(d.outputs)[(rng.random(n) > cut[:, truth]).sum(axis=0)], "x": x})
        told = regress("said ~ x", frame, mechanism=d, model=model)
        hits += bool(told.lower[at] <= 0.8 <= told.upper[at])
    assert 928 <= hits <= 972


def test_clusters_weights_and_counts() -> None:
    table = PEOPLE.groupby(["said", "r", "b"]).size().reset_index(name="n")
    whole, rows = (
        regress("said ~ r + b", x, mechanism=WARNER, **how) for x, how in ((table, {"counts": "n"}), (PEOPLE, {}))
    )
    assert whole.params.to_numpy() == pytest.approx(rows.params.to_numpy()) and whole.nobs == 600
    one = regress("said ~ x", PEOPLE.assign(one=1), mechanism=WARNER, weights="one")
    assert one.bse.to_numpy() == pytest.approx(
        regress("said ~ x", PEOPLE, mechanism=WARNER, cov_type="HC0").bse.to_numpy()
    )
    target = one.fit.likelihood
    for how in ({"cluster": "c"}, {"cluster": "c", "stratum": "h"}, {"stratum": "h"}):
        found = regress("said ~ x", PEOPLE, mechanism=WARNER, **how)
        unit = PEOPLE.c if "cluster" in how else PEOPLE.index
        stratum = PEOPLE.h if "stratum" in how else ""
        sums = (
            pd.DataFrame(target.scores(found.values))
            .groupby([pd.Series(stratum, PEOPLE.index), pd.Series(unit, PEOPLE.index)])
            .sum()
        )
        middle = sum(len(u) / (len(u) - 1) * (u - u.mean()).T.dot(u - u.mean()) for _, u in sums.groupby(level=0))
        inverse = np.linalg.inv(target.information(found.values, "observed"))
        assert np.allclose(found.covariance, inverse @ middle @ inverse)
        assert found.people.freedom == len(sums) - sums.index.get_level_values(0).nunique()
        assert ("(60 clusters in" if "cluster" in how else "(600 people in 2 strata)") in list(found._notes())[-1]


def test_rows_without_values_are_left_out_and_told() -> None:
    frame = PEOPLE.assign(x=PEOPLE.x.where(PEOPLE.index > 9), w=PEOPLE.w.where(PEOPLE.index != 20, 0.0))
    found = regress("said ~ x", frame, mechanism=WARNER, weights="w")
    assert found.nobs == 589 and found.params.to_numpy() == pytest.approx(
        regress("said ~ x", frame.drop(index=[*range(10), 20]), mechanism=WARNER, weights="w").params.to_numpy()
    )
    assert "10 rows without a value" in repr(found) and "1 row with a weight of 0." in repr(found)
    assert "1 row with a weight of 0; the clusters of such rows count." in repr(
        regress("said ~ x", frame, mechanism=WARNER, weights="w", cluster="c")
    )
    asked = frame.assign(
        g=["A", None, "C", *["A", "B"] * 300][: len(frame)], x=PEOPLE.x, said=PEOPLE.said.astype(object)
    )
    asked.loc[2, "said"] = "?"
    found = regress("said ~ x", asked, mechanism=dict.fromkeys("ABC", WARNER), by="g", other="drop")
    assert "1 row without a value (1 by g)" in repr(found) and "No answer of the group C counts" in repr(found)
    assert "Left out: 1 answer that is no output ('?' (1)) in the groups 'C' (1)" in " ".join(repr(found).split())
    with pytest.raises(InputError, match=r"10 rows have missing values \(10 by x\)"):
        regress("said ~ x", frame, mechanism=WARNER, missing="error")
    strange = PEOPLE.assign(said=PEOPLE.said.where(PEOPLE.index > 4, "?"))
    assert regress("said ~ x", strange, mechanism=WARNER, other="drop").nobs == 595


def test_separation_is_one_warning() -> None:
    frame = pd.DataFrame({"said": ["no"] * 50 + ["yes"] * 50, "x": [0] * 50 + [1] * 50})
    found = regress("said ~ x", frame, mechanism=WARNER)
    assert not found.fit.end.is_found and found.bse.isna().all() and sum("no maximum" in x for x in found.warnings) == 1
    untold = found._lead()
    frame = pd.DataFrame({"said": ["no"] * 50 + ["no", "yes"] * 25, "x": [0] * 50 + [1] * 50})
    found = regress("said ~ 0 + C(x)", frame, mechanism=WARNER)
    assert list(found.bse.isna()) == [True, False] and found.params.iloc[1] == pytest.approx(0, abs=1e-9)
    assert untold.startswith(
        "No coefficient beside the intercept is tested against 0. Logit"
    ) and found._lead().startswith(
        "At the 5% level no tested coefficient is shown to differ from 0, each tested alone."
    )


class Slope:
    """A likelihood log Λ(θ_0) − (θ_1 − top)²/2 of which only the second parameter has a maximum."""

    people, reach = SimpleNamespace(n=1), np.ones(2)

    def __init__(self, top: float) -> None:
        self.top = top

    def value(self, theta: np.ndarray) -> float:
        return float(np.log(expit(theta[0])) - (theta[1] - self.top) ** 2 / 2)

    def scores(self, theta: np.ndarray) -> np.ndarray:
        return np.array([[expit(-theta[0]), self.top - theta[1]]])

    def information(self, theta: np.ndarray, kind: str) -> np.ndarray:
        return np.diag([expit(theta[0]) * expit(-theta[0]), 1.0])

    def moves(self, step: np.ndarray) -> float:
        return float(np.abs(step).max())


@pytest.mark.parametrize(("top", "is_off"), [(3, False), (19, False), (21, True), (-19, False), (-21, True)])
def test_what_runs_off_is_named_and_with_it_what_is_far_away(top: float, is_off: bool) -> None:
    end = climb(Slope(top), np.zeros(2))
    assert not end.is_found and end.runs_off.tolist() == [True, is_off] and end.theta[1] == pytest.approx(top)


def test_effects_and_predictions_are_of_the_delta_method() -> None:
    for formula, how in (CASES[1], CASES[3], CASES[5], CASES[7], CASES[9]):
        frame = with_letters(PEOPLE.head(150))
        found = regress(formula, frame, **how)
        changed, predicted, at, v = found.marginal_effects(), found.get_prediction(), found.values, found.covariance
        names = ([found.answer] if found.fit.outcome else []) + list(found.people.frame.columns)
        changes = [
            (*(effects.columns_again(found, frame) for frame in ends), width)
            for name in names
            for _, *ends, width in effects._changes(found, name)
        ]
        x, truths = effects.read_covariates(found, None)[0][:6], len(predicted.truths) // found.nobs

        def again(
            theta: np.ndarray, one: Any = found, changes: Any = changes, x: Any = x, truths: int = truths
        ) -> np.ndarray:
            means = one.fit.likelihood.means(x, theta)[:, -truths:].ravel()
            return np.concatenate([*(effects._effect(one, *change, theta) for change in changes), means])

        assert again(at) == pytest.approx(np.concatenate([changed.values, predicted.values[: 6 * truths]]))
        slopes = np.array([(again(at + d) - again(at - d)) / 2e-5 for d in np.eye(len(at)) * 1e-5]).T
        errors = np.sqrt(np.einsum("ip,pq,iq->i", slopes, v, slopes))
        assert np.concatenate([changed.errors, predicted.errors[: 6 * truths]]) == pytest.approx(
            errors, rel=1e-4, abs=1e-9
        )
    two = regress("said ~ x + C(r)", PEOPLE, mechanism=WARNER)
    new = pd.DataFrame({"x": [0.0, 1.0], "r": ["s", "n"]})
    line = (
        two.params["Intercept"]
        + two.params["x"] * np.array([0, 1])
        + np.array([two.params["C(r)[T.s]"], two.params["C(r)[T.n]"]])
    )
    frame = two.get_prediction(new).summary_frame()
    assert frame["mean"].to_numpy() == pytest.approx(expit(line)) and (frame["mean_ci_lower"] > 0).all()
    assert two.predict(new).to_numpy() == pytest.approx(expit(line)) and len(two.marginal_effects("r").values) == 2
    # other people are counted where no covariate tells them apart
    for formula, how in (("said ~ 1", {}), ("income ~ said", {"answer": "said", "model": "linear"})):
        alone = regress(formula, PEOPLE, mechanism=WARNER, **how)
        assert len(alone.predict(new)) == 2 and alone.predict(new).to_numpy()[1] == pytest.approx(
            alone.predict().iloc[0]
        )
    assert two.odds_ratios().values == pytest.approx(np.exp(two.params.drop("Intercept").to_numpy()))
    for right, full in (
        ("0 + C(r) + C(h) + x", " of C(r), "),
        ("0 + C(r):C(h)", " of C(r):C(h), "),
        ("x:C(r) + h", ""),
    ):
        told = regress(f"said ~ {right}", PEOPLE, mechanism=WARNER).odds_ratios().what
        assert told.endswith(
            f";{full}whose categories have no reference, they are no ratios but the odds themselves"
            if full
            else "against no"
        )


def test_tests_of_coefficients() -> None:
    found, smaller = (regress(f, PEOPLE, mechanism=WARNER) for f in ("said ~ x + C(r)", "said ~ x"))
    ratio = found.lr_test(smaller)
    assert ratio.row[0] == pytest.approx(2 * (found.llf - smaller.llf)) and ratio.test.law[2] == (2,)
    z = (found.params["x"] - 0.5) / found.bse["x"]
    assert found.wald_test("x = 0.5").row[0] == pytest.approx(z**2)
    both = found.wald_test(["x = 0.5", "C(r)[T.n] = C(r)[T.s]"])
    assert both.test.law[2] == (2,) and both.row[0] > z**2 - 1e-9
    clustered, weighted = (
        regress("said ~ x + C(r)", PEOPLE, mechanism=WARNER, **how) for how in ({"cluster": "c"}, {"weights": "w"})
    )
    # a category that is left of other people is none
    kept = PEOPLE.assign(r=pd.Categorical(PEOPLE.r, list("sne")))[PEOPLE.r != "s"]
    assert regress("said ~ r", kept, mechanism=WARNER).names == ("Intercept", "r[T.e]")
    assert found.fit.covariates.references() == {"C(r)": min(PEOPLE.r)}
    assert list(
        regress("said ~ C(b) + C(h) + C(half) + C(r)", PEOPLE, mechanism=WARNER).fit.covariates.references()
    ) == ["C(b)", "C(h)", "C(half)", "C(r)"]
    assert clustered.wald_test("C(r)").test.law[1:] == ("F", (2, 58))
    other = regress("said ~ b", PEOPLE, mechanism=WARNER)
    wrongs = [
        lambda: found.wald_test("nobody"),
        lambda: found.wald_test(["x", "x"]),
        lambda: found.wald_test([]),
        lambda: found.lr_test(other),
        lambda: found.lr_test(5),
        lambda: smaller.lr_test(found),
        lambda: clustered.lr_test(smaller),
        lambda: weighted.lr_test(smaller),
        lambda: found.wald_test("x = x"),
        lambda: found.marginal_effects("nobody"),
        # formulaic takes a category that it lacks for the reference, and a number in place of a category for a coefficient's factor
        lambda: found.predict(PEOPLE.assign(r="N")),
        lambda: found.predict(PEOPLE.assign(r=1)),
        lambda: regress("said ~ r", PEOPLE, mechanism=WARNER).predict(PEOPLE.assign(r=1)),
        lambda: regress("said ~ C(b)", PEOPLE, mechanism=WARNER).predict(PEOPLE.assign(b="1")),
        lambda: regress("income ~ said", PEOPLE, mechanism=WARNER, answer="said", model="linear").odds_ratios(),
    ]
    for wrong in wrongs:
        with pytest.raises(InputError, match=r"^[^\n]{15,400}$"):
            wrong()


def test_the_unrelated_question_has_a_share() -> None:
    rng = np.random.default_rng(4)
    half, x = rng.choice(["A", "B"], 4000), rng.normal(size=4000)
    frame = pd.DataFrame(
        {
            "said": np.where(
                (
                    np.where(
                        rng.random(4000) < np.where(half == "A", 0.8, 0.2),
                        rng.random(4000) < expit(x - 0.5),
                        rng.random(4000) < 0.3,
                    )
                ),
                "yes",
                "no",
            ),
            "half": half,
            "x": x,
        }
    )
    found = regress("said ~ x", frame, unrelated={"A": "4/5", "B": "1/5"}, by="half")
    assert found.unrelated is not None and found.unrelated[1] < 0.3 < found.unrelated[2]
    # answers of pairs of truths, as these are, fit
    assert found.warnings == ()
    assert (
        abs(found.params["x"] - 1) < 3.5 * found.bse["x"]
        and regress("said ~ x", frame, mechanism=WARNER).unrelated is None
    )


def test_half_samples_with_one_chance_do_not_tell_two_questions_apart() -> None:
    for chances in ({"A": "3/4", "B": "3/4"}, {"A": "0.75", "B": "3/4"}):
        with pytest.raises(InputError, match="A, B have one chance of the sensitive question; use different chances"):
            regress("said ~ x", PEOPLE, unrelated=chances, by="half")


def test_the_effect_of_a_truth_that_nobody_sees() -> None:
    found = regress("income ~ said + x", simulated(1500, 7), mechanism=WARNER, answer="said", model="linear")
    assert abs(found.params["said[T.yes]"] - 2) < 3.5 * found.bse["said[T.yes]"] and "corrected scores" in " ".join(
        found.fit.remarks
    )


def test_the_effect_of_a_truth_is_not_its_mirror_image() -> None:
    # where answers tell little, the likelihood has a second maximum, at which the two truths have changed places
    rng, weak = np.random.default_rng(1), Device(np.array([[6, 4], [4, 6]]) / 10, ("no", "yes"), ("no", "yes"))
    truth = rng.random(400) < 0.4
    frame = pd.DataFrame(
        {
            "said": np.where(rng.random(400) < np.where(truth, 0.6, 0.4), "yes", "no"),
            "income": 10 - 4 * truth + rng.normal(size=400),
        }
    )
    found = regress("income ~ said", frame, mechanism=weak, answer="said", model="linear")
    assert abs(found.params["said[T.yes]"] + 4) < 3.5 * found.bse["said[T.yes]"]


@pytest.mark.parametrize(("yes", "is_corrected"), [(20, False), (30, True)])
def test_there_are_no_corrected_scores_where_the_share_is_negative(yes: int, is_corrected: bool) -> None:
    # a quarter of the people of whom nobody has the trait says yes
    said, income = ["yes"] * yes + ["no"] * (100 - yes), np.arange(100) % 7
    frame = pd.DataFrame({"said": said, "income": income})
    assert (
        "no estimate by corrected scores"
        not in regress("income ~ said", frame, mechanism=WARNER, answer="said", model="linear").fit.remarks[0]
    ) is is_corrected


BLIND = Device(np.array([[9, 7, 1], [1, 3, 9]]) / 10, tuple("abc"), ("no", "yes"))
"""Two answers do not identify three shares."""
BAD: list[tuple[str, dict[str, Any]]] = [
    ("said", {}),
    ("said ~ nobody", {}),
    ("said ~ x", {"model": "ordinary"}),
    ("said ~ x", {"mechanism": KRR}),
    ("said ~ x + I(2*x)", {}),
    ("said ~ x", {"cov_type": "cluster"}),
    ("said ~ x", {"cov_type": "expected", "weights": "w"}),
    ("said ~ x", {"by": "half"}),
    ("said ~ x", {"mechanism": None}),
    ("r ~ x", {}),
    ("said ~ said", {}),
    ("income ~ said", {"answer": "said"}),
    ("r ~ said", {"answer": "said", "model": "linear"}),
    ("r ~ said", {"answer": "said", "model": "logistic"}),
    ("said ~ x", {"positive": "maybe"}),
    ("said ~ 0", {}),
    ("said ~ x +", {}),
    ("said ~ C(r, levels=['n', 's'])", {}),
    ("said ~ x + C(b > 5)", {}),
    ("said ~ x", {"mechanism": Device(np.full((2, 2), 0.5), ("no", "yes"), ("no", "yes"))}),
    ("letter ~ x", {"mechanism": BLIND, "model": "ordinal"}),
    ("income ~ letter", {"mechanism": BLIND, "answer": "letter", "model": "linear"}),
    ("said ~ x", {"weights": "r"}),
    ("said ~ x", {"cluster": "half", "stratum": "half"}),
    ("said ~ x", {"mechanism": None, "unrelated": {"A": "1/2", "B": "1/2"}, "by": "half"}),
    ("said ~ x", {"missing": "error", "weights": "nobody"}),
    ("said ~ x", {"cov_type": "HC3"}),
    ("said ~ x", {"outputs": ("no", "yes")}),
    ("said ~ I(0 * x)", {}),
    ("said ~ np.log(0 * b)", {}),
    ("said ~ x", {"mechanism": {"A": WARNER, "C": UNEVEN}, "by": "half"}),
    ("said ~ x", {"mechanism": {"A": WARNER, "B": KRR}, "by": "half"}),
    ("said ~ x", {"counts": "w"}),
    ("income ~ said", {"answer": "said", "model": "linear", "cov_type": "expected"}),
    ("income ~ x", {"answer": "said", "model": "linear"}),
]


@pytest.mark.parametrize("income", [0.1, np.inf, 1e150])
def test_an_outcome_that_does_not_vary_or_is_too_large_is_refused(income: float) -> None:
    frame = PEOPLE.assign(income=PEOPLE.income.where(PEOPLE.index > 0, income) if income > 1 else income)
    says = "in some row" if income > 1 else "so there is nothing to explain"
    with pytest.raises(InputError, match=f"the outcome 'income' is .*{says}"):
        regress("income ~ said", frame, mechanism=WARNER, answer="said", model="linear")
    frame = frame.assign(income=PEOPLE.income * 1e-160)
    with pytest.raises(InputError, match="so there is nothing to explain"):
        regress("income ~ said", frame, mechanism=WARNER, answer="said", model="linear")


def test_a_covariate_whose_squares_leave_the_range_of_doubles_is_refused() -> None:
    for scale, says in (
        (1e120, r"the covariate 'x' is not finite, or not below 1e\+100"),
        (1e-120, "'x' is 0, or nearly"),
    ):
        with pytest.raises(InputError, match=says):
            regress("said ~ x", PEOPLE.assign(x=PEOPLE.x * scale), mechanism=WARNER)
    said = [regress("said ~ x", PEOPLE.assign(x=PEOPLE.x * s), mechanism=WARNER).values * [1, s] for s in (1, 1e90)]
    assert np.allclose(*said, rtol=1e-6)


def test_a_misspelt_covariate_is_told_the_nearest_column() -> None:
    with pytest.raises(InputError, match=r"no column 'incone'.*income"):
        regress("said ~ incone", PEOPLE, mechanism=WARNER)


@pytest.mark.parametrize("right", ["x + (1|half)", "(1 + x || half)", "x + (1 | half/b)"])
def test_a_random_effect_leads_to_clusters(right: str) -> None:
    with pytest.raises(InputError, match=r"no mixed models.*--cluster half"):
        regress(f"said ~ {right}", PEOPLE, mechanism=WARNER)
    assert len(regress("said ~ x + I((b | b))", PEOPLE, mechanism=WARNER).names) == 3


@pytest.mark.parametrize(("formula", "how"), BAD, ids=[f"{f} {h.keys()}" for f, h in BAD])
def test_mistakes_are_refused_in_one_sentence(formula: str, how: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
        regress(formula, PEOPLE, **{"mechanism": WARNER} | how)


@pytest.mark.parametrize("formula", ["said ~ many", "many ~ x"])
def test_cells_of_several_values_are_refused(formula: str) -> None:
    with pytest.raises(InputError, match="the column 'many' holds several values; give one value a cell"):
        regress(formula, PEOPLE.assign(many=[["no"], ["yes"]] * 300), mechanism=WARNER)


def test_missing_answers_are_left_out_like_missing_covariates() -> None:
    frame = PEOPLE.assign(said=PEOPLE.said.where(PEOPLE.index > 4), x=PEOPLE.x.where(PEOPLE.index != 3))
    found, rest = (regress("said ~ x", x, mechanism=WARNER) for x in (frame, PEOPLE.iloc[5:]))
    assert found.params.to_numpy() == pytest.approx(rest.params.to_numpy()) and found.nobs == 595
    told = " ".join(repr(found).split())
    assert (
        "Left out: 1 row without a value (1 by x)." in told and "4 answers that are no output ('(missing)' (4))" in told
    )
    with pytest.raises(InputError, match="5 answers are missing"):
        regress("said ~ x", frame.assign(x=PEOPLE.x), mechanism=WARNER, missing="error")


def test_a_mixture_climbs_from_any_start() -> None:
    found = regress("income ~ said + x", PEOPLE, mechanism=UNEVEN, answer="said", model="linear")
    target: Mixture = found.fit.likelihood
    end = climb(target, found.values + 0.3)
    assert end.is_found and end.theta == pytest.approx(found.values, abs=1e-6)


def test_a_file_is_read_as_its_frame_and_so_is_one_of_people_to_predict(tmp_path: Path) -> None:
    frame = pd.DataFrame({"said": ["Ja", "Nein", "Ja", "Nein", "Ja"] * 40, "age": [20.0, 30, 40, 50, 60] * 40})
    frame.to_csv(tmp_path / "people.csv", index=False)
    how: dict[str, Any] = {
        "mechanism": from_spec("warner:p=9/10").relabel(outputs=["no", "yes"]),
        "meanings": {"Ja": "yes", "Nein": "no"},
    }
    found, again = regress("said ~ age", frame, **how), regress("said ~ age", tmp_path / "people.csv", **how)
    assert again.values.tolist() == found.values.tolist()
    assert again.predict(tmp_path / "people.csv").tolist() == found.predict(frame).tolist()


def test_labels_of_a_file_stay_texts_and_covariates_become_numbers(tmp_path: Path) -> None:
    # the formula has no column id, but the letters in said
    frame = PEOPLE.assign(c=[f"{'0' * (i % 2)}{i % 20}" for i in range(600)], note=["7", "x"] * 300, id="007")
    frame[["said", "x", "c", "note", "id"]].to_csv(tmp_path / "people.csv", index=False)
    found = regress("said ~ x", tmp_path / "people.csv", mechanism=WARNER, cluster="c")
    assert found.people.freedom == frame.c.nunique() - 1 and found.names == ("Intercept", "x")
    coded = regress("said ~ C(c)", tmp_path / "people.csv", mechanism=WARNER)
    assert len(coded.names) == frame.c.nunique() and coded.names[1:3] == ("C(c)[T.01]", "C(c)[T.011]")
    assert coded.predict(tmp_path / "people.csv").tolist() == coded.predict(frame).tolist()
    file = tmp_path / "odd.csv"
    for text, says in (("1,5", "'1,5' in row 2; mend it"), ("many", "'many' in row 3; mend it")):
        file.write_text(
            "said,x\n" + f'no,"{text}"\n' + 'yes,"2,5"\n' * 20 if "," in text else "said,x\nno,1\nyes,many\n"
        )
        with pytest.raises(InputError, match=says):
            regress("said ~ x", file, mechanism=WARNER)
    file.write_text("said,x\n" + "no,NA\nyes,1\nno,2\nyes,3\n" * 30)
    found = regress("said ~ x", file, mechanism=WARNER)
    assert found.nobs == 90 and found.names == ("Intercept", "x")
    whole = regress("said ~ C(x)", file, mechanism=WARNER)
    assert whole.names == ("Intercept", "C(x)[T.2]", "C(x)[T.3]") and whole.marginal_effects().names[0] == "x: 1 to 2"
    for column in (True, -1.0, None, np.inf, "many"):
        with pytest.raises(InputError, match="has weights that are missing, negative, no numbers, below 1e-100"):
            regress("said ~ x", PEOPLE.assign(v=column), mechanism=WARNER, weights="v")


@pytest.mark.parametrize(
    ("right", "lost", "how"),
    [
        ("d", ["Intercept", "d[T.rest]"], {}),
        ("0 + d", ["d[one]"], {"weights": "w"}),
        ("0 + d", ["d[one]"], {"stratum": "h"}),
        ("x + d", ["Intercept", "d[T.rest]"], {"weights": "w", "stratum": "h"}),
    ],
)
def test_what_one_cluster_alone_tells_has_no_error_and_is_named_first(right: str, lost: list[str], how: Any) -> None:
    frame = PEOPLE.assign(
        d=np.where(((PEOPLE.said == "yes").groupby(PEOPLE.c).sum() == 5).idxmax() == PEOPLE.c, "one", "rest")
    )
    found = regress(f"said ~ {right}", frame, mechanism=WARNER, cluster="c", **how)
    assert [name for name, x in zip(found.names, found.errors, strict=True) if np.isnan(x)] == lost
    assert all(name in found.warnings[0] for name in lost)


def test_clusters_that_do_not_differ_show_no_error() -> None:
    frame = pd.DataFrame(
        {"said": (["yes"] * 2 + ["no"] * 3) * 12, "c": np.arange(60) // 5, "g": ["A"] * 30 + ["B"] * 30}
    )
    how: dict[str, Any] = {"mechanism": WARNER, "cluster": "c"}
    with np.errstate(all="raise"):
        found = regress("said ~ g", frame, **how)
        assert found.bse.isna().all() and found.warnings[0].startswith("No error of Intercept, g[T.B]") and repr(found)
        assert np.isnan([*found.get_prediction().errors, *found.marginal_effects().errors]).all()
        # clusters of A differ, and so both coefficients do, but not those of B
        found = regress("said ~ g", frame.assign(said=np.where(frame.c == 0, "no", frame.said)), **how)
    assert (found.bse > 0.05).all() and np.isnan(found.get_prediction().errors).tolist() == [False] * 30 + [True] * 30


def test_few_clusters_are_said_of_all_and_of_a_coefficient() -> None:
    few = regress("said ~ x", PEOPLE[PEOPLE.c < 8], mechanism=WARNER, cluster="c")
    assert "8 clusters" in few.warnings[0] and few.people.freedom == 7
    (said,) = regress(
        "said ~ x + d", PEOPLE.assign(d=np.where(PEOPLE.c < 3, "three", "rest")), mechanism=WARNER, cluster="c"
    ).warnings
    assert "d[T.three] on " in said and "x on" not in said and "Intercept" not in said
    assert 1 < float(said.partition("d[T.three] on ")[2].split(":")[0]) <= 3.5
    assert regress("said ~ x + C(r)", PEOPLE, mechanism=WARNER, cluster="c").warnings == ()


def test_few_clusters_are_told_up_to_their_number() -> None:
    told = {}
    for count in range(9, 12):
        told[count] = any(
            "clusters: so few" in x
            for x in regress("said ~ 1", PEOPLE[PEOPLE.c < count], mechanism=WARNER, cluster="c").warnings
        )
    assert [count for count, is_told in told.items() if is_told] == [9, FEW_FREE + 1]


def test_information_that_is_rounding_takes_nothing_from_other_parameters() -> None:
    matrix = np.array([[4, 1, 1e-9], [1, 2, 1e-9], [1e-9, 1e-9, 1e-14]])
    inverse, lost = invert(matrix, np.full(3, 1e-12))
    assert lost.tolist() == [False, False, True]
    assert np.allclose(inverse[:2, :2], np.linalg.inv(matrix[:2, :2])) and np.allclose(inverse[2, :2], 0)


def test_scores_of_clusters_tell_on_how_many_a_parameter_rests() -> None:
    # three clusters of one person each with the scores 1, 1 and 2: shares of the variance 1/6, 1/6 and 4/6
    alone, behind = clusters_behind(np.array([[1.0], [1], [2]]), np.arange(3))
    assert not alone.any() and behind == pytest.approx(1 / (1 / 36 + 1 / 36 + 16 / 36))
    # of two parameters, the second is in the scores of the last cluster alone, and a hundredth of the first one's variance is, too
    for part, is_alone in ((0.09, False), (0.12, True)):
        scores = np.array([[1, 0], [1, 0], [-2, 0], [0, 1], [0, -1.0]])
        turned = scores @ np.linalg.inv(np.array([[1, 0], [part * np.sqrt(2 / 6), 1]]).T)
        alone, _ = clusters_behind(turned, np.array([0, 1, 2, 3, 3]))
        assert alone.tolist() == [is_alone, True]


@pytest.mark.parametrize("people", [2, 3])
def test_fewer_people_than_parameters_are_a_warning(people: int) -> None:
    frame = pd.DataFrame({"said": ["yes", "no", "yes"], "income": [1.0, 2, 4], "c": list("abc")}).head(people)
    found = regress("income ~ said", frame, mechanism=UNEVEN, answer="said", model="linear", cluster="c")
    assert len(found.names) == 4 and "clusters: so few" in " ".join(found.warnings)


def test_an_outcome_far_from_corrected_scores_is_told_from_three_errors_on() -> None:
    frame, told = simulated(1500, 1), []
    skew = np.exp(np.random.default_rng(1).normal(size=1500))
    for part in (0, 0.5, 1):
        odd = frame.assign(income=(1 - part) * frame.income + part * (3 * skew + (frame.truth == "yes")))
        found = regress("income ~ said", odd, mechanism=WARNER, answer="said", model="linear")
        beta, errors = _corrected(
            effects.columns_again(found, found.people.frame), odd.income.to_numpy(), found.people
        ) or (None, None)
        assert beta is not None and errors is not None
        away = abs(found.params["said[T.yes]"] - beta[1]) / errors[1]
        told.append((away > 3, any("do not seem so" in x for x in found.warnings)))
        assert f"said[T.yes] {near(float(beta[1]))} ± {near(float(errors[1]))}" in found.fit.remarks[0]
    assert all(is_far == is_told for is_far, is_told in told) and {x for x, _ in told} == {False, True}


HYPOTHESES: list[tuple[str, list[float], float]] = [
    ("x", [0, 1, 0, 0], 0.0),
    (" x = 0.5 ", [0, 1, 0, 0], 0.5),
    ("x=-0.5e-1", [0, 1, 0, 0], -0.05),
    ("x = b: x", [0, 1, -1, 0], 0.0),
    ("a=b[T.c] = 2.", [0, 0, 0, 1], 2.0),
    ("a=b[T.c]", [0, 0, 0, 1], 0.0),
    ("x = a=b[T.c]", [0, 1, 0, -1], 0.0),
]


@pytest.mark.parametrize(("text", "row", "value"), HYPOTHESES)
def test_a_hypothesis_is_read_as_factors_and_a_number(text: str, row: list[float], value: float) -> None:
    assert effects._linear(text, ("Intercept", "x", "b: x", "a=b[T.c]")) == (row, value)


@pytest.mark.parametrize("text", ["y", "x = y", "x = 1.2.3", "x == 1", "= 1", "x = x", "x = 1 = 2"])
def test_what_is_no_hypothesis_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"no coefficient or term|always holds"):
        effects._linear(text, ("Intercept", "x", "b: x"))


def test_a_term_is_all_its_coefficients_of_all_truths() -> None:
    frame = with_letters(PEOPLE)
    found = regress("letter ~ x + C(r)", frame, mechanism=KRR, model="multinomial")
    assert found.wald_test("C(r)").test.law[2] == (4,) and found.wald_test("x").test.law[2] == (2,)
    assert found.wald_test("b: x").test.law[2] == (1,)
    ordered = regress("letter ~ x + C(r)", frame, mechanism=KRR, model="ordinal")
    assert ordered.names[:3] == ("a | b", "b | c", "x")
    assert ordered.wald_test("C(r)").test.law[2] == (2,) and len(ordered.odds_ratios().names) == 3
    clustered = regress("said ~ x + C(r)", PEOPLE[PEOPLE.c < 4], mechanism=WARNER, cluster="c")
    assert clustered.wald_test(["x", "C(r)[T.n]"]).test.law[2] == (2, 2)
    with pytest.raises(InputError, match="4 hypotheses are more than the 3 degrees"):
        clustered.wald_test(["Intercept", "x", "C(r)"])


NEAR: dict[float, str] = {
    1e-3: "",
    4e-5: "",
    1.5e-5: "is so near to a combination",
    1e-8: "is so near to a combination",
    1e-12: "is a linear combination",
}


@pytest.mark.parametrize(("apart", "says"), NEAR.items())
def test_covariates_that_doubles_cannot_tell_apart_are_refused(apart: float, says: str) -> None:
    rng = np.random.default_rng(1)
    x = np.linalg.qr(rng.normal(size=(50, 2)))[0]
    both = np.column_stack([x[:, 0], np.sqrt(1 - apart**2) * x[:, 0] + apart * x[:, 1]])
    if not says:
        require_independent(both, ("one", "two"))
        return
    with pytest.raises(InputError, match=f"covariate 'two' {says}"):
        require_independent(both, ("one", "two"))


def test_covariates_that_outnumber_the_rows_or_are_0_are_refused() -> None:
    require_independent(np.eye(3), tuple("abc"))
    for x, says in (
        (np.ones((2, 3)), "2 rows cannot determine 3"),
        (np.diag([1.0, 0, 1]), "'b' is 0, or nearly, in every row"),
    ):
        with pytest.raises(InputError, match=says):
            require_independent(x, tuple("abc"))


CELLS: list[tuple[list[str | None], str | list[float]]] = [
    (["1", " 2.5 ", "1e3"], [1, 2.5, 1000]),
    (["1", "N/A", "-"], [1, np.nan, np.nan]),
    (["north", "south", None], "as it is"),
    (["1,5", "2", "3"], r"'1,5' in row 2; mend it \(numbers have points and no commas, nor .*\), or write C\(v\)"),
    (["0.5", "1.0", "-0", "1" * 15, "0.1234567890123456789"], [0.5, 1, 0, float("1" * 15), 0.12345678901234568]),
    (["1", "01", "10"], "'01' in row 3; mend it"),
    (["-00"], "'-00' in row 2; mend it"),
    (["1" * 16, "1" * 15], "'1111111111111111' in row 2; mend it"),
    (["2", "1,500", "3"], "'1,500' in row 3; mend it"),
    (["2", "x", "3"], "'x' in row 3; mend it"),
    (["north", "1,5", "south"], "'north' in row 2; mend it"),
]


@pytest.mark.parametrize(("cells", "says"), CELLS)
def test_a_column_of_a_file_is_numbers_or_texts(cells: list[str | None], says: str | list[float]) -> None:
    column = pd.Series(cells, name="v", dtype=object)
    if isinstance(says, list):
        assert np.allclose(_numbers_of(column, Path("f.csv"), "y ~ v").to_numpy(float), says, equal_nan=True)
    elif says == "as it is":
        assert _numbers_of(column, Path("f.csv"), "y ~ v") is column
    else:
        with pytest.raises(InputError, match=says):
            _numbers_of(column, Path("f.csv"), "y ~ v")
        assert _numbers_of(column, Path("f.csv"), "y ~ C(v)") is column


def test_effects_compare_each_value_with_the_first_or_take_a_slope() -> None:
    frame = PEOPLE.assign(
        old=PEOPLE.x > 0, level=PEOPLE.b + 1, grade=PEOPLE.r.map({"n": "low", "s": "mid", "e": "high"})
    )
    found = regress("said ~ old + b + level:x + C(grade, levels=['low', 'mid', 'high'])", frame, mechanism=WARNER)
    told = found.marginal_effects()
    assert set(told.names) == {
        "old: False to True",
        "b: 0 to 1",
        "level",
        "x",
        "grade: low to mid",
        "grade: low to high",
    }
    assert set(told.truths) == {"yes"} and told.summary_frame().columns[0] == "truth"
    assert found.marginal_effects("b").values == pytest.approx(told.values[told.names.index("b: 0 to 1")])
    low, high = (found.predict(frame.assign(grade=x)) for x in ("low", "high"))
    assert told.values[told.names.index("grade: low to high")] == pytest.approx((high - low).mean())


SMOOTH = [
    "bs(x, df=4)",
    "poly(x, 3)",
    "np.log(x + 9)",
    "x * I(x**2) * C(r)",
    "np.maximum(x, 0.1)",
    "year",
    "bs(year, df=3)",
    "np.abs(year - 2023.5)",
    "year.clip(upper=2024.5)",
    "year + I((year - 2023)**2)",
]
JUMPING = [
    "I(x > 0)",
    "I(x > 0):b + x",
    "np.floor(x)",
    "I(year > 2020)",
    "C(np.round(x) > 0)",
    "I(year == 2021) + year",
    "np.sqrt(year - 2020)",
    "C(x.round())",
]


@pytest.mark.parametrize(("right", "jumps"), [*((x, "") for x in SMOOTH), *((x, "jumps as '") for x in JUMPING)])
@pytest.mark.parametrize("left", ["said", "income"])
def test_an_effect_of_one_more_is_that_of_a_smooth_term_and_stays_inside_the_data(
    right: str, jumps: str, left: str
) -> None:
    frame, name = PEOPLE.assign(year=2020 + PEOPLE.c % 7), "year" if "year" in right else "x"
    how = {"answer": "said", "model": "linear"} if left == "income" else {}
    found = regress(f"{left} ~ {right}{' + said' if how else ''}", frame, mechanism=WARNER, **how)
    if jumps:
        with pytest.raises(InputError, match=rf"^'.*' {jumps}{name}' grows.*; make a column of this term"):
            found.marginal_effects()
        return
    # the slope of a cubic polynomial through four values inside the data
    v, ends = frame[name].to_numpy(float), (frame[name].min(), frame[name].max())
    h = 1e-3 * (ends[1] - ends[0])
    start = np.clip(v - 1.5 * h, ends[0], ends[1] - 3 * h)
    means = np.stack([np.asarray(found.predict(frame.assign(**{name: start + i * h}))) for i in range(4)])
    cubic = np.linalg.solve(
        np.vander(np.arange(4.0)), (means * found.fit.likelihood.truths(found.values)).sum(axis=2) if how else means
    )
    assert found.marginal_effects(name).values[0] == pytest.approx(
        np.mean(3 * cubic[0] * ((v - start) / h) ** 2 + 2 * cubic[1] * (v - start) / h + cubic[2]) / h,
        rel=2e-3 if "max" in right else 1e-5,
    )


MODELS: list[tuple[dict[str, Any], str]] = [
    ({"mechanism": KRR}, "for 3 truths the model is multinomial or ordinal; give model"),
    ({"mechanism": KRR, "model": "logit"}, "for 3 truths the model is multinomial or ordinal, not logit; give model"),
    ({"mechanism": WARNER, "model": "linear"}, "for 2 truths the model is logit or multinomial or ordinal, not linear"),
    ({"mechanism": WARNER, "answer": "said"}, "that the truth explains the model is linear or logistic; give model"),
    (
        {"unrelated": {"A": "1/4", "B": "3/4"}, "by": "half", "answer": "said", "model": "linear"},
        "none of those here: give mechan",
    ),
    (
        {"unrelated": {"A": "1/4", "B": "3/4"}, "by": "half", "model": "ordinal"},
        "for 2 truths the model is logit, not ordinal",
    ),
]


@pytest.mark.parametrize(("how", "says"), MODELS)
def test_a_model_that_does_not_fit_names_those_that_do(how: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        regress("income ~ said" if "answer" in how else "said ~ x", PEOPLE, **how)


KINDS: list[tuple[str | None, bool, bool, dict[str, bool]]] = [
    (None, False, False, {"expected": True, "observed": True, "HC0": True, "cluster": False}),
    ("w", False, False, {"HC0": True, "expected": False, "observed": False, "cluster": False}),
    (None, True, False, {"cluster": True, "expected": False, "observed": False, "HC0": False}),
    ("w", True, True, {"cluster": True, "expected": False, "observed": False, "HC0": False}),
    (None, False, True, {"observed": True, "expected": False, "HC0": True, "cluster": False}),
]
"""The weights, whether units were drawn, whether the truth explains, and which kinds of errors fit, the default first."""


@pytest.mark.parametrize(("weights", "drawn", "explains", "fits"), KINDS)
def test_errors_are_of_the_kind_that_the_data_ask_for(
    weights: str | None, drawn: bool, explains: bool, fits: dict[str, bool]
) -> None:
    assert _read_cov_type(None, weights, drawn, explains=explains) == next(iter(fits))
    for asked, does_fit in fits.items():
        if does_fit:
            assert _read_cov_type(asked, weights, drawn, explains=explains) == asked
        else:
            with pytest.raises(InputError, match=f"cov_type = {asked}|{asked} information is no covariance"):
                _read_cov_type(asked, weights, drawn, explains=explains)


def test_cut_points_that_meet_run_off_and_effects_of_nothing_have_no_value() -> None:
    frame = pd.DataFrame({"said": list("0122220201"), "g": list("yxxyyxxyxy")})
    found = regress("said ~ g", frame, mechanism="krr:k=3,epsilon=ln3", model="ordinal")
    assert found.warnings[0].startswith("The likelihood has no maximum") and np.isfinite(found.values).all()
    alone = regress("said ~ 1", frame, mechanism="krr:k=3,epsilon=ln3", model="ordinal")
    for rows, says in (
        (alone.marginal_effects(), "there are 0 rows"),
        (alone.get_prediction(frame), "30 rows, of 0, 0, 0"),
    ):
        with pytest.raises(InputError, match=says):
            _ = rows.value


@pytest.mark.parametrize("model", ["multinomial", "ordinal"])
def test_all_of_three_shares_are_predicted(model: str) -> None:
    frame = with_letters(PEOPLE)
    found = regress("letter ~ 1", frame, mechanism=KRR, model=model).predict()
    assert list(found.columns) == list(KRR.inputs) and len(found) == len(frame)
    assert found.to_numpy()[0] == pytest.approx(estimate(frame, mechanism=KRR, answer="letter").likely[0], abs=1e-5)
