"""Clustered, weighted, stratified variances are those of a program of its own; intervals over clusters cover, others do not."""

from fractions import Fraction
from math import ceil
from typing import Any

import numpy
import pandas
import pytest
from scipy import stats

from rropt import estimate, from_spec
from rropt.exact.errors import InputError
from rropt.survey import compare_groups, over_strata
from rropt.survey.groups import Estimates
from rropt.survey.intervals.quantile import squared_quantile
from rropt.survey.planning.scale import plan_mean
from rropt.survey.result import Estimate

WARNER = from_spec("warner:p=3/4")
KRR = from_spec("krr:k=3,epsilon=ln3")


def frame(seed: int = 3, people: int = 240, outputs: int = 2) -> pandas.DataFrame:
    rng = numpy.random.default_rng(seed)
    school = rng.integers(0, 16, people)
    return pandas.DataFrame(
        {
            "said": (rng.random(people) < 0.2 + 0.03 * school).astype(int)
            + (outputs == 3) * rng.integers(0, 2, people),
            "school": [f"s{x}" for x in school],
            "region": [f"r{x % 3}" for x in school],
            "sex": rng.choice(["f", "m"], people),
            "w": rng.integers(1, 6, people) / 2,
        }
    )


def made(data: pandas.DataFrame, p: Any = WARNER, **how: object) -> Estimate:
    found = estimate(data, mechanism=p, answer="said", **how)  # type: ignore[arg-type]
    assert isinstance(found, Estimate)
    return found


def own_covariance(data: pandas.DataFrame, p: Any, stratum: str | None, groups: list[Any] | None = None) -> Any:
    """The linearised covariance in doubles, respondent by respondent, over the masks of `groups` together."""
    w_of_answers = numpy.linalg.inv(p.to_numpy())
    z = w_of_answers.T[data.said.to_numpy()]
    masks = [numpy.ones(len(data))] if groups is None else groups
    u = []
    for mask in masks:
        w = data.w.to_numpy() * mask
        u.append((w / w.sum())[:, None] * (z - (w[:, None] * z).sum(axis=0) / w.sum()))
    u = numpy.hstack(u)
    total = numpy.zeros((u.shape[1], u.shape[1]))
    for _, rows in data.reset_index().groupby(stratum or (lambda _: 0)):
        sums = numpy.array([u[some.index].sum(axis=0) for _, some in rows.groupby("school")])
        centred = sums - sums.mean(axis=0)
        total += len(sums) / (len(sums) - 1) * centred.T @ centred
    return total


def own_freedom(data: pandas.DataFrame, stratum: str | None = None) -> int:
    """Clusters with answers, less strata with answers."""
    return data.school.nunique() - (1 if stratum is None else data[stratum].nunique())


@pytest.mark.parametrize(("p", "outputs"), [(WARNER, 2), (KRR, 3)])
@pytest.mark.parametrize("stratum", [None, "region"])
def test_the_variance_is_that_of_a_program_of_its_own(p: Any, outputs: int, stratum: str | None) -> None:
    data = frame(outputs=outputs)
    found = made(data, p, weights="w", cluster="school", stratum=stratum)
    wanted = own_covariance(data, p, stratum)
    assert numpy.array(found.covariance(), dtype=float) == pytest.approx(wanted)
    freedom = 16 - (1 if stratum is None else 3)
    assert found.freedom == freedom
    x, z = float(found.prevalence[-1]), stats.t.ppf(0.975, freedom)
    assert float(found.intervals[-1].upper) == pytest.approx(min(1, x + z * wanted[-1, -1] ** 0.5))


def test_design_effects_are_over_independent_answers() -> None:
    data = frame()
    found = made(data, weights="w", cluster="school")
    q = float((data.w * data.said).sum() / data.w.sum())
    simple = 4 * q * (1 - q) / (len(data) - 1)
    assert found.variances is not None and found.design_effects is not None
    assert float(found.design_effects[1]) == pytest.approx(float(found.variances[1]) / simple)  # type: ignore[arg-type]
    assert "over 16 clusters, taken as drawn independently: 15 degrees of freedom" in repr(found)
    assert found.to_dict()["degrees_of_freedom"] == "15"


