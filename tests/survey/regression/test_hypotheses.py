"""Wald's tests and likelihood ratios against statsmodels where the truth is told; their level where nothing is to be found."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest

from rropt import InputError, Mechanism, from_spec
from rropt.survey import regress
from tests.survey.regression.test_fit import KRR, WARNER, survey, told

LOGIT = told(("no", "yes"))


def test_where_the_truth_is_told_tests_are_statsmodels() -> None:
    import statsmodels.formula.api as smf

    data = survey(1, 700, LOGIT)
    ours = regress("said ~ x + C(region)", data, mechanism=LOGIT)
    theirs = smf.logit("truth ~ x + C(region)", data).fit(disp=0, tol=1e-12)
    regions = ["C(region)[T.south]", "C(region)[T.west]"]
    found = ours.wald_test(regions)
    asked = theirs.wald_test("C(region)[T.south] = 0, C(region)[T.west] = 0", scalar=True)
    assert (found.statistic, found.p_value) == (pytest.approx(asked.statistic), pytest.approx(float(asked.pvalue)))
    assert found.degrees == (2,)
    one = ours.wald_test("x = 0.5")
    assert one.statistic == pytest.approx(((ours.params["x"] - 0.5) / ours.bse["x"]) ** 2)
    same = ours.wald_test(f"{regions[0]} = {regions[1]}")
    asked = theirs.wald_test(f"{regions[0]} = {regions[1]}", scalar=True)
    assert same.statistic == pytest.approx(asked.statistic)
    smaller = regress("said ~ x", data, mechanism=LOGIT)
    ratio = ours.lr_test(smaller)
    less = smf.logit("truth ~ x", data).fit(disp=0, tol=1e-12)
    assert ratio.statistic == pytest.approx(2 * (theirs.llf - less.llf), abs=1e-8)
    assert ratio.degrees == (2,)
    assert f"chi-squared {theirs.llr:.4g} with 3 degrees" in repr(ours)


def test_with_clusters_it_is_an_f_test_and_no_ratio() -> None:
    data = survey(2, 700, WARNER)
    found = regress("said ~ x + C(region)", data, mechanism=WARNER, cluster="school")
    test = found.wald_test(["C(region)[T.south]", "C(region)[T.west]"])
    assert (test.law, test.degrees) == ("F", (2, 38))
    assert found.wald_test("x").p_value == pytest.approx(found.pvalues["x"])
    with pytest.raises(InputError, match="there is no likelihood ratio"):
        found.lr_test(regress("said ~ x", data, mechanism=WARNER))
    three = regress("said ~ x + C(region)", data.assign(school=data.school % 3), mechanism=WARNER, cluster="school")
    with pytest.raises(InputError, match="4 hypotheses are more than the clusters' 2 degrees of freedom can test"):
        three.wald_test(["Intercept", "x", "C(region)"])
    assert "Likelihood ratio" not in repr(found)


def test_what_is_no_test_is_refused() -> None:
    data = survey(3, 400, WARNER)
    found = regress("said ~ x + C(region)", data, mechanism=WARNER)
    for match, asked in (
        ("no coefficient or term 'y'", "y"),
        ("always holds", "x = x"),
        ("follow from one another", ["x", "x"]),
        ("no hypothesis", []),
    ):
        with pytest.raises(InputError, match=match):
            found.wald_test(asked)
    few = data[data["said"] == data["said"].iloc[0]][:12]
    with pytest.raises(InputError, match=r"^a coefficient in the hypothesis x has no standard error"):
        regress("said ~ x", few, mechanism=WARNER).wald_test("x")
    with pytest.raises(InputError, match=r"^1 row cannot determine 2 coefficients"):
        regress("said ~ x", few[:1], mechanism=WARNER)
    with pytest.raises(InputError, match="is not a smaller model"):
        regress("said ~ x", data, mechanism=WARNER).lr_test(found)
    with pytest.raises(InputError, match="were fitted to different answers"):
        found.lr_test(regress("said ~ x", data[:300], mechanism=WARNER))


@pytest.mark.slow
def test_tests_reject_as_often_as_they_say_where_nothing_is_to_be_found() -> None:
    rejected = np.zeros(2)
    for seed in range(200):
        data = survey(1000 + seed, 600, WARNER, slope=0.0)
        found = regress("said ~ C(region) + x", data, mechanism=WARNER)
        tests = found.wald_test("x"), found.lr_test(regress("said ~ C(region)", data, mechanism=WARNER))
        rejected += [t.p_value < 0.1 for t in tests]
    assert (np.abs(rejected / 200 - 0.1) < 4 * (0.09 / 200) ** 0.5).all(), rejected
    moved = survey(1, 600, WARNER, slope=1.5)
    assert regress("said ~ x", moved, mechanism=WARNER).wald_test("x").p_value < 0.001


def test_hypotheses_of_several_truths() -> None:
    found = regress("said ~ x", survey(4, 3000, KRR), mechanism=KRR, model="multinomial")
    assert found.wald_test(["b: x", "c: x", "d: x"]).degrees == (3,)
    assert found.wald_test("b: x = d: x").hypothesis == "b: x = d: x"


def test_what_has_no_error_says_none_everywhere() -> None:
    """Separated answers, in text and in JSON."""
    data = pd.DataFrame({"said": ["0"] * 50 + ["1"] * 50, "x": [0] * 50 + [1] * 50})
    found = regress("said ~ x", data, mechanism=from_spec("warner:p=3/4"))
    assert found.ascent.is_border
    for one in (found, found.marginal_effects(), found.odds_ratios(), found.get_prediction(pd.DataFrame({"x": [0]}))):
        text, document = repr(one), json.dumps(one.to_dict())
        assert "none" in text and "nan" not in text and "NaN" not in document and "nan" not in document


# the functions of which linear predictors are combinations; C(region) has three, whose sum is 1
SPANS = {
    "1": {"1"},
    "0 + x": {"x"},
    "0 + x + z": {"x", "z"},
    "x": {"1", "x"},
    "x + z": {"1", "x", "z"},
    "0 + C(region)": {"1", "south", "west"},
    "z + C(region)": {"1", "south", "west", "z"},
    "0 + z + x:C(region)": {"z", "north x", "south x", "west x"},
}


def fitted(right: str, data: pd.DataFrame, model: str) -> Any:
    if model == "two questions":
        return regress(f"said ~ {right}", data, unrelated={"a": "3/4", "b": "1/4"}, by="half")
    return regress(f"said ~ {right}", data, mechanism=LOGIT if model == "logit" else KRR, model=model)


@pytest.mark.parametrize("model", ["logit", "two questions", "multinomial", "ordinal"])
@pytest.mark.slow_at("ordinal")
def test_a_ratio_is_given_of_models_within_another_alone(model: str) -> None:
    """All pairs of eight formulas; of ordered truths every formula has a constant, which the cut points are."""
    data = survey(5, 500, LOGIT if model in ("logit", "two questions") else KRR)
    rng = np.random.default_rng(6)
    # x is nearly constant, as ages are, so that a constant nearly lies within 0 + x
    data = data.assign(x=1 + 0.1 * data.x, z=rng.integers(2, size=500), half=rng.choice(["a", "b"], 500))
    all_of = {right: fitted(right, data, model) for right in SPANS if (right, model) != ("0 + C(region)", "ordinal")}
    spans = {x: SPANS[x] | ({"1"} if model == "ordinal" else set()) for x in all_of}
    spans = {x: s | ({"x"} if "north x" in s else set()) for x, s in spans.items()}
    for large, small in product(all_of, repeat=2):
        if spans[small] < spans[large]:
            ratio = all_of[large].lr_test(all_of[small])
            assert ratio.degrees == (len(all_of[large].names) - len(all_of[small].names),)
        else:
            with pytest.raises(InputError, match="is not a smaller model"):
                all_of[large].lr_test(all_of[small])


@pytest.mark.parametrize("size", [1e12, 1e9, 1e-7])
def test_units_of_covariates_change_no_test(size: float) -> None:
    data = survey(7, 600, WARNER)
    data["z"] = np.random.default_rng(8).integers(2, size=600)
    tests = []
    for scaled in (data, data.assign(x=size * data.x)):
        found, less = (regress(f"said ~ {right}", scaled, mechanism=WARNER) for right in ("x + z", "x"))
        tests.append((found.wald_test(["x", "z"]), found.lr_test(less)))
        with pytest.raises(InputError, match="is not a smaller model"):
            found.lr_test(regress("said ~ C(region)", scaled, mechanism=WARNER))
    for one, other in zip(*tests, strict=True):
        assert one.degrees == other.degrees and one.statistic == pytest.approx(other.statistic, rel=1e-6)


def test_likelihoods_of_two_mechanisms_have_no_ratio() -> None:
    data = survey(9, 400, WARNER)
    found = regress("said ~ x", data, mechanism=WARNER)
    labels = {"inputs": ("no", "yes"), "outputs": ("no", "yes")}
    with pytest.raises(InputError, match="were fitted to different answers"):
        found.lr_test(regress("said ~ 1", data, mechanism=from_spec("warner:p=9/10").relabel(**labels)))
    # a mechanism is the same whatever the order of its outputs
    turned = Mechanism(WARNER.rows[::-1], ("no", "yes"), ("yes", "no"))
    small = [regress("said ~ 1", data, mechanism=p) for p in (WARNER, turned)]
    assert found.lr_test(small[0]).statistic == pytest.approx(found.lr_test(small[1]).statistic)


def test_without_a_maximum_there_is_no_ratio() -> None:
    """Answers that separate people, and a smaller model whose share is at 0: fewer than a quarter say yes."""
    told_all = pd.DataFrame({"said": ["no", "yes"] * 100, "z": np.random.default_rng(1).normal(size=200)})
    told_all["x"] = (told_all.said == "yes").astype(int)
    yes = ((0, 20), (1, 22), (2, 26), (3, 30))
    rare = pd.DataFrame([("yes" if i < n else "no", x) for x, n in yes for i in range(100)], columns=["said", "x"])
    for data, large, small, guilty in ((told_all, "x + z", "z", "x \\+ z"), (rare, "x", "1", "1")):
        found, less = (regress(f"said ~ {right}", data, mechanism=WARNER) for right in (large, small))
        assert found.ascent.is_found != less.ascent.is_found
        with pytest.raises(InputError, match=f"^the likelihood of 'said ~ {guilty}' has no maximum"):
            found.lr_test(less)
        assert not any("ikelihood ratio" in note for note in found.notes())
