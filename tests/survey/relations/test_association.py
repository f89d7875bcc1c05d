"""Cells, tests and measures of two randomized items: by hand, by programs of their own, and by simulation."""

from fractions import Fraction
from typing import Any

import numpy
import pandas
import pytest
from scipy import stats

from rropt import estimate, from_spec
from rropt.exact.errors import InputError
from rropt.survey import associate, regress

WARNER = from_spec("warner:p=3/4")
FORCED = from_spec("warner:p=4/5")
KRR = from_spec("krr:k=3,epsilon=ln3")


def frame_of(table: list[list[int]]) -> pandas.DataFrame:
    rows = [(i, j) for i, row in enumerate(table) for j, y in enumerate(row) for _ in range(y)]
    return pandas.DataFrame(rows, columns=["a", "b"])


def test_the_cells_are_both_inverses_on_the_table_of_answers() -> None:
    table = [[300, 100], [80, 120]]
    found = associate(frame_of(table), ("a", "b"), mechanisms=(WARNER, FORCED))
    inverses = [numpy.linalg.inv(p.to_numpy()) for p in (WARNER, FORCED)]
    wanted = inverses[0] @ (numpy.array(table) / 600) @ inverses[1].T
    assert numpy.array(found.cells.prevalence, dtype=float) == pytest.approx(wanted.ravel())
    assert found.cells.mechanism.input_labels == ("0, 0", "0, 1", "1, 0", "1, 1")


def by_jackknife(table: list[list[int]], measure: Any) -> float:
    """The standard error of a smooth function of the table by leaving one respondent out: another route than the delta method."""
    t = numpy.array(table, dtype=float)
    n = t.sum()
    values, times = [], []
    for i in numpy.ndindex(t.shape):
        if t[i]:
            less = t.copy()
            less[i] -= 1
            values.append(measure(less / (n - 1)))
            times.append(t[i])
    v, w = numpy.array(values), numpy.array(times)
    mean = (w * v).sum() / n
    return float(((n - 1) / n * (w * (v - mean) ** 2).sum()) ** 0.5)


def cells(y: Any) -> Any:
    return numpy.linalg.inv(WARNER.to_numpy()) @ y @ numpy.linalg.inv(FORCED.to_numpy()).T


def phi(y: Any) -> float:
    x = cells(y)
    a, b = x.sum(axis=1), x.sum(axis=0)
    return float((x[1, 1] - a[1] * b[1]) / numpy.sqrt(a[0] * a[1] * b[0] * b[1]))


def log_odds(y: Any) -> float:
    x = cells(y)
    return float(numpy.log(x[1, 1] * x[0, 0] / x[0, 1] / x[1, 0]))


def delta(y: Any) -> float:
    x = cells(y)
    return float(x[0, 0] - x[0].sum() * x[:, 0].sum())


def test_errors_are_those_of_the_jackknife() -> None:
    table = [[5200, 3000], [3200, 3600]]
    found = associate(frame_of(table), ("a", "b"), mechanisms=(WARNER, FORCED))
    y = numpy.array(table) / 15000
    assert found.phi is not None and found.odds_ratio is not None and found.independence is not None
    assert found.phi.value == pytest.approx(phi(y)) and numpy.log(found.odds_ratio.value) == pytest.approx(log_odds(y))
    assert found.phi.standard_error == pytest.approx(by_jackknife(table, phi), rel=2e-3)
    assert found.odds_ratio.standard_error == pytest.approx(by_jackknife(table, log_odds), rel=2e-3)
    z = delta(y) / by_jackknife(table, delta)
    assert float(found.independence.statistic) == pytest.approx(z**2, rel=4e-3)
    assert float(found.p_value) == pytest.approx(stats.chi2.sf(z**2, 1), rel=0.2)


