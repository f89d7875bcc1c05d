"""How groups of two half-samples differ, against the definition: the variance of a difference over people, or over clusters."""

from typing import Any

import numpy
import pytest

from rropt.exact.errors import InputError
from rropt.survey import two_samples
from rropt.survey.halves.groups import TwoSamplesByGroup
from tests.survey.halves.test_drawn import CHANCES, PAIR, pupils

INVERSE = numpy.linalg.inv(CHANCES)


def grouped(data: Any, **how: Any) -> TwoSamplesByGroup:
    found = two_samples(data, cheating=PAIR, by="half", groups="sex", **how)
    assert isinstance(found, TwoSamplesByGroup)
    return found


def with_sex(**how: Any) -> Any:
    data = pupils(**how)
    return data.assign(sex=numpy.where(numpy.random.default_rng(3).random(len(data)) < 0.4, "f", "m"))


def totals(data: Any, group: str, unit: str) -> Any:
    """For each unit the sum of w (y - share)/W in either half-sample, of one group."""
    found = numpy.zeros((data[unit].nunique(), 2))
    order = {x: i for i, x in enumerate(sorted(data[unit].unique()))}
    for h, half in enumerate("ab"):
        part = data[(data.sex == group) & (data.half == half)]
        if part.empty:
            continue
        y, w = (part.answer == "yes").to_numpy(float), part.w.to_numpy()
        share = (w * y).sum() / w.sum()
        for x, u in zip(part[unit], w * (y - share) / w.sum(), strict=True):
            found[order[x], h] += u
    return found


@pytest.mark.parametrize("with_weights", [False, True])
def test_people_drawn_one_by_one(with_weights: bool) -> None:
    data = with_sex()
    found = grouped(data, weights="w") if with_weights else grouped(data)
    for i, x in enumerate(found.differences):
        a, b = found["f"], found["m"]
        assert x.variance == a.covariance[i][i] + b.covariance[i][i] and x.difference == b.shares[i] - a.shares[i]
    assert found.joint is not None and found.joint.restrictions == 2
    whole = numpy.array(
        [[float(found["f"].covariance[i][j] + found["m"].covariance[i][j]) for j in (0, 1)] for i in (0, 1)]
    )
    gap = numpy.array([float(found["m"].shares[i] - found["f"].shares[i]) for i in (0, 1)])
    assert float(found.joint.statistic) == pytest.approx(gap @ numpy.linalg.solve(whole, gap), rel=1e-9)


def test_clusters_that_both_half_samples_and_both_groups_share() -> None:
    data = with_sex()
    found = grouped(data, weights="w", cluster="school")
    n = data.school.nunique()
    u = (totals(data, "m", "school") - totals(data, "f", "school")) @ INVERSE.T
    u = u - u.mean(axis=0)
    covariance = n / (n - 1) * u.T @ u
    assert [float(x.variance) for x in found.differences[:2]] == pytest.approx(covariance.diagonal(), rel=1e-9)
    honest, rest, cheaters = found.differences
    assert float(cheaters.variance) == pytest.approx(covariance.sum(), rel=1e-9) and honest.freedom == n - 1
    assert honest.difference + rest.difference + cheaters.difference == 0
    gap = numpy.array([float(honest.difference), float(rest.difference)])
    assert found.joint is not None and found.joint.freedom == n - 2
    assert float(found.joint.statistic) == pytest.approx(gap @ numpy.linalg.solve(covariance, gap), rel=1e-9)


@pytest.mark.parametrize("cluster", [None, "school"])
def test_people_whose_group_is_missing_are_in_no_comparison(cluster: str | None) -> None:
    data = with_sex()
    data.loc[::5, "sex"] = None
    found = grouped(data, cluster=cluster)
    assert list(found) == ["f", "m", "(missing)"]
    assert {(x.first, x.second) for x in found.differences} == {("f", "m")}
    assert found.joint is not None and found.joint.restrictions == 2
    assert f"{(len(data) + 4) // 5} answers without a value of sex" in found.compared()


@pytest.mark.parametrize("second", ["f", None])
def test_one_group_has_nothing_to_be_compared_with(second: str | None) -> None:
    data = with_sex()
    found = grouped(data.assign(sex=numpy.where(data.sex == "f", "f", second)))
    for compare in (found.compared, found.compared_to_dict, lambda: found.joint, lambda: found.differences):
        with pytest.raises(InputError, match="there is one group, 'f', and so nothing to compare"):
            compare()
    assert "Two half-samples in" in found.explain()


def test_half_samples_of_whole_schools_that_both_groups_share() -> None:
    data = with_sex(whole=True)
    found = grouped(data, weights="w", cluster="school")
    expected = numpy.zeros((2, 2))
    for h, half in enumerate("ab"):
        part = data[data.half == half]
        u = (totals(part.assign(half=half), "m", "school") - totals(part, "f", "school"))[:, h]
        expected += len(u) / (len(u) - 1) * ((u - u.mean()) ** 2).sum() * numpy.outer(INVERSE[:, h], INVERSE[:, h])
    assert [float(x.variance) for x in found.differences[:2]] == pytest.approx(expected.diagonal(), rel=1e-9)


def test_three_groups_and_an_unrelated_question() -> None:
    data = pupils()
    found = two_samples(data, unrelated={"a": "3/4", "b": "1/4"}, by="half", groups="region")
    assert isinstance(found, TwoSamplesByGroup)
    assert [(x.first, x.second, x.share_of) for x in found.differences] == [
        ("r0", "r1", "sensitive question"), ("r0", "r2", "sensitive question"), ("r1", "r2", "sensitive question")
    ]  # fmt: skip
    v, x = ([float(found[g].covariance[0][0]) for g in found], [float(found[g].shares[0]) for g in found])
    mean = sum(a / b for a, b in zip(x, v, strict=True)) / sum(1 / b for b in v)
    statistic = sum(
        (a - mean) ** 2 / b for a, b in zip(x, v, strict=True)
    )  # of independent estimates, the same Wald statistic
    assert found.joint is not None and float(found.joint.statistic) == pytest.approx(statistic, rel=1e-9)
    assert [x.difference for x in found.between("r0", "r2")] == [found["r2"].shares[0] - found["r0"].shares[0]]
    assert "shown that the groups differ in the share of the sensitive question: Wald's statistic" in found.compared()


def test_a_number_in_the_place_of_a_group_is_said_first() -> None:
    data = pupils()
    found = grouped(data.assign(sex=numpy.arange(len(data)) % 11))
    assert repr(found).startswith(
        "sex has 11 values; cut a number, such as an age, into a few classes.\n5; 6; 7: Unbiased"
    )
    assert repr(grouped(with_sex())).startswith("Two half-samples in 2 groups")


def test_the_name_of_a_half_sample_may_hold_a_comma() -> None:
    data, named = with_sex(), {"a": "north, east", "b": "east"}
    pair = {named[name]: p for name, p in PAIR.items()}
    found = two_samples(data.assign(half=data.half.map(named)), cheating=pair, by="half", groups="sex")
    assert isinstance(found, TwoSamplesByGroup)
    assert [(name, x.shares) for name, x in found.groups] == [(name, x.shares) for name, x in grouped(data).groups]
