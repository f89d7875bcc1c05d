"""The rules of comparison notice a planted fault of each kind, and allow what they say they allow."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import pytest

from tests.gold.compare import differences
from tests.gold.judge import judge_line
from tests.gold.lines import exact_number

ANSWER: dict[str, Any] = {
    "verdict": "optimal",
    "value": exact_number(Fraction(15, 16)),
    "root": exact_number(Fraction(141421356237309504, 10**17), Fraction(141421356237309506, 10**17), "2^(1/2)"),
    "share": 0.25,
    "n": 1067,
    "holds": True,
    "names": ["no", "yes"],
    "nothing": None,
    "parts": [{"exact": "3"}, {"share": 0.5}],
    "certificate_bytes": 1200,
    "free": {"note": "any"},
}
FAULTS: dict[str, tuple[Any, ...]] = {
    "verdict": ("verdict", "infeasible"),
    "fraction": ("value", {"exact": "15/17"}),
    "interval beside": ("root", {"low": "1.5", "high": "1.6"}),
    "text beside": ("root", {"exact": "3^(1/2)"}),
    "no number": ("value", "15/16"),
    "float": ("share", 0.25 + 1e-9),
    "sign": ("share", -0.25),
    "integer": ("n", 1068),
    "integer as text": ("n", "1067"),
    "truth": ("holds", False),
    "one is no truth": ("holds", 1),
    "labels swapped": ("names", ["yes", "no"]),
    "one label fewer": ("names", ["no"]),
    "something": ("nothing", 0),
    "part": ("parts", [{"exact": "4"}, {"share": 0.5}]),
    "float in a part": ("parts", [{"exact": "3"}, {"share": 0.51}]),
    "a new key": ("added", 1),
}


def with_key(key: str, value: Any) -> dict[str, Any]:
    return copy.deepcopy(ANSWER) | {key: value}


def test_the_same_answer_has_no_differences() -> None:
    assert differences(ANSWER, copy.deepcopy(ANSWER)) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_each_kind_of_fault_is_noticed(fault: str) -> None:
    assert differences(ANSWER, with_key(*FAULTS[fault]))
    assert differences(with_key(*FAULTS[fault]), ANSWER)


def test_a_missing_key_is_noticed() -> None:
    assert differences(ANSWER, {x: y for x, y in ANSWER.items() if x != "holds"})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("value", {"low": "0.9374", "high": "0.9376"}),
        ("root", {"low": "1.414213562373095048", "high": "1.5"}),
        ("share", 0.25 * (1 + 1e-10)),
        ("certificate_bytes", 1),
        ("free", {}),
    ],
)
def test_what_may_differ(key: str, value: Any) -> None:
    assert differences(ANSWER, with_key(key, value)) == []


def test_refusals_are_compared_by_class() -> None:
    assert differences({"refused": "InputError"}, {"refused": "InputError", "sentence": "any"}) == []
    assert differences({"refused": "InputError"}, {"refused": "Undecided"})
    assert differences({"refused": "InputError"}, ANSWER)
    assert differences(ANSWER, {"refused": "InputError"})


def test_bounds_may_be_as_far_apart_as_the_gap_says() -> None:
    def bounds(verdict: str, low: str, high: str) -> dict[str, Any]:
        return {"verdict": verdict, "value": {"low": low, "high": high}}

    exact, near = bounds("optimal", "2", "2"), bounds("within", "2", "2.000000000001")
    assert differences(exact | {"gap": "1e-11"}, near) == []
    assert differences(near, exact) == []
    assert differences(exact | {"gap": "1e-13"}, near)
    assert differences(exact | {"gap": "0"}, near)
    assert differences(near | {"gap": "1e-13"}, near) == []
    assert differences(near | {"gap": "1e-13"}, bounds("within", "2", "2.000000000002"))
    assert differences(near | {"gap": "1e-11"}, bounds("within", "2.1", "2.1"))
    assert differences(near | {"gap": "1e-11"}, bounds("infeasible", "2", "2"))


def test_what_the_redesign_gives_up_is_to_be_refused() -> None:
    wide = {"ask": {}, "answer": {"verdict": "within", "value": {"low": "1", "high": "2"}}}
    assert judge_line(wide, lambda _: {"refused": "InputError"}, new=True) == []
    assert judge_line({"ask": {}, "answer": ANSWER}, lambda _: {"refused": "InputError"}, new=True)
    line = {"ask": {}, "answer": ANSWER, "expected_after": "refused"}
    assert judge_line(line, lambda _: {"refused": "InputError"}, new=True) == []
    assert judge_line(line, lambda _: ANSWER, new=True)
    assert judge_line(line, lambda _: ANSWER, new=False) == []


@pytest.mark.parametrize(
    "text",
    [
        "1/3",
        "-1/3",
        "2/30000000000000000000000000000000000000001",
        "-31415926535897932384626433832795028841971693",
        "0",
    ],
)
def test_decimals_are_rounded_outward(text: str) -> None:
    x, more = Fraction(text), Fraction(1, 7)
    told = exact_number(x - more, x + more)
    if len(told) > 1:
        low, high = Fraction(told["low"]), Fraction(told["high"])
        assert low <= x - more
        assert x + more <= high
        assert high - low <= (2 * more) + (abs(x) + 1) * Fraction(1, 10**20)