def test_an_item_that_was_asked_directly() -> None:
    data = frame_of([[300, 100], [80, 120]]).assign(sex=lambda x: numpy.where(x.b == 1, "m", "f"))
    found = associate(data, ("a", "sex"), mechanisms=(WARNER, None))
    assert found.cells.mechanism.input_labels == ("0, f", "0, m", "1, f", "1, m")
    assert sum(found.cells.prevalence[0::2], Fraction(0)) == Fraction(380, 600)
    three = associate(frame_of([[90, 20, 30], [20, 80, 40]]), ("b", "a"), mechanisms=(KRR, None))
    assert three.phi is None and three.independence is not None and three.independence.restrictions == 2


def test_a_phi_beyond_one_has_an_interval_up_to_one_or_is_none() -> None:
    found = associate(frame_of([[60, 25], [26, 39]]), ("a", "b"), mechanisms=(WARNER, FORCED))
    assert found.phi is not None and found.phi.value > 1 and found.phi.interval[0] < 1 == found.phi.interval[1]
    found = associate(frame_of([[6000, 2500], [2600, 3900]]), ("a", "b"), mechanisms=(WARNER, FORCED))
    assert found.phi is None and "no phi of [−1, 1] fits" in repr(found)
    assert found.odds_ratio is None and "odds ratio: none" in repr(found)


def test_weights_and_clusters() -> None:
    data = frame_of([[60, 30], [20, 40]]).assign(w=[1, 2, 3] * 50, school=[i % 10 for i in range(150)])
    weighted = associate(data, ("a", "b"), mechanisms=WARNER, weights="w")
    assert weighted.cells.is_weighted
    clustered = associate(data, ("a", "b"), mechanisms=WARNER, weights="w", cluster="school")
    assert clustered.independence is not None and clustered.independence.freedom == 9
    z = numpy.kron(*[numpy.linalg.inv(WARNER.to_numpy())] * 2).T[(2 * data.a + data.b).to_numpy()]
    u = data.w.to_numpy()[:, None] * (z - numpy.average(z, axis=0, weights=data.w)) / data.w.sum()
    sums = pandas.DataFrame(u).groupby(data.school).sum().to_numpy()
    assert numpy.array(clustered.cells.covariance(), dtype=float) == pytest.approx(10 / 9 * sums.T @ sums)


@pytest.mark.parametrize("second", [WARNER, None])
def test_a_row_that_nobody_gave_changes_nothing(second: Any) -> None:
    data = pandas.DataFrame({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1], "n": [30, 20, 20, 30]}, dtype=object)
    more = pandas.concat([data, pandas.DataFrame({"a": ["maybe", 0], "b": [0, 1], "n": [0, 0]}, dtype=object)])
    if second is None:
        more = pandas.concat([data, pandas.DataFrame({"a": [0], "b": ["perhaps"], "n": [0]}, dtype=object)])
    alone, both = (
        associate(x.astype(str).astype({"n": int}), ("a", "b"), mechanisms=(WARNER, second), counts="n")
        for x in (data, more)
    )
    assert both.to_dict() == alone.to_dict() and alone.independence is not None


