"""Groups of a clustered survey are domains: clusters without a member of a group stay, weights of 0 count as nobody."""

from typing import Any

import numpy
import pandas
import pytest
from scipy import stats

from rropt import estimate, from_spec
from rropt.exact.errors import InputError
from rropt.survey import associate, compare_groups, mean_over_strata, over_strata, regress, two_samples
from rropt.survey.groups import Estimates
from rropt.survey.result import Estimate
from tests.survey.clustered.test_clusters import WARNER, frame, made, own_covariance, own_freedom


def grouped(data: pandas.DataFrame, by: str, **how: object) -> Estimates:
    found = estimate(data, mechanism=WARNER, answer="said", by=by, **how)  # type: ignore[arg-type]
    assert isinstance(found, Estimates)
    return found


def with_domain() -> pandas.DataFrame:
    """Boys of every third school are a domain."""
    data = frame()
    school = data.school.str[1:].astype(int)
    return data.assign(dom=numpy.where((school % 3 == 0) & (data.sex == "m"), "in", "out"))


@pytest.mark.parametrize("stratum", [None, "region"])
def test_a_group_s_variance_is_that_of_a_domain(stratum: str | None) -> None:
    data = with_domain()
    found = grouped(data, "dom", weights="w", cluster="school", stratum=stratum)
    for name, mask in (("in", data.dom == "in"), ("out", data.dom == "out")):
        one = found[name]
        assert isinstance(one, Estimate) and one.variances is not None
        wanted = own_covariance(data, WARNER, stratum, [mask.to_numpy().astype(float)])
        assert float(one.variances[1]) == pytest.approx(wanted[1, 1])
        assert one.freedom == own_freedom(data[mask], stratum) and (name == "out" or one.freedom < 6)
        upper = float(one.prevalence[1]) + stats.t.ppf(0.975, one.freedom) * wanted[1, 1] ** 0.5
        assert float(one.intervals[1].upper) == pytest.approx(min(1, upper))
    outside = made(data.assign(w=data.w * (data.dom == "in")), weights="w", cluster="school", stratum=stratum)
    assert (outside.variances, outside.freedom, outside.n) == (
        found["in"].variances,
        found["in"].freedom,
        found["in"].n,
    )


def test_a_domain_may_have_one_cluster_in_a_stratum_and_none_in_another() -> None:
    data = frame()
    data["some"] = numpy.where(data.school.isin(["s0", "s1", "s4"]), "in", "out")
    found = compare_groups(
        data, by="some", mechanism=WARNER, answer="said", weights="w", cluster="school", stratum="region"
    )
    masks = [(data.some == x).to_numpy().astype(float) for x in ("in", "out")]
    v = own_covariance(data, WARNER, "region", masks)
    assert float(found.pairs[0].variance) == pytest.approx(v[1, 1] + v[3, 3] - 2 * v[1, 3])
    assert found.pairs[0].freedom == 1


@pytest.mark.parametrize("stratum", [None, "region"])
def test_a_group_of_one_cluster_has_a_share_without_an_error_and_the_others_theirs(stratum: str | None) -> None:
    data = frame()
    data["some"] = numpy.where(data.school == "s3", "one", numpy.where(data.sex == "f", "f", "m"))
    found = grouped(data, "some", weights="w", cluster="school", stratum=stratum)
    one = found["one"]
    assert isinstance(one, Estimate) and one.variances is None and one.standard_errors is None
    mine = data[data.some == "one"]
    z = numpy.linalg.inv(WARNER.to_numpy())[1][mine.said]
    assert float(one.prevalence[1]) == pytest.approx((mine.w * z).sum() / mine.w.sum())
    assert [(i.lower, i.upper) for i in one.intervals] == [(0, 1)] * 2
    said = repr(found)
    assert "one: Standard errors: none, because all answers are of one cluster, 's3'" in said
    masks = [(data.some == x).to_numpy().astype(float) for x in ("f", "m")]
    v = own_covariance(data, WARNER, stratum, masks)
    f = found["f"]
    assert isinstance(f, Estimate) and f.variances is not None
    assert float(f.variances[1]) == pytest.approx(v[1, 1])
    assert one.covariance_document() is None and one.to_dict()["inputs"]["1"]["standard_error"] is None
    mean = one.mean([0, 1])
    assert mean.variance is None and "all answers are of one cluster, 's3'" in repr(mean)
    compared = compare_groups(
        data, by="some", mechanism=WARNER, answer="said", weights="w", cluster="school", stratum=stratum
    )
    assert [(x.first, x.second) for x in compared.pairs] == [("f", "m")]
    assert float(compared.pairs[0].variance) == pytest.approx(v[1, 1] + v[3, 3] - 2 * v[1, 3])
    assert "group one is in no comparison, because all answers are of one cluster, 's3'" in repr(compared)
    with pytest.raises(InputError, match="the stratum 'one' has no variance estimate: all answers are of one cluster"):
        over_strata(found, {"one": 500, "f": 500, "m": 500})


