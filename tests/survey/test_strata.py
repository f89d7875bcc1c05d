"""Means and totals over strata, by hand; groups of several columns; two thousand groups have one set of weights."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import polars
import pytest

from rropt import estimate
from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.survey.estimate import Estimates
from rropt.survey.strata import mean_over_strata, over_strata

WARNER = from_spec("warner:p=3/4")


def found() -> Estimates:
    data = {"town": ["a"] * 8 + ["b"] * 8, "sex": ["f", "m"] * 8, "said": [0, 1, 1, 0, 1, 1, 0, 0] * 2}
    result = estimate(polars.DataFrame(data), mechanism=WARNER, answer="said", by=["town", "sex"])
    assert isinstance(result, Estimates)
    return result


def test_groups_of_several_columns() -> None:
    groups = found()
    assert groups.by == "town, sex" and [name for name, _ in groups.groups] == ["a, f", "a, m", "b, f", "b, m"]
    assert groups["a, f"].tally.counts == (2, 2)
    assert (
        list(groups) == ["a, f", "a, m", "b, f", "b, m"]
        and "a, m" in groups
        and "c, m" not in groups
        and len(groups) == 4
    )


def test_the_mean_and_its_variance_are_those_of_the_textbook() -> None:
    groups, sizes = found(), {"a, f": 100, "a, m": 300, "b, f": 200, "b, m": 400}
    whole = over_strata(groups, sizes)
    by_hand = [(Fraction(size, 1000), groups[name]) for name, size in sizes.items()]
    assert whole.shares[1] == sum(w * e.prevalence[1] for w, e in by_hand)
    assert whole.variances[1] == sum(w * w * e.stated_variance(1).value for w, e in by_hand)
    assert whole.size == 1000 and whole.shares[0] + whole.shares[1] == 1
    assert whole.to_dict()["inputs"]["1"]["total"]["exact"] == str(1000 * whole.shares[1])
    assert "Over 4 strata of 1,000 people together:" in repr(whole)


def test_a_variance_that_no_estimate_gives_is_labelled() -> None:
    """In town a 4 of 4 say no: the estimate of the variance is negative, and the exact one at the share cut to [0, 1] stands."""
    data = {"town": ["a"] * 4 + ["b"] * 8, "said": [0] * 4 + [0, 1] * 4}
    groups = estimate(polars.DataFrame(data), mechanism=WARNER, answer="said", by="town")
    assert isinstance(groups, Estimates) and groups["a"].stated_variance(1).source == "plug-in"
    whole = over_strata(groups, {"a": 100, "b": 100})
    assert whole.sources == ("plug-in", "plug-in")
    assert whole.to_dict()["inputs"]["1"]["standard_error_from"] == "plug-in"
    assert "plug-in" in whole.explain() and "is part of the standard error (0, 1)" in whole.explain()
    usual = over_strata(found(), dict.fromkeys(found(), 100))
    assert usual.sources == ("unbiased", "unbiased") and "plug-in" not in usual.explain()


@pytest.mark.parametrize("scale", [1, 10**12, Fraction(1, 10**7)])
@pytest.mark.parametrize("strata", [2, 3])
def test_a_mean_that_is_the_same_in_every_cluster_has_an_error(scale: Fraction, strata: int) -> None:
    """Its linearised variance is 0. By hand the exact one is the sum of W²·4λ(1 − λ)/n, at λ = 1/2 for means of scores. A third
    stratum, in which half of every cluster say yes, has no linearised variance either."""
    yes = {"a": (2, 4, 6, 8), "b": (8, 6, 4, 2), "c": (10,) * 4}
    rows = [(g, c, int(i < n)) for g in "abc"[:strata] for c, n in enumerate(yes[g]) for i in range(20)]
    data = polars.DataFrame(rows, schema=["town", "school", "said"], orient="row")
    groups = estimate(data, mechanism=WARNER, answer="said", by="town", cluster="school")
    assert isinstance(groups, Estimates)
    sizes = {"a": 1000, "b": 1000, "c": 500}
    sizes = {name: sizes[name] for name in groups}
    whole, mean = over_strata(groups, sizes), mean_over_strata(groups.means([10 * scale, 20 * scale]), sizes)
    w = [Fraction(x, sum(sizes.values())) for x in sizes.values()]
    exact = [Fraction(4, 80) * x * (1 - x) for x in (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))]
    assert whole.variances == (sum(x * x * v for x, v in zip(w, exact, strict=False)),) * 2
    assert whole.sources == ("plug-in",) * 2 and "is part of the standard error (0, 1)" in whole.explain()
    assert mean.variance == (10 * scale) ** 2 * sum(x * x for x in w) / 80 and mean.source == "largest"


@pytest.mark.parametrize(
    ("sizes", "words"),
    [({"a, f": 1}, "give no size for the group"), ({"c, f": 1}, "the stratum 'c, f' has no answers")],
)
def test_strata_without_answers_or_sizes_are_refused(sizes: dict[str, int], words: str) -> None:
    with pytest.raises(InputError, match=words):
        over_strata(found(), sizes)


@pytest.mark.parametrize("kind", [float, str, Decimal, Fraction, np.int64, np.int8, np.float32])
def test_sizes_are_whole_numbers_of_any_type(kind: Any) -> None:
    plain = over_strata(found(), dict.fromkeys(found(), 100))
    assert over_strata(found(), {name: kind(100) for name in found()}) == plain
    for bad in (0.5, "many", -1, None):
        with pytest.raises(InputError, match=r"must be a whole number|cannot read"):
            over_strata(found(), dict.fromkeys(found(), bad))


def test_strata_named_by_numbers_are_those_of_the_groups_whatever_their_types_are() -> None:
    data: Any = polars.DataFrame({"g": [1, 2] * 10, "said": [0, 1, 1, 0] * 5})
    one: Any
    two: Any
    found = estimate(data, mechanism=WARNER, answer="said", by="g")
    assert isinstance(found, Estimates)
    plain = over_strata(found, {"1": 100, "2": 200})
    for column in ([1, 2], [1.0, 2.0], ["1.0", "2.0"], ["1", "2"]):
        groups = estimate(data.with_columns(g=polars.Series(column * 10)), mechanism=WARNER, answer="said", by="g")
        assert isinstance(groups, Estimates)
        for one, two in ((1, 2), (1.0, 2.0), ("1", "2"), ("1.0", "2.0"), (Decimal("1.00"), Fraction(2))):
            assert over_strata(groups, {one: 100, two: 200}).shares == plain.shares
            assert groups[one].n == 10 and two in groups
        with pytest.raises(InputError, match=r"the stratum '1(\.0)?' is named twice"):
            over_strata(groups, dict[Any, int]({1: 100, "1": 100, "2": 200}))


def test_a_stratum_is_not_smaller_than_its_sample() -> None:
    with pytest.raises(InputError, match="the stratum 'b, m' has 4 answers, more than its size 3"):
        over_strata(found(), {"a, f": 4, "a, m": 300, "b, f": 200, "b, m": 3})


def test_names_that_would_be_the_same_are_refused() -> None:
    data = polars.DataFrame({"x": ["a, b", "a"], "y": ["c", "b, c"], "said": [0, 1]})
    with pytest.raises(InputError, match="two groups would be called 'a, b, c'"):
        estimate(data, mechanism=WARNER, answer="said", by=["x", "y"])


@pytest.mark.parametrize(("stratum", "number"), [(None, 1), ("region", 2)])
def test_clusters_that_were_drawn_without_named_strata_are_not_said_to_lie_in_some(
    stratum: str | None, number: int
) -> None:
    schools = [*"aabbccddeeff"] * 2
    regions = ["north" if x in "abc" else "south" for x in schools]
    frame = polars.DataFrame({"said": [0, 0, 1, 0, 1, 1] * 4, "school": schools, "region": regions})
    groups = estimate(
        frame,
        mechanism=WARNER,
        answer="said",
        by="region",
        cluster="school",
        stratum=stratum,
    )
    assert isinstance(groups, Estimates)
    whole = over_strata(groups, {"north": 300, "south": 100})
    assert (whole.strata_of_clusters, whole.freedom) == (number, 6 - number)
    assert ("without strata" in whole.explain()) == (stratum is None)


def test_the_size_0_leaves_a_group_out_and_says_so() -> None:
    every = {"a, f": 300, "a, m": 100, "b, f": 200, "b, m": 0}
    kept = {name: size for name, size in every.items() if size}
    groups = found()
    whole = over_strata(groups, every)
    rest = Estimates(groups.by, tuple((name, x) for name, x in groups.groups if name in kept), groups.without)
    without = over_strata(rest, kept)
    assert (whole.shares, whole.variances, whole.size) == (without.shares, without.variances, 600)
    assert whole.left_out == groups["b, m"].n and without.left_out == 0 and "of groups of size 0" in whole.explain()
    assert mean_over_strata(groups.means([1, 2]), every).mean == mean_over_strata(rest.means([1, 2]), kept).mean
    with pytest.raises(InputError, match="size 0"):
        over_strata(groups, dict.fromkeys(every, 0))


def test_the_share_of_all_is_told_first_and_one_outside_warned_of() -> None:
    data = {"town": ["a", "b"] * 200, "said": [0] * 400}
    groups = estimate(polars.DataFrame(data), mechanism=WARNER, answer="said", by="town", method="normal")
    assert isinstance(groups, Estimates)
    first, *rest = over_strata(groups, {"a": 1000, "b": 2000}).explain().splitlines()
    assert "share" in first and "Over 2 strata" not in first and any("Over 2 strata of 3,000" in line for line in rest)
    usual = over_strata(found(), dict.fromkeys(found(), 100)).explain().splitlines()[0]
    assert usual.startswith('Of all 400 people the share of "1" is estimated at ')