@pytest.mark.parametrize("extra", [{}, {"weights": "w"}, {"cluster": "school"}, {"weights": "w", "stratum": "school"}])
@pytest.mark.parametrize("second", [WARNER, None])
@pytest.mark.parametrize(
    ("outputs", "spellings"),
    [
        (("False", "True"), ("False", "false", "True", "true")),
        (("0", "1"), ("0", "0.0", "1", "True")),
        (("no", "s\u00ed"), ("no", "no", "s\u00ed", "si\u0301")),
    ],
)
@pytest.mark.slow_at("outputs0-spellings0-None-extra3", "outputs2-spellings2-second0-extra3")
def test_an_answer_of_two_spellings_is_counted_whole(
    outputs: tuple[str, str], spellings: tuple[str, ...], second: Any, extra: dict[str, str]
) -> None:
    a = numpy.random.default_rng(4).integers(0, 4, 160)
    data = pandas.DataFrame({"a": numpy.array(spellings)[a], "b": [0, 0, 1, 1, 1] * 32, "w": [1, 2] * 80})
    data["school"] = [f"s{i % 7}" for i in range(160)]
    p = WARNER.relabel(outputs=outputs)
    whole = data.assign(a=numpy.array(outputs)[a // 2])
    for items, mechanisms in ((("a", "b"), (p, second)), (("b", "a"), (second, p))):
        found, wanted = (associate(x, items, mechanisms=mechanisms, **extra) for x in (data, whole))  # type: ignore[arg-type]
        assert found.cells.n == 160 and found.cells.tally.counts == wanted.cells.tally.counts
        assert found.to_dict() == wanted.to_dict()


def test_an_odds_ratio_of_a_cell_near_0_has_an_interval_without_an_upper_end() -> None:
    counts = pandas.DataFrame({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1], "n": [100000, 225000, 224999, 450001]})
    found = associate(counts, ("a", "b"), mechanisms=WARNER, counts="n")
    assert found.odds_ratio is not None and found.odds_ratio.interval == (0, numpy.inf)
    assert found.odds_ratio.value == pytest.approx(1e-6 * 0.7 / 0.15 / 0.15, rel=1e-3)
    assert "interval is from 0 to inf." in repr(found)
    assert found.to_dict()["odds_ratio"]["upper"] == {"double": "inf"}


def test_why_there_is_no_test_and_no_measure() -> None:
    data = frame_of([[60, 30], [20, 40]]).assign(school=["a"] * 149 + ["b"])
    data["a"] = data.a.astype(object)
    data.loc[149, "a"] = None
    found = associate(data, ("a", "b"), mechanisms=WARNER, cluster="school", missing="drop")
    why = "all answers are of one cluster, 'a', which tells nothing of how clusters differ"
    assert f"Test of independence, phi and odds ratio: none, because {why}." in found.notes()
    assert "not positive" not in repr(found)
    with pytest.raises(InputError, match=why):
        _ = found.p_value
    three = frame_of([[9, 8, 7], [7, 9, 9], [7, 6, 8]]).assign(school=[*"abc"] * 23 + ["a"])
    few = associate(three, ("a", "b"), mechanisms=KRR, cluster="school")
    assert "none, because 4 conditions are more than the 2 degrees of freedom of the variances." in repr(few)


def test_clusters_that_do_not_differ_show_no_error_of_phi() -> None:
    """The estimated covariance matrix is 0, and cells have exact variances."""
    data = pandas.DataFrame({"a": [0, 0, 1, 1] * 40, "b": [0, 1, 0, 1] * 40, "school": numpy.repeat(range(8), 20)})
    found = associate(data, ("a", "b"), mechanisms=WARNER, cluster="school")
    assert found.cells.variances == (0,) * 4 and found.independence is found.phi is found.odds_ratio is None
    assert "Test of independence, phi and odds ratio: none, because" in repr(found) and "do not differ" in repr(found)


def simulated(joint: list[float], n: int, times: int, seed: int) -> tuple[float, float, float]:
    """How often the test rejects at 5 %, and how often the intervals of phi and of the odds ratio cover (of those that exist)."""
    p = numpy.kron(WARNER.to_numpy(), FORCED.to_numpy())
    truth = numpy.array(joint).reshape(2, 2)
    a, b = truth.sum(axis=1), truth.sum(axis=0)
    true_phi = (truth[1, 1] - a[1] * b[1]) / numpy.sqrt(a[0] * a[1] * b[0] * b[1])
    true_odds = truth[1, 1] * truth[0, 0] / truth[0, 1] / truth[1, 0]
    rejected, of_phi, of_odds = [], [], []
    for y in numpy.random.default_rng(seed).multinomial(n, p @ numpy.array(joint), times):
        data = pandas.DataFrame({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1], "n": y})
        found = associate(data, ("a", "b"), mechanisms=(WARNER, FORCED), counts="n")
        rejected.append(found.p_value < 0.05)
        if found.phi is not None:
            of_phi.append(found.phi.interval[0] <= true_phi <= found.phi.interval[1])
        if found.odds_ratio is not None:
            of_odds.append(found.odds_ratio.interval[0] <= true_odds <= found.odds_ratio.interval[1])
    return tuple(float(numpy.mean(x)) for x in (rejected, of_phi, of_odds))  # type: ignore[return-value]