def test_where_no_group_has_two_clusters_nothing_is_compared() -> None:
    data = frame()
    data = data[data.school.isin(["s3", "s4"])]
    found = grouped(data, "school", cluster="school")
    assert all(isinstance(e, Estimate) and e.variances is None for _, e in found.groups)
    with pytest.raises(
        InputError,
        match="a comparison needs two groups with a variance estimate, and 's3' has none, because all answers",
    ):
        compare_groups(data, by="school", mechanism=WARNER, answer="said", cluster="school")


def test_a_group_of_one_weighted_answer_has_no_error_and_ends_no_table() -> None:
    data = frame()
    data["some"] = ["one", *data.sex[1:]]
    found = grouped(data, "some", weights="w")
    one, f = found["one"], found["f"]
    assert isinstance(one, Estimate) and one.variances is None and one.n == 1
    assert isinstance(f, Estimate) and f.variances is not None
    assert "one: Standard errors: none, because one answer has no variance estimate." in repr(found)


def test_people_of_weight_0_are_not_counted() -> None:
    data = frame()
    some = data.assign(w=data.w * (data.index % 3 > 0))
    for how in ({}, {"cluster": "school"}):
        zero, left = made(some, weights="w", **how), made(some[some.w > 0], weights="w", **how)
        assert (zero.n, zero.design_effects, zero.variances) == (left.n, left.design_effects, left.variances)
    answers = some.assign(said=numpy.where(some.w > 0, some.said, 7))
    assert made(answers, weights="w").n == int((some.w > 0).sum())


def test_a_cluster_of_two_strata_is_refused() -> None:
    data = frame()
    data.loc[data.index[data.school == "s3"][0], "region"] = "r1"
    data["half"] = numpy.where(data.sex == "f", "a", "b")
    words = "the cluster 's3' has rows in two strata, 'r0' and 'r1'"
    how: Any = {"cluster": "school", "stratum": "region"}
    with pytest.raises(InputError, match=words):
        made(data, **how)
    with pytest.raises(InputError, match=words):
        regress("said ~ 1", data, mechanism=WARNER, **how)
    with pytest.raises(InputError, match=words):
        two_samples(data, unrelated={"a": "3/4", "b": "1/4"}, by="half", answer="said", outputs=("0", "1"), **how)


def test_pairs_have_the_degrees_of_freedom_of_the_group_with_fewest_and_json_those_of_the_test() -> None:
    data = frame()
    school = data.school.str[1:].astype(int)
    data["some"] = numpy.select([school < 3, school < 8], ["a", "b"], "c")
    how: Any = {"mechanism": WARNER, "answer": "said", "weights": "w", "cluster": "school"}
    found = compare_groups(data, by="some", **how)
    assert [(x.first, x.second, x.freedom) for x in found.pairs] == [("a", "b", 2), ("a", "c", 2), ("b", "c", 4)]
    assert "(2 to 4 degrees of freedom, those of the group with answers from fewest clusters)" in repr(found)
    pair = found.between("b", "c")
    d, error = float(pair.difference), float(pair.variance) ** 0.5
    half = stats.t.ppf(0.975, 4) * error
    assert [float(x) for x in pair.interval] == pytest.approx([max(-1, d - half), min(1, d + half)])
    assert float(pair.p_value) == pytest.approx(2 * stats.t.sf(abs(d) / error, 4))
    means = compare_groups(data, by="some", scores=[0, 1], **how)
    assert [x.interval for x in means.pairs] == [x.interval for x in found.pairs]
    # groups share no school, so the formula of `wald` gives 8 where the group with fewest has 2
    nu = 8
    assert found.joint is not None and found.joint.design_freedom == nu
    document = found.joint.to_dict()
    assert document["degrees_of_freedom"] == "7"
    f = float(document["statistic"]["lower"]) * (nu - 1) / (nu * 2)
    assert float(document["f_statistic"]["lower"]) == pytest.approx(f)
    assert float(found.joint.p_value) == pytest.approx(stats.f.sf(f, 2, nu - 1))
    assert "F with 2 and 7 degrees of freedom" in found.joint.explain()
    data["some"] = numpy.select([(school < 2) & (data.sex == "f"), school < 2], ["a", "b"], "c")
    found = compare_groups(data, by="some", **how)
    assert found.joint is None and "2 differences are more than the 1 degree of freedom of their variances" in repr(
        found
    )


