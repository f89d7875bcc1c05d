"""Differences of groups are those of the textbook, their test is the one that `plan` sizes, and their intervals cover."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy
import pandas
import pytest
from scipy import stats

from rropt import LDP, Mechanism, TotalVariance, design, estimate, from_spec
from rropt.exact.errors import InputError
from rropt.survey import compare_estimates, compare_groups, draw, estimate_sets
from rropt.survey.groups import Estimates
from rropt.survey.planning.power import enumerated_power
from rropt.survey.relations.comparison import GroupComparison
from rropt.survey.sets.result import SetEstimate

WARNER = from_spec("warner:p=3/4")
KRR = from_spec("krr:k=3,epsilon=ln3")


def frame_of(counts: dict[str, list[int]]) -> pandas.DataFrame:
    """The groups' counts by output as rows of respondents."""
    rows = [(name, i) for name, some in counts.items() for i, y in enumerate(some) for _ in range(y)]
    return pandas.DataFrame(rows, columns=["region", "said"])


def compared(counts: dict[str, list[int]], p: object = WARNER, **how: object) -> GroupComparison:
    return compare_groups(frame_of(counts), by="region", mechanism=p, answer="said", **how)  # type: ignore[arg-type]


def test_two_groups_by_hand() -> None:
    """q = 1/4 and 1/2 give π = 0 and 1/2; 4·q(1 − q)/399 are their variances."""
    found = compared({"north": [300, 100], "south": [200, 200]})
    assert found.difference == Fraction(1, 2)
    variance = 4 * (Fraction(3, 16) + Fraction(1, 4)) / 399
    assert found.pairs[0].variance == variance
    assert float(found.standard_error) == pytest.approx(float(variance) ** 0.5)
    z = stats.norm.ppf(0.975)
    assert [float(x) for x in found.interval] == pytest.approx(
        [0.5 - z * float(variance) ** 0.5, 0.5 + z * float(variance) ** 0.5]
    )
    assert float(found.p_value) == pytest.approx(2 * stats.norm.sf(0.5 / float(variance) ** 0.5))
    assert "south minus that in north is estimated at 0.5" in repr(found)
    assert found.between("south", "north").difference == -found.difference
    assert found.joint is not None and float(found.joint.p_value) == pytest.approx(float(found.p_value), rel=1e-12)


@pytest.mark.slow
def test_the_test_is_the_one_that_a_plan_sizes() -> None:
    """Of every two counts of n = 12 it rejects where the inequality of `planning.power` does, and so has its power."""
    n, z = 12, Fraction(stats.norm.ppf(0.975)) ** 2
    chances, power = [0.25 + 0.5 * x for x in (0.1, 0.7)], 0.0
    for h, g in product(range(n + 1), repeat=2):
        rejects = (h - g) ** 2 > z * Fraction(h * (n - h) + g * (n - g), n - 1)
        if 0 < h < n and 0 < g < n:
            assert (compared({"a": [n - h, h], "b": [n - g, g]}).p_value < 0.05) == rejects, (h, g)
        power += rejects * stats.binom.pmf(h, n, chances[0]) * stats.binom.pmf(g, n, chances[1])
    weights = estimate({0: 1, 1: 1}, mechanism=WARNER).weights
    assert power == pytest.approx(enumerated_power(WARNER, weights, 1, 0.1, 0.7, n, 0.95))


def test_the_joint_test_is_that_of_a_program_of_its_own() -> None:
    """Of three groups and three categories, from covariance matrices that numpy makes of the respondents' weights."""
    counts = {"a": [50, 30, 20], "b": [30, 40, 50], "c": [40, 40, 60]}
    found = compared(counts, KRR)
    inverse = numpy.linalg.inv(KRR.to_numpy())
    shares, covariances = [], []
    for some in counts.values():
        vectors = numpy.repeat(inverse.T, some, axis=0)[:, :2]
        shares.append(vectors.mean(axis=0))
        covariances.append(numpy.cov(vectors.T) / len(vectors))
    d = numpy.concatenate([shares[1] - shares[0], shares[2] - shares[0]])
    v = numpy.kron(numpy.ones((2, 2)), covariances[0]) + numpy.block(
        [[covariances[1], numpy.zeros((2, 2))], [numpy.zeros((2, 2)), covariances[2]]]
    )
    statistic = d @ numpy.linalg.solve(v, d)
    assert found.joint is not None and found.joint.restrictions == 4
    assert float(found.joint.statistic) == pytest.approx(statistic)
    assert float(found.p_value) == pytest.approx(stats.chi2.sf(statistic, 4))
    one = compared(counts, KRR, share_of=0)
    assert one.joint is not None and one.joint.restrictions == 2 and len(one.pairs) == 3