@pytest.mark.full
def test_the_level_and_the_coverage() -> None:
    """400 surveys of 4,000 have a standard error of 0.011: a test that forgets the randomization rejects far more often."""
    level, _, odds = simulated([0.42, 0.28, 0.18, 0.12], 4000, 400, seed=11)
    assert 0.02 < level < 0.08 and odds > 0.92
    power, covered, odds = simulated([0.5, 0.1, 0.1, 0.3], 4000, 400, seed=12)
    assert power > 0.99 and 0.92 < covered < 0.98 and odds > 0.92


def test_what_cannot_be_related_is_a_sentence() -> None:
    data = frame_of([[3, 4], [5, 24]]).assign(one=1, many=range(36))
    for items, mechanisms, words in (
        ("ab", WARNER, "the items are 'ab'"),
        (("a", "c"), WARNER, "no column 'c'"),
        (("a", "b"), (None, None), "give two mechanisms"),
        (("a", "one"), (WARNER, None), "the column 'one' has 1 value, and an item has 2 to 32; name another column"),
        (("a", "many"), (WARNER, None), "the column 'many' has 36 values, and an item has 2 to 32; merge some"),
        (("a", "b"), (WARNER.relabel(outputs=("no", "yes")), None), "the column 'a' has 36 answers that are no output"),
    ):
        with pytest.raises(InputError, match=words):
            associate(data, items, mechanisms=mechanisms)  # type: ignore[arg-type]
    for values, words in ((1, "1 value, and an item has 2 to 32; name another"), (33, "33 values, .*; merge some, or")):
        many = pandas.DataFrame({"a": [0, 1] * 33, "b": [i % values for i in range(66)]})
        with pytest.raises(InputError, match=f"the column 'b' has {words}"):
            associate(many, ("a", "b"), mechanisms=(WARNER, None))
    with pytest.raises(InputError, match="a data frame with a row per respondent and a column per item, not dict"):
        associate({0: 1}, ("a", "b"), mechanisms=WARNER)


@pytest.mark.parametrize("items", [("a", "b"), ("b", "a")])
def test_all_strange_answers_of_an_item_are_counted_and_its_column_is_named(items: tuple[str, str]) -> None:
    data = pandas.DataFrame({"a": [0, 1] * 50, "b": ["0", "0", "1", "1"] * 25})
    data.loc[[3, 4, 5], "b"] = ["maybe", "maybe", "perhaps"]
    with pytest.raises(InputError) as error:
        associate(data, items, mechanisms=WARNER)
    told = str(error.value)
    assert (
        "the column 'b' has 3 answers that are no output of its mechanism (outputs: 0, 1): 'maybe' (2), 'perhaps' (1)"
        in told
    )
    # associate has no such argument
    assert "other=" not in told
    data.loc[[3, 4, 5], "b"] = None
    with pytest.raises(InputError, match=r"the column 'b' has 3 missing answers; leave them out with missing=.drop"):
        associate(data, items, mechanisms=WARNER)
    assert associate(data, items, mechanisms=WARNER, missing="drop").cells.n == 97


def test_forms() -> None:
    found = associate(frame_of([[300, 150], [130, 150]]), ("a", "b"), mechanisms=(WARNER, FORCED))
    document = found.to_dict()
    assert document["schema"] == "rropt/association/1" and document["cells"]["inputs"]["1, 1"]
    assert "It is shown that a and b are related: Wald's statistic" in repr(found) and "Phi is estimated at" in repr(
        found
    )
    assert len(found.to_pandas()) == 4 and "tabular" in found.to_latex()


