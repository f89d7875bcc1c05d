"""Coefficients that rest on one cluster or on few: found by ranks of covariates and by refitting, and counted by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from rropt import InputError
from rropt.survey import regress
from tests.survey.regression.test_fit import KRR, WARNER, survey
from tests.survey.regression.test_predictor import with_outcomes


def with_groups(seed: int = 20, n: int = 1600) -> pd.DataFrame:
    """People of 40 schools: school 0 is all of the group a, school 1 all of d; one school has a number of its own."""
    data = survey(seed, n, WARNER)
    groups = np.array(["a", "d"] + ["b"] * 19 + ["c"] * 19)
    return data.assign(group=groups[data["school"]], own=np.where(data["school"] == 5, data["x"], 0.0))


def without_error(found: Any) -> set[str]:
    return set(found.bse.index[found.bse.isna()])


@pytest.mark.parametrize(
    ("formula", "alone"),
    [
        ("said ~ C(group) + x", {"Intercept", "C(group)[T.b]", "C(group)[T.c]", "C(group)[T.d]"}),
        ("said ~ C(group, Treatment('b')) + x", {"C(group, Treatment('b'))[T.a]", "C(group, Treatment('b'))[T.d]"}),
        ("said ~ 0 + C(group) + x", {"C(group)[a]", "C(group)[d]"}),
        ("said ~ own + I(1000000 * x)", {"own"}),
        ("said ~ x + C(region)", set()),
        ("said ~ C(group == 'b') + x", set()),
    ],
)
def test_coefficients_of_one_cluster_are_those_that_no_other_cluster_tells(formula: str, alone: set[str]) -> None:
    data = with_groups()
    found = regress(formula, data, mechanism=WARNER, cluster="school")
    assert without_error(found) == alone
    x, lost = found.likelihood.x, set()
    for school in range(40):
        # what people elsewhere tell of a coefficient: whether it is a combination of their rows
        rest, unit = x[data["school"].to_numpy() != school], np.eye(x.shape[1])
        rest = rest / np.abs(x).max(axis=0)
        rank = np.linalg.matrix_rank(rest)
        lost |= {name for name, e in zip(found.names, unit, strict=True) if np.linalg.matrix_rank([*rest, e]) > rank}
    assert lost == alone
    said = [line for line in found.attention() if "one cluster" in line]
    assert len(said) == bool(alone) and all(name in said[0] for name in alone)
    for name, one in found.to_dict()["coefficients"].items():
        assert (one["standard_error"] is None) == (one["p"] is None) == (one["interval"]["lower"] is None)
        assert (one["p"] is None) == (name in alone)


def test_what_rests_on_a_reference_of_one_cluster_has_no_error_and_what_does_not_keeps_it() -> None:
    data = with_groups()
    one = regress("said ~ C(group) + x", data, mechanism=WARNER, cluster="school")
    other = regress("said ~ C(group, Treatment('b')) + x", data, mechanism=WARNER, cluster="school")
    assert "unless a reference is chosen that lies in several clusters" in repr(one)
    assert "unless a reference" not in repr(other)
    # of the group a nothing is known, of b and c the same whichever is compared with which
    people = pd.DataFrame({"group": list("abcd"), "x": 0.5})
    errors = one.get_prediction(people).summary_frame()["mean_se"].to_numpy()
    assert np.isnan(errors).tolist() == [True, False, False, True]
    np.testing.assert_allclose(errors, other.get_prediction(people).summary_frame()["mean_se"], rtol=1e-5)
    assert one.bse["x"] == pytest.approx(other.bse["x"], rel=1e-5)
    assert np.isfinite(one.marginal_effects("x").standard_errors[0])
    assert np.isnan(one.marginal_effects("group").standard_errors[0])
    assert one.wald_test("x").p_value == pytest.approx(one.pvalues["x"])
    assert np.isnan(one.cov_params()).sum().tolist() == [5, 5, 5, 5, 4]
    with pytest.raises(InputError, match="has no standard error; leave this hypothesis out"):
        one.wald_test("C(group)[T.b]")


def test_the_truth_as_predictor_and_several_truths_are_told_too() -> None:
    data = with_outcomes(3, 600, WARNER)
    data["school"] = np.arange(600) % 20
    data["solo"] = (data["school"] == 4).astype(int)
    given: dict[str, Any] = {"mechanism": WARNER, "answer": "said", "model": "linear", "cluster": "school"}
    found = regress("income ~ said + solo", data, **given)
    assert without_error(found) == {"truth yes: solo", "solo"}
    data = with_groups().assign(said=survey(6, 1600, KRR)["said"])
    for model, alone in (("ordinal", {"own"}), ("multinomial", {"b: own", "c: own", "d: own"})):
        assert without_error(regress("said ~ own + x", data, mechanism=KRR, model=model, cluster="school")) == alone


def alike(schools: int, some: int) -> pd.DataFrame:
    """Schools of 20 people with 8 yes each; the first of them are in."""
    rows = [(s, "in" if s < some else "out", "yes" if i < 8 else "no") for s in range(schools) for i in range(20)]
    return pd.DataFrame(rows, columns=["school", "group", "said"])


@pytest.mark.parametrize(("schools", "some", "is_few"), [(40, 2, True), (40, 10, True), (40, 11, False), (8, 7, False)])
def test_clusters_that_count_alike_are_counted(schools: int, some: int, is_few: bool) -> None:
    found = regress("said ~ 0 + group", alike(schools, some), mechanism=WARNER, cluster="school")
    rests = found.spread.resting
    assert rests is not None
    groups = [some, schools - some] if schools - some > 1 else [some]
    assert rests.numbers[: len(groups)] == pytest.approx(groups)
    ratio = stats.t.isf(0.025, some) / stats.t.isf(0.025, schools - 1)
    assert is_few == (ratio > 1.1) == any(f"group[in] on {some}." in line for line in found.attention())
    # variances p(1 - p)/n of both shares stand in the difference, each from clusters that count alike in it
    compared = regress("said ~ group", alike(40, 4), mechanism=WARNER, cluster="school").spread.resting
    assert compared is not None
    q = np.repeat([1 / 4 / 4, 1 / 36 / 36], [4, 36])
    assert compared.numbers[1] == pytest.approx(q.sum() ** 2 / (q**2).sum())


def test_the_number_of_clusters_by_the_definition() -> None:
    data = survey(17, 900, WARNER).assign(w=lambda d: 1 + d["school"] % 3)
    found = regress("said ~ x", data, mechanism=WARNER, cluster="school", weights="w")
    theta, target = found.params.to_numpy(), found.likelihood
    squares = pd.DataFrame((target.scores(theta) @ np.linalg.inv(target.observed(theta))) ** 2)
    shares = squares.groupby(data["school"]).sum() / squares.sum()
    assert found.spread.resting is not None
    np.testing.assert_allclose(found.spread.resting.numbers, 1 / (shares**2).sum(), rtol=1e-8)
    assert not any("effectively" in line or "one cluster" in line for line in found.attention())