def test_an_indefinite_covariance_matrix_of_a_census_tests_nothing() -> None:
    """Its eigenvalues are −0.058 and 2.39, and still dᵀV⁻¹d is 7.7. The variance of one share is not positive, so it is exact."""
    p = Mechanism([["7/10", "6/10", "0"], ["3/10", "0", "2/10"], ["0", "4/10", "8/10"]])
    found = compared({"a": [6, 0, 0], "b": [0, 6, 0]}, p, sampling="census")
    v = sum(numpy.array(e.covariance(), float)[:2, :2] for _, e in found.estimates.groups)  # type: ignore[union-attr]
    d = [float(x.difference) for x in found.pairs[:2]]
    assert numpy.linalg.eigvalsh(v)[0] < 0 < d @ numpy.linalg.solve(v, d)
    assert found.joint is None and "Joint test: none, because an estimate of a variance is not positive" in repr(found)


def test_a_group_whose_answers_are_alike_is_not_known_without_error_in_the_joint_test() -> None:
    """All of a say 0, so their estimated variance is 0. Of one share the joint test has the exact variance as the pairs have it."""
    assert compared({"a": [8, 0, 0], "b": [30, 20, 10]}, KRR).joint is None
    one = compared({"a": [8, 0, 0], "b": [30, 20, 10]}, KRR, share_of=0)
    assert one.joint is not None and float(one.joint.p_value) == pytest.approx(float(one.pairs[0].p_value))
    rows = [(g, c, int(g != "a" and i <= c)) for g in "abc" for c in range(6) for i in range(8 if g == "b" else 10)]
    data = pandas.DataFrame(rows, columns=["region", "school", "said"])
    found = compare_groups(data, by="region", mechanism=WARNER, answer="said", cluster="school")
    alike = found.estimates["a"]
    assert not isinstance(alike, SetEstimate) and alike.variances == (0, 0) and found.joint is not None
    a, b, c = (float(found.between("a", x).difference) for x in "abc")
    cells = [float(e.stated_variance(1).value) for _, e in found.estimates.groups]
    between = (cells[1] + cells[2] - float(found.between("b", "c").variance)) / 2
    v = cells[0] + numpy.array([[cells[1], between], [between, cells[2]]])
    assert a == 0 and float(found.joint.statistic) == pytest.approx([b, c] @ numpy.linalg.solve(v, [b, c]))


@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize("scale", [None, 1, 10**12, Fraction(1, 10**7)])
def test_a_difference_that_is_the_same_in_every_cluster_has_an_error(scale: Any, weights: str | None) -> None:
    """Its linearised variance is 0. By hand it is the sum of 4λ(1 − λ)/n, at λ = 1/2 for means of scores."""
    rows = [(g, c, int(i < 2 * c + more)) for g, more in (("a", 2), ("b", 6)) for c in range(4) for i in range(20)]
    data = pandas.DataFrame(rows, columns=["region", "school", "said"]).assign(w=3)
    scores = None if scale is None else [5 * scale, 6 * scale]
    found = compare_groups(
        data, by="region", mechanism=WARNER, answer="said", cluster="school", weights=weights, scores=scores
    ).pairs[0]
    wanted = Fraction(4, 80) * (Fraction(3, 16) + Fraction(99, 400)) if scale is None else scale**2 * Fraction(1, 40)
    assert found.variance == wanted and found.is_exact and found.freedom == 3
    p = 2 * stats.t.sf(0.4 * float(scale or 1) / float(wanted) ** 0.5, 3)
    assert float(found.p_value) == pytest.approx(p)


