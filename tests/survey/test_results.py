"""Every result shows its answer first, JSON has what words have, and no error is shown too small."""

import json
import math
import re
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from rropt import LDP, TotalVariance, design, from_spec
from rropt.show import Fact, Result, Say, Table, Warn
from rropt.survey import (
    associate,
    check_samples,
    compare_groups,
    draw,
    estimate,
    estimate_mean,
    estimate_sets,
    over_strata,
    plan,
    plan_epsilons,
    regress,
    simulate,
    two_samples,
)
from rropt.survey.contrast import Contrast
from rropt.survey.tables import compare_plans, devices_at_equal_privacy, noncompliance
from tests.survey.conftest import KRR, UNEVEN, WARNER

KEYS = {
    "Estimate": "shares mechanism confidence counts weights covariance notes",
    "Stratified": "population notes",
    "Comparison": "joint differences notes",
    "Means": "means weights notes",
    "Contrast": "values notes",
    "Association": "joint measures shares mechanism confidence counts weights covariance notes",
    "TwoSamples": "joint differences shares half_samples notes lie_detector",
    "Plan": "goal prevalence respondents truthful standard_error variance_per_answer share_of notes second_prevalence "
    "standard_error_of_difference power level approximate margin design_effect independent_answers worst_prevalence scores",
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


NOTES = {
    "Estimate": [4, 3, 3, 3, 3, 3],
    "Stratified": [1, 1],
    "Comparison": [2, 1],
    "Means": [1],
    "Contrast": [1],
    "Association": [4],
    "TwoSamples": [3, 3, 4, 4],
    "Plan": [2, 2, 2, 4, 4, 2, 4],
    "AlongEpsilon": [2],
    "Plans": [0],
    "Devices": [1],
    "NonCompliance": [3],
    "Simulation": [2],
    "SampleCheck": [1],
    "Regression": [3, 4],
    "Predictions": [0, 0],
    "OddsRatios": [0],
    "CoefficientTest": [0],
}
"""How many notes the results below have, by class: none of them is lost in silence."""


def results(people: pd.DataFrame) -> Iterator[Result]:
    """One result or more of each class."""
    warner = from_spec("warner:p=3/4")
    by_g = estimate(people, mechanism=UNEVEN, answer="said", by="g", cluster="c")
    yield from (
        by_g,
        estimate({"no": 0, "yes": 50}, mechanism=WARNER),
        estimate({"yes": 1}, mechanism=WARNER, method="normal"),
    )
    yield from (
        by_g["x"],
        estimate(people, mechanism=KRR, answer="letter", weights="w"),
        over_strata(by_g, {"x": 500, "y": 700, "z": 900}),
    )
    yield compare_groups(people, by="g", mechanism=KRR, answer="letter")
    yield compare_groups(people[people.g != "z"], by="g", mechanism=UNEVEN, answer="said", cluster="c", stratum="h")
    means = estimate_mean(people, mechanism=UNEVEN, answer="said", by="g", scores=[1, 4])
    yield from (
        means,
        means.per_group.contrast(Contrast, np.eye(3), means.names),
        over_strata(means, {"x": 500, "y": 700, "z": 900}),
    )
    yield associate(people, ("said", "item"), mechanisms=(UNEVEN, WARNER), cluster="c")
    for how in ({"unrelated": {"A": "3/4", "B": "1/4"}}, {"cheating": {"A": WARNER, "B": UNEVEN}}):
        yield two_samples(people, by="half", answer="said", outputs=("no", "yes"), groups="g", **how)
        yield two_samples(people, by="half", answer="said", outputs=("no", "yes"), cluster="c", weights="w", **how)
    sets = design(TotalVariance(), LDP("ln3"), inputs=40).sets
    yield estimate_sets([draw(sets, j % 40) for j in range(200)], mechanism=sets)
    for goal in (
        {"margin": 0.05},
        {"difference": 0.2},
        {"n": 500},
        {"margin": 0.05, "deff": 2},
        {"difference": 0.2, "n": 300, "deff_truth": 2, "clusters": 9},
    ):
        yield plan(warner, prevalence="1/10", **goal)
    yield from (
        plan(from_spec("krr:k=4,epsilon=1"), margin=0.05),
        plan(KRR, scores=[1, 2, 5], margin=0.2, deff=2),
        plan_epsilons("1/2..1", prevalence="1/10"),
    )
    yield from (
        compare_plans({"a": warner}, margin=0.05),
        devices_at_equal_privacy("1", "1/10"),
        noncompliance(warner, "1/5..2/5"),
    )
    rng = np.random.default_rng(1)
    yield simulate(warner, prevalence="1/4", n=50, surveys=50, rng=rng)
    yield check_samples([(x, x) for x in (0, 1)] * 50)
    found = regress("said ~ x + g", people, mechanism=UNEVEN, cluster="c")
    yield from (found, found.marginal_effects(), found.odds_ratios(), found.get_prediction(), found.wald_test("g"))
    yield regress("x ~ item + g", people, mechanism=UNEVEN, answer="item", model="linear")


def test_every_result_keeps_the_contract(people: pd.DataFrame) -> None:
    seen: dict[str, set[str]] = {}
    notes: dict[str, list[int]] = {}
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
        # the page has pictures, which take half a second each: one page of each class
        assert type(found).__name__ in seen or found._repr_html_()
        assert found.to_markdown() and found.to_latex() is not None
        seen.setdefault(type(found).__name__, set()).update(set(data) - {"schema", "attention"})
        notes.setdefault(type(found).__name__, []).append(len(data.get("notes", ())))
    assert seen == {name: set(keys.split()) for name, keys in KEYS.items()}
    assert notes == NOTES


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
