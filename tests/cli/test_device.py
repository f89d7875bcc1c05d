"""`rropt device` as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.exact.errors import InputError

DESIGN = "design --objective variance --epsilon ln3 --prevalence 1/10 --inputs no,yes --json"


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "design.json"
    run(*DESIGN.split(), "-o", str(path))
    return str(path)


def test_the_device_of_a_design_is_taken_for_a_mechanism_by_every_command(file: str, tmp_path: Path) -> None:
    device = str(tmp_path / "device.json")
    assert run("device", file, "--cards", "52").startswith("With a pack of 52 cards the demand is kept.")
    run("device", file, "--cards", "52", "--json", "-o", device)
    document = json.loads(Path(device).read_text(encoding="utf-8"))
    assert document["schema"] == "rropt/device/1"
    assert run("verify", device).startswith(f"{device}: accepted")
    assert json.loads(run("show", device, "--as", "json"))["exact"] == document["mechanism"]["exact"]
    swapped = {**document, "mechanism": {**document["mechanism"], "exact": [["2/3", "1/3"], ["1/3", "2/3"]]}}
    violated = {**document, "certificate": document["certificate"].replace("satisfies", "violates")}
    for changed in (swapped, violated, {**document, "sentence": "It is private."}, {**document, "mechanism": None}):
        Path(device).write_text(json.dumps(changed), encoding="utf-8")
        with pytest.raises(InputError):
            run("show", device)


def test_classical_devices_are_named_and_listed() -> None:
    assert "draw a card" in run("device", "warner").lower()
    assert "forced_response" in run("device", "classical", "--prevalence", "1/5")


def test_what_is_not_used_is_refused(file: str) -> None:
    for words in (
        [file],
        [file, "--dice", "2", "--coins", "3"],
        [file, "--dice", "2", "--prevalence", "1/5"],
        ["kuk", "--dice", "2"],
        ["kuk", "--prevalence", "two"],
        ["hat"],
        ["missing.json", "--dice", "2"],
    ):
        with pytest.raises(InputError):
            run("device", *words)