def test_the_mean_of_a_scale_has_a_design_effect_that_plans_the_next_survey() -> None:
    data, scores = frame(outputs=3), numpy.array([1.0, 2, 4])
    found = made(data, KRR, weights="w", cluster="school")
    mean = found.mean([1, 2, 4])
    u = scores @ numpy.linalg.inv(KRR.to_numpy())
    q = numpy.array([(data.w * (data.said == i)).sum() for i in range(3)]) / data.w.sum()
    simple = (q @ u**2 - (q @ u) ** 2) / (len(data) - 1)
    wide = scores @ own_covariance(data, KRR, None) @ scores
    assert mean.design_effect is not None and float(mean.design_effect) == pytest.approx(wide / simple)
    assert f"Design effect of the mean: {wide / simple:.4g}."[:30] in repr(mean)
    assert float(mean.to_dict()["design_effect"]["lower"]) == pytest.approx(wide / simple)
    # shares are scores of 0 and 1
    assert found.design_effects is not None and found.mean([0, 0, 1]).design_effect == found.design_effects[2]
    assert made(data, KRR).mean([1, 2, 4]).design_effect is None
    plain = plan_mean(KRR, [1, 2, 4], standard_error="0.1")
    assert plan_mean(KRR, [1, 2, 4], standard_error="0.1", deff="2.5").n == ceil(Fraction(5, 2) * plain.n)


def test_clusters_of_one_are_respondents() -> None:
    data = frame()
    data["alone"] = range(len(data))
    alone, plain = made(data, cluster="alone"), made(data)
    assert alone.variances == plain.variances and alone.design_effects == (1, 1)
    assert made(data, weights="w", cluster="alone").variances == made(data, weights="w").variances


def test_groups_that_share_clusters_are_compared_over_them() -> None:
    data = frame()
    found = compare_groups(data, by="sex", mechanism=WARNER, answer="said", weights="w", cluster="school")
    masks = [(data.sex == x).to_numpy().astype(float) for x in ("f", "m")]
    v = own_covariance(data, WARNER, None, masks)
    assert float(found.pairs[0].variance) == pytest.approx(v[1, 1] + v[3, 3] - 2 * v[1, 3])
    least = min(own_freedom(some) for _, some in data.groupby("sex"))
    assert found.pairs[0].freedom == least and "domains of the same clusters" in repr(found)
    assert found.joint is not None and float(found.joint.p_value) == pytest.approx(float(found.pairs[0].p_value))
    regions = compare_groups(data, by="region", mechanism=WARNER, answer="said", cluster="school")
    own = [own_freedom(some) for _, some in data.groupby("region")]
    assert min(own) < 15 and regions.joint is not None and regions.joint.design_freedom is not None
    # regions share no school, and so no error: the joint test has more degrees of freedom than the region that has fewest
    assert min(own) < regions.joint.design_freedom <= sum(own)
    assert regions.joint.freedom == regions.joint.design_freedom - 1


def test_strata_of_known_sizes_add_their_degrees_of_freedom() -> None:
    groups = estimate(frame(), mechanism=WARNER, answer="said", by="region", cluster="school", stratum="region")
    assert isinstance(groups, Estimates)
    whole = over_strata(groups, {"r0": 1000, "r1": 2000, "r2": 500})
    assert whole.freedom == 13 and "Student's t with 13 degrees" in repr(whole)
    # each over its own clusters, as if there were no others
    data = frame()
    own = {x: made(data[data.region == x], cluster="school").variances for x in groups}
    wanted = [(Fraction(n, 3500), own[x]) for x, n in (("r0", 1000), ("r1", 2000), ("r2", 500))]
    assert whole.variances[1] == sum(w * w * v[1] for w, v in wanted)  # type: ignore[index]


def test_the_quantile_is_students() -> None:
    for freedom in (1, 2, 7, 40, 10**5):
        lower, upper = squared_quantile(Fraction(19, 20), freedom)
        wanted = stats.t.ppf(0.975, freedom) ** 2
        assert float(lower) <= wanted * (1 + 1e-8) and wanted * (1 - 1e-8) <= float(upper)
        assert float(upper - lower) < 1e-5 * wanted


