"""A design's JSON whose fields disagree with the certificate that it carries."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import rropt
from rropt.designs.document import disagreement

BEST: dict[str, Any] = rropt.design(rropt.Variance("1/4"), rropt.LDP("1/2", delta="1/10")).to_dict()
EVERY: dict[str, Any] = rropt.design(rropt.Variance("1/4"), rropt.LDP("every")).to_dict()


@pytest.mark.parametrize("document", [BEST, EVERY])
def test_what_rropt_writes_agrees(document: dict[str, Any]) -> None:
    assert disagreement(document, document["sentence"]) is None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("verdict",), "within"),
        (("gap",), "1"),
        (("sentence",), "For t = 1, all is well."),
        (("minimisers",), []),
        (("minimisers",), "none"),
        (("minimisers", 0, "mechanism", "exact", 0, 0), "1"),
        (("mechanism",), None),
        (("mechanism", "decimal", 0, 0), "0.9"),
        (("mechanism", "inputs"), ["no", "yes"]),
        (("value",), None),
        (("value", "lower"), "1"),
        (("variance_per_answer", "upper"), "1"),
        (("legs",), "three"),
        (("legs", "symbolic", "value"), "2"),
        (("legs", "certified", "value"), "2"),
        (("problem", "demand", "name"), "parity"),
        (("problem", "demand", "ratio"), "7"),
        (("problem", "demand", "delta"), "0"),
        (("problem", "demand"), {"name": "ldp"}),
        (("pieces",), ["x"]),
    ],
)
def test_a_field_that_says_something_else_is_named(path: tuple[Any, ...], value: Any) -> None:
    document = json.loads(json.dumps(BEST))
    place: Any = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    assert f"'{path[0]}'" in (disagreement(document, BEST["sentence"]) or "")


def test_a_piece_with_another_mechanism_is_named() -> None:
    document = copy.deepcopy(EVERY)
    document["pieces"][0]["mechanisms"][0]["exact"][0][0] = "1"
    assert "'pieces'" in (disagreement(document, EVERY["sentence"]) or "")


def test_an_optimum_is_not_infeasible() -> None:
    assert disagreement({**BEST, "verdict": "infeasible"}, BEST["sentence"]) is not None
