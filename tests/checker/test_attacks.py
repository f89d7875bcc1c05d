"""Every attack is rejected, and would be accepted without the one check that its index entry names."""

from __future__ import annotations

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


@pytest.mark.parametrize("name", sorted(INDEX))
def test_attack(name: str, tmp_path: Path) -> None:
    text = (FOLDER / f"{name}.rropt.json").read_text("utf-8")
    verdict = check(text)
    assert verdict.status == "rejected" and not verdict.sentence
    weaker = surgery.without(tmp_path, INDEX[name]["check"], INDEX[name].get("part"))
    assert weaker.check(text).status == INDEX[name].get("otherwise", "accepted")
