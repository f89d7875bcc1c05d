"""Two half-samples: published closed forms, a likelihood by brute force, the regression's, coverage by simulation, refusals."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy
import pandas
import pytest
from scipy import optimize

from rropt import Mechanism, from_spec
from rropt.exact.errors import InputError
from rropt.survey import regress, two_samples

NAMES = {"inputs": ("no", "yes"), "outputs": ("no", "yes")}


def device(spec: str) -> Mechanism:
    return from_spec(spec).relabel(**NAMES)


def said(first: tuple[int, int], second: tuple[int, int]) -> dict[str, dict[str, int]]:
    return {name: dict(zip(("no", "yes"), y, strict=True)) for name, y in (("a", first), ("b", second))}


def forced(p: str) -> Mechanism:
    """Clark and Desharnais: "yes" is ordered with probability p, else the truth is told."""
    return Mechanism([[1 - Fraction(p), 0], [p, 1]], **NAMES)


WARNERS = {"a": device("warner:p=3/4"), "b": device("warner:p=1/3")}


def test_the_unrelated_question_is_greenberg_s_closed_form() -> None:
    found = two_samples(said((600, 400), (900, 1100)), unrelated={"a": "3/4", "b": "1/5"})
    p1, p2, l1, l2 = Fraction(3, 4), Fraction(1, 5), Fraction(2, 5), Fraction(11, 20)
    d = p1 - p2
    assert found.shares == ((l1 * (1 - p2) - l2 * (1 - p1)) / d, (l2 * p1 - l1 * p2) / d)
    v1, v2 = l1 * (1 - l1) / 999, l2 * (1 - l2) / 1999
    assert found.covariance[0][0] == (v1 * (1 - p2) ** 2 + v2 * (1 - p1) ** 2) / d**2
    assert found.covariance[0][1] == -(v1 * (1 - p2) * p2 + v2 * (1 - p1) * p1) / d**2
    assert found.prevalence == (found.shares[0],) * 2 and found.interval == found.intervals[0]


def test_clark_and_desharnais_and_the_stochastic_lie_detector_are_two_readings_of_one_estimate() -> None:
    found = two_samples(said((500, 500), (300, 700)), cheating={"a": forced("1/4"), "b": forced("3/4")})
    p1, p2, l1, l2 = Fraction(1, 4), Fraction(3, 4), Fraction(1, 2), Fraction(7, 10)
    honest_yes, honest_no = (p2 * l1 - p1 * l2) / (p2 - p1), (l2 - l1) / (p2 - p1)
    assert found.shares == (honest_yes, honest_no, 1 - honest_yes - honest_no)
    assert found.prevalence == (honest_yes, 1 - honest_no)
    # carriers who are ordered nothing always tell the truth: their "no" is none, so no epsilon protects them
    assert str(found.epsilon) == "inf"
    # of the lie detector, with carriers honest with probability t and chances q of the truth for others
    t, pi, q = Fraction(3, 5), Fraction(1, 5), (Fraction(2, 3), Fraction(5, 6))
    yes = [pi * t + (1 - pi) * (1 - x) for x in q]
    counts = [(int(9000 * (1 - x)), int(9000 * x)) for x in yes]
    lies = two_samples(said(*counts), cheating={n: device(f"mangat:p={x}") for n, x in zip("ab", q, strict=True)})
    assert lies.prevalence == (pi * t, pi)
    assert lies.shares[2] == pi * (1 - t)


@pytest.mark.parametrize("counts", [((700, 300), (900, 600)), ((880, 120), (1300, 200)), ((990, 10), (1480, 20))])
def test_the_lie_detector_s_parameters_are_rrreg_s(counts: tuple[tuple[int, int], tuple[int, int]]) -> None:
    """Its formulas for pi, t and their errors (RRuni with model SLD, from Moshagen, Musch and Erdfelder 2012)."""
    p1, p2 = 0.6, 0.9
    found = two_samples(
        said(*counts), cheating={"a": device("mangat:p=3/5"), "b": device("mangat:p=9/10")}
    ).lie_detector
    assert found is not None and found.honest is not None
    (n1, l1), (n2, l2) = ((sum(c), c[1] / sum(c)) for c in counts)
    pi = (l2 - l1 + p2 - p1) / (p2 - p1)
    t = (l2 * (1 - p1) - l1 * (1 - p2)) / (l2 - l1 + p2 - p1)
    v1, v2 = l1 * (1 - l1) / (n1 - 1), l2 * (1 - l2) / (n2 - 1)
    common = (p1 - p2) / (p1 - p2 + l1 - l2) ** 2
    t_error = (v1 * (common * (p2 + l2 - 1)) ** 2 + v2 * (common * (p1 + l1 - 1)) ** 2) ** 0.5
    assert float(found.prevalence.estimate) == pytest.approx(pi) and float(found.honest.estimate) == pytest.approx(t)
    assert float(found.prevalence.variance) ** 0.5 == pytest.approx((v1 + v2) ** 0.5 / (p2 - p1))
    assert float(found.honest.variance) ** 0.5 == pytest.approx(t_error)
    is_inside = 0 <= pi <= 1 and 0 <= t <= 1
    assert is_inside == (found.attention() == [])
    likeliest = found.prevalence.likeliest
    assert likeliest is not None and 0 <= likeliest <= 1
    assert (likeliest == found.prevalence.estimate) == is_inside


def test_a_prevalence_that_is_not_positive_has_nobody_to_be_honest() -> None:
    found = two_samples(
        said((600, 400), (1400, 100)), cheating={"a": device("mangat:p=3/5"), "b": device("mangat:p=9/10")}
    )
    detector = found.lie_detector
    assert detector is not None and detector.honest is None and detector.prevalence.estimate < 0
    assert "No share of honest people is estimated" in repr(found)
    assert found.to_dict()["lie_detector"]["honest"] is None
    assert two_samples(said((600, 400), (700, 800)), unrelated={"a": "3/4", "b": "1/4"}).lie_detector is None


@pytest.mark.slow
def test_the_lie_detector_s_interval_covers() -> None:
    """1,500 surveys have a standard error of 0.0056."""
    rng, pi, t, covered = numpy.random.default_rng(6), 0.3, 0.7, 0
    devices = {"a": device("mangat:p=1/2"), "b": device("mangat:p=9/10")}
    for _ in range(1500):
        yes = [int(rng.binomial(800, pi * t + (1 - pi) * (1 - p))) for p in (0.5, 0.9)]
        found = two_samples(said(*((800 - y, y) for y in yes)), cheating=devices).lie_detector
        assert found is not None and found.honest is not None
        covered += found.honest.interval.lower <= 0.7 <= found.honest.interval.upper
    assert 0.937 < covered / 1500 < 0.965, covered


def test_devices_that_order_no_as_well_tell_cheaters_too() -> None:
    """The symmetric cheating detection of RRreg: "yes" is ordered with one probability, "no" with another."""
    ordered = {"a": (Fraction(1, 5), Fraction(1, 10)), "b": (Fraction(1, 10), Fraction(2, 5))}
    devices = {name: Mechanism([[1 - yes, no], [yes, 1 - no]], **NAMES) for name, (yes, no) in ordered.items()}
    honest_yes, honest_no = Fraction(3, 10), Fraction(3, 5)
    law = [honest_yes * (1 - no) + honest_no * yes for yes, no in ordered.values()]
    counts = [(int(10_000 * (1 - x)), int(10_000 * x)) for x in law]
    found = two_samples(said(*counts), cheating=devices)
    assert found.shares == (honest_yes, honest_no, Fraction(1, 10))
    assert [str(half.epsilon) for half in found.halves] == ["log(8)", "log(6)"]


def brute(chances: list[list[Any]], counts: list[tuple[int, int]], corners: list[tuple[float, float]]) -> float:
    """The largest log-likelihood over mixtures of the corners (x, y), by a general minimiser from many starts."""
    a = numpy.array(chances, dtype=float)
    y = numpy.array(counts, dtype=float)
    points = numpy.array(corners) @ a.T

    def minus(theta: Any) -> float:
        weights = numpy.exp(theta - theta.max())
        law = (weights / weights.sum()) @ points
        return -float((y[:, 1] * numpy.log(law + 1e-300) + y[:, 0] * numpy.log1p(-law + 1e-300)).sum())

    starts = numpy.random.default_rng(1).normal(size=(6, len(corners)))
    return max(
        -optimize.minimize(minus, s, method="Nelder-Mead", options={"maxiter": 4000, "fatol": 1e-11}).fun
        for s in starts
    )


@pytest.mark.parametrize("model", ["cheating", "unrelated"])
@pytest.mark.parametrize(
    "counts", [((60, 40), (50, 70)), ((20, 80), (60, 40)), ((100, 10), (10, 100)), ((95, 5), (97, 3))]
)
def test_the_likeliest_shares_are_those_of_a_likelihood_by_brute_force(
    model: str, counts: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    if model == "cheating":
        found = two_samples(said(*counts), cheating=WARNERS)
        chances, corners = [[3 / 4, 1 / 4], [1 / 3, 2 / 3]], [(0, 0), (1, 0), (0, 1)]
        assert sum(found.likeliest) == 1
    else:
        found = two_samples(said(*counts), unrelated={"a": "3/4", "b": "1/3"})
        chances, corners = [[3 / 4, 1 / 4], [1 / 3, 2 / 3]], list(product((0, 1), repeat=2))
    assert all(0 <= x <= 1 for x in found.likeliest)
    assert found.prevalence[0] <= found.prevalence[1]
    law = numpy.array(chances) @ numpy.array(found.likeliest[:2], dtype=float)
    y = numpy.array(counts, dtype=float)
    own = float((y[:, 1] * numpy.log(law) + y[:, 0] * numpy.log1p(-law)).sum())
    best = brute(chances, list(counts), corners)
    assert own >= best - 1e-7
    assert own == pytest.approx(best, abs=1e-3)


def test_the_regression_of_the_same_two_mechanisms_says_the_same() -> None:
    counts = said((520, 480), (560, 440))
    found = two_samples(counts, cheating=WARNERS)
    rows = [(half, answer) for half, table in counts.items() for answer, n in table.items() for _ in range(n)]
    data = pandas.DataFrame(rows, columns=["half", "said"])
    mechanism = {half.name: half.chances for half in found.halves}
    fit = regress("said ~ 1", data, mechanism=mechanism, by="half", model="multinomial")
    shares = numpy.array([float(found.shares[i]) for i in (1, 0, 2)])
    logits = numpy.array([0.0, *fit.params])
    assert numpy.exp(logits) / numpy.exp(logits).sum() == pytest.approx(shares, abs=1e-6)
    # the logits' covariance by ours, as the delta method moves it: n in place of n − 1
    ours = numpy.array([[float(found.covariance[i][j]) for j in (1, 0, 2)] for i in (1, 0, 2)]) * 999 / 1000
    slope = numpy.array([[-1 / shares[0], 1 / shares[1], 0], [-1 / shares[0], 0, 1 / shares[2]]])
    assert fit.cov_params().to_numpy() == pytest.approx(slope @ ours @ slope.T, rel=1e-5)


@pytest.mark.slow
def test_intervals_cover() -> None:
    """At the 95% level, 600 surveys: binomial noise is 0.9 %; a standard error that is 15 % too small would cover 90.4 %."""
    rng = numpy.random.default_rng(37)
    shares, runs, n = numpy.array([0.2, 0.6, 0.2]), 600, 800
    chances = numpy.array([[3 / 4, 1 / 4, 0], [1 / 3, 2 / 3, 0]])
    drawn = rng.binomial(n, chances @ shares, size=(runs, 2))
    hits, both = numpy.zeros(3), 0
    for y in drawn.tolist():
        found = two_samples(said(*((n - x, x) for x in y)), cheating=WARNERS)  # type: ignore[arg-type]
        hits += [low <= share <= high for share, (low, high) in zip(shares, found.intervals, strict=True)]
        both += found.interval[0] <= 0.2 and found.interval[1] >= 0.4
    assert ((hits / runs > 0.925) & (hits / runs < 0.975)).all(), hits / runs
    assert both / runs > 0.935


def test_both_half_samples_epsilon_are_told_and_the_larger_leads() -> None:
    found = two_samples(said((600, 400), (450, 550)), cheating=WARNERS)
    assert [str(half.epsilon) for half in found.halves] == ["log(3)", "log(2)"]
    assert str(found.epsilon) == "log(3)"
    told = repr(found)
    assert "log(3)" in told and "log(2)" in told and "No answer tells" in told
    other = two_samples(said((600, 400), (450, 550)), unrelated={"a": "3/4", "b": "1/4"})
    # the unrelated question at its estimate, 5/8: (3/4 + 1/4·3/8)/(1/4·3/8) = 9
    assert str(other.epsilon) == "log(9)"


def test_a_half_sample_whose_answers_are_all_alike_has_the_largest_variance() -> None:
    found = two_samples(said((600, 400), (500, 0)), unrelated={"a": "1/2", "b": "0"})
    assert found.covariance[1][1] == Fraction(1, 4 * 500)
    assert any("alike" in line for line in found.attention())


def test_frames_and_tables_of_counts_say_the_same() -> None:
    counts = said((6, 4), (5, 7))
    rows = [(half, answer, n) for half, table in counts.items() for answer, n in table.items()]
    table = pandas.DataFrame(rows, columns=["half", "answer", "n"])
    people = table.loc[table.index.repeat(table["n"])]
    found = [
        two_samples(counts, cheating=WARNERS),
        two_samples(table, cheating=WARNERS, by="half", counts="n"),
        two_samples(people, cheating=WARNERS, by="half"),
    ]
    assert found[0] == found[1] == found[2]
    assert found[0].to_dict()["half_samples"]["b"]["answers"] == ["5", "7"]


@pytest.mark.parametrize(
    ("model", "said_of"),
    [
        ({"unrelated": {"a": "1/2", "b": "0.5"}}, "equal or proportional"),
        ({"cheating": {"a": WARNERS["a"], "b": WARNERS["a"]}}, "other chances"),
        ({"cheating": {"a": WARNERS["a"]}}, "two half-samples"),
        ({"cheating": {"a": WARNERS["a"], "b": from_spec("krr:k=3,epsilon=1")}}, "3 inputs"),
        ({"cheating": {"a": WARNERS["a"], "b": from_spec("warner:p=1/3")}}, "outputs="),
        ({"cheating": {"a": WARNERS["a"], "c": WARNERS["b"]}}, "'b' has answers and no device"),
        ({"unrelated": {"a": "3/4", "b": "5/4"}}, "between 0 and 1"),
        ({"unrelated": {1: "3/4", "1": "1/4"}}, "'1' is named twice"),
        ({"unrelated": {"a": "3/4", "b": "1/4"}, "by": "half"}, "by=, .* name columns of a data frame"),
        ({}, "not both"),
    ],
)
def test_what_is_not_identified_or_not_two_half_samples_is_refused_in_a_sentence(
    model: dict[str, Any], said_of: str
) -> None:
    with pytest.raises(InputError, match=said_of):
        two_samples(said((6, 4), (5, 7)), **model)


def test_counts_of_a_half_sample_that_is_named_twice_are_not_lost() -> None:
    counts: dict[Any, dict[str, int]] = {1: {"no": 6, "yes": 4}, "1": {"no": 3, "yes": 2}, 2: {"no": 5, "yes": 7}}
    with pytest.raises(InputError, match="half-sample '1' is named twice"):
        two_samples(counts, unrelated={"1": "3/4", "2": "1/4"})


@pytest.mark.parametrize("how", [{}, {"weights": "w"}, {"weights": "w", "cluster": "school"}, {"groups": "sex"}])
@pytest.mark.parametrize(
    ("names", "spellings"),
    [(("True", "False"), ("True", "true", "False", "false")), (("\u00e9", "a"), ("\u00e9", "e\u0301", "a", "a"))],
)
def test_a_half_sample_of_two_spellings_is_counted_whole(
    names: tuple[str, str], spellings: tuple[str, ...], how: dict[str, str]
) -> None:
    of = numpy.arange(400) * 7 % 4
    frame = pandas.DataFrame(
        {"answer": ["no", "no", "yes", "no", "yes"] * 80, "w": [1, 2] * 200, "sex": [*"fffmm"] * 80}
    )
    frame["school"] = [f"s{i % 11}" for i in range(400)]
    given = dict(zip(names, ("3/4", "1/4"), strict=True))
    found, wanted = (
        two_samples(
            frame.assign(half=numpy.array(some)[of // by]), unrelated=given, by="half", outputs=("no", "yes"), **how
        )
        for some, by in ((spellings, 1), (names, 2))
    )
    assert found.to_dict() == wanted.to_dict()


def test_data_that_are_not_of_both_half_samples_are_refused() -> None:
    with pytest.raises(InputError, match="'b' has no answers"):
        two_samples({"a": {"no": 6, "yes": 4}}, cheating=WARNERS)
    with pytest.raises(InputError, match="by='half'"):
        two_samples(pandas.DataFrame({"answer": ["no"]}), cheating=WARNERS)
    with pytest.raises(InputError, match=", not list"):
        two_samples([1, 0], cheating=WARNERS)
