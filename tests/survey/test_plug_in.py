"""A variance estimate that is not positive is replaced by an exact variance that says what it is; no standard error is 0 for it."""

import json
from fractions import Fraction as F
from itertools import product

import pytest

from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.survey.estimate import estimate
from rropt.survey.plug_in import StatedVariance, error_notes, largest_share, stated_variance, variance_at
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.survey.variance import personal_variances, variance
from rropt.survey.weights import linear_weights

THREE = Mechanism([["11/15", "7/18", "3/10"], ["1/5", "5/18", "9/20"], ["1/15", "1/3", "1/4"]])

TWO = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])


def test_a_positive_estimate_stands() -> None:
    found = stated_variance(F(1, 9), F(1, 2), (F(1), F(2)), F(1), 3)
    assert (found.value, found.source, found.reason()) == (F(1, 9), "unbiased", "")


def test_a_negative_estimate_gives_way_to_the_exact_variance_at_the_cut_share() -> None:
    found = stated_variance(F(-1, 9), F(-3), (F(1), F(2)), F(1), 3)
    assert (found.value, found.source, found.share) == (F(1, 3), "plug-in", 0)
    assert "negative here (-0.111111)" in found.reason() and "cut to [0, 1], 0" in found.reason()
    inside = stated_variance(None, F(1, 4), (F(1), F(2)), F(1), 3)
    assert inside.value == (F(1, 4) * 2 + F(3, 4) + F(3, 16)) / 3
    assert "no unbiased estimate" in inside.reason()


def test_a_share_without_variance_gives_way_to_the_largest_variance() -> None:
    found = stated_variance(F(0), F(-1), (F(0), F(0)), F(1), 10)
    assert (found.value, found.source, found.share) == (F(1, 40), "largest", F(1, 2))
    assert "largest exact variance of all shares, at 0.5" in found.reason()
    assert repr(found).startswith("1/40 ≈ 0.025 (") and found.to_dict()["source"] == "largest"
    assert repr(stated_variance(F(1), F(0), (F(0), F(0)), F(1))) == "1 (unbiased)"
    none = stated_variance(F(0), F(1), (F(0), F(0)), F(0), 10)
    assert none.value == 0 and "no randomness" in none.reason()


@pytest.mark.parametrize("f", [F(0), F(1, 3), F(1)])
@pytest.mark.parametrize("line", [(F(1), F(2)), (F(3), F(1, 2)), (F(0), F(1, 4)), (F(1), F(1))])
def test_the_largest_share_is_the_largest_of_a_fine_grid(line: tuple[F, F], f: F) -> None:
    best = variance_at(line, f, largest_share(line, f))
    assert all(variance_at(line, f, F(i, 60)) <= best for i in range(61))
    assert 0 <= largest_share(line, f) <= 1


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 24)], ids=str)
@pytest.mark.parametrize("p", [TWO, THREE])
def test_v_is_the_largest_exact_variance_of_the_populations_of_a_share(p: Mechanism, sampling: Sampling) -> None:
    w, n, steps = linear_weights(p), 12, 12
    for j in range(p.k):
        b = personal_variances(p, w, j)
        line = max(x for i, x in enumerate(b) if i != j), b[j]
        for own in range(steps + 1):
            rest = [x for x in product(range(steps + 1), repeat=p.k - 1) if sum(x) == steps - own]
            every = [[F(v, steps) for v in (*x[:j], own, *x[j:])] for x in rest]
            largest = max(variance(p, w, pi, n, sampling=sampling)[j] for pi in every)
            assert largest == variance_at(line, sampling.factor(n), F(own, steps), n)


WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])

SAMPLING = [("replacement", None), ("census", None), ("srs", 30)]


@pytest.mark.slow_at("p0-census-None", "p0-replacement-None", "p0-srs-30")
@pytest.mark.parametrize(("sampling", "population"), SAMPLING)
@pytest.mark.parametrize("p", [THREE, WARNER])
def test_every_standard_error_of_every_outcome_is_positive(p: Mechanism, sampling: str, population: int | None) -> None:
    for counts in product(range(6), repeat=p.m):
        if sum(counts) < 2:
            continue
        data = dict(zip(p.output_labels, counts, strict=True))
        found = estimate(data, mechanism=p, sampling=sampling, population=population, method="normal")
        for j, v in enumerate(found.variances):
            stated = found.stated_variance(j)
            assert stated.value > 0 and stated.is_estimated == (v > 0)
            assert stated.value == v or stated.refused == v
            assert found.standard_errors[j][0] > 0
            if p.k == 2 and stated.source == "plug-in":
                pi = [1 - stated.share, stated.share] if j else [stated.share, 1 - stated.share]
                assert stated.value == variance(p, found.weights, pi, found.n, sampling=found.sampling)[j]


def test_a_negative_estimate_in_a_census_is_said_in_text_and_json() -> None:
    found = estimate({"0": 10, "1": 0, "2": 0}, mechanism=THREE, sampling="census", method="normal")
    assert found.variances[1] < 0
    x, b = found.prevalence[1], personal_variances(THREE, found.weights, 1)
    assert found.stated_variance(1).value == (x * b[1] + (1 - x) * max(b[0], b[2])) / 10
    document = json.loads(found.to_json())["inputs"]["1"]
    assert document["standard_error_from"] == "plug-in" and float(document["standard_error"]["lower"]) > 1
    assert document["variance"]["exact"] == show(found.variances[1])
    text = repr(found)
    assert "Standard error of 1: the unbiased estimate of the variance is negative here (-0.02" in text
    assert "so the normal interval stands on an exact one" in text and "plug-in" in next(
        x for x in text.splitlines() if x.startswith("1 ")
    )
    assert found.intervals[1].lower == 0 and found.intervals[1].upper == 1


def test_weighted_answers_that_are_all_alike_have_an_error_too() -> None:
    found = estimate(["0"] * 4, weights=["1", "1", "1", "3"], mechanism=WARNER)
    # (sum of w)^2 / (sum of w^2) = 36/12 = 3 equal answers, at the share 0: 3/4 an answer
    assert found.variances == (0, 0)
    assert [found.stated_variance(j).value for j in (0, 1)] == [F(1, 4)] * 2
    assert found.intervals[1].lower < found.intervals[1].upper
    assert "with the weights taken as fixed" in repr(found)
    some = estimate(["0", "1", "0"], weights=["1", "1", "2"], mechanism=WARNER)
    assert some.stated_variance(0).source == "linearised"


def test_many_inputs_have_four_sentences_and_a_number() -> None:
    every = [(str(i), StatedVariance(F(1), "plug-in", F(0), F(0))) for i in range(9)]
    lines = error_notes(every, is_weighted=False)
    assert len(lines) == 5 and lines[-1].startswith("Standard errors of 5 more inputs stand")
    assert error_notes(every[:5], is_weighted=False)[-1].startswith("Standard errors of 1 more input stand")
    assert error_notes([("a", StatedVariance(F(1), "unbiased"))], is_weighted=False) == []
