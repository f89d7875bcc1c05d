"""Every attack is rejected for the condition that its index entry names, and gets past a checker without that condition."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
import surgery

from rropt.checker import check

FOLDER = Path(__file__).parents[1] / "certificates" / "rejected"
INDEX = json.loads((FOLDER / "index.json").read_text("utf-8"))


def test_every_file_has_its_entry() -> None:
    assert sorted(INDEX) == sorted(path.name.removesuffix(".rropt.json") for path in FOLDER.glob("*.rropt.json"))
    assert len(INDEX) >= 40


def conditions(path: Path) -> set[str]:
    """The names that a file gives to what it requires: the second of three arguments, from the end."""
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    required = [call.args[-2] for call in calls if ast.unparse(call.func) == "require" and len(call.args) == 3]
    assert all(isinstance(name, ast.Constant) for name in required)
    return {str(ast.literal_eval(name)) for name in required}


def test_every_condition_has_an_attack() -> None:
    named = {name for path in surgery.HOME.rglob("*.py") for name in conditions(path)} | {"sign-decided"}
    attacked = {entry["condition"] for entry in INDEX.values()} | {"sign-decided"}
    assert named == attacked


@pytest.mark.slow_at(
    "few_outputs_two_sold_as_three", "hostile_equal_hashes_of_coefficients", "few_outputs_three_with_a_slack"
)
@pytest.mark.parametrize("name", sorted(INDEX))
def test_attack(name: str) -> None:
    text = (FOLDER / f"{name}.rropt.json").read_text("utf-8")
    verdict = check(text)
    assert verdict.status == "rejected" and not verdict.sentence
    assert verdict.condition == INDEX[name]["condition"]
    weaker, failed = surgery.without(verdict.condition)
    try:
        assert weaker.check(text).status == INDEX[name].get("otherwise", "accepted") and failed
    except ZeroDivisionError:
        assert INDEX[name]["otherwise"] == "undefined"


def test_a_garbling_with_an_output_too_many_gives_another_mechanism() -> None:
    text = (FOLDER.parent / "accepted" / "compare_at_least.rropt.json").read_text("utf-8")
    document = json.loads(text)
    garbling = document["forward"]["garbling"]
    garbling.append(["0"] * len(garbling[0]))
    verdict = check(json.dumps(document))
    assert (verdict.status, verdict.condition) == ("rejected", "garbling")
