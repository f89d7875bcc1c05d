"""Data frames with columns that no name tells apart, or cells of several values, are refused in a sentence of their own."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pandas
import polars
import pyarrow
import pytest

from rropt import LDP, InputError, Variance, design, estimate
from rropt.exact.errors import CommandLine, as_typed
from rropt.survey import associate, compare_groups, regress

FOUND = design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))
GOOD = pandas.DataFrame({"said": ["no", "yes", "no"] * 40, "age": range(120), "region": ["a", "b"] * 60})
CALLS: dict[str, Callable[[object], object]] = {
    "estimate": lambda data: estimate(data, mechanism=FOUND, answer="said"),
    "by": lambda data: estimate(data, mechanism=FOUND.mechanism, answer="said", by="region"),
    "compare": lambda data: compare_groups(data, mechanism=FOUND, answer="said", by="region"),
    "associate": lambda data: associate(data, ("said", "region"), mechanisms=(FOUND, None)),
    "regress": lambda data: regress("said ~ age", data, mechanism=FOUND),
    "linear": lambda data: regress("age ~ said + region", data, mechanism=FOUND, answer="said", model="linear"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (pandas.concat([GOOD, GOOD[["age"]]], axis=1), "two columns of the data are named age; rename one"),
        (pandas.concat({"x": GOOD}, axis=1), "names of 2 levels, such as ('x', 'said')"),
        (GOOD.assign(said=[["yes"]] * 120), "a cell of the column 'said' holds several values"),
        (
            polars.DataFrame({**GOOD.to_dict("list"), "said": [["yes"]] * 120}),
            "a cell of the column 'said' holds several",
        ),
    ],
)
def test_columns_are_refused_in_a_sentence(call: Callable[[object], object], data: object, said: str) -> None:
    with pytest.raises(InputError) as refused:
        call(data)
    assert said in str(refused.value)


@pytest.mark.parametrize("option", ["by", "weights", "cluster", "stratum"])
def test_lists_in_other_columns_are_refused(option: str) -> None:
    with pytest.raises(InputError, match="'more' holds several values"):
        estimate(GOOD.assign(more=[[1]] * 120), mechanism=FOUND, answer="said", **{option: "more"})  # type: ignore[call-overload]


def test_answers_on_the_other_side_of_a_formula_are_pointed_to() -> None:
    with pytest.raises(InputError) as refused:
        regress("age ~ said", GOOD, mechanism=FOUND)
    assert "but 'said' has some; if 'said' was randomized, give answer=\"said\" and model=\"linear\"" in str(
        refused.value
    )
    with pytest.raises(InputError, match="answers are no output"):
        regress("age ~ region", GOOD, mechanism=FOUND)


def test_answers_by_other_names_are_to_be_named_before_another_column_is_taken_for_them() -> None:
    data = GOOD.assign(sex=GOOD["said"], said=["ja", "nein", "ja"] * 40)
    with pytest.raises(
        InputError, match=r"relabel\(outputs=.*, or, if 'sex' was randomized, give answer=\"sex\""
    ) as refused:
        regress("said ~ sex", data, mechanism=FOUND)
    assert "--outputs A,B" in as_typed(refused.value, CommandLine({}, ()))


@pytest.mark.parametrize("option", ["weights", "counts"])
@pytest.mark.parametrize("cell", ["1", True, datetime.date(2026, 1, 1), datetime.datetime(2026, 1, 1)], ids=str)
@pytest.mark.parametrize("maker", [pandas.DataFrame, polars.DataFrame, pyarrow.table])
def test_weights_and_counts_that_are_no_numbers_are_refused_everywhere(option: str, cell: object, maker: Any) -> None:
    data = maker({**GOOD.to_dict("list"), "more": [cell] * 120})
    calls: list[Callable[[], object]] = [
        lambda: estimate(data, mechanism=FOUND, answer="said", **{option: "more"}),  # type: ignore[call-overload]
        lambda: regress("said ~ age", data, mechanism=FOUND, **{option: "more"}),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(
            InputError, match=f"the {option} column 'more' holds values that are not numbers; convert it"
        ):
            call()


def test_columns_named_by_numbers_are_to_be_renamed() -> None:
    data = pandas.DataFrame({0: GOOD["said"], 1: GOOD["age"]})
    calls: list[Callable[[], object]] = [
        lambda: estimate(data, mechanism=FOUND, answer="0"),
        lambda: regress("Q('0') ~ Q('1')", data, mechanism=FOUND),
    ]
    for call in calls:
        with pytest.raises(InputError, match="the name of the column 0 is not a text; rename it"):
            call()
