"""The page says what its numbers of people suppose, and takes the design effect of those who are not drawn alone."""

import math
from fractions import Fraction

import numpy as np
import pytest

from rropt import LDP, Contrast, InputError, Sensitive, TotalVariance, Variance, design, plan
from rropt.reports import report
from rropt.reports.page import Grid, Picture
from rropt.survey import plan_mean

FOUND = design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))
FOUR = design(Variance("1/50"), LDP("2", delta="1/10"), inputs=("no", "yes"), outputs="free")
UNEVEN = design(Variance("1/4"), Sensitive(["yes"], "ln3"), inputs=("no", "yes"))


@pytest.mark.slow
def test_without_a_design_effect_the_people_are_said_to_be_drawn_alone():
    text = report(FOUND, n=1638).to_markdown()
    assert "From 1,638 answers of people drawn alone" in text
    assert "These numbers are of people drawn alone, not by schools, households" in text
    assert "| ± 3 points | 3,583 | 388 |" in text


@pytest.mark.slow
def test_the_error_is_said_at_the_planned_share_and_at_its_worst():
    at = {x: plan(FOUND, prevalence=x, n=1638).standard_error for x in ("1/10", "1/2")}
    low, high = (math.ceil(at[x] * 10**5) / 1000 for x in ("1/10", "1/2"))
    said = f"of at most {low} percentage points if that share is 10 %, and of at most {high} whatever the shares are."
    assert said in report(FOUND, n=1638).to_markdown() and low < high


@pytest.mark.slow
def test_every_number_of_people_is_for_the_design_effect():
    text = report(FOUND, n=1638, deff="1.5").to_markdown()
    for margin, points in (("0.05", "5 points"), ("0.01", "1 point")):
        n = math.ceil(plan(FOUND, margin=margin).n * Fraction(3, 2))
        assert f"| ± {points} | {n:,} |\n" in text
    n = math.ceil(plan(FOUND, difference="0.1").n * Fraction(3, 2))
    assert f"| 10 points | {n:,} |\n" in text
    assert (
        "suppose a design effect of 1.5" in text
        and "by the factor 1.155 with 10 groups and 1.068 with 20" in text
        and "drawn alone, not" not in text
    )
    assert "if everybody simply told the truth" not in text


@pytest.mark.slow
@pytest.mark.parametrize("deff", [None, 2])
def test_the_mean_of_a_scale_has_it_too(deff):
    shares, scores = ("0.5", "0.3", "0.2"), (1, 2, 3)
    found = design(Contrast(scores, shares), LDP("ln3"), outputs="free")
    held = found.device(denominator=100)
    n = plan_mean(held.mechanism, scores, prevalence=shares, margin="0.05", deff=deff).n
    assert f"| ± 0.05 | {n:,} |" in report(found, device=held, deff=deff).to_markdown()


@pytest.mark.slow
def test_of_several_shares_and_more_answers_than_truths_the_worst_is_of_the_design_s_weights():
    shares = ("0.4", "0.3", "0.2", "0.1")
    found = design(TotalVariance(shares), LDP("1/2"), outputs="free")
    held = found.device(denominator=100)
    assert held.mechanism.m > held.mechanism.k
    worst = plan(held.mechanism, prevalence="worst", working=shares, n=1000).standard_error
    said = f"and of at most {math.ceil(worst * 10**4) / 100} whatever the shares are."
    assert said in report(found, device=held).to_markdown()


@pytest.mark.slow
def test_the_effect_on_the_truth_has_those_who_tell_openly_too():
    text = report(FOUND, n=1638, deff_truth=2).to_markdown()
    made = plan(FOUND, margin="0.03", deff_truth=2)
    assert f"| ± 3 points | {made.n:,} | {made.truthful:,} |" in text and made.truthful == 2 * 388
    assert "suppose a design effect of 2 of clusters on the truth" in text and "whatever the shares are" not in text


def pictures_of(page):
    """The numbers of the curves by the axis of the places."""
    drawn = [x.draw.keywords.get("data") for x in page.page.blocks if isinstance(x, Picture)]
    return {x.across: x for x in drawn if x is not None}


def values_of(data, name="this way of asking"):
    return next(x.values for x in data.lines if name in x.name.split("\n"))


