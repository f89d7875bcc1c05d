"""`regress` against statsmodels where the truth is told, against unbiased shares where groups are all there is, relabelled."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from rropt import InputError, Mechanism, estimate, from_spec
from rropt.survey import regress
from tests.survey.regression.people import a_frame

WARNER = from_spec("warner:p=3/4").relabel(inputs=("no", "yes"), outputs=("no", "yes"))
KRR = from_spec("krr:k=4,epsilon=2").relabel(inputs=tuple("abcd"), outputs=tuple("abcd"))


def told(labels: tuple[str, ...]) -> Mechanism:
    """The mechanism that tells the truth."""
    k = len(labels)
    return Mechanism([[int(i == j) for j in range(k)] for i in range(k)], labels, labels)


def survey(seed: int, n: int, mechanism: Mechanism, slope: float = 0.8) -> pd.DataFrame:
    """People of a covariate that moves the last truth, a group and a school."""
    rng = np.random.default_rng(seed)
    x, group = rng.normal(size=n), rng.integers(3, size=n)
    eta = np.column_stack(
        [np.zeros(n)] + [slope * j * x / (mechanism.k - 1) - 0.5 + 0.3 * group for j in range(1, mechanism.k)]
    )
    shares = np.exp(eta) / np.exp(eta).sum(axis=1, keepdims=True)
    truths, answers = a_frame(rng, n, shares, mechanism.to_numpy(), mechanism.output_labels)
    places = np.array(["north", "south", "west"])[group]
    return pd.DataFrame(
        {"said": answers, "x": x, "region": places, "school": rng.integers(40, size=n), "truth": truths}
    )


def test_where_the_truth_is_told_it_is_statsmodels_logit() -> None:
    import statsmodels.formula.api as smf

    data = survey(1, 800, told(("no", "yes")))
    ours = regress("said ~ x + C(region)", data, mechanism=told(("no", "yes")))
    theirs = smf.logit("truth ~ x + C(region)", data).fit(disp=0, tol=1e-12)
    np.testing.assert_allclose(ours.params, theirs.params, atol=1e-6)
    np.testing.assert_allclose(ours.bse, theirs.bse, atol=1e-6)
    np.testing.assert_allclose(ours.conf_int(), theirs.conf_int(), atol=1e-6)
    assert ours.llf == pytest.approx(theirs.llf, abs=1e-6)
    assert (ours.aic, ours.bic) == (pytest.approx(theirs.aic, abs=1e-6), pytest.approx(theirs.bic, abs=1e-6))
    np.testing.assert_allclose(ours.predict(), theirs.predict(), atol=1e-6)
    robust = smf.logit("truth ~ x + C(region)", data).fit(disp=0, tol=1e-12, cov_type="HC0")
    np.testing.assert_allclose(
        regress("said ~ x + C(region)", data, mechanism=told(("no", "yes")), cov_type="HC0").bse, robust.bse, atol=1e-6
    )
    grouped = smf.logit("truth ~ x", data).fit(
        disp=0, tol=1e-12, cov_type="cluster", cov_kwds={"groups": data["school"], "use_correction": False}
    )
    g = data["school"].nunique()
    found = regress("said ~ x", data, mechanism=told(("no", "yes")), cluster="school")
    np.testing.assert_allclose(found.bse, grouped.bse * np.sqrt(g / (g - 1)), atol=1e-6)


def test_where_the_truth_is_told_it_is_statsmodels_multinomial_logit() -> None:
    import statsmodels.formula.api as smf

    data = survey(2, 900, told(tuple("abcd")))
    ours = regress("said ~ x + C(region)", data, mechanism=told(tuple("abcd")), model="multinomial")
    theirs = smf.mnlogit("truth ~ x + C(region)", data).fit(disp=0, method="newton", tol=1e-12)
    np.testing.assert_allclose(ours.params, theirs.params.to_numpy().T.ravel(), atol=1e-6)
    np.testing.assert_allclose(ours.bse, theirs.bse.to_numpy().T.ravel(), atol=1e-6)
    np.testing.assert_allclose(ours.predict(), theirs.predict(), atol=1e-6)


def test_where_the_truth_is_told_it_is_statsmodels_proportional_odds() -> None:
    from statsmodels.miscmodels.ordinal_model import OrderedModel

    data = survey(3, 900, told(tuple("abcd")))
    ours = regress("said ~ x", data, mechanism=told(tuple("abcd")), model="ordinal", cov_type="observed")
    theirs = OrderedModel(data["truth"], data[["x"]], distr="logit").fit(disp=0, method="newton", tol=1e-12)
    cuts = theirs.model.transform_threshold_params(theirs.params)[1:-1]
    np.testing.assert_allclose(ours.params.iloc[:3], cuts, atol=1e-6)
    assert ours.params["x"] == pytest.approx(theirs.params["x"], abs=1e-6)
    assert ours.bse["x"] == pytest.approx(theirs.bse["x"], abs=1e-5)  # whose second derivatives are differences
    assert ours.llf == pytest.approx(theirs.llf, abs=1e-6)


@pytest.mark.parametrize("mechanism", [WARNER, KRR])
def test_a_group_a_coefficient_gives_the_unbiased_shares_and_their_errors(mechanism: Mechanism) -> None:
    data = survey(4, 6000, mechanism)
    model = "logit" if mechanism.k == 2 else "multinomial"
    found = regress("said ~ C(region)", data, mechanism=mechanism, model=model, cov_type="expected")
    new = pd.DataFrame({"region": ["north", "south", "west"]})
    shares = found.predict(new)
    x = found.columns_again(new)
    for row, region in enumerate(new["region"]):
        group = data[data["region"] == region]
        unbiased = estimate(group["said"].tolist(), mechanism=mechanism)
        expected = np.array([float(v) for v in unbiased.prevalence])
        assert (expected > 0).all()
        mine = np.atleast_1d(shares.iloc[row])
        np.testing.assert_allclose(mine, expected[-len(mine) :], atol=1e-9)
        slopes = found.likelihood.link.slopes(found.likelihood.link.design(x[row : row + 1]) @ found.params.to_numpy())[
            0
        ]
        gradient = slopes @ found.likelihood.link.design(x[row : row + 1])[0]
        by_delta = np.sqrt(np.diag(gradient @ found.cov_params().to_numpy() @ gradient.T))
        n = len(group)
        stated = np.sqrt([float(v) * (n - 1) / n for v in unbiased.variances])  # theirs divide by n − 1
        np.testing.assert_allclose(by_delta, stated, rtol=1e-6)


@pytest.mark.parametrize("cov_type", ["expected", "observed", "HC0"])
def test_the_score_is_zero_at_the_fit_and_errors_are_those_of_their_matrix(cov_type: str) -> None:
    data = survey(5, 3000, KRR)
    for model in ("multinomial", "ordinal"):
        found = regress("said ~ x + C(region)", data, mechanism=KRR, model=model, cov_type=cov_type)
        theta, target = found.params.to_numpy(), found.likelihood
        size = np.sqrt(np.diag(target.expected(theta)))
        assert np.abs(target.score(theta) / size).max() < 1e-6
        information = target.expected(theta) if cov_type == "expected" else target.observed(theta)
        inverse = np.linalg.inv(information)
        if cov_type == "HC0":
            s = target.scores(theta)
            inverse = inverse @ (s.T @ s) @ inverse
        np.testing.assert_allclose(found.bse, np.sqrt(np.diag(inverse)), rtol=1e-8)


@pytest.mark.slow
def test_relabelling_changes_nothing() -> None:
    data = survey(6, 3000, KRR)
    found = regress("said ~ x", data, mechanism=KRR, model="multinomial")
    rows = [KRR.rows[i] for i in (2, 0, 3, 1)]
    moved = Mechanism(rows, KRR.inputs, [KRR.output_labels[i] for i in (2, 0, 3, 1)])
    again = regress("said ~ x", data, mechanism=moved, model="multinomial")
    np.testing.assert_allclose(again.params, found.params, atol=1e-9)
    turned = Mechanism([row[::-1] for row in KRR.rows], KRR.inputs[::-1], KRR.outputs)
    other = regress("said ~ x", data, mechanism=turned, model="multinomial")
    np.testing.assert_allclose(other.predict()[list("abcd")], found.predict(), atol=1e-7)
    assert other.llf == pytest.approx(found.llf, abs=1e-9)
    ordered = regress("said ~ x", data, mechanism=KRR, model="ordinal")
    back = regress("said ~ x", data, mechanism=turned, model="ordinal")
    assert back.params["x"] == pytest.approx(-ordered.params["x"], abs=1e-7)
    np.testing.assert_allclose(back.params.iloc[:3], -ordered.params.iloc[2::-1], atol=1e-7)


def test_the_positive_truth_turns_the_signs() -> None:
    data = survey(7, 2000, WARNER)
    yes, no = (regress("said ~ x", data, mechanism=WARNER, positive=x) for x in ("yes", "no"))
    np.testing.assert_allclose(no.params, -yes.params, atol=1e-8)
    np.testing.assert_allclose(no.bse, yes.bse, atol=1e-8)
    assert (yes.labels, no.labels) == (("no", "yes"), ("yes", "no"))


def test_half_samples_have_mechanisms_of_their_own_and_one_likelihood() -> None:
    other = from_spec("warner:p=1/5").relabel(inputs=("no", "yes"), outputs=("no", "yes"))
    a, b = survey(8, 1500, WARNER).assign(half="a"), survey(9, 1500, other).assign(half="b")
    both = regress("said ~ x", pd.concat([a, b]), mechanism={"a": WARNER, "b": other}, by="half")
    theta = both.params.to_numpy()
    parts = [regress("said ~ x", d, mechanism=p) for d, p in ((a, WARNER), (b, other))]
    np.testing.assert_allclose(
        np.linalg.inv(both.cov_params()), sum(part.likelihood.expected(theta) for part in parts), rtol=1e-8
    )
    assert both.llf == pytest.approx(sum(part.likelihood.value(theta) for part in parts), abs=1e-9)
    assert np.abs(sum(part.likelihood.score(theta) for part in parts)).max() < 1e-4
    assert (both.bse < parts[0].bse).all()


def test_truths_of_two_samples_are_matched_by_label() -> None:
    turned = Mechanism([row[::-1] for row in WARNER.rows], ("yes", "no"), WARNER.outputs)
    a, b = survey(8, 500, WARNER).assign(half="a"), survey(9, 500, WARNER).assign(half="b")
    data = pd.concat([a, b])
    same = regress("said ~ x", data, mechanism=WARNER)
    found = regress("said ~ x", data, mechanism={"a": WARNER, "b": turned}, by="half")
    np.testing.assert_allclose(found.params, same.params, atol=1e-9)


def test_weights_count_as_often_as_they_say() -> None:
    data = survey(10, 600, WARNER)
    data["w"] = np.random.default_rng(1).integers(1, 4, size=600)
    repeated = data.loc[data.index.repeat(data["w"])].assign(person=lambda d: d.index)
    weighted = regress("said ~ x", data, mechanism=WARNER, weights="w")
    whole = regress("said ~ x", repeated, mechanism=WARNER, cluster="person")
    np.testing.assert_allclose(weighted.params, whole.params, atol=1e-8)
    np.testing.assert_allclose(weighted.bse, whole.bse / np.sqrt(600 / 599), rtol=1e-6)
    assert str(weighted.cov_type) == "HC0" and str(whole.cov_type) == "cluster"
    with pytest.raises(InputError, match="not the covariance"):
        regress("said ~ x", data, mechanism=WARNER, weights="w", cov_type="expected")


def test_rows_without_values_are_left_out_and_said() -> None:
    data = survey(11, 400, WARNER)
    data.loc[:9, "x"] = np.nan
    data.loc[5:14, "said"] = None
    found = regress("said ~ x", data, mechanism=WARNER)
    whole = regress("said ~ x", data.iloc[15:], mechanism=WARNER)
    np.testing.assert_allclose(found.params, whole.params, atol=1e-9)
    assert found.nobs == 385
    assert "Left out: 15 rows without a value (10 by said, 5 by x)." in repr(found)
    with pytest.raises(InputError, match="15 rows have missing values"):
        regress("said ~ x", data, mechanism=WARNER, missing="error")


def test_answers_that_separate_people_are_said() -> None:
    data = pd.DataFrame({"said": ["no"] * 50 + ["yes"] * 50, "x": range(100)})
    found = regress("said ~ x", data, mechanism=told(("no", "yes")))
    assert found.ascent.is_border and found.bse.isna().all()
    assert "has no maximum" in repr(found) and "Intercept, x run off" in repr(found)


def test_a_share_at_the_border_is_said_and_spares_the_other_coefficients() -> None:
    rng = np.random.default_rng(12)
    data = pd.DataFrame({"region": np.repeat(["a", "b"], 500)})
    data["said"] = np.where(rng.random(1000) < np.where(data["region"] == "a", 0.1, 0.5), "yes", "no")
    found = regress("said ~ 0 + C(region)", data, mechanism=WARNER)
    assert found.ascent.is_border
    assert found.bse.isna().tolist() == [True, False]
    alone = regress("said ~ 1", data[data["region"] == "b"], mechanism=WARNER)
    assert found.bse.iloc[1] == pytest.approx(alone.bse.iloc[0], rel=1e-6)
    assert "the likelihood has no maximum: it grows as C(region)[a] runs off" in repr(found)


def test_the_form_of_a_model_may_identify_what_the_mechanism_does_not() -> None:
    joined = Mechanism([["4/5", "1/5", "1/2"], ["1/5", "4/5", "1/2"]], ("a", "b", "c"), ("0", "1"))
    data = survey(13, 2000, told(tuple("abc")))
    data["said"] = np.random.default_rng(1).integers(2, size=len(data))
    found = regress("said ~ x", data, mechanism=joined, model="ordinal")
    assert not found.tells_apart
    assert "identified by the form of the model" in repr(found)
    silent = Mechanism([["1/2"] * 3] * 2, ("a", "b", "c"), ("0", "1"))
    with pytest.raises(InputError, match="have the same chances whatever the truth is"):
        regress("said ~ x", data, mechanism=silent, model="ordinal")
    with pytest.raises(InputError, match="do not identify 'b: Intercept'"):
        regress("said ~ 1", data, mechanism=joined, model="multinomial")


def refused(match: str, formula: str = "said ~ x", **given: Any) -> None:
    given = {"mechanism": WARNER, **given}
    with pytest.raises(InputError, match=match) as error:
        regress(formula, given.pop("data", survey(14, 60, WARNER)), **given)
    assert "\n" not in str(error.value)


def test_what_is_refused_is_told_in_one_sentence() -> None:
    refused("no column 'sad'.*did you mean 'said'", "sad ~ x")
    refused("no column 'regio'", "said ~ C(regio)")
    refused("'said' is not a formula", "said")
    refused("1006 characters, more than 1000", "said ~ " + "x" * 999)
    refused("cannot read", "said ~ x +")
    refused("may call only these functions", "said ~ open('x')")
    refused("may not have 'x.__class__'; use columns", "said ~ x.__class__")
    refused("may not have .*; use columns", "said ~ [y for y in x]")
    refused("may not have .*; use columns", "said ~ I(lambda: 0)")
    refused("no column '__import__'|may call only these functions", "said ~ __import__('os')")
    refused("power", "said ~ I(9 ** 9)")
    for power in ("1000", "10", "2.5", "2.", "1e2", "(2)", "-2"):
        refused("power", f"said ~ (x + region)**{power}")
        refused("power", f"said ~ I(x ** {power})")
    refused("power", "said ~ I(x ** 2 ** 3)")
    refused("raise a column", "said ~ I((1 + 2) ** 9)")
    refused("4 truths, and a logit has two", mechanism=KRR)
    refused("one of logit, multinomial, ordinal, not 'linear'", model="linear")
    refused("positive = 'maybe' is not an input", positive="maybe")
    refused("chooses between two truths", mechanism=KRR, model="multinomial", positive="a")
    refused("cov_type = 'best' must be one of", cov_type="best")
    refused("needs the column of clusters", cov_type="cluster")
    refused("ignores clusters; leave cov_type out$", cov_type="HC0", cluster="school")
    refused("ignores strata; leave cov_type out$", cov_type="HC0", stratum="region")
    refused("ignores clusters and strata;", cov_type="HC0", cluster="school", stratum="region")
    refused("no output of the mechanism", mechanism=from_spec("warner:p=3/4"))
    refused("is a linear combination of those before it", "said ~ x + I(2 * x)")
    refused("is 0 in every row", "said ~ I(0 * x)")
    refused("not finite", "said ~ log(I(0 * x))")
    refused("several mechanisms need the column", mechanism={"a": WARNER})
    refused("needs a mechanism for every value", by="region")
    refused("has 'south', which has no mechanism|has 'west'|has 'north'", mechanism={"east": WARNER}, by="region")
    refused(
        r"of .south. has 4 inputs .* has 2 .* must have the same inputs",
        mechanism={"north": WARNER, "south": KRR},
        by="region",
    )
    refused("the value '1' is named twice", mechanism={1: WARNER, "1": WARNER, 2: WARNER}, by="region")
    refused(
        "the half-sample '1' is named twice", mechanism=None, unrelated={1: "3/4", "1": "1/2", 2: "1/4"}, by="region"
    )
    refused("must be a data frame .* not list", data=[1, 2])
    refused("free epsilon", mechanism=Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every"))
    refused("no row is complete", data=survey(14, 60, WARNER).assign(x=np.nan))
    refused("1 row cannot determine 2 coefficients", "said ~ x", data=survey(14, 1, WARNER))
    refused("weights", weights="x")


def test_any_data_frame_will_do() -> None:
    import polars

    data = survey(15, 500, WARNER)
    found = regress("said ~ x + C(region)", data, mechanism=WARNER)
    for other in (polars.from_pandas(data), polars.from_pandas(data).lazy()):
        np.testing.assert_allclose(regress("said ~ x + C(region)", other, mechanism=WARNER).params, found.params)


def test_polars_frames_need_no_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    import polars

    data = survey(15, 500, WARNER)
    data.loc[:4, "x"], data.loc[3:6, "region"] = np.nan, None
    asked = regress("said ~ x + C(region)", data, mechanism=WARNER)
    order = ["west", "south", "north"]
    frame = polars.DataFrame({x: data[x].astype(object).where(data[x].notna(), None).tolist() for x in data})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    found = regress("said ~ x + C(region)", frame, mechanism=WARNER)
    np.testing.assert_allclose(found.params, asked.params)
    assert found.people.left_out == (("x", 5), ("region", 2))
    ordered = regress("said ~ x + region", frame.cast({"region": polars.Enum(order)}), mechanism=WARNER)
    assert list(ordered.names) == ["Intercept", "region[T.south]", "region[T.north]", "x"]
    unordered = regress("said ~ x + region", frame.cast({"region": polars.Categorical}), mechanism=WARNER)
    assert list(unordered.names) == ["Intercept", "region[T.south]", "region[T.west]", "x"]


def test_the_result_is_plain_data_too() -> None:
    found = regress("said ~ x", survey(16, 500, WARNER), mechanism=WARNER)
    told_as = found.to_dict()
    assert float(told_as["coefficients"]["x"]["estimate"]) == found.params["x"]
    assert told_as["schema"] == "rropt/regression/1" and told_as["is_maximum"] is True
    assert list(found.to_pandas()["coefficient"]) == ["Intercept", "x"]
    assert found.to_latex().startswith(r"\begin{tabular}")
    assert "randomized answers" in found._repr_html_()


def test_cut_points_that_meet_are_said() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=300)
    truths = np.digitize(x + rng.logistic(size=300), [-0.5, -0.45, 1])  # almost nobody is b
    device = from_spec("krr:k=4,epsilon=1").relabel(inputs=tuple("abcd"), outputs=tuple("abcd"))
    said = [rng.choice(list("abcd"), p=device.to_numpy()[:, j]) for j in truths]
    found = regress("said ~ x", pd.DataFrame({"said": said, "x": x}), mechanism=device, model="ordinal")
    assert found.bse.isna().all()
    assert "no share is left for b at the largest likelihood, where two cut points meet" in repr(found)


def test_without_statsmodels_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "statsmodels", None)
    with pytest.raises(InputError, match=r"install the extra: pip install 'rropt\[analysis\]'"):
        regress("said ~ x", survey(1, 50, WARNER), mechanism=WARNER)


def test_a_model_of_no_covariate_predicts_for_other_people() -> None:
    people = pd.DataFrame({"said": [0] * 60 + [1] * 40})
    found = regress("said ~ 1", people, mechanism=from_spec("warner:p=3/4"))
    new = pd.DataFrame({"age": [20, 30, 40]}, index=[7, 8, 9])
    shares = found.predict(new)
    assert list(shares) == pytest.approx([0.3] * 3)
    assert len(found.predict()) == 100


def test_people_drawn_in_strata_are_clusters_of_one() -> None:
    data = survey(18, 700, WARNER).assign(w=lambda d: 1.0 + d["school"] % 3)
    found = regress("said ~ x", data, mechanism=WARNER, weights="w", stratum="region")
    theta, target = found.params.to_numpy(), found.likelihood
    inverse, scores = np.linalg.inv(target.observed(theta)), pd.DataFrame(target.scores(theta))
    middle = sum(len(part) * np.cov(part.to_numpy().T, ddof=1) for _, part in scores.groupby(data["region"]))
    np.testing.assert_allclose(found.cov_params(), inverse @ middle @ inverse, rtol=1e-8)
    assert (found.spread.clusters, found.spread.freedom) == (700, 697)


def test_strata_of_clusters_by_the_definition() -> None:
    data = survey(17, 900, WARNER).assign(stratum=lambda d: np.where(d["school"] < 15, "a", "b"))
    found = regress("said ~ x", data, mechanism=WARNER, cluster="school", stratum="stratum", weights="school")
    theta, target = found.params.to_numpy(), found.likelihood
    inverse, scores = np.linalg.inv(target.observed(theta)), pd.DataFrame(target.scores(theta))
    kept = data[data["school"] > 0].reset_index(drop=True)
    middle = np.zeros((2, 2))
    for stratum, part in scores.groupby(kept["stratum"]):
        # school 0 has nobody with a weight, and was drawn all the same
        schools = data.loc[data["stratum"] == stratum, "school"].unique()
        sums = part.groupby(kept["school"]).sum().reindex(schools, fill_value=0).to_numpy()
        middle += len(sums) * np.cov(sums.T, ddof=1)
    np.testing.assert_allclose(found.cov_params(), inverse @ middle @ inverse, rtol=1e-8)
    assert (found.spread.clusters, found.spread.freedom) == (40, 38)
    assert "(40 clusters in 2 strata)" in repr(found) and found.to_dict()["strata"] == "2"
    assert f"{int((data['school'] == 0).sum())} rows with a weight of 0" in repr(found) and "38 degrees" in repr(found)
    assert "AIC" not in repr(found) and np.isnan(found.aic)
    refused(
        "the stratum 'a' has one cluster, '3'",
        data=data[data["school"].isin([3, 20, 21])],
        cluster="school",
        stratum="stratum",
    )


def test_messy_covariates_are_refused_or_said() -> None:
    data = survey(18, 400, WARNER)
    refused("the formula has 'said' on both sides", "said ~ said + x")
    refused("400 categories, more than 300", "said ~ who", data=data.assign(who=[f"p{i}" for i in range(400)]))
    refused("has dates", "said ~ day", data=data.assign(day=pd.Timestamp("2024-01-01")))
    refused("too close to a linear combination of those before it.*center", "said ~ I(x + 2e6)")
    refused("two columns of the data are named x; rename", data=pd.concat([data, data[["x"]]], axis=1))
    one = regress("said ~ x + where", data.assign(where="here"), mechanism=WARNER)
    assert "The same for everybody, so that it explains nothing: where." in repr(one)
    regions = pd.Categorical(data["region"], categories=["north", "south", "west", "mars"])
    found = regress("said ~ region", data.assign(region=regions), mechanism=WARNER)
    assert list(found.names) == ["Intercept", "region[T.south]", "region[T.west]"]
    far = regress("said ~ I(x * 1e12)", data, mechanism=WARNER)
    assert "Likelihood ratio" in repr(far)


def test_every_share_at_the_border_is_named_and_no_other_coefficient_is_spoilt() -> None:
    yes = [10, 2, 20, 5, 0, 15, 8]
    rows = [(f"s{i}", "yes" if j < n else "no") for i, n in enumerate(yes) for j in range(20)]
    data = pd.DataFrame(rows, columns=["school", "said"])
    found = regress("said ~ 0 + school", data, mechanism=WARNER)
    # 5 of 20 is what a share of 0 gives, and 15 of 20 a share of 1
    border = [False, True, True, True, True, True, False]
    assert found.ascent.runs_off.tolist() == border and found.bse.isna().tolist() == border
    np.testing.assert_allclose(found.params.iloc[[0, 6]], [0, np.log(0.3 / 0.7)], atol=1e-8)
    assert found.ascent.steps < 60


def test_a_climb_without_an_end_gives_no_errors() -> None:
    data = pd.DataFrame({"said": ["no", "yes", "yes", "no", "yes"], "age": [14, 18, 15, 19, 15]})
    found = regress("said ~ age", data, mechanism=WARNER)
    assert found.bse.isna().all() and "WARNING" in repr(found)


@pytest.mark.parametrize("size", [20, 30])
@pytest.mark.parametrize("other", [0.1, 0.5])
def test_a_difference_that_doubles_do_not_see_identifies_nothing(size: int, other: float) -> None:
    """The truths have chances that differ by 10^-size, so that the information about them is rounding, of any size."""
    tiny, half = Fraction(1, 10**size), Fraction(str(other))
    mechanism = Mechanism([[half, half + tiny], [1 - half, 1 - half - tiny]], inputs=("a", "b"), outputs=("no", "yes"))
    data = survey(7, 600, WARNER)
    data["far"] = 1e6 * data["x"]
    for right in ("x", "far", "x + C(region)"):
        with pytest.raises(InputError, match="the answers do not identify"):
            regress(f"said ~ {right}", data, mechanism=mechanism)


@pytest.mark.full
def test_little_information_is_information() -> None:
    apart = Fraction(1, 10**5)
    mechanism = Mechanism([[1, 1 - apart], [0, apart]], inputs=("a", "b"), outputs=("no", "yes"))
    found = regress("said ~ 1", pd.DataFrame({"said": ["no"] * 999_996 + ["yes"] * 4}), mechanism=mechanism)
    share = 0.4
    assert found.params.iloc[0] == pytest.approx(np.log(share / (1 - share)), rel=1e-6)
    assert found.bse.iloc[0] == pytest.approx((4 * (1 - 4e-6)) ** 0.5 / 10 / (share * (1 - share)), rel=1e-6)


@pytest.mark.parametrize("spline", ["bs", "cr", "cc"])
def test_a_spline_has_no_more_columns_than_its_option_may_say(spline: str) -> None:
    """However its number is written; the time it would take is not spent."""
    data = survey(14, 60, WARNER)
    much = 10**8
    for option in (f"{much}", f"df={much}", f"df=--{much}", f"df=1+{much}", f"df=abs({much})", "df=99*99*99*99", "101"):
        refused("must be plain numbers from -100 to 100", f"said ~ {spline}(x, {option})")
    for option in ("knots=x", "df=x", "None, x", f"df=-{much}"):
        refused("must be plain numbers from -100 to 100", f"said ~ {spline}(x, {option})")
    refused("must be plain numbers from -100 to 100", f"said ~ {spline}(df={much}, x=x)")
    refused("and bounds by name, as lower_bound=0", f"said ~ {spline}(x, 4, None, 4000)")
    for option in ("{[1]}", "df={[1]: 2}"):
        refused("must be plain numbers from -100 to 100", f"said ~ {spline}(x, {option})")
    data["income"] = 1000 * data["x"]
    for right in (f"{spline}(x, df=4)", f"{spline}(income, 4, lower_bound=-4000, upper_bound=4000)"):
        assert len(regress(f"said ~ 0 + {right}", data, mechanism=WARNER).names) == 4
    assert regress("said ~ bs(income, knots=[-500, 500], degree=2)", data, mechanism=WARNER).names[0] == "Intercept"


def test_numbers_have_few_categories_too() -> None:
    data = survey(14, 400, WARNER).assign(who=range(400))
    for factor in ("C(who)", "C(C(who), Sum)", "C(I(who + 1))", "C(region, levels=who)"):
        refused("400 categories, more than 300; group them", f"said ~ {factor}", data=data)
    for factor, n in (("C(who // 100)", 4), ("C(who > 100)", 2), ("C(who // 100, Treatment(reference=2))", 4)):
        assert len(regress(f"said ~ {factor}", data, mechanism=WARNER).names) == n


def test_columns_may_be_named_as_functions_are() -> None:
    data = survey(15, 300, WARNER)
    wanted = regress("said ~ x", data, mechanism=WARNER).params
    for name in ("np", "log", "C", "Treatment"):
        found = regress(f"said ~ {name}", data.rename(columns={"x": name}), mechanism=WARNER)
        assert found.params.tolist() == wanted.tolist() and found.covariates == (name,)
    data["np"] = np.arange(300) / 300
    assert regress("said ~ x + np.exp(x)", data, mechanism=WARNER).covariates == ("x",)
    refused("no column 'np'", "said ~ np")
    refused("cannot be computed from these data", "said ~ np + np.exp(x)", data=data)


def test_answers_left_out_are_not_said_to_be_missing() -> None:
    data = survey(11, 400, WARNER)
    data.loc[:9, "x"] = np.nan
    data.loc[20:59, "said"] = "maybe"
    found = regress("said ~ x", data, mechanism=WARNER, other="drop")
    assert found.people.left_out_said() == [
        "Left out: 40 answers that are no output of the mechanism.",
        "Left out: 10 rows without a value (10 by x).",
    ]


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "int64", "Int8"])
@pytest.mark.parametrize("right", ["I(x * x)", "I(x ** 3)", "log(x + 1)", "I(0 - x) + center(x * x)", "I(x // 7)"])
def test_a_column_of_integers_gives_the_coefficients_of_the_same_doubles(right: str, dtype: str) -> None:
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"said": rng.choice(["no", "yes"], 300), "x": np.arange(300.0) % 40 * 3})
    wanted, found = (regress(f"said ~ {right}", frame.astype({"x": x}), mechanism=WARNER) for x in ("float64", dtype))
    assert found.params.to_numpy() == pytest.approx(wanted.params.to_numpy(), rel=1e-6)
    assert found.bse.to_numpy() == pytest.approx(wanted.bse.to_numpy(), rel=1e-6)


def test_a_power_that_no_integer_holds_is_refused() -> None:
    frame = pd.DataFrame({"said": ["no", "yes"] * 50, "year": np.arange(100) % 7 + 2000})
    with pytest.raises(
        InputError, match=r"'I\(year \*\* 6\)' overflows the integers of the columns year; convert these"
    ):
        regress("said ~ I(year ** 6)", frame, mechanism=WARNER)


def test_bits_of_integers_are_no_overflow() -> None:
    data = survey(16, 400, WARNER)
    data["flags"], data["year"] = np.arange(400) % 8, np.arange(400) % 7 + 2000
    wanted = regress("said ~ odd + x", data.assign(odd=data["flags"] % 2), mechanism=WARNER)
    found = regress("said ~ I(flags & 1) + x", data, mechanism=WARNER)
    assert found.params.to_numpy() == pytest.approx(wanted.params.to_numpy(), rel=1e-6)
    for right in ("C(flags & 3)", "I(flags ^ 2)", "I((flags | 4) & 5)", "I((flags > 2) & (year > 2002) & (x > 0))"):
        assert regress(f"said ~ {right}", data, mechanism=WARNER).nobs == 400
    refused("overflows the integers of the columns year;", "said ~ I(year ** 6) + I(flags & 1)", data=data)
