"""Every result shows its answer first, JSON has what words have, and no error is shown too small."""

import json
import math
import re
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from rropt import LDP, TotalVariance, design, from_spec
from rropt.show import Fact, Figure, Result, Say, Table, Warn, to_html
from rropt.survey import (
    associate,
    check_samples,
    compare_groups,
    draw,
    estimate,
    estimate_mean,
    over_strata,
    plan,
    plan_epsilons,
    regress,
    simulate,
    two_samples,
)
from rropt.survey.answers import Device
from rropt.survey.contrast import Contrast
from rropt.survey.tables import compare_plans, devices_at_equal_privacy, noncompliance
from tests.survey.conftest import FIVE, KRR, UNEVEN, WARNER, device

KEYS = {
    "Estimate": "shares mechanism confidence counts weights covariance notes",
    "Stratified": "population notes",
    "Comparison": "joint differences notes",
    "Means": "means weights notes",
    "Contrast": "values notes",
    "Association": "joint measures shares mechanism confidence counts weights covariance notes",
    "TwoSamples": "joint differences shares half_samples notes lie_detector",
    "Plan": "goal prevalence respondents truthful standard_error variance_per_answer share_of notes second_prevalence "
    "standard_error_of_difference power level approximate margin design_effect independent_answers worst_prevalence scores "
    "by_normal",
    "AlongEpsilon": "rows notes",
    "Plans": "devices",
    "Devices": "title devices notes",
    "NonCompliance": "noncompliance notes",
    "Simulation": "checks notes",
    "SampleCheck": "epsilon confidence delta input against hits samples bounds event notes",
    "Regression": "coefficients covariance log_likelihood notes",
    "Predictions": "effects predictions",
    "OddsRatios": "odds_ratios",
    "CoefficientTest": "test",
}
"""What a document of each class has, beside its schema and what deserves attention."""


SHOWN = {
    "Estimate": [12, 16, 13, 15, 15, 14, 11, 14, 15, 16, 11],
    "Stratified": [9, 11, 6],
    "Comparison": [11, 3, 11, 12, 14, 2],
    "Means": [12, 7],
    "Contrast": [8, 2],
    "Association": [20, 18, 20],
    "TwoSamples": [21, 14, 15, 35, 24, 24],
    "Plan": [6, 11, 7, 10, 13, 7, 9, 7, 12, 8, 7, 10, 8, 6],
    "AlongEpsilon": [9, 10],
    "Plans": [4, 5],
    "Devices": [6, 7],
    "NonCompliance": [11],
    "Simulation": [7],
    "SampleCheck": [7],
    "Regression": [11, 12, 13, 12],
    "Predictions": [7, 7],
    "OddsRatios": [5],
    "CoefficientTest": [1],
}
"""How many sentences, facts and columns the results below show, by class: none of them is lost in silence."""


