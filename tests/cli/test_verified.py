"""`rropt verify --verified`: it runs the program that RROPT_VERIFIED or PATH names, and says no more than this does."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from rropt.exact.errors import InputError
from tests.commands import invoke
from tests.verified import needs_program, program

CERTIFICATES = Path(__file__).parents[1] / "certificates"
GOOD = CERTIFICATES / "accepted" / "trace_rational_t.rropt.json"


def run(*arguments: str) -> Any:
    return invoke(["verify", "--verified", *arguments], catch_exceptions=False)


def stand_in(folder: Path, line: str, code: int) -> str:
    """A program that says the same of every file."""
    path = folder / "rropt-verified"
    path.write_text(f"#!/bin/sh\necho '{line}'\nexit {code}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_without_the_program_it_is_said_how_to_build_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RROPT_VERIFIED", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match="make -C proofs/kernel/checker"):
        run(str(GOOD))
    monkeypatch.setenv("RROPT_VERIFIED", "")
    with pytest.raises(InputError, match="no program rropt-verified;"):
        run(str(GOOD))
    monkeypatch.setenv("RROPT_VERIFIED", "/nowhere/at/all")
    with pytest.raises(InputError, match="/nowhere/at/all"):
        run(str(GOOD))


def test_options_that_it_does_not_take_are_refused() -> None:
    with pytest.raises(InputError, match="--require does not go with --verified"):
        run("--require", "optimal", str(GOOD))


def test_what_ends_without_a_verdict_accepts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for line, code in (("x: accepted: all is well.", 1), ("", 0), ("x: fine: all is well.", 0)):
        monkeypatch.setenv("RROPT_VERIFIED", stand_in(tmp_path, line, code))
        with pytest.raises(InputError, match="without a valid verdict"):
            run(str(GOOD))


def test_the_exit_code_is_that_of_the_worst_and_uncovered_is_5(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RROPT_VERIFIED", stand_in(tmp_path, "x: uncovered: a claim of another kind", 5))
    done = run(str(GOOD))
    assert done.exit_code == 5 and done.stdout.splitlines() == [f"{GOOD}: uncovered: a claim of another kind"]


@needs_program
@pytest.mark.slow
def test_a_certificate_and_an_answer_that_carries_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RROPT_VERIFIED", str(program()))
    said = run(str(GOOD))
    assert said.exit_code == 0 and said.stdout == invoke(["verify", str(GOOD)]).stdout
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps({"schema": "rropt/design/1", "certificate": GOOD.read_text("utf-8")}), "utf-8")
    done = run(str(answer), str(CERTIFICATES / "rejected" / "ldp_exceeded_by_1e-30.rropt.json"))
    first, second = done.stdout.splitlines()
    assert done.exit_code == 1 and ": rejected: " in second
    assert first.startswith(
        f"{answer}: accepted: (of the answer, only the certificate that it carries is judged) For t = "
    )
