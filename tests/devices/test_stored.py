"""A device's JSON is accepted only if what people do, what they are told, and what is demanded of all of them is true."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from rropt import (
    LDP,
    Mechanism,
    Parity,
    Sensitive,
    Vulnerability,
    from_spec,
    verify,
)
from rropt.certificate.judge import judge
from rropt.certificate.statements import emit_satisfies, emit_violates
from rropt.certificate.writing import dumps
from rropt.devices.choose import device_for
from rropt.devices.device import Device
from rropt.devices.stored import WRITTEN
from rropt.engine.sets import SetMechanism
from rropt.privacy import Notion
from rropt.problem.stored.verify import Verification

Document = dict[str, Any]
TRUTH, YES, NO, LIE = ({"0": a, "1": b} for a, b in ("01", "11", "00", "10"))
SETS = SetMechanism((tuple(range(6)),), ((2,),), (Fraction(3, 5),), Fraction(3))


@cache
def made(name: str) -> Device:
    match name:
        case "bits":
            return device_for(from_spec("warner:p=3/4"), bits=2)
        case "coins":
            return device_for(from_spec("warner:p=3/4"), coins=2)
        case "confession":
            return device_for(Mechanism([["5/6", "0"], ["1/6", "1"]]), dice=1)
        case "sets":
            return device_for(SETS, bits=3)
        case "three":
            return device_for(from_spec("krr:k=3,epsilon=ln2"), coins=2)
        case "months":
            return device_for(from_spec("krr:k=4,epsilon=ln3"), birthdays=["1/12"] * 12)
    return replace(made("three"), simpler=made("three"))


DEVICES = ("bits", "coins", "confession", "sets", "three", "months", "simpler")


def written(name: str) -> Document:
    document: Document = json.loads(made(name).to_json())
    return document


def judged(document: Document) -> Verification:
    return verify(json.dumps(document))


def certified(document: Document, p: Mechanism, demand: Notion) -> Document:
    text = dumps(dict(emit_satisfies(p, demand).data))
    return {**document, "demand": str(demand), "certificate": text, "sentence": judge(text).sentence}


@pytest.mark.parametrize("name", DEVICES)
def test_a_device_is_accepted_as_written_and_without_none_of_its_fields(name: str) -> None:
    document = written(name)
    assert judged(document).is_accepted and set(WRITTEN) == set(document) - {"schema", "simpler"}
    for key in WRITTEN:
        assert not judged({x: y for x, y in document.items() if x != key}).is_accepted, key
    for key in ("demand", "warnings", "code", "procedure", "instrument", "epsilon"):
        for empty in ("", None, [], {}):
            assert document[key] == empty or not judged({**document, key: empty}).is_accepted, key


@pytest.mark.parametrize(
    "rules",
    [
        [(0, 3, TRUTH), (4, 2, TRUTH), (3, 3, LIE)],
        [(0, 3, NO), (4, 0, NO), (1, 3, YES), (4, 1, YES), (2, 3, TRUTH)],
        [(0, 0, YES), (1, 1, NO), (2, 1, NO), (2, 3, TRUTH)],
        [(0, 0, YES), (1, 1, NO), (2, 4, TRUTH)],
        [(0, 0, YES), (1, 1, NO), (1, 2, TRUTH)],
        [(0, 0, YES), (2, 2, NO), (1, 1, TRUTH), (3, 3, TRUTH)],
        [(-1, 0, YES), (1, 1, NO), (2, 3, TRUTH)],
    ],
)
def test_rules_take_each_outcome_once(rules: list[tuple[int, int, dict[str, str]]]) -> None:
    said = [{"from": str(a), "to": str(b), "say": say} for a, b, say in rules]
    for name in ("bits", "coins"):
        assert judged({**written(name), "procedure": {"kind": "rules", "rules": said}}).status == "rejected"


@pytest.mark.parametrize("name", ["months", "three", "sets"])
def test_the_truth_is_in_the_set_at_outcomes_that_there_are(name: str) -> None:
    document = written(name)
    n, own = int(document["instrument"]["outcomes"]), int(document["procedure"]["inside"])
    for inside in range(-2 * n, 3 * n):
        told = judged({**document, "procedure": {**document["procedure"], "inside": str(inside)}})
        assert told.is_accepted is (inside == own) and told.status in ("accepted", "rejected")


def test_a_demand_on_sets_asks_the_same_of_all_pairs() -> None:
    document, p = written("sets"), made("sets").mechanism.pair
    for demand in (LDP("ln3"), Parity(3), LDP("ln3") & LDP("ln2", delta="2/5")):
        assert judged(certified(document, p, demand)).is_accepted
    for demand in (Vulnerability("3/4"), Sensitive([0], "ln3"), LDP("ln3") & Vulnerability("3/4")):
        assert judge(dumps(dict(emit_satisfies(p, demand).data))).is_accepted
        assert judged(certified(document, p, demand)).status == "rejected"


def test_a_simpler_device_is_one_of_the_same_question() -> None:
    document = written("simpler")
    simpler, matrix = document["simpler"], made("three").mechanism
    krr = from_spec("krr:k=3,epsilon=ln4")
    other = device_for(matrix, denominator=4).to_dict(), device_for(krr, coins=2).to_dict()
    proof = device_for(from_spec("direct_question:k=3"), coins=2).to_dict()
    words = {**document, "demand": "a demand in words"}
    assert judged({**document, "simpler": simpler}).is_accepted
    for told in (*other, proof, {**proof, "demand": document["demand"]}, {**simpler, "simpler": simpler}):
        assert judged({**document, "simpler": told}).status == "rejected"
    assert judged({**words, "simpler": {**proof, "demand": words["demand"]}}).status == "rejected"
    labels = {**simpler["mechanism"], "inputs": list("abc"), "outputs": list("abc")}
    assert judged({**document, "simpler": {**simpler, "mechanism": labels}}).status == "rejected"


def test_a_device_has_a_certificate_of_privacy_whatever_its_demand_is_called() -> None:
    document = written("bits")
    assert judged({**document, "demand": "a demand in words"}).is_accepted
    text = dumps(dict(emit_violates(Mechanism(document["mechanism"]["exact"]), LDP("ln2"), [0], 0, 1).data))
    told = {**document, "demand": "a demand in words", "certificate": text, "sentence": judge(text).sentence}
    assert judged(told).status == "rejected"
