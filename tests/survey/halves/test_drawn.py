"""Two half-samples with weights and clusters: a sandwich of its own in many digits, the regression's, coverage by simulation."""

from fractions import Fraction
from typing import Any

import mpmath
import numpy
import pandas
import pytest
from scipy import optimize, stats

from rropt import Mechanism, from_spec
from rropt.exact.errors import InputError
from rropt.survey import regress, two_samples
from rropt.survey.halves.groups import TwoSamplesByGroup
from rropt.survey.halves.result import TwoSamples

NAMES = {"inputs": ("no", "yes"), "outputs": ("no", "yes")}
PAIR: dict[str, Mechanism] = {x: from_spec(f"warner:p={p}").relabel(**NAMES) for x, p in (("a", "3/4"), ("b", "1/3"))}
CHANCES = numpy.array([[3 / 4, 1 / 4], [1 / 3, 2 / 3]])
"""Of a yes by half-sample: from who has the trait, and from who has it not."""


def pupils(seed: int = 5, *, schools: int = 14, size: int = 40, whole: bool = False, cheat: float = 0.15) -> Any:
    """Pupils of schools with shares of their own; a half-sample in every school, or of whole schools."""
    rng = numpy.random.default_rng(seed)
    school = numpy.repeat(numpy.arange(schools), size)
    half = numpy.where((school if whole else numpy.arange(schools * size)) % 2 == 0, "a", "b")
    trait = rng.random(schools * size) < 0.5 * rng.beta(2, 2, schools)[school]
    chance = CHANCES[(half == "b").astype(int), 1 - trait.astype(int)]
    said = (rng.random(schools * size) < chance) & (rng.random(schools * size) >= cheat)
    weight = rng.integers(1, 5, schools * size) / 2
    columns = {"half": half, "answer": numpy.where(said, "yes", "no"), "w": weight}
    return pandas.DataFrame(columns | {"school": [f"s{x}" for x in school], "region": [f"r{x % 3}" for x in school]})


def found_of(data: Any, **how: Any) -> TwoSamples:
    return two_samples(data, cheating=PAIR, by="half", **how)


@mpmath.workdps(40)
def sandwich(data: Any, units: Any, strata: Any) -> tuple[Any, Any]:
    """Shares and covariance by the weighted log-likelihood in 40 digits: its maximum by Newton's steps, its second derivatives
    and every unit's score by numerical differentiation."""
    cells = data.groupby(["half", "answer"]).w.sum()

    def one(half: str, answer: str, x: Any, y: Any) -> Any:
        a, b = (mpmath.mpf(3) / 4, mpmath.mpf(1) / 4) if half == "a" else (mpmath.mpf(1) / 3, mpmath.mpf(2) / 3)
        yes = a * x + b * y
        return mpmath.log(yes if answer == "yes" else 1 - yes)

    def whole(x: Any, y: Any) -> Any:
        return sum(mpmath.mpf(float(w)) * one(*key, x, y) for key, w in cells.items())

    def slope(x: Any, y: Any) -> list[Any]:
        return [mpmath.diff(whole, (x, y), (1, 0)), mpmath.diff(whole, (x, y), (0, 1))]

    at = mpmath.findroot(slope, (mpmath.mpf("0.3"), mpmath.mpf("0.5")), tol=1e-25)
    bend = mpmath.matrix(2, 2)
    for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
        bend[i, j] = mpmath.diff(whole, (at[0], at[1]), (int(i == 0) + int(j == 0), int(i == 1) + int(j == 1)))
    score = {
        key: numpy.array(
            [float(mpmath.diff(lambda *v, k=key: one(*k, *v), (at[0], at[1]), n)) for n in ((1, 0), (0, 1))]
        )
        for key in cells.index
    }
    rows = numpy.array(
        [w * score[key] for w, key in zip(data.w, zip(data.half, data.answer, strict=True), strict=True)]
    )
    middle = numpy.zeros((2, 2))
    for h in pandas.unique(strata):
        sums = numpy.array([rows[(units == u) & (strata == h)].sum(axis=0) for u in pandas.unique(units[strata == h])])
        centred = sums - sums.mean(axis=0)
        middle += len(sums) / (len(sums) - 1) * centred.T @ centred
    inverse = numpy.linalg.inv(numpy.array(bend.tolist(), dtype=float))
    return numpy.array([float(at[0]), float(at[1])]), inverse @ middle @ inverse