def test_shares_of_answers_that_are_sets_have_no_joint_test_and_why() -> None:
    p = design(TotalVariance(), LDP("ln3"), inputs=40).sets
    assert p is not None
    said = draw(p, [0, 1, 2, 3, 4] * 16, rng=numpy.random.default_rng(1))
    groups = estimate_sets(pandas.DataFrame({"said": said, "g": [*"ab"] * 40}), mechanism=p, answer="said", by="g")
    assert isinstance(groups, Estimates)
    found = compare_estimates(groups)
    assert (
        found.joint is None
        and "Joint test: none, because each share is estimated by itself if answers are sets" in repr(found)
    )
    one = compare_estimates(groups, share_of="3")
    assert one.joint is not None and float(one.joint.p_value) == pytest.approx(float(one.pairs[0].p_value))


def test_holms_steps() -> None:
    found = compared({"a": [300, 100], "b": [290, 110], "c": [250, 150]})
    p = [float(x.p_value) for x in found.pairs]
    order = sorted(range(3), key=p.__getitem__)
    wanted, least = [0.0] * 3, 0.0
    for times, i in zip((3, 2, 1), order, strict=True):
        least = max(least, min(1.0, times * p[i]))
        wanted[i] = least
    assert [float(x) for x in found.adjusted] == pytest.approx(wanted)


def test_weights_are_linearised_in_every_group() -> None:
    frame = frame_of({"a": [30, 10], "b": [20, 20]}).assign(w=[1, 2, 3, 4] * 20)
    found = compare_groups(frame, by="region", mechanism=WARNER, answer="said", weights="w")
    groups = estimate(frame, by="region", mechanism=WARNER, answer="said", weights="w")
    assert isinstance(groups, Estimates)
    assert found.pairs[0].variance == sum(e.variances[1] for _, e in groups.groups)  # type: ignore[union-attr,index,misc]


@pytest.mark.parametrize("how", [{}, {"weights": "w"}, {"weights": "w", "cluster": "school"}])
@pytest.mark.parametrize("several", [False, True])
def test_means_of_a_scale_are_compared_as_by_a_program_of_its_own(how: dict[str, str], several: bool) -> None:
    rng = numpy.random.default_rng(5)
    p, scores = from_spec("krr:k=4,epsilon=ln4"), numpy.array([1.0, 2, 4, 8])
    data = pandas.DataFrame(
        {
            "said": rng.choice(4, 400, p=[0.4, 0.2, 0.2, 0.2]),
            "region": rng.choice(["e", "n", "s"] if several else ["n", "s"], 400),
            "school": rng.integers(0, 20, 400),
            "w": rng.integers(1, 5, 400),
        }
    )
    found = compare_groups(data, by="region", mechanism=p, answer="said", scores="1,2,4,8", **how)  # type: ignore[arg-type]
    weights = estimate(data.said.tolist(), mechanism=p).weights
    u = (scores @ numpy.array([[float(x) for x in row] for row in weights]))[data.said]
    w = data.w.to_numpy(float) if how else numpy.ones(len(data))
    names, parts, means = sorted(data.region.unique()), [], []
    for name in names:
        own = w * (data.region == name)
        means.append((own * u).sum() / own.sum())
        parts.append(own / own.sum() * (u - means[-1]))
    z = numpy.array(parts).T
    if "cluster" in how:
        z = numpy.array([z[data.school == x].sum(axis=0) for x in range(20)])
        v = 20 / 19 * z.T @ z
    else:
        sizes = numpy.array([(data.region == name).sum() for name in names])
        v = numpy.diag((z**2).sum(axis=0) * sizes / (sizes - 1))
    change = numpy.hstack([-numpy.ones((len(names) - 1, 1)), numpy.eye(len(names) - 1)])
    d, wide = change @ means, change @ v @ change.T
    pair = found.pairs[0]
    assert float(pair.difference) == pytest.approx(d[0]) and float(pair.variance) == pytest.approx(wide[0, 0])
    own = min(data[data.region == x].school.nunique() for x in names) - 1
    first = min(data[data.region == x].school.nunique() for x in names[:2]) - 1
    law = stats.t(first) if "cluster" in how else stats.norm()
    assert float(pair.p_value) == pytest.approx(2 * law.sf(abs(d[0]) / wide[0, 0] ** 0.5))
    half = law.isf(0.025) * wide[0, 0] ** 0.5
    assert [float(x) for x in pair.interval] == pytest.approx([d[0] - half, d[0] + half])
    if several:
        assert found.joint is not None
        statistic = d @ numpy.linalg.solve(wide, d)
        assert float(found.joint.statistic) == pytest.approx(statistic)
        tail = (
            stats.f.sf(statistic * (own - 1) / (2 * own), 2, own - 1)
            if "cluster" in how
            else stats.chi2.sf(statistic, 2)
        )
        assert float(found.p_value) == pytest.approx(tail)
        assert "shown that the groups differ in the mean of the scores: Wald's statistic" in repr(found)
    else:
        assert "The mean of the scores in s minus that in n is estimated at" in repr(found)
    assert found.between("s", "n").difference == -found.between("n", "s").difference


