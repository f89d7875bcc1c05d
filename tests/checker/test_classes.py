"""Classes of inputs are names: numbered in any order, with gaps, they are the same classes, and their prices go with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rropt.checker import check

ACCEPTED = Path(__file__).parents[1] / "certificates" / "accepted"
FILES = {
    path.name.removesuffix(".rropt.json"): json.loads(path.read_text("utf-8")) for path in ACCEPTED.glob("*.rropt.json")
}
WITH_CLASSES = sorted(name for name, x in FILES.items() if "classes" in x and "orbits" not in x and "prices" in x)


def renumbered(document: dict[str, Any], *, with_prices: bool) -> dict[str, Any]:
    """The same classes by other numbers, the last first."""
    k = len(document["classes"])
    numbers = sorted({int(c) for c in document["classes"]})
    names = {c: k - 1 - n for n, c in enumerate(numbers)}
    column = document["prices"]["column"]
    moved = column[::-1] if with_prices else column
    classes = [str(names[int(c)]) for c in document["classes"]]
    return {**document, "classes": classes, "prices": {**document["prices"], "column": moved}}


def test_there_are_some() -> None:
    assert len(WITH_CLASSES) >= 8
    assert any(len(set(FILES[name]["prices"]["column"])) > 1 for name in WITH_CLASSES)


@pytest.mark.parametrize("name", WITH_CLASSES)
def test_classes_are_named_in_any_order(name: str) -> None:
    document = FILES[name]
    found = check(json.dumps(renumbered(document, with_prices=True)))
    assert (found.status, found.sentence) == ("accepted", check(json.dumps(document)).sentence)


# the first and the last of its prices differ in their last digits alone
TIGHT = [x for x in WITH_CLASSES if x != "prices_of_pairs_with_classes"]


@pytest.mark.parametrize("name", [x for x in TIGHT if len(set(FILES[x]["prices"]["column"])) > 1])
def test_prices_of_other_classes_are_no_evidence(name: str) -> None:
    found = check(json.dumps(renumbered(FILES[name], with_prices=False)))
    assert found.status == "rejected"
