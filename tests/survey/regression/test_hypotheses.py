"""Wald's tests and likelihood ratios against statsmodels where the truth is told; their level where nothing is to be found."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from rropt import InputError, from_spec
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
    with pytest.raises(InputError, match="is no smaller model"):
        regress("said ~ x", data, mechanism=WARNER).lr_test(found)
    with pytest.raises(InputError, match="not fitted to the same answers"):
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