@pytest.mark.first(found=1, share_of=1, how=1)
@pytest.mark.then(found=1)
@pytest.mark.parametrize("found", [FOUND, UNEVEN, FOUR], ids=["even", "uneven", "four answers"])
@pytest.mark.parametrize("share_of", ["no", "yes"])
@pytest.mark.parametrize("how", [{}, {"deff": "1.5"}, {"deff_truth": "2.5"}])
@pytest.mark.slow
def test_pictures_and_tables_have_the_same_numbers(found, share_of, how):
    device, difference = found.device(denominator=100), "0.08"
    at = {"prevalence": "4/5" if share_of == "no" else "1/5"}
    page = report(found, device=device, share_of=share_of, difference=difference, prevalence="1/5", n=1000, **how)
    asked = {"prevalence": "1/5", "share_of": share_of, **how}
    error = float(plan(device.mechanism, n=1000, **asked).standard_error)
    drawn, text = pictures_of(page), page.to_markdown()
    # D is rounded up to six digits in the plan.
    by_size = drawn["number of answers n"]
    assert values_of(by_size)[by_size.places.index(1000)] == pytest.approx(error, rel=1e-5)
    by_share = drawn["prevalence"]
    place = by_share.places.index(float(Fraction(at["prevalence"])))
    assert values_of(by_share)[place] == pytest.approx(error, rel=1e-5)
    n = plan(device.mechanism, difference=difference, **asked).approximate
    power = drawn["answers in each group"]
    assert np.interp(n, power.places, values_of(power)) == pytest.approx(0.8, abs=0.01)
    said = "Other devices, whose design effects are not given, are left out."
    if "deff" in how:
        # No usual device has the privacy of an answer that proves either truth, so there is no comparison to leave them out of.
        assert text.count(said) == (3 if found is FOUR else 4)
        assert [len(x.lines) for x in (by_size, by_share, power)] == [1, 1, 1]
        assert "with a design effect of 1.5" in power.title
    else:
        assert said not in text and values_of(by_size, "truth from everybody")


@pytest.mark.slow
def test_with_the_effect_on_answers_the_comparison_states_the_error_of_this_device_alone():
    error = float(plan(FOUND, n=1000, deff="1.5").standard_error)
    text = report(FOUND, deff="1.5").to_markdown()
    said = f"this way of asking has a standard error of {math.ceil(error * 10**5) / 1000} percentage points from 1,000 answers."
    assert said in text and "certified optimum" not in text.split("Compared with the usual devices")[1].split("##")[0]


def test_with_the_effect_on_the_truth_each_device_has_its_own_in_the_table_and_the_pictures():
    page = report(FOUND, deff_truth=3)
    grid = next(
        x for x in page.page.blocks if isinstance(x, Grid) and x.caption.startswith("Devices at the same epsilon")
    )
    rows = {row[0]: row[1:] for row in grid.rows}
    assert grid.caption.endswith("with a design effect of 3 of clusters on the truth")
    # n·Var is 0.84 at epsilon ln 3 and prevalence 1/10, 1.44 of Simmons' with 1/4; clusters add 2·0.09 to both.
    assert float(rows["warner"][1]) == pytest.approx(math.sqrt(1.02 / 1000), abs=1e-5)
    assert float(rows["simmons, unrelated = 1/4"][1]) == pytest.approx(math.sqrt(1.62 / 1000), abs=1e-5)
    assert float(rows["simmons, unrelated = 1/4"][2]) == pytest.approx(1.02 / 1.62, abs=1e-4)
    by_size = pictures_of(page)["number of answers n"]
    at = by_size.places.index(1000)
    assert values_of(by_size)[at] == pytest.approx(float(rows["this way of asking"][1]), abs=1e-5)
    assert values_of(by_size, "Warner's device, same epsilon")[at] == pytest.approx(float(rows["warner"][1]), abs=1e-5)
    assert values_of(by_size, "truth from everybody")[at] == pytest.approx(math.sqrt(3 * 0.09 / 1000))


def test_a_design_effect_below_1_is_refused():
    with pytest.raises(InputError, match="must be from 1"):
        report(FOUND, deff="0.5")


@pytest.mark.slow
def test_the_device_s_ratio_to_the_optimum_is_said_to_be_of_people_drawn_alone() -> None:
    found = design(Variance("1/10"), LDP(1), inputs=("no", "yes"))
    cards = found.device(cards=52)
    assert cards.needs_more_people
    for text, how in (
        ("drawn alone.", {"deff": 2}),
        ("drawn alone; in clusters it is nearer to 1.", {"deff_truth": 2}),
    ):
        page = report(found, device=cards, **how).to_markdown()  # type: ignore[arg-type]
        assert f"for the same error. That is for people {text}" in page
    assert "for the same error. That is" not in report(found, device=cards).to_markdown()
