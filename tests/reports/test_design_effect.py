"""The page says what its numbers of people suppose, and takes the design effect of those who are not drawn alone."""

import math
from fractions import Fraction

import pytest

from rropt import LDP, Contrast, InputError, TotalVariance, Variance, design, plan, plan_mean, report

FOUND = design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))


def test_without_a_design_effect_the_people_are_said_to_be_drawn_alone():
    text = report(FOUND, n=1638).to_markdown()
    assert "From 1,638 answers of people drawn alone" in text
    assert "These numbers are of people drawn alone, not by schools, households" in text
    assert "| ± 3 points | 3,583 | 388 |" in text


def test_the_error_is_said_at_the_planned_share_and_at_its_worst():
    at = {x: plan(FOUND, prevalence=x, n=1638).standard_error[1] for x in ("1/10", "1/2")}
    low, high = (math.ceil(at[x] * 10**5) / 1000 for x in ("1/10", "1/2"))
    said = f"of at most {low} percentage points if that share is 10 %, and of at most {high} whatever the shares are."
    assert said in report(FOUND, n=1638).to_markdown() and low < high


def test_every_number_of_people_is_for_the_design_effect():
    text = report(FOUND, n=1638, deff="1.5").to_markdown()
    for margin, points in (("0.05", "5 points"), ("0.01", "1 point")):
        n = math.ceil(plan(FOUND, margin=margin).n * Fraction(3, 2))
        assert f"| ± {points} | {n:,} |\n" in text
    n = math.ceil(plan(FOUND, difference="0.1").n * Fraction(3, 2))
    assert f"| 10 points | {n:,} |\n" in text
    assert "suppose a design effect of 1.5" in text and "drawn alone, not" not in text
    assert "if everybody simply told the truth" not in text


@pytest.mark.parametrize("deff", [None, 2])
def test_the_mean_of_a_scale_has_it_too(deff):
    shares, scores = ("0.5", "0.3", "0.2"), (1, 2, 3)
    found = design(Contrast(scores, shares), LDP("ln3"), outputs="free")
    held = found.device(denominator=100)
    n = plan_mean(held.mechanism, scores, prevalence=shares, margin="0.05", deff=deff).n
    assert f"| ± 0.05 | {n:,} |" in report(found, device=held, deff=deff).to_markdown()


def test_of_several_shares_and_more_answers_than_truths_the_worst_is_of_the_design_s_weights():
    shares = ("0.4", "0.3", "0.2", "0.1")
    found = design(TotalVariance(shares), LDP("1/2"), outputs="free")
    held = found.device(denominator=100)
    assert held.mechanism.m > held.mechanism.k
    worst = plan(held.mechanism, prevalence="worst", working=shares, n=1000).standard_error[1]
    said = f"and of at most {math.ceil(worst * 10**4) / 100} whatever the shares are."
    assert said in report(found, device=held).to_markdown()


def test_the_effect_on_the_truth_has_those_who_tell_openly_too():
    text = report(FOUND, n=1638, deff_truth=2).to_markdown()
    made = plan(FOUND, margin="0.03", deff_truth=2)
    assert f"| ± 3 points | {made.n:,} | {made.truthful:,} |" in text and made.truthful == 2 * 388
    assert "suppose a design effect of 2 of clusters on the truth" in text and "whatever the shares are" not in text


def test_a_design_effect_below_1_is_refused():
    with pytest.raises(InputError, match="is below 1"):
        report(FOUND, deff="0.5")
