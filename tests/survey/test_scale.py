"""The mean of a scale: its variance is s·Cov·sᵀ, unbiasedly estimated; the largest of all shares is exact; plans are kept."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import polars
import pytest

from rropt import LDP, Contrast, design, estimate, from_spec
from rropt.exact.errors import InputError
from rropt.exact.matrix import identity
from rropt.mechanism import Mechanism
from rropt.survey import plan_mean
from rropt.survey.draws import draw_surveys
from rropt.survey.result import Estimate
from rropt.survey.sampling import REPLACEMENT
from rropt.survey.scale import answer_scores, largest_variance, read_scores, variance_at_shares
from rropt.survey.strata import mean_over_strata
from rropt.survey.variance import covariance
from rropt.survey.weights import linear_weights

KRR = from_spec("krr:k=3,epsilon=ln3")
SHARES = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
SCORES = (Fraction(1), Fraction(2), Fraction(5))


def of_answers(counts: tuple[int, ...], **how: object) -> Estimate:
    found = estimate(dict(zip(KRR.output_labels, counts, strict=True)), mechanism=KRR, **how)  # type: ignore[arg-type]
    assert isinstance(found, Estimate)
    return found


@pytest.mark.parametrize("sampling", ["replacement", "census"])
def test_the_variance_is_that_of_the_combination_of_shares(sampling: str) -> None:
    found = of_answers((40, 25, 35), sampling=sampling)
    own, cov = found.mean(SCORES), found.covariance()
    assert own.variance == sum(a * b * cov[i][j] for i, a in enumerate(SCORES) for j, b in enumerate(SCORES))
    assert own.mean == sum(a * x for a, x in zip(SCORES, found.prevalence, strict=True))
    assert own.source == "unbiased"


def test_exact_variance_is_that_of_the_combination_of_shares() -> None:
    w = linear_weights(KRR)
    cov = covariance(KRR, w, SHARES, 1)
    by_hand = sum(a * b * cov[i][j] for i, a in enumerate(SCORES) for j, b in enumerate(SCORES))
    assert variance_at_shares(KRR, answer_scores(w, SCORES), SCORES, SHARES, 1) == by_hand


def test_mean_and_variance_are_unbiased_by_enumeration() -> None:
    """All 27 sequences of three answers, each with its exact chance; the answers that are alike have no estimate of a variance."""
    law = [sum(x * q for x, q in zip(row, SHARES, strict=True)) for row in KRR.rows]
    u = answer_scores(linear_weights(KRR), SCORES)
    mean = second = Fraction(0)
    for answers in itertools.product(range(3), repeat=3):
        chance = math.prod(law[i] for i in answers)
        found = of_answers(tuple(answers.count(i) for i in range(3))).mean(SCORES)
        mean += chance * found.mean
        second += chance * (0 if len(set(answers)) == 1 else found.variance)
    assert mean == sum(a * x for a, x in zip(SCORES, SHARES, strict=True))
    assert second == variance_at_shares(KRR, u, SCORES, SHARES, 1) / 3


@pytest.mark.parametrize("f", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_the_largest_variance_is_that_of_a_search_over_pairs_and_mixtures(f: Fraction) -> None:
    rng = random.Random(3)
    for spec, scores in (
        ("krr:k=4,epsilon=1", (0, 3, 1, -2)),
        ("subset_selection:k=4,size=2,epsilon=ln3", (1, 2, 3, 4)),
        ("forced_response:yes=1/6,no=1/3", (0, 1)),
        ("krr:k=3,epsilon=2", (1, 1, 2)),
    ):
        p = from_spec(spec)
        s = tuple(map(Fraction, scores))
        u = answer_scores(linear_weights(p), s)
        top = largest_variance(p, u, s, f)
        grid = [Fraction(i, 60) for i in range(61)]
        pairs = [
            [x if i == a else 1 - x if i == b else Fraction(0) for i in range(p.k)]
            for a, b in itertools.combinations(range(p.k), 2)
            for x in grid
        ]
        mixed = [[Fraction(rng.randint(0, 9)) for _ in range(p.k)] for _ in range(50)]
        mixed = [[x / sum(row) for x in row] for row in mixed if sum(row)]
        best = max(float(variance_at_shares(p, u, s, shares, f)) for shares in pairs + mixed)
        assert best <= float(top) * (1 + 1e-12) and best > float(top) * 0.999


def test_the_design_s_own_value_is_the_planned_variance() -> None:
    shares = ["2/5", "3/10", "3/20", "1/10", "1/20"]
    found = design(Contrast([1, 2, 3, 4, 5], shares), LDP("ln3"))
    assert found.mechanism is not None and found.lower is not None and found.upper is not None
    planned = plan_mean(found.mechanism, [1, 2, 3, 4, 5], margin="0.1")
    assert found.lower <= planned.variance_per_answer <= found.upper
    assert found.standard_error(planned.n) == pytest.approx(float(planned.standard_error[1]), rel=1e-9)
    assert planned.margin <= Fraction(1, 10) and planned.n == math.ceil(
        float(planned.variance_per_answer) * 3.8414588 * 100
    )


@pytest.mark.parametrize("sampling", ["replacement", "census"])
def test_truthful_answers_are_counted_only_where_they_have_an_error(sampling: str) -> None:
    planned = plan_mean(KRR, SCORES, prevalence=SHARES, margin="0.2", sampling=sampling)
    assert planned.to_dict()["truthful"] == (None if sampling == "census" else str(planned.truthful))


@pytest.mark.slow
def test_the_planned_margin_is_kept() -> None:
    """Of 20,000 seeded surveys the mean, the variance and the interval's cover; a margin a tenth too small is seen."""
    planned = plan_mean(KRR, SCORES, prevalence=SHARES, margin="0.2")
    counts = draw_surveys(KRR, list(SHARES), planned.n, 20_000, sampling=REPLACEMENT, rng=np.random.default_rng(5))
    u = np.array([float(x) for x in answer_scores(linear_weights(KRR), SCORES)])
    means = counts @ u / planned.n
    errors = np.sqrt((counts @ u**2 / planned.n - means**2) / (planned.n - 1))
    first = of_answers(tuple(map(int, counts[0]))).mean(SCORES)
    assert float(first.mean) == pytest.approx(means[0]) and float(first.standard_error[1]) == pytest.approx(errors[0])  # type: ignore[index]
    truth = float(sum(a * x for a, x in zip(SCORES, SHARES, strict=True)))
    assert abs(means.mean() - truth) < 4 * 0.2 / 1.96 / math.sqrt(20_000)
    halves, three = 1.959964 * errors, 4 * math.sqrt(0.05 * 0.95 / 20_000)
    covered = float(np.mean(np.abs(means - truth) <= halves))
    assert abs(covered - 0.95) < three
    assert 0.199 < halves.mean() < 0.201
    assert np.mean(np.abs(means - truth) <= 0.9 * halves) < 0.95 - three


