"""`rropt frontier` as a user types it: the pieces, a third number of two, a picture, and refusals in one sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt import frontier
from rropt.cli import app


def run(*words: str) -> str:
    found = CliRunner().invoke(app, ["frontier", "--prevalence", "1/10", *words])
    assert found.exit_code == 0, found.exception
    return found.output


def test_the_pieces_and_the_third_number() -> None:
    assert run().startswith("The least n·Var at prevalence 1/10 with 2 outputs is")
    assert run("--epsilon", "ln3", "--delta", "1/10").startswith("The least n·Var at prevalence 1/10 is 2016/3025")
    said = json.loads(run("--epsilon", "ln3", "--variance", "1/2", "--json"))
    low, high = frontier("1/10").least_delta("ln3", "1/2")
    assert Fraction(said["point"]["delta"]["lower"]) <= low <= high <= Fraction(said["point"]["delta"]["upper"])
    assert said["schema"] == "rropt/frontier/1" and len(said["pieces"]) == 2
    assert run("--delta", "1/10", "--variance", "1", "--outputs", "free").startswith("The least epsilon for n·Var = 1")


def test_the_picture(tmp_path: Path) -> None:
    run("--plot", str(tmp_path / "frontier.svg"))
    assert "δ = 1/100" in (tmp_path / "frontier.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--prevalence 0", "prevalence 0"),
        ("--prevalence 1/4 --epsilon 1", "alone"),
        ("--prevalence 1/4 --epsilon 1 --variance 1/100", "1/100"),
        ("--prevalence 1/4 --epsilon 1 --delta 2", "2"),
        ("--prevalence 1/4 --epsilon 1 --delta 0 --variance 1", "two of them"),
    ],
)
def test_what_is_refused(words: str, said: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "rropt", "frontier", *words.split()], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2 and not ran.stdout and said in ran.stderr and ran.stderr.count("\n") == 1
