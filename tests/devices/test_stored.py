"""A device's file is read again, judged, and refused if anything that its certificate shows was changed."""

from __future__ import annotations

import json
from fractions import Fraction
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


def changed(told: dict[str, Any]) -> list[Any]:
    """Files that say another thing than the certificate, or nothing that can be read."""
    certificate, needed = told["certificate"], ("inputs", "outputs", "sets", "demand", "certificate")
    # a mechanism alone is shown by no certificate
    alone = from_spec("warner:p=3/4").to_json()
    texts = (certificate.replace("satisfies", "violates"), certificate.replace("3/4", "4/5"), alone, 7)
    wrong = {
        "schema": ["rropt.design/2"],
        "demand": ["LDP('log(4)')", "LDP", 7],
        "inputs": [["a", "b", "c"]],
        "outputs": [["a", "a"], None],
        "sets": [[]],
        "certificate": texts,
    }
    return [
        *({**told, key: value} for key, values in wrong.items() for value in values),  # type: ignore[attr-defined]
        *({name: x for name, x in told.items() if name != key} for key in needed),
    ]


def test_sets_that_are_not_those_of_the_certificate_are_refused() -> None:
    found = design(TotalVariance(), LDP("1/2"), tuple(f"{n:02}" for n in range(40)))
    assert isinstance(found, Design)
    told = json.loads(choose_device(found, "denominator:50").to_json())
    for wrong in ({"ratio": "1"}, {"sizes": ["0"]}, {"k": "41"}, {"weights": ["-1"]}, {"inputs": ["a", "b"]}):
        with pytest.raises(InputError):
            read_device(json.dumps({**told, "sets": {**told["sets"], **wrong}}))
    # sets that can be drawn, and keep another demand or the same with less to spare
    for ratio in (Fraction(3, 2), Fraction(5, 4)):
        size = int(told["sets"]["sizes"][0])
        weight = Fraction(40) / (40 + (ratio - 1) * size)
        other = {**told["sets"], "ratio": str(ratio), "weights": [str(weight)]}
        with pytest.raises(InputError, match="another device"):
            read_device(json.dumps({**told, "sets": other}))


def test_a_file_that_says_another_thing_is_refused_in_one_sentence() -> None:
    told = json.loads(choose_device(from_spec("warner:p=3/4"), "cards:52").to_json())
    assert read_device(json.dumps(told)).rows == from_spec("warner:p=3/4").rows  # type: ignore[union-attr]
    for wrong in [*changed(told), []]:
        with pytest.raises(InputError) as refused:
            read_device(json.dumps(wrong))
        assert "\n" not in str(refused.value)