def test_a_group_of_one_cluster_in_each_stratum_has_no_interval() -> None:
    data = frame()
    data["some"] = numpy.where(data.school.isin(["s0", "s1"]), "in", "out")
    found = grouped(data, "some", cluster="school", stratum="region")
    one = found["in"]
    assert isinstance(one, Estimate) and one.variances is None and one.freedom == 0
    assert [(i.lower, i.upper) for i in one.intervals] == [(0, 1)] * 2
    why = "all answers are of one cluster in each of 2 strata, which tells nothing of how clusters of a stratum differ"
    assert f"in: Standard errors: none, because {why}." in repr(found)
    assert one.mean([0, 1]).variance is None
    with pytest.raises(InputError, match=f"'in' has none, because {why}"):
        compare_groups(data, by="some", mechanism=WARNER, answer="said", cluster="school", stratum="region")


FEW_OF_40 = {2: (0.94, 1.0), 4: (0.93, 0.985), 10: (0.93, 0.975)}


@pytest.mark.parametrize(
    ("few", "surveys"),
    [pytest.param(4, 60, marks=pytest.mark.slow), *(pytest.param(x, 600, marks=pytest.mark.full) for x in FEW_OF_40)],
)
def test_intervals_of_a_group_of_few_clusters_cover(few: int, surveys: int) -> None:
    """Of surveys of 40 schools, whose shares differ, 600 have a standard error of 0.009, 60 one of 0.028. With the 39 degrees of
    freedom of the survey the same intervals cover in some 65 % (2 schools) and 83 % (4), which is seen here too."""
    rng = numpy.random.default_rng(11)
    covers, survey = numpy.zeros(2), numpy.zeros(2)
    for _ in range(surveys):
        yes = rng.binomial(30, 0.25 + 0.5 * rng.beta(1, 3, 40))
        people = pandas.DataFrame(
            {
                "school": numpy.repeat(numpy.arange(40), 2),
                "said": [0, 1] * 40,
                "n": numpy.stack([30 - yes, yes], 1).ravel(),
                "some": numpy.repeat(numpy.where(numpy.arange(40) < few, "a", "b"), 2),
            }
        )
        found = compare_groups(people, by="some", mechanism=WARNER, answer="said", counts="n", cluster="school")
        (low, high), own = found.interval, found.estimates["a"].intervals[1]
        covers += own.lower <= 0.25 <= own.upper, low <= 0 <= high
        t = stats.t.ppf(0.975, 39)
        errors = float(found.estimates["a"].standard_error()[1]), float(found.standard_error[1])
        misses = abs(float(found.estimates["a"].prevalence[1]) - 0.25), abs(float(found.difference))
        survey += [miss <= t * error for miss, error in zip(misses, errors, strict=True)]
    (least, most), room = FEW_OF_40[few], 0 if surveys == 600 else 0.06
    assert all((least - room < covers / surveys) & (covers / surveys <= most + room)), covers / surveys
    if few < 10:
        assert all(survey / surveys < 0.9 + room), survey / surveys


def test_strata_of_known_sizes_that_share_clusters_are_added_over_these() -> None:
    data = frame()
    sizes = {"f": 3000, "m": 1000}
    groups = grouped(data, "sex", weights="w", cluster="school", stratum="region")
    whole = over_strata(groups, sizes)
    masks = [(data.sex == x).to_numpy().astype(float) for x in ("f", "m")]
    v = own_covariance(data, WARNER, "region", masks)
    wanted = (9 * v[1, 1] + v[3, 3] + 6 * v[1, 3]) / 16
    assert float(whole.variances[1]) == pytest.approx(wanted) and whole.freedom == 13
    assert "13 degrees of freedom, clusters less these strata" in repr(whole) and "independently" not in repr(whole)
    mean = mean_over_strata(groups.means([0, 1]), sizes)
    assert mean.variance is not None and float(mean.variance) == pytest.approx(wanted) and mean.freedom == 13