def coverage(clusters: int, size: int, times: int, seed: int) -> tuple[float, float]:
    """How often Student's interval over clusters covers, and the normal one that takes respondents as independent."""
    rng = numpy.random.default_rng(seed)
    own = rng.beta(1, 3, (times, clusters))
    said = rng.binomial(size, 0.25 + 0.5 * own) / size
    q = said.mean(axis=1)
    x, v = 2 * q - 0.5, 4 * said.var(axis=1, ddof=1) / clusters
    plain = 4 * q * (1 - q) / (clusters * size - 1)
    t = stats.t.ppf(0.975, clusters - 1)
    return float(numpy.mean(abs(x - 0.25) <= t * v**0.5)), float(numpy.mean(abs(x - 0.25) <= 1.96 * plain**0.5))


def test_intervals_over_clusters_cover_where_others_do_not() -> None:
    """20,000 surveys of 20 schools of 30 pupils, with a standard error of 0.0015: 92 % would be seen, and is."""
    clustered, plain = coverage(20, 30, 20_000, seed=5)
    assert 0.943 < clustered < 0.957
    assert plain < 0.88


def test_what_has_no_variance_is_a_sentence() -> None:
    data = frame()
    for how, words in (
        (
            {"cluster": "school", "stratum": "region", "data": data[(data.region != "r0") | (data.school == "s3")]},
            "stratum 'r0' has one cluster, 's3'",
        ),
        ({"cluster": "sex", "data": data[data.sex == "f"]}, "there is one cluster, 'f'"),
        (
            {"stratum": "region", "counts": "n", "data": data.assign(n=2)},
            "need a row for each respondent",
        ),
        ({"cluster": "city", "data": data}, "no column 'city'"),
        ({"cluster": "school", "sampling": "census", "data": data}, "add no error; leave out cluster and stratum"),
        ({"stratum": "region", "sampling": "census", "data": data}, "add no error; leave out cluster and stratum"),
        ({"weights": "w", "sampling": "census", "data": data}, "weights can be combined with independent draws"),
        ({"cluster": "school", "sampling": "srs", "population": 900, "data": data}, "independent draws, not with srs"),
        (
            {"cluster": "school", "method": "wilson", "data": data},
            "the interval of shares from clusters is always normal, by Student's t, not wilson",
        ),
        ({"cluster": "school", "data": data.assign(school=[None, *data.school[1:]])}, "has no cluster or stratum"),
    ):
        rows = how.pop("data")
        with pytest.raises(InputError, match=words):
            estimate(rows, mechanism=WARNER, answer="said", **how)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="cluster= and stratum= name columns"):
        estimate({0: 3, 1: 4}, mechanism=WARNER, cluster="school")


def test_the_one_interval_is_called_by_its_name() -> None:
    for how, words in (
        ({"weights": "w"}, "the normal interval"),
        ({"cluster": "school"}, "the interval by Student's t"),
    ):
        with pytest.raises(InputError, match=f"rropt computes {words} and no other; read it from `intervals`"):
            made(frame(), **how).interval()


def test_people_drawn_in_strata_are_clusters_of_one() -> None:
    """The linearised variance in strata, by numpy; of a lazy frame too, and of groups as domains."""
    import polars

    data = frame()
    data = data.assign(w=numpy.random.default_rng(2).integers(1, 5, len(data)))
    z = ((data["said"].astype(str) == str(WARNER.output_labels[1])) - 0.25) / 0.5

    def error(mine: Any) -> float:
        w = data["w"] * mine
        u = w * (z - (w * z).sum() / w.sum()) / w.sum()
        parts = [part for _, part in u.groupby(data["region"])]
        return float(numpy.sqrt(sum(len(x) / (len(x) - 1) * ((x - x.mean()) ** 2).sum() for x in parts)))

    how: Any = {"mechanism": WARNER, "answer": "said", "weights": "w", "stratum": "region"}
    for rows in (data, polars.DataFrame(data.to_dict("list")).lazy()):
        found = estimate(rows, **how)
        assert float(found.standard_errors[1]) == pytest.approx(error(numpy.ones(len(data))), rel=1e-6)
        assert "respondents in" in repr(found) and "clusters" not in repr(found)
    groups = estimate(data, by="sex", **how)
    for name in groups:
        assert float(groups[name].standard_errors[1]) == pytest.approx(error(data["sex"] == name), rel=1e-6)
