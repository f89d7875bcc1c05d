"""The study's own difference in the table of people and in the picture of power."""

import pytest

from rropt import LDP, InputError, TotalVariance, Variance, design, plan
from rropt.reports import report

FOUND = design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))


@pytest.mark.slow
def test_the_power_is_drawn_for_the_study_s_own_difference():
    page = report(FOUND, prevalence="1/5", difference="0.08", device=FOUND.device(coins=2))
    text = page.to_markdown()
    n = plan(FOUND.device(coins=2).mechanism, prevalence="1/5", difference="0.08").n
    assert f"| 8 points | {n:,} |" in text and "| 15 points |" in text
    assert "the power to find a difference of 0.08 grows" in text
    assert "the power to find a difference of 0.15 grows" in report(FOUND, prevalence="1/5").to_markdown()


@pytest.mark.parametrize("difference", ["0", "-1/10", "9/10"])
def test_a_difference_that_no_two_groups_have_is_refused(difference):
    with pytest.raises(InputError, match="must be above 0"):
        report(FOUND, difference=difference)


def test_a_difference_of_more_truths_is_sent_to_plan():
    with pytest.raises(InputError, match="a design with two truths"):
        report(design(TotalVariance(), LDP("ln3"), inputs=3), difference="0.1")
