"""Answers that fit no share are said to fit none before anything else, and an interval that they make short is no knowledge."""

import polars
import pytest

from rropt import LDP, TotalVariance, design, estimate, from_spec
from rropt.survey import draw, estimate_sets, over_strata
from rropt.survey.result import Estimate

WARNER = from_spec("warner:p=3/4").relabel(inputs=("no", "yes"), outputs=("no", "yes"))


def said(yes: int, n: int = 1000, method: str | None = None) -> str:
    return estimate({"no": n - yes, "yes": yes}, mechanism=WARNER, method=method).explain()


@pytest.mark.parametrize("method", ["wilson", "normal", "clopper-pearson"])
def test_an_empty_interval_is_no_headline(method: str) -> None:
    first = said(200, method=method).splitlines()[0]
    assert first.startswith(
        'No share of "yes" fits these answers at 95% confidence (the unbiased estimate is -0.1; the share of maximum likelihood is'
    )
    assert 'an answer such as "no" whatever the device said' in first
    assert "The likelihood-ratio interval, which is never empty and covers, is from 0 to 0.009881." in first
    assert "is estimated at" not in said(200, method=method)


def test_more_than_everybody_fits_no_share_either() -> None:
    assert said(800).startswith(
        'No share of "yes" fits these answers at 95% confidence (the unbiased estimate is 1.1; the share of maximum likelihood is'
    )


@pytest.mark.parametrize("method", ["wilson", "likelihood-ratio"])
def test_a_short_interval_that_unlikely_answers_make_is_warned_of(method: str) -> None:
    first, second = said(225, method=method).splitlines()[:2]
    assert first.startswith('The share of "yes" is estimated at 0 (maximum likelihood); the unbiased estimate is -0.05')
    assert second.startswith(
        'WARNING: the unbiased estimate of "yes", -0.05, lies further outside of [0, 1] than its interval'
    )
    assert ("from 0 to 0.01849" in second) == (method == "wilson")


@pytest.mark.parametrize("yes", [240, 250, 300, 740])
def test_likely_answers_are_not_warned_of(yes: int) -> None:
    assert estimate({"no": 1000 - yes, "yes": yes}, mechanism=WARNER).attention() == []


def test_where_no_such_interval_is_worked_out_none_is_offered() -> None:
    found = estimate({"no": 800, "yes": 200}, mechanism=WARNER, sampling="census")
    assert isinstance(found, Estimate)
    assert found.attention()[0].startswith('No share of "yes"') and "likelihood-ratio" not in found.attention()[0]


def test_json_groups_and_strata_say_it_too() -> None:
    rows = {"town": ["a"] * 500 + ["b"] * 500, "said": (["yes"] * 10 + ["no"] * 490) + (["yes"] * 100 + ["no"] * 400)}
    groups = estimate(polars.DataFrame(rows), mechanism=WARNER, answer="said", by="town")
    assert groups["a"].to_dict()["attention"][0].startswith("No share of")
    assert 'a: No share of "yes" fits these answers' in groups.explain()
    whole = over_strata(groups, {"a": 5000, "b": 5000}).explain()
    assert whole.startswith('No share of "yes" fits these answers at 95% confidence')


def test_sets_say_it_too() -> None:
    p = design(TotalVariance(), LDP("ln3"), inputs=40).sets
    assert p is not None
    found = estimate_sets({draw(p, 0): 1000}, mechanism=p)
    assert any(x.is_empty for x in found.intervals)
    assert found.explain().startswith("No share of")
