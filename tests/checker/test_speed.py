"""What is there only for speed changes no verdict, no condition and no sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hard_cases import TEXTS

import rropt.checker
from rropt.checker import limits, speed

CERTIFICATES = Path(__file__).parents[1] / "certificates"
FILES = {p.name.removesuffix(".rropt.json"): p for p in sorted(CERTIFICATES.glob("*/*.rropt.json"))}
# What asks for much is stopped sooner without the short cuts.
HEAVY = {
    name
    for name, reason in json.loads((CERTIFICATES / "malformed" / "index.json").read_text()).items()
    if "work" in reason
}
LONG = {"hostile_equal_hashes_of_coefficients", "hostile_excesses_that_are_absent", "undecided_sign"}
SHORT = [name for name in [*FILES, *TEXTS] if name not in HEAVY | LONG and not name.startswith("bomb")]


@pytest.mark.parametrize("part", range(4))
def test_verdicts_agree(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rropt.checker.judge.MOST_WORK", 20 * limits.MOST_WORK)
    for name in SHORT[part::4]:
        text = TEXTS[name] if name in TEXTS else FILES[name].read_text("utf-8")
        monkeypatch.setattr(speed, "ENABLED", True)
        quick = rropt.checker.check(text)
        monkeypatch.setattr(speed, "ENABLED", False)
        assert rropt.checker.check(text) == quick, name