@pytest.mark.parametrize("stratum", [None, "region"])
@pytest.mark.parametrize("moved", [0, 1])
def test_a_mean_over_whole_clusters_has_the_strata_that_these_were_drawn_in(stratum: str | None, moved: int) -> None:
    """Schools lie in one town each, or all but one pupil's. One town has one school of region r0, which has several."""
    data = frame().assign(town=lambda d: numpy.where(d.school.isin(["s0", "s1", "s4", "s7"]), "a", "b"))
    data.loc[data.index[data.school == "s1"][:moved], "town"] = "b"
    sizes = {"a": 1000, "b": 3000}
    groups = grouped(data, "town", weights="w", cluster="school", stratum=stratum)
    masks = [(data.town == x).to_numpy().astype(float) for x in sizes]
    v = own_covariance(data, WARNER, stratum, masks)
    wanted = (v[1, 1] + 9 * v[3, 3] + 6 * v[1, 3]) / 16
    whole, mean = over_strata(groups, sizes), mean_over_strata(groups.means([0, 1]), sizes)
    assert (whole.freedom, mean.freedom) == (own_freedom(data, stratum),) * 2 and whole.freedom == (15, 13)[
        bool(stratum)
    ]
    assert mean.variance is not None
    assert [float(x) for x in (whole.variances[1], mean.variance)] == pytest.approx([wanted, wanted])


def test_an_exact_variance_of_a_group_stands_in_both_means_over_strata() -> None:
    """All boys say no, so that their schools do not differ: the largest variance stands, beside that of the girls."""
    data = frame().assign(said=lambda d: d.said.where(d.sex == "f", 0))
    groups = grouped(data, "sex", cluster="school")
    boys, girls = groups["m"], groups["f"]
    assert isinstance(boys, Estimate) and isinstance(girls, Estimate) and girls.variances is not None
    assert boys.variances == (0, 0) and girls.stated_variance(1).value == girls.variances[1]
    sizes, own = {"f": 500, "m": 1500}, groups.means([0, 1])["m"]
    whole, mean = over_strata(groups, sizes), mean_over_strata(groups.means([0, 1]), sizes)
    assert whole.variances[1] == (girls.variances[1] + 9 * boys.stated_variance(1).value) / 16
    assert own.variance is not None and own.source == mean.source == "largest"
    assert own.variance > 0 and mean.variance == (girls.variances[1] + 9 * own.variance) / 16


def test_a_regression_keeps_the_clusters_of_people_of_weight_0() -> None:
    data = with_domain()
    data["w"] *= data.dom == "in"
    fit = regress("said ~ 1", data, mechanism=WARNER, weights="w", cluster="school", stratum="region")
    one = made(data, weights="w", cluster="school", stratum="region")
    x = float(one.prevalence[1])
    assert one.variances is not None
    assert float(fit.bse.iloc[0]) == pytest.approx(float(one.variances[1]) ** 0.5 / (x * (1 - x)), rel=1e-6)
    assert fit.spread.clusters == 16 and fit.spread.freedom == 13
    assert "weight of 0" in repr(fit) and "without a value" not in repr(fit)


def test_a_device_that_tells_nothing_is_refused() -> None:
    data = frame()
    nothing = from_spec("warner:p=1/2")
    with pytest.raises(InputError, match="answers of this mechanism have the same chances whatever the truth is"):
        regress("said ~ sex", data, mechanism=nothing)


def test_predictions_have_the_index_of_the_data() -> None:
    data = frame().assign(x=lambda d: (d.index * 7919) % 100 / 50).sample(frac=1, random_state=1)
    data.loc[data.index[4], "x"] = numpy.nan
    fit = regress("said ~ x", data, mechanism=WARNER)
    wanted = fit.predict(data.dropna())
    pandas.testing.assert_series_equal(fit.predict(), wanted)


def test_a_group_of_few_clusters_is_told_first_and_the_law_of_intervals_is_students() -> None:
    data = frame()
    data["some"] = numpy.where(data.school.isin(["s0", "s1", "s2"]), "in", "out")
    found = grouped(data, "some", weights="w", cluster="school")
    said = "3 of 16 clusters: the error rests on 2 degrees of freedom, because so few show only roughly how clusters differ"
    assert (
        "Intervals: Student's t with 2 degrees of freedom (an approximation for large samples)." in found["in"].notes()
    )
    assert "over 16 clusters (3 with answers counted here), taken as drawn independently: 2 degrees" in repr(found)
    document = found["in"].to_dict()
    assert (document["clusters"], document["clusters_with_answers"], document["degrees_of_freedom"]) == ("16", "3", "2")
    assert any(said in line for line in found["in"].attention())
    assert not any("The answers come from" in line for line in found["out"].attention())
    whole = made(data, weights="w", cluster="school")
    assert not any("The answers come from" in line for line in whole.attention())
    assert "Intervals: Student's t with 15 degrees of freedom (an approximation for large samples)." in whole.notes()
    assert any("Intervals: normal (an approximation for large samples)" in x for x in made(data, weights="w").notes())