def test_the_cells_intervals_are_made_as_asked() -> None:
    frame = frame_of([[160, 130], [140, 170]])
    usual, normal = (associate(frame, ("a", "b"), mechanisms=(WARNER, FORCED), method=x) for x in ("wilson", None))
    assert usual.cells.prevalence == normal.cells.prevalence
    assert "with normal 95% intervals:" in repr(normal) and "with wilson 95% intervals:" in repr(usual)
    for cell, j in zip(normal.cells.intervals, range(4), strict=True):
        error = float(normal.cells.variances[j]) ** 0.5
        assert float(cell.upper - cell.lower) == pytest.approx(2 * stats.norm.ppf(0.975) * error, rel=1e-6)
        assert cell.upper - cell.lower < usual.cells.intervals[j].upper - usual.cells.intervals[j].lower
    with pytest.raises(InputError, match="the interval method 'wald'"):
        associate(frame, ("a", "b"), mechanisms=WARNER, method="wald")


@pytest.mark.slow
def test_the_usual_intervals_of_many_cells_cover_as_often_as_they_say() -> None:
    krr, rng = from_spec("krr:k=3,epsilon=ln3"), numpy.random.default_rng(5)
    shares = numpy.outer([0.5, 0.3, 0.2], [0.6, 0.3, 0.1]).ravel()
    chances = numpy.array([[float(x) for x in row] for row in krr.rows])
    hits, widths = [], {None: 0.0, "wilson": 0.0}
    for _ in range(40):
        counts = rng.multinomial(1000, numpy.kron(chances, chances) @ shares)
        rows = [(a, b) for a in krr.output_labels for b in krr.output_labels]
        frame = pandas.DataFrame(
            [(a, b, int(n)) for (a, b), n in zip(rows, counts, strict=True)], columns=["a", "b", "n"]
        )
        for method in widths:
            found = associate(frame, ("a", "b"), mechanisms=krr, counts="n", method=method).cells.intervals
            widths[method] += sum(float(x.upper - x.lower) for x in found)
            if method is None:
                hits += [float(x.lower) <= share <= float(x.upper) for x, share in zip(found, shares, strict=True)]
    # Of 360 the standard error is 1.2 points.
    assert 0.91 < numpy.mean(hits) < 0.985
    assert widths[None] < 0.92 * widths["wilson"]


def test_only_the_measure_that_is_missing_is_said_to_be() -> None:
    frame = pandas.DataFrame({"a": [0] * 50 + [1] * 5 + [0] * 15 + [1] * 30, "b": [0] * 55 + [1] * 45})
    found = associate(frame, ("a", "b"), mechanisms=(from_spec("warner:p=9/10"), None))
    assert found.phi is not None and found.odds_ratio is None
    said = " ".join(found.notes())
    assert "odds ratio: none" in said and "phi: none" not in said


def test_warnings_of_the_cells_come_before_the_test() -> None:
    found = associate(frame_of([[195, 100], [5, 100]]), ("a", "b"), mechanisms=(WARNER, None))
    assert found.cells.intervals[2].is_empty and found.independence is not None
    assert "".join(x[:60] for x in found.cells.attention()) == "".join(x[:60] for x in repr(found).splitlines()[:2])


@pytest.mark.parametrize("column", ["a", "b"])
@pytest.mark.parametrize("how", ["cluster", "stratum", "weights", "counts"])
@pytest.mark.parametrize("second", [WARNER, None])
def test_an_item_that_is_to_say_how_people_were_drawn_is_refused(second: Any, how: Any, column: str) -> None:
    """Within a cluster or a stratum of one answer there is no variance, and an error of 0 was stated; weighted by itself, or
    counted by itself, every answer was a 1."""
    data = pandas.DataFrame({"a": [0, 0, 1, 1] * 9, "b": [0, 1, 1, 0] * 9})
    with pytest.raises(InputError, match=f"the column '{column}' holds the answers"):
        associate(data, ("a", "b"), mechanisms=(WARNER, second), **{how: column})
    with pytest.raises(InputError, match=f"the column '{column}' holds the answers"):
        estimate(data, mechanism=WARNER, answer=column, **{how: column})
    with pytest.raises(InputError, match=f"the column '{column}' holds the answers"):
        regress(f"{column} ~ 1", data, mechanism=WARNER, **{how: column})