def test_a_difference_of_means_is_within_the_range_of_the_scores() -> None:
    found = compared({"a": [9, 1], "b": [1, 9]}, scores=[0, 10])
    assert found.interval == (10, 10) and found.difference == 16 and found.pairs[0].is_empty
    assert "no difference from -10 to 10 fits" in repr(found) and "interval is from" not in repr(found)
    assert found.pairs[0].to_dict()["scores"] == ["0", "10"]
    shares = compared({"a": [9, 1], "b": [1, 9]})
    assert shares.pairs[0].variance * 100 == found.pairs[0].variance
    assert float(shares.p_value) == pytest.approx(float(found.p_value), rel=1e-12)
    with pytest.raises(InputError, match="give share_of= or scores=, not both"):
        compared({"a": [9, 1], "b": [1, 9]}, scores=[0, 10], share_of=1)


def surveys(prevalences: tuple[float, float], n: int, times: int, seed: int) -> tuple[float, float]:
    """How often the interval covers the difference, and how often the test rejects equality."""
    rng = numpy.random.default_rng(seed)
    hits = [rng.binomial(n, 0.25 + 0.5 * x, times) for x in prevalences]
    q = [h / n for h in hits]
    d, se = 2 * (q[1] - q[0]), numpy.sqrt(sum(4 * x * (1 - x) / (n - 1) for x in q))
    truth = prevalences[1] - prevalences[0]
    return float(numpy.mean(abs(d - truth) <= 1.959964 * se)), float(numpy.mean(abs(d) > 1.959964 * se))


@pytest.mark.parametrize(("n", "least"), [(100, 0.944), (400, 0.946)])
def test_intervals_cover(n: int, least: float) -> None:
    """20,000 surveys have a standard error of 0.0015: an interval that is a tenth too short covers 92.2 % and is seen."""
    for pair in ((0.1, 0.1), (0.1, 0.3), (0.0, 0.2)):
        covered, _ = surveys(pair, n, 20_000, seed=7)
        assert least < covered < 0.956, (pair, covered)


def test_what_cannot_be_compared_is_a_sentence() -> None:
    for counts, words in (
        ({"a": [3, 4]}, "one group, 'a'"),
        ({"a": [3, 4], "b": [1, 0]}, "'b' has none, because one answer"),
    ):
        with pytest.raises(InputError, match=words):
            compared(counts)  # type: ignore[arg-type]
    found = compared({"a": [3, 4], "b": [4, 3], "c": [5, 5]})
    with pytest.raises(InputError, match=r"have more than one difference; name the one you want with between"):
        _ = found.difference
    with pytest.raises(InputError, match="no group 'd'"):
        found.between("a", "d")


def test_forms() -> None:
    found = compared({"a": [300, 100], "b": [290, 110], "c": [250, 150]})
    document = found.to_dict()
    assert document["schema"] == "rropt/comparison/1" and len(document["differences"]) == 3
    assert document["joint"]["restrictions"] == "2"
    assert len(found.to_pandas()) == 3 and "tabular" in found.to_latex()
    assert isinstance(compare_estimates(found.estimates), GroupComparison)
    many = compared({str(i): [20 + i, 20] for i in range(12)})
    assert len(many.pairs) == 11 and many.joint is not None and many.joint.restrictions == 11