@pytest.mark.parametrize("way", ["weight", "missing", "answers"])
@pytest.mark.parametrize("cluster", [None, "school"])
def test_a_group_in_which_nobody_counts_is_left_out_and_its_clusters_are_not(way: str, cluster: str | None) -> None:
    data = frame()
    data["part"] = numpy.where(data.school.isin(["s0", "s1", "s2"]), "none", data.sex)
    others, f = data.part != "none", (data.part == "f").to_numpy().astype(float)
    some = data.assign(part=data.part.where(others | (way == "weight")))
    some = some.assign(said=data.said.where(others)) if way == "answers" else some.assign(w=data.w.where(others, 0.0))
    found = grouped(some, "part", weights="w", cluster=cluster, missing="drop")
    assert list(found) == ["f", "m"]
    reason = "answers were left out" if way == "answers" else "rows have a weight of 0"
    name = "none" if way == "weight" else "(missing)"
    group = f"The group {name} has no estimate, because all {int((~others).sum())} {reason}"
    assert group in repr(found) and found.to_dict()["attention"][0].startswith(group)
    if cluster:
        one, counted = found["f"], over_strata(found, {"f": 500, "m": 500})
        assert isinstance(one, Estimate) and one.variances is not None and counted.freedom == 12
        assert float(one.variances[1]) == pytest.approx(own_covariance(data, WARNER, None, [f])[1, 1])
        filtered = grouped(some[others], "part", weights="w", cluster=cluster)["f"]
        assert isinstance(filtered, Estimate) and filtered.variances != one.variances
    how: Any = {"mechanism": WARNER, "answer": "said", "weights": "w", "cluster": cluster, "missing": "drop"}
    compared = compare_groups(some, by="part", **how)
    assert ("The group none is in no comparison, because all" in repr(compared)) == (way == "weight")


def test_what_cannot_be_estimated_is_not_to_be_filtered_out_of_clusters() -> None:
    data = frame()
    data["said"] = data.said.where(data.region != "r1")
    words = r"all \d+ answers were .* set 'region' to missing in its rows; do not filter them out, as other groups need"
    with pytest.raises(InputError, match=words):
        grouped(data, "region", cluster="school", missing="drop")
    data["region"] = data.region.where(data.region != "r1")
    assert list(grouped(data, "region", cluster="school", missing="drop")) == ["r0", "r2"]


def test_rows_of_weight_0_are_told_and_are_not_counted() -> None:
    data = frame()
    nothing = data.index % 4 == 0
    some = data.assign(w=data.w.where(~nothing, 0.0))
    zeros, left = int(nothing.sum()), data[~nothing]
    plain, clustered = made(some, weights="w"), made(some, weights="w", cluster="school")
    line = f"Left out: {zeros} rows with a weight of 0, not counted among the answers"
    assert f"{line}." in plain.attention() and f"{line}; their clusters count." in clustered.attention()
    assert plain.n == len(left) and plain.to_dict()["attention"] == [f"{line}."]
    assert not made(left, weights="w").attention()
    groups = grouped(some, "sex", weights="w")
    for name, e in groups.groups:
        assert e.tally.weightless == int((nothing & (data.sex == name)).sum())
    crossed = associate(some.assign(direct=data.sex), ("said", "direct"), mechanisms=(WARNER, None), weights="w")
    assert f"{line}." in repr(crossed) and crossed.cells.n == len(left)
    listed = estimate(some.said.tolist(), mechanism=WARNER, weights=some.w.tolist())
    assert isinstance(listed, Estimate)
    assert (listed.n, listed.variances, listed.attention()) == (plain.n, plain.variances, plain.attention())
    halves = some.assign(half=numpy.where(data.index < 120, "a", "b"))
    found = two_samples(
        halves, unrelated={"a": "3/4", "b": "1/4"}, by="half", answer="said", outputs=("0", "1"), weights="w"
    )
    assert 'Left out in half-sample "a": 30 rows with a weight of 0.' in found.attention()
    with pytest.raises(InputError, match="all 240 rows have a weight of 0, so there is nothing to estimate"):
        made(data.assign(w=0.0), weights="w")
    with pytest.raises(InputError, match="all complete rows have a weight of 0 in 'w', so there is nothing to fit"):
        regress("said ~ sex", data.assign(w=0.0), mechanism=WARNER, weights="w")
    with pytest.raises(
        InputError, match=r"^all 240 rows have a weight of 0, so there is nothing to estimate; give positive weights$"
    ):
        grouped(data.assign(w=0.0), "sex", weights="w")