CASES = {
    "weights": ({"weights": "w"}, lambda d: d.index, lambda d: d.half, False, None),
    "clusters": ({"cluster": "school"}, lambda d: d.school, lambda d: d.school * 0, False, 13),
    "both": ({"cluster": "school", "weights": "w"}, lambda d: d.school, lambda d: d.school * 0, False, 13),
    "strata": ({"cluster": "school", "weights": "w", "stratum": "region"}, lambda d: d.school, lambda d: d.region, False, 11),
    "whole schools in strata": ({"cluster": "school", "stratum": "region"}, lambda d: d.school, lambda d: d.region, True, 11),
    "whole schools": ({"cluster": "school", "weights": "w"}, lambda d: d.school, lambda d: d.half, True, 12),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_covariance_is_a_sandwich_of_a_program_of_its_own(name: str) -> None:
    how, units, strata, whole, freedom = CASES[name]
    data = pupils(whole=whole)
    if "weights" not in how:
        data["w"] = 1.0
    found = found_of(data, **how)
    shares, covariance = sandwich(data, units(data).to_numpy(), strata(data).to_numpy())
    assert [float(x) for x in found.shares[:2]] == pytest.approx(shares, rel=1e-12)
    assert numpy.array(found.covariance, dtype=float)[:2, :2] == pytest.approx(covariance, rel=1e-9)
    assert found.freedom == freedom
    z = stats.norm.ppf(0.975) if freedom is None else stats.t.ppf(0.975, freedom)
    upper = shares[0] + z * covariance[0, 0] ** 0.5
    assert float(found.intervals[0][1]) == pytest.approx(min(1, upper), rel=1e-9)


def test_the_rest_s_error_follows_from_the_other_two() -> None:
    v = found_of(pupils(), cluster="school", weights="w").covariance
    assert v[2][2] == v[0][0] + v[1][1] + 2 * v[0][1] and sum(v[2]) == 0


@pytest.mark.parametrize("stratum", [None, "half"])
def test_the_regression_of_the_same_clusters_says_the_same(stratum: str | None) -> None:
    data = pupils(whole=stratum is not None)
    found = found_of(data, cluster="school", weights="w")
    mechanism = {half.name: half.chances for half in found.halves}
    how: dict[str, Any] = {"weights": "w", "cluster": "school", "stratum": stratum}
    fit = regress("answer ~ 1", data, mechanism=mechanism, by="half", model="multinomial", **how)
    shares = numpy.array([float(found.shares[i]) for i in (1, 0, 2)])
    logits = numpy.array([0.0, *fit.params])
    assert numpy.exp(logits) / numpy.exp(logits).sum() == pytest.approx(shares, abs=1e-6)
    if stratum is not None:
        in_strata = found_of(data, cluster="school", weights="w", stratum=stratum)
        assert (
            "over 14 clusters in 2 strata, each with one half" in repr(in_strata)
            and in_strata.to_dict()["strata"] == "2"
        )
    ours = numpy.array([[float(found.covariance[i][j]) for j in (1, 0, 2)] for i in (1, 0, 2)])
    slope = numpy.array([[-1 / shares[0], 1 / shares[1], 0], [-1 / shares[0], 0, 1 / shares[2]]])
    assert fit.cov_params().to_numpy() == pytest.approx(slope @ ours @ slope.T, rel=1e-5)


def test_weights_of_one_and_clusters_of_one_change_nothing() -> None:
    data = pupils().assign(w=1, alone=range(14 * 40))
    plain = found_of(data)
    for how in ({"weights": "w"}, {"cluster": "alone"}, {"weights": "w", "cluster": "alone"}):
        found = found_of(data, **how)
        assert (found.shares, found.covariance) == (plain.shares, plain.covariance)
        assert found.design_effects == (1, 1, 1)
    assert plain.design_effects is None and plain.freedom is None


def test_design_effects_are_over_independent_answers_of_equal_weight() -> None:
    data = pupils()
    found = found_of(data, weights="w", cluster="school")
    q = [(some.w * (some.answer == "yes")).sum() / some.w.sum() for _, some in data.groupby("half")]
    v = [x * (1 - x) / (n - 1) for x, n in zip(q, data.groupby("half").size(), strict=True)]
    simple = numpy.linalg.inv(CHANCES) @ numpy.diag(v) @ numpy.linalg.inv(CHANCES).T
    for i in (0, 1):
        assert float(found.design_effects[i]) == pytest.approx(float(found.covariance[i][i]) / simple[i, i])  # type: ignore[index, arg-type]
    told = repr(found)
    assert "Design effects" in told and "14 clusters" in told and "13 degrees of freedom" in told
    assert "Student's t" in told and "intervals are normal" not in told
    document = found.to_dict()
    assert (document["clusters"], document["degrees_of_freedom"]) == ("14", "13")
    assert document["design_effects"].keys() == {"honest yes", "honest no", "cheaters"}


@pytest.mark.parametrize("counts", [((20, 80), (60, 40)), ((100, 10), (10, 100))])
def test_at_the_border_the_weighted_likelihood_leads(counts: tuple[tuple[int, int], tuple[int, int]]) -> None:
    """The largest weighted log-likelihood over the triangle, by a general minimiser."""
    rows = [(h, a, n) for h, y in zip("ab", counts, strict=True) for a, n in zip(("no", "yes"), y, strict=True)]
    data = pandas.DataFrame(rows, columns=["half", "answer", "n"])
    data = data.loc[data.index.repeat(data.n)].assign(w=lambda d: 1 + (numpy.arange(len(d)) % 3))
    sums = data.groupby(["half", "answer"]).w.sum()
    y = numpy.array([[float(sums[h][a]) for a in ("no", "yes")] for h in "ab"])

    def minus(v: Any) -> float:
        law = CHANCES @ (numpy.exp(v) / (1 + numpy.exp(v).sum()))
        return -float((y[:, 1] * numpy.log(law) + y[:, 0] * numpy.log1p(-law)).sum())

    found = found_of(data, weights="w")
    law = CHANCES @ numpy.array(found.likeliest[:2], dtype=float)
    own = float((y[:, 1] * numpy.log(law) + y[:, 0] * numpy.log1p(-law)).sum())
    starts = numpy.random.default_rng(1).normal(size=(6, 2))
    best = max(-optimize.minimize(minus, s, method="Nelder-Mead", options={"maxiter": 4000}).fun for s in starts)
    assert not all(0 <= x <= 1 for x in found.shares) and all(0 <= x <= 1 for x in found.likeliest)
    assert own >= best - 1e-6 and own == pytest.approx(best, abs=1e-2)
    assert "Linear estimates lie outside of" in repr(found) or "No shares fit these answers" in repr(found)


def test_answers_all_alike_have_the_largest_variance_of_their_weights_or_clusters() -> None:
    data = pupils()
    data.loc[data.half == "b", "answer"] = "no"
    own = data[data.half == "b"]
    for how, largest in (
        ({"weights": "w"}, (own.w**2).sum() / own.w.sum() ** 2 / 4),
        ({"weights": "w", "cluster": "school"}, (own.groupby("school").w.sum() ** 2).sum() / own.w.sum() ** 2 / 4),
    ):
        found = two_samples(data, unrelated={"a": "1/2", "b": "0"}, by="half", **how)
        assert float(found.covariance[1][1]) == pytest.approx(largest)
        assert any("alike" in line for line in found.attention())


def in_schools(yes: dict[str, tuple[int, ...]], n: int = 20) -> pandas.DataFrame:
    """In each school n people of each half-sample (or of a half-sample and a sex), of whom so many say yes."""
    rows = [(x, c, "yes" if i < k else "no") for x, some in yes.items() for c, k in enumerate(some) for i in range(n)]
    data = pandas.DataFrame(rows, columns=["half", "school", "answer"])
    return data.assign(sex=data.half.str[1:], half=data.half.str[0], w=2)


@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize(
    ("yes", "told"),
    [
        ({"a": (9, 10, 11), "b": (4, 7, 10)}, "estimate of sensitive question is the same in all clusters"),
        ({"a": (9, 9, 9), "b": (4, 4, 4)}, 'In half-sample "a" all clusters are alike'),
        ({"a": (0, 0, 0), "b": (4, 4, 4)}, 'In half-sample "b" all clusters are alike'),
    ],
)
def test_a_share_that_is_the_same_in_all_clusters_has_the_largest_variance(
    yes: dict[str, tuple[int, ...]], told: str, weights: str | None
) -> None:
    """x = 3/2·λ_a − 1/2·λ_b. A half-sample of three equal schools has at most the variance 1/12."""
    found = two_samples(
        in_schools(yes), unrelated={"a": "3/4", "b": "1/4"}, by="half", cluster="school", weights=weights
    )
    assert not isinstance(found, TwoSamplesByGroup)
    assert found.covariance[0][0] == (Fraction(9, 4) + Fraction(1, 4)) / 12
    assert found.intervals[0][0] < found.intervals[0][1] and any(told in x for x in found.attention())
    differ = in_schools({"a": (9, 10, 11), "b": (4, 7, 9)})
    usual = two_samples(differ, unrelated={"a": "3/4", "b": "1/4"}, by="half", cluster="school", weights=weights)
    assert not isinstance(usual, TwoSamplesByGroup)
    assert 0 < usual.covariance[0][0] < Fraction(1, 100) and "largest variance" not in repr(usual)


@pytest.mark.parametrize(
    ("n", "yes", "honest", "variance"),
    [
        (60, {"a": (21, 27, 33), "b": (36, 32, 28)}, 1, Fraction(4 + 9, 12)),
        (240, {"a": (66, 72, 78), "b": (136, 112, 88)}, Fraction(1, 2), (9 + Fraction(9, 16)) / 12),
    ],
)
def test_a_share_of_honest_people_that_is_the_same_in_all_clusters_has_the_largest_variance(
    n: int, yes: dict[str, tuple[int, ...]], honest: Fraction, variance: Fraction
) -> None:
    """The prevalences of the schools are 1/5, 2/5 and 3/5. Then t = x/(1 − y) has the slopes 2 and 3, or 3 and 3/4."""
    found = found_of(in_schools(yes, n), cluster="school").lie_detector
    assert found is not None and found.honest is not None
    assert (found.prevalence.estimate, found.honest.estimate) == (Fraction(2, 5), honest)
    assert found.honest.variance == variance and found.honest.interval.lower == 0
    assert any("honest people" in x and "largest variance stands in" in x for x in found.attention())
    usual = found_of(pupils(), cluster="school")
    detector = usual.lie_detector
    assert detector is not None and detector.honest is not None and not detector.honest.is_largest
    (x, y, _), v = usual.shares, usual.covariance
    t = x / (1 - y)
    assert detector.honest.variance == (v[0][0] + 2 * t * v[0][1] + t * t * v[1][1]) / (1 - y) ** 2


def test_a_difference_that_is_the_same_in_all_clusters_has_the_largest_variance() -> None:
    data = in_schools({"af": (9, 7, 12), "bf": (4, 7, 10), "am": (11, 9, 14), "bm": (5, 8, 11)})
    how: Any = {"unrelated": {"a": "3/4", "b": "1/4"}, "by": "half", "groups": "sex"}
    found = two_samples(data, cluster="school", **how)
    assert isinstance(found, TwoSamplesByGroup)
    (one,) = found.differences
    assert one.variance == 2 * (Fraction(9, 4) + Fraction(1, 4)) / 12 and one.is_exact
    assert (
        "The same in all clusters, so the largest variance stands in: m − f (sensitive question)." in found.compared()
    )
    apart = two_samples(data, **how)
    assert isinstance(apart, TwoSamplesByGroup) and not apart.differences[0].is_exact


def test_what_is_no_design_of_half_samples_is_refused_in_a_sentence() -> None:
    data = pupils().assign(none=0)
    with pytest.raises(InputError, match="name columns of a data frame"):
        two_samples({"a": {"no": 6, "yes": 4}, "b": {"no": 5, "yes": 7}}, cheating=PAIR, weights="w")
    for how, words in (
        ({"weights": "w", "counts": "w"}, "not both"),
        ({"weights": "size"}, "no column 'size'"),
        ({"cluster": "half"}, "one cluster"),
        ({"weights": "none"}, r"'a' has no answers \(all \d+ rows have a weight of 0\); add answers that count"),
    ):
        with pytest.raises(InputError, match=words):
            found_of(data, **how)
    with pytest.raises(InputError, match="'b' has no answers"):
        found_of(data.assign(w=data.w * (data.half == "a")), weights="w")


def test_answers_that_no_shares_fit_are_told_and_lead_to_no_interval() -> None:
    said = {"a": {"no": 10, "yes": 90}, "b": {"no": 95, "yes": 5}}
    found = two_samples(said, cheating=PAIR)
    told = repr(found)
    assert told.startswith("No shares fit these answers at 95% confidence") and "estimated to lie" not in told
    assert found.to_dict()["attention"][0].startswith("No shares fit")


def test_strange_answers_are_told_with_what_this_function_has() -> None:
    data = pupils().replace({"answer": {"no": "nein", "yes": "ja"}})
    with pytest.raises(InputError) as error:
        two_samples(data, unrelated={"a": "3/4", "b": "1/4"}, by="half")
    told = str(error.value)
    assert told.startswith("560 answers are no output") and 'outputs=("no", "yes")' in told
    assert "relabel" not in told and "other=" not in told
    data.loc[3, "half"] = None
    with pytest.raises(InputError, match="1 answer belongs to no half-sample, because the column 'half' is empty"):
        two_samples(data, unrelated={"a": "3/4", "b": "1/4"}, by="half", outputs=("nein", "ja"))


def coverage(runs: int, *, cluster: bool, scale: float = 1) -> Any:
    """How often the intervals, half-widths times `scale`, have the true shares of honest yes, honest no and cheaters."""
    true, hits = numpy.array([0.25 * 0.85, 0.75 * 0.85, 0.15]), numpy.zeros(3)
    for seed in range(runs):
        data = pupils(seed, schools=40, size=60)
        found = found_of(data, cluster="school" if cluster else None, weights=None)
        for i, (low, high) in enumerate(found.intervals):
            centre, half = float(found.shares[i]), max(float(high - found.shares[i]), float(found.shares[i] - low))
            hits[i] += abs(true[i] - centre) <= half * scale
    return hits / runs


@pytest.mark.full
def test_intervals_over_clusters_cover_and_others_do_not() -> None:
    """600 surveys of 40 schools of 60 pupils, 30 of each half-sample in every school: four standard errors of 95 % are 3.6 %;
    intervals a quarter too short, and those that take pupils as drawn alone, are seen."""
    share = coverage(600, cluster=True)
    assert ((share > 0.914) & (share < 0.986)).all(), share
    short = coverage(600, cluster=True, scale=0.75)
    assert (short < 0.914).all(), short
    assert coverage(600, cluster=False).min() < 0.914


def test_half_a_sample_is_a_fraction_exactly() -> None:
    """Weighted shares stay exact: the weighted share of yes through the inverse of the chances."""
    data = pupils()
    found = found_of(data, weights="w")
    q = [Fraction(0), Fraction(0)]
    for g, half in enumerate("ab"):
        some = data[data.half == half]
        q[g] = Fraction(float((some.w * (some.answer == "yes")).sum())) / Fraction(float(some.w.sum()))
    d = Fraction(3, 4) * Fraction(2, 3) - Fraction(1, 4) * Fraction(1, 3)
    assert found.shares[0] == (Fraction(2, 3) * q[0] - Fraction(1, 4) * q[1]) / d


def test_a_group_without_answers_is_not_to_be_filtered_out_of_clusters() -> None:
    data = pupils()
    data["answer"] = data.answer.where(data.region != "r1")
    with pytest.raises(
        InputError,
        match=r"group 'r1': .*\(or join it with another group; do not filter it out, as other groups need its clusters",
    ):
        found_of(data, groups="region", cluster="school", missing="drop")
    with pytest.raises(InputError, match=r"group 'r1': .*\(or filter this group out\)"):
        found_of(data, groups="region", missing="drop")
    data["region"] = data.region.replace("r1", "r2")
    assert list(found_of(data, groups="region", cluster="school", missing="drop")) == ["r0", "r2"]