def results(people: pd.DataFrame) -> Iterator[Result]:
    """One result or more of each class."""
    warner = from_spec("warner:p=3/4")
    by_g = estimate(people, mechanism=UNEVEN, answer="said", by="g", cluster="c")
    d, many = device(2, 3, 1), people.assign(i=np.arange(300) // 20, k=np.where(people.g == "x", None, people.g))
    yield from (
        by_g,
        estimate({"no": 0, "yes": 50}, mechanism=WARNER),
        estimate({"no": 30, "yes": 20}, mechanism=WARNER, sampling="census"),
        estimate({"u": 30, "v": 20, "w": 9}, mechanism=d),
        estimate({"u": 30, "v": 20, "w": 9}, mechanism=d, working="1/3"),
        estimate(people, mechanism=WARNER, answer="said", stratum="h"),
        estimate(many, mechanism=WARNER, answer="said", by="i"),
        estimate({"yes": 1}, mechanism=WARNER, method="normal"),
    )
    yield from (
        by_g["x"],
        estimate(people, mechanism=KRR, answer="letter", weights="w"),
        over_strata(by_g, {"x": 500, "y": 700, "z": 900}),
    )
    yield from (
        compare_groups(people, by="g", mechanism=KRR, answer="letter"),
        compare_groups(many, by="k", mechanism=UNEVEN, answer="said"),
        compare_groups(many, by="i", mechanism=UNEVEN, answer="said", scores=[1, 4]),
        compare_groups(people.assign(said="no"), by="g", mechanism=KRR, answer="letter", cluster="h"),
        compare_groups(people.assign(said="no"), by="g", mechanism=UNEVEN, answer="said"),
        over_strata(
            estimate(people.assign(said="no"), mechanism=UNEVEN, answer="said", by="g"), dict.fromkeys("xyz", 900)
        ),
        estimate_mean({"no": 0, "yes": 50}, mechanism=WARNER, scores=[1, 4]),
    )
    yield compare_groups(people[people.g != "z"], by="g", mechanism=UNEVEN, answer="said", cluster="c", stratum="h")
    means = estimate_mean(people, mechanism=UNEVEN, answer="said", by="g", scores=[1, 4])
    yield from (
        means,
        means.numbers.contrast(Contrast, np.eye(3), means.names),
        means.numbers.of(groups=[0]).each(),
        over_strata(means, {"x": 500, "y": 700, "z": 900}),
    )
    yield from (
        associate(people, ("said", "item"), mechanisms=(UNEVEN, WARNER), cluster="c"),
        associate(
            people.assign(item="no").replace({"item": {0: "yes"}}).head(40), ("said", "half"), mechanisms=(WARNER, None)
        ),
        associate(people.assign(item=people.said), ("said", "item"), mechanisms=(None, UNEVEN)),
    )
    for how in ({"unrelated": {"A": "3/4", "B": "1/4"}}, {"cheating": {"A": WARNER, "B": UNEVEN}}):
        yield two_samples(people, by="half", answer="said", outputs=("no", "yes"), groups="g", **how)
        yield two_samples(people, by="half", answer="said", outputs=("no", "yes"), cluster="c", weights="w", **how)
        yield two_samples({"A": {"no": 9, "yes": 0}, "B": {"no": 3, "yes": 6}}, outputs=("no", "yes"), **how)
    sets, rng = design(TotalVariance(), LDP("ln3"), inputs=12).sets, np.random.default_rng(1)
    yield estimate([draw(sets, j % 12, rng=rng) for j in range(200)], mechanism=sets)
    for goal in (
        {"margin": 0.05},
        {"difference": 0.2},
        {"n": 500},
        {"margin": 0.05, "deff": 2},
        {"difference": 0.2, "n": 300, "deff_truth": 2, "clusters": 9},
        {"n": 90, "sampling": "srs", "population": 900},
        {"standard_error": 0.02, "deff": 2},
    ):
        yield plan(warner, prevalence="1/10", **goal)
    yield from (
        plan(from_spec("krr:k=4,epsilon=1"), margin=0.05),
        plan(KRR, scores=[1, 2, 5], margin=0.2, deff=2),
        plan(device(3, 3, 4), prevalence=(0.5, 0.3, 0.2), margin=0.05),
        plan(KRR, prevalence=(0.5, 0.3, 0.2), n=400),
        plan(device(3, 4, 2), prevalence=(0.5, 0.3, 0.2), difference=0.2),
        plan(d, prevalence="1/5..2/5", standard_error=0.03),
        plan(sets, margin=0.05),
        plan_epsilons("1/2..1", prevalence="1/10"),
        plan_epsilons("1, 2", prevalence="1/2,1/4,1/4", margin=0.05, deff=2),
    )
    yield from (
        compare_plans({"a": warner}, margin=0.05),
        compare_plans({"a": device(3, 3, 4), "b": device(3, 3, 2)}, margin=0.05),
        devices_at_equal_privacy("1", "1/10"),
        devices_at_equal_privacy("1", "1/10..1/5"),
        noncompliance(warner, "1/5..2/5"),
    )
    yield simulate(warner, prevalence="1/4", n=50, surveys=50, rng=rng)
    yield check_samples([(x, x) for x in (0, 1)] * 50)
    found = regress("said ~ x + g", people, mechanism=UNEVEN, cluster="c")
    yield from (found, found.marginal_effects(), found.odds_ratios(), found.get_prediction(), found.wald_test("g"))
    yield regress("x ~ item + g", people, mechanism=UNEVEN, answer="item", model="linear")
    yield regress("said ~ x", people, unrelated={"A": "3/4", "B": "1/4"}, by="half")
    yield regress(
        "said ~ x", people, mechanism=Device(FIVE.matrix[:, ::2], tuple("abc"), ("no", "yes")), model="ordinal"
    )


def test_every_result_keeps_the_contract(people: pd.DataFrame) -> None:
    seen: dict[str, set[str]] = {}
    shown: dict[str, list[int]] = {}
    for found in results(people):
        blocks, words, data = list(found.show()), re.sub(r"\s+", " ", repr(found)), found.to_dict()
        assert json.loads(found.to_json())["schema"] == found.schema == data["schema"] and found.schema.startswith(
            "rropt/"
        )
        first = next(x for x in blocks if not isinstance(x, Warn))
        assert isinstance(first, Say | Table)
        for block in blocks:
            if isinstance(block, Fact):
                assert (block.label in words or not block.shown) and block.key in data
            elif isinstance(block, Warn):
                assert block.text in data["attention"] and re.sub(r"\s+", " ", block.text) in words
            elif isinstance(block, Table):
                assert len(data[block.key]) == len(block.rows) and len({c.key for c in block.cols}) == len(block.cols)
                assert len(found.to_pandas(block.key)) == len(block.rows)
                for row in block.cells(str).rows if block.shown else []:
                    assert all(re.sub(r"\s+", " ", cell.strip()) in words for cell in row) or len(block.rows) > 20
        if type(found).__name__ not in seen:
            # pictures are drawn by the tests of pictures
            assert to_html(x for x in blocks if not isinstance(x, Figure))
            assert found.to_markdown() and found.to_latex() is not None
        seen.setdefault(type(found).__name__, set()).update(set(data) - {"schema", "attention"})
        told = [isinstance(x, Say | Warn) or (isinstance(x, Fact) and x.shown) for x in blocks]
        columns = [c.shown for x in blocks if isinstance(x, Table) and x.shown for c in x.cols]
        shown.setdefault(type(found).__name__, []).append(sum(told) + sum(columns))
    assert seen == {name: set(keys.split()) for name, keys in KEYS.items()}
    assert shown == SHOWN


def test_groups_are_shown_with_their_numbers_of_answers(people: pd.DataFrame) -> None:
    shown = [
        {c.key for c in estimate(people, mechanism=UNEVEN, answer="said", by=by).table("shares").cols if c.shown}
        for by in (None, "half")
    ]
    assert "answers" not in shown[0] and shown[1] >= {"group", "answers", "estimate", "standard_error"}


def test_errors_are_shown_rounded_up_and_ends_outward(people: pd.DataFrame) -> None:
    e = estimate(people, mechanism=UNEVEN, answer="said", by="g")
    table = next(x for x in e.show() if isinstance(x, Table))
    for row, raw in zip(table.cells(str).rows, table.rows, strict=True):
        shown = {c.key: x for c, x in zip([c for c in table.cols if c.shown], row, strict=True)}
        whole = {c.key: x for c, x in zip(table.cols, raw, strict=True)}
        assert float(shown["standard_error"]) >= whole["standard_error"] and float(shown["lower"]) <= whole["lower"]
        assert float(shown["upper"]) >= whole["upper"] and math.isclose(
            float(shown["estimate"]), whole["estimate"], rel_tol=1e-3
        )


@pytest.mark.parametrize("words", ["0.4913", "0.01612", "0.4598 to 0.523"])
def test_the_manual_s_survey_answers_what_it_prints(words: str) -> None:
    frame = pd.read_csv("docs/data/doping.csv")
    p = from_spec("simmons:unrelated=1/2,p=2/3").relabel(outputs=("no", "yes"))
    assert words in re.sub(r"\s+", " ", repr(estimate(frame, mechanism=p, answer="answer")))