def test_strata_weigh_means_and_variances() -> None:
    frame = polars.DataFrame({"town": ["a"] * 30 + ["b"] * 20, "said": [0, 1, 2, 1, 0] * 10})
    groups = estimate(frame, mechanism=KRR, answer="said", by="town")
    means = groups.means([1, 2, 5])  # type: ignore[union-attr]
    whole = mean_over_strata(means, {"a": 100, "b": 300})
    assert whole.mean == means["a"].mean / 4 + 3 * means["b"].mean / 4
    assert whole.variance == means["a"].variance / 16 + 9 * means["b"].variance / 16
    assert "over 2 strata is estimated at" in repr(whole)


def test_answers_all_alike_have_the_largest_variance_and_one_answer_has_none() -> None:
    alike = of_answers((9, 0, 0)).mean(SCORES)
    u = answer_scores(linear_weights(KRR), SCORES)
    assert alike.source == "largest" and alike.variance == largest_variance(KRR, u, SCORES, Fraction(1)) / 9
    one = of_answers((1, 0, 0)).mean(SCORES)
    assert one.variance is None and one.interval == (1, 5) and one.standard_error is None


def test_weighted_answers_have_a_linearised_variance() -> None:
    frame = polars.DataFrame({"said": [0, 1, 2, 1, 0], "w": [1, 2, 1, 3, 1]})
    found = estimate(frame, mechanism=KRR, answer="said", weights="w")
    own, cov = found.mean(SCORES), found.covariance()  # type: ignore[union-attr]
    assert own.source == "linearised"
    assert own.variance == sum(a * b * cov[i][j] for i, a in enumerate(SCORES) for j, b in enumerate(SCORES))


