"""Every result shows its answer first, JSON has what words have, and no error is shown too small."""

import math
import re

import pandas as pd
import pytest

from rropt import estimate, from_spec
from rropt.show import Table
from tests.survey.conftest import UNEVEN


def test_groups_are_shown_with_their_numbers_of_answers(people: pd.DataFrame) -> None:
    shown = [
        {c.key for c in estimate(people, mechanism=UNEVEN, answer="said", by=by).table("shares").cols if c.shown}
        for by in (None, "half")
    ]
    assert "answers" not in shown[0] and shown[1] >= {"group", "answers", "estimate", "standard_error"}
    # of two truths one share is the mirror image of the other
    assert ["input" in x for x in shown] == [True, False]


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
