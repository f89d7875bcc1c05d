"""What may not change an answer: the order of rows, the names of units, the unit of weights, and a table of counts for its rows."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest

from rropt.show import Result
from rropt.survey import (
    associate,
    compare_estimates,
    estimate,
    estimate_mean,
    over_strata,
    regress,
    two_samples,
)
from rropt.survey.answers import Device
from tests.survey.conftest import KRR, UNEVEN, WARNER, compare_groups, device

Call = Callable[..., Result]
CALLS: dict[str, Call] = {
    "shares": lambda x, **how: estimate(x, mechanism=KRR, answer="letter", by="g", **how),
    "mean": lambda x, **how: estimate_mean(x, mechanism=KRR, answer="letter", by="g", scores=[1, 2, 7], **how),
    "groups": lambda x, **how: compare_groups(x, mechanism=KRR, answer="letter", by="g", **how),
    "strata": lambda x, **how: over_strata(
        estimate(x, mechanism=UNEVEN, answer="said", by="g", **how), {"x": 900, "y": 700, "z": 800}
    ),
    "items": lambda x, **how: associate(x, ("said", "item"), mechanisms=(UNEVEN, None), **how),
    "halves": lambda x, **how: two_samples(
        x, cheating={"A": WARNER, "B": UNEVEN}, by="half", answer="said", groups="g", **how
    ),
    "regression": lambda x, **how: regress("said ~ g", x, mechanism=UNEVEN, **how),
    "outcome": lambda x, **how: regress("item ~ said + g", x, mechanism=UNEVEN, answer="said", **how),
}
DRAWN: list[dict[str, str]] = [{"stratum": "h", "weights": "w"}, {"cluster": "c", "stratum": "h", "weights": "w"}]


def numbers(found: Result) -> dict[str, list[Any]]:
    """The tables of a result, but for the sentences."""
    return {key: value for key, value in found.to_dict().items() if isinstance(value, list) and key != "notes"}


def leaves(x: Any) -> Iterator[Any]:
    if isinstance(x, dict | list):
        for y in x.values() if isinstance(x, dict) else x:
            yield from leaves(y)
    else:
        yield x


def agree(found: Result, wanted: Result) -> None:
    """Whether two results have the same numbers and texts in their tables."""
    for one, other in zip(leaves(numbers(found)), leaves(numbers(wanted)), strict=True):
        is_number = isinstance(one, float) and isinstance(other, float | int)
        assert one == (pytest.approx(other, rel=1e-6, abs=1e-8) if is_number else other)


@pytest.mark.parametrize(
    ("name", "how"),
    [*((name, DRAWN[1]) for name in CALLS), *((name, DRAWN[0]) for name in ("shares", "groups"))],
    ids=str,
)
def test_the_order_of_rows_and_the_names_of_units_change_nothing(
    name: str, how: dict[str, str], people: pd.DataFrame
) -> None:
    options = {"model": "logistic"} if name == "outcome" else {}
    turned = people.assign(c=(17 * people.c + 3) % 101, h=people.h.map({"n": "2nd", "s": "1st"}), w=7 * people.w)
    wanted = CALLS[name](people, **how, **options)
    turned = turned.sample(frac=1, random_state=1).set_index("g", drop=False)
    agree(CALLS[name](turned, **how, **options), wanted)


@pytest.mark.parametrize("name", CALLS)
def test_a_table_of_counts_gives_what_its_rows_give(name: str, people: pd.DataFrame) -> None:
    options = {"model": "logistic"} if name == "outcome" else {}
    keys = ["said", "item", "letter", "g", "half"]
    table = people.groupby(keys).size().reset_index(name="n")
    agree(CALLS[name](table, counts="n", **options), CALLS[name](people, **options))


@pytest.mark.parametrize("how", DRAWN, ids=str)
def test_shares_follow_their_truths_whatever_order_device_and_labels_have(
    how: dict[str, str], people: pd.DataFrame
) -> None:
    d, rng = device(3, 4, 5), np.random.default_rng(1)
    frame = people.assign(s=rng.choice(list(d.outputs), len(people), p=[0.4, 0.3, 0.2, 0.1]))
    rows, columns = [2, 0, 3, 1], [1, 2, 0]
    other = Device(
        d.matrix[np.ix_(rows, columns)], tuple(d.inputs[j] for j in columns), tuple(d.outputs[i] for i in rows)
    )
    found, turned = (
        estimate(frame, mechanism=x, answer="s", by="g", working=working, **how)
        for x, working in ((d, "1/2,1/4,1/4"), (other, "1/4,1/4,1/2"))
    )
    for part in ("shares", "errors", "lower", "upper", "likely"):
        assert getattr(turned, part) == pytest.approx(getattr(found, part)[:, columns], abs=1e-6)
    one, same = compare_estimates(found).joint, compare_estimates(turned).joint
    assert one is not None and same is not None and one.statistic == pytest.approx(same.statistic)