def test_truthful_answers_need_the_variance_of_the_scores() -> None:
    planned = plan_mean(KRR, SCORES, prevalence=SHARES, standard_error="0.1")
    own = variance_at_shares(Mechanism(identity(3)), SCORES, SCORES, SHARES, 1)
    assert planned.truthful == math.ceil(own * 100)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: of_answers((3, 3, 3)).mean([1, 2]), "the number of scores is 2, but there are 3 inputs (0, 1, 2)"),
        (lambda: of_answers((3, 3, 3)).mean("1,1,1"), "all scores are 1"),
        (lambda: of_answers((3, 3, 3)).mean(3), "the scores 3 must be a list"),
        (lambda: read_scores({"0": 1}, "0123"), "the input '1' has no score; give one for each of 0, 1, 2, 3"),
        (lambda: read_scores({"0": 1}, "0123456789"), "give one for each of 0, 1, 2, 3, 4, 5, 6, 7, …"),
        (lambda: plan_mean(KRR, SCORES, margin="0.1", n=5), "a plan has one goal"),
        (lambda: plan_mean(KRR, SCORES, margin=0), "must be above 0"),
        (lambda: plan_mean(KRR, SCORES, margin="0.1", deff_truth=2), "deff_truth = 2 needs the 3 shares"),
        (lambda: plan_mean(KRR, SCORES, margin="0.1", prevalence="1/10"), "depends on all 3 shares, not on 1/10 alone"),
    ],
)
def test_what_does_not_fit_is_refused(call: object, said: str) -> None:
    with pytest.raises(InputError) as caught:
        call()  # type: ignore[operator]
    assert said in str(caught.value)


def test_scores_are_read_as_they_are_written() -> None:
    assert read_scores("1,2.5,-3", ("a", "b", "c")) == (1, Fraction(5, 2), -3)
    for labels in ((0, 1), (0.0, 1.0), (False, True), ("0", "1")):
        assert read_scores(dict(zip(labels, (5, 7), strict=True)), ("0", "1")) == (5, 7)


@pytest.mark.parametrize("twice", [{0: 1, "0": 2, "1": 3}, {0: 1, "False": 2, 1: 3}, {"0": 1, "0.0": 1, 1: 3}])
def test_an_input_has_one_score(twice: dict[object, int]) -> None:
    with pytest.raises(InputError, match="the input '0' is named twice, in two spellings or types; name it once"):
        read_scores(twice, ("0", "1"))


def test_a_mean_beyond_the_scores_is_no_interval_of_no_width() -> None:
    """All 400 say the highest: the mean is estimated at 3.5 of at most 2, and the headline told an interval from 2 to 2."""
    found = of_answers((0, 0, 400)).mean([0, 1, 2])
    assert found.mean > 2 and found.is_empty and found.interval == (2, 2)
    assert repr(found).startswith(
        "No mean of the scores fits these answers at 95% confidence (the linear estimate is 3.5)"
    )
    assert "interval is from" not in repr(found).splitlines()[0] and found.to_dict()["attention"]
    usual = of_answers((40, 25, 35)).mean([0, 1, 2])
    assert not usual.is_empty and usual.attention() == [] and "attention" not in usual.to_dict()


@pytest.mark.parametrize("how", [{"margin": "0.2"}, {"standard_error": "0.1"}, {"n": 1000}])
def test_in_a_census_truthful_answers_have_no_error_and_no_number(how: dict[str, object]) -> None:
    census, drawn = (plan_mean(KRR, SCORES, sampling=x, **how) for x in ("census", "replacement"))  # type: ignore[arg-type]
    assert "told the truth openly" in drawn.explain() and "told the truth openly" not in census.explain()
    assert dict(census.as_table()[1])["respondents if all told openly"] == "no error"
    assert dict(drawn.as_table()[1])["respondents if all told openly"] == str(drawn.truthful)


def test_a_design_effect_multiplies_people_and_leaves_the_error() -> None:
    alone = plan_mean(KRR, SCORES, margin="0.2")
    drawn = plan_mean(KRR, SCORES, margin="0.2", deff="1.7")
    assert drawn.n == math.ceil(alone.n * Fraction(17, 10)) and drawn.answers == alone.n
    assert float(drawn.standard_error[1]) == pytest.approx(
        math.sqrt(1.7 * float(drawn.variance_per_answer) / drawn.n), rel=1e-9
    )
    assert drawn.standard_error[1] <= alone.standard_error[1] and drawn.truthful == alone.truthful
    people = plan_mean(KRR, SCORES, n=1000, deff=2)
    assert people.standard_error == plan_mean(KRR, SCORES, n=500).standard_error
    assert "1,000 people count as 500 drawn alone" in repr(people) and people.to_dict()["design_effect"] == "2"
    for how, words in (
        ({"n": 1}, "less than one independent answer"),
        ({"margin": 1, "sampling": "census"}, "drawn independently"),
    ):
        with pytest.raises(InputError, match=words):
            plan_mean(KRR, SCORES, deff=2, **how)  # type: ignore[arg-type]