def test_people_whose_group_is_missing_are_no_group() -> None:
    data = pandas.DataFrame({"region": ["n", "s", None, "s"] * 30, "said": [0, 1, 1, 0, 1, 0] * 20})
    found = compare_groups(data, by="region", mechanism=WARNER, answer="said")
    known = compare_groups(data.dropna(), by="region", mechanism=WARNER, answer="said")
    assert found.left_out == 30 and known.left_out == 0
    assert (found.difference, found.p_value) == (known.difference, known.p_value)
    assert "Left out: 30 answers without a value of region." in found.notes()
    with pytest.raises(InputError, match="there is one group, 'n'"):
        compare_groups(data.replace("s", None), by="region", mechanism=WARNER, answer="said")


def test_the_data_frame_has_doubles_and_errors_are_a_row_of_numpy() -> None:
    data = pandas.DataFrame({"said": [0, 0, 1] * 100, "region": ["a", "b", "c", "a", "b"] * 60})
    found = compare_groups(data, by="region", mechanism=from_spec("warner:p=3/4"), answer="said")
    frame = found.to_pandas()
    assert list(frame["first"] + frame["second"]) == ["ab", "ac", "bc"]
    for row, x, p in zip(frame.itertuples(), found.pairs, found.adjusted, strict=True):
        assert (row.difference, row.standard_error, row.lower, row.upper, row.p_value, row.p_value_holm) == tuple(
            map(float, (x.difference, x.standard_error[1], *x.interval, x.p_value[1], p[1]))
        )
    errors = found.estimates["a"].standard_errors
    assert errors is not None and numpy.array(errors, float).tolist() == [float(x[1]) for x in errors]


def test_every_row_with_an_exact_variance_is_named() -> None:
    """In a and b all say no. All rows but d − c have an exact variance; of one pair nothing is counted."""
    few = {"a": [8, 0], "b": [8, 0]}
    found = compared(few | {"c": [4, 4], "d": [3, 5]})
    exact = [(x.first, x.second) for x in found.pairs if x.to_dict()["standard_error_from"] == "exact"]
    assert exact == [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")]
    named = "; ".join(f"{b} − {a} (1)" for a, b in exact)
    assert f"an exact variance, as an estimate is not positive, in 5 of 6 rows: {named}." in repr(found)
    assert "as an estimate is not positive: b − a (1)." in repr(compared(few))
    many = compared({f"g{i}": [8, 0] for i in range(6)})
    assert "in 15 of 15 rows: g1 − g0 (1); " in repr(many) and repr(many).endswith("; g3 − g2 (1) and 5 more.")


def test_a_number_in_the_place_of_a_group_is_said_first() -> None:
    rows = [(year, i % 3 == 0) for year in range(18, 40) for i in range(20)]
    frame = pandas.DataFrame([(year, int(yes)) for year, yes in rows], columns=["age", "said"])
    found = compare_groups(frame, by="age", mechanism=WARNER, answer="said")
    assert repr(found).startswith("age has 22 values, so each is compared with the first alone; cut a number")
    assert len(found.pairs) == 21
    groups = estimate(frame, by="age", mechanism=WARNER, answer="said")
    said = "age has 22 values; cut a number, such as an age, into a few classes.\nEstimates for 22 groups"
    assert repr(groups).startswith(said)
    few = estimate(frame[frame.age < 28], by="age", mechanism=WARNER, answer="said")
    assert repr(few).startswith("Estimates for 10 groups")
    assert "values" not in repr(compared({"north": [30, 10], "south": [20, 20], "west": [10, 30]}))


@pytest.mark.parametrize(("groups", "alone"), [(9, False), (10, False), (11, True)])
def test_a_group_without_a_variance_does_not_change_which_pairs_there_are(groups: int, alone: bool) -> None:
    found = compared({f"g{i:02}": [5, 5] for i in range(groups)} | {"one": [1, 0]})
    assert len(found.pairs) == (groups - 1 if alone else groups * (groups - 1) // 2)
    assert repr(found).startswith(f"region has {groups + 1} values") == (groups >= 10)
    assert ("so each is compared with the first alone" in repr(found)) == alone


def test_warnings_of_the_groups_come_before_their_difference() -> None:
    found = compared({"north": [195, 5], "south": [100, 100]})
    first = repr(found).splitlines()
    assert first[0].startswith("north: ") and found.estimates["north"].attention()[1] in first[1]
    assert str(found.pairs[0]) in "\n".join(first[2:])
