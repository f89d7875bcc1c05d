"""Every result shows its answer first, JSON has what words have, and no error is shown too small."""

import json
import math
import re

import pandas as pd
import pytest

from rropt import from_spec
from rropt.show import Fact, Figure, Result, Say, Table, Warn, to_html
from rropt.survey import estimate
from tests.survey.calls import shown
from tests.survey.conftest import UNEVEN


def test_every_result_keeps_the_contract() -> None:
    seen: set[type] = set()
    for found in shown():
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
        if type(found) not in seen:
            seen.add(type(found))
            # pictures are drawn by the tests of pictures
            assert to_html(x for x in blocks if not isinstance(x, Figure))
            assert found.to_markdown() and found.to_latex() is not None
    classes = {x.__name__ for x in Result.__subclasses__() if x.__module__.startswith("rropt.survey")}
    assert classes <= {base.__name__ for x in seen for base in x.__mro__}


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
