"""A device's file is read again, judged, and refused if anything that its certificate shows was changed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rropt.devices.classical import CLASSICAL, classical_device
from rropt.devices.realise import choose_device
from rropt.devices.stored import read_device
from rropt.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.objectives.covariance import TotalVariance
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.result import Design

IRRATIONAL = Mechanism([["1-1/4*e^(-1/2)", "1/3", "1/5"], ["1/4*e^(-1/2)", "2/3", "4/5"]], ("a", "b", "output"))


@pytest.mark.parametrize(
    ("p", "tool"),
    [
        (from_spec("warner:p=3/4").relabel(inputs=("no", "yes"), outputs=("no", "yes")), "coins:2"),
        (from_spec("warner:p=7/10"), "birthdays:days"),
        (from_spec("warner:p=7/10"), "birthdays:1/8" + 11 * ",7/88"),
        (from_spec("krr:k=5,epsilon=1"), "cards:52"),
        (from_spec("subset_selection:k=5,size=2,epsilon=1"), "bits:10"),
        (from_spec("christofides:cards=1/5:1/5:3/5"), "dice:2"),
        (IRRATIONAL, "spinner"),
    ],
)
def test_a_device_is_read_again(p: Mechanism, tool: str) -> None:
    made = choose_device(p, tool)
    assert read_device(made.to_json()) == made.mechanism


def test_a_device_of_sets_and_the_classical_devices_are_read_again() -> None:
    found = design(TotalVariance(), LDP("1/2"), tuple(f"{n:02}" for n in range(40)))
    assert isinstance(found, Design)
    made = choose_device(found, "denominator:50")
    assert read_device(made.to_json()) == made.mechanism
    for name in CLASSICAL:
        assert read_device(classical_device(name).to_json()) == classical_device(name).mechanism


def changed(told: dict[str, Any]) -> Any:
    """Files that say another thing than the certificate, or nothing that can be read."""
    rules, tool = told["procedure"], told["instrument"]
    yield {**told, "schema": "rropt.design/2"}
    yield {**told, "demand": "LDP('log(4)')"}
    yield {**told, "demand": "LDP"}
    yield {**told, "inputs": ["a", "b", "c"]}
    yield {**told, "outputs": None}
    yield {**told, "instrument": {**tool, "count": "53"}}
    yield {**told, "instrument": {**tool, "kind": "hat"}}
    yield {**told, "instrument": []}
    yield {**told, "procedure": rules[1:]}
    yield {**told, "procedure": [{**rules[0], "say": ["0", "0"]}, *rules[1:]]}
    yield {**told, "procedure": [{**rules[0], "say": ["0", "9"]}, *rules[1:]]}
    yield {**told, "procedure": [{**rules[0], "to": "x"}, *rules[1:]]}
    # the last answer by another index, and rules of no outcomes
    yield {**told, "procedure": [{**rules[0], "say": [str(int(x) - 2) for x in rules[0]["say"]]}, *rules[1:]]}
    yield {**told, "procedure": [{"from": "0", "to": "-1", "say": ["0", "0"]}, *rules]}
    yield {**told, "certificate": told["certificate"].replace("satisfies", "violates")}
    yield {**told, "certificate": 7}
    for key in ("instrument", "procedure", "inputs", "demand", "certificate"):
        yield {name: x for name, x in told.items() if name != key}


@pytest.mark.parametrize("wrong", [{"size": "0"}, {"size": "40"}, {"size": "-1"}, {"inside": "-1"}, {"inside": "99"}])
def test_sets_that_cannot_be_drawn_are_refused(wrong: dict[str, str]) -> None:
    for k in (5, 40):
        found = design(TotalVariance(), LDP("1/2"), tuple(f"{n:02}" for n in range(k)))
        assert isinstance(found, Design)
        told = json.loads(choose_device(found, "denominator:50").to_json())
        with pytest.raises(InputError):
            read_device(json.dumps({**told, "procedure": {**told["procedure"], **wrong}}))


def test_a_file_that_says_another_thing_is_refused_in_one_sentence() -> None:
    told = json.loads(choose_device(from_spec("warner:p=3/4"), "cards:52").to_json())
    assert read_device(json.dumps(told)).rows == from_spec("warner:p=3/4").rows  # type: ignore[union-attr]
    for wrong in changed(told):
        with pytest.raises(InputError) as refused:
            read_device(json.dumps(wrong))
        assert "\n" not in str(refused.value)
    with pytest.raises(InputError):
        read_device("[]")
