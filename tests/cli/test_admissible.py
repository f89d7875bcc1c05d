"""`rropt admissible`: the verdict, the better mechanism with its garbling, the documents, and how it refuses."""

from __future__ import annotations

import inspect
import json
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rropt import Mechanism, admissible, from_spec, plan, simulate, verify
from rropt.checker import check
from rropt.cli import app
from rropt.cli.terminal.wording import command_line
from rropt.exact.errors import InputError, OutOfTime, as_typed
from rropt.exact.grammar import read_number
from rropt.order import admissibility_problem
from rropt.reports import report


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["admissible", *map(str, arguments)])


def matrix(document: dict) -> Mechanism:
    return Mechanism([[read_number(x) for x in row] for row in document["exact"]])


@pytest.mark.parametrize("typed", [("warner:p=3/4", "--parity", "3"), ("warner:p=3/4",), ("krr:k=5,epsilon=1",)])
def test_an_admissible_mechanism_is_certified_as_one(typed: tuple[str, ...]) -> None:
    found = run(*typed)
    assert found.exit_code == 0 and found.stdout.startswith("Admissible: no mechanism of parity at most")
    assert "Certified" in found.stdout
    document = json.loads(run(*typed, "--json").stdout)
    assert document["schema"] == "rropt/admissible/1" and document["admissible"] == "yes"
    (certificate,) = document["certificates"]
    assert check(certificate).status == "accepted" and json.loads(certificate)["claim"] == "admissible"


@pytest.mark.slow
def test_an_inadmissible_one_is_shown_what_is_better_and_how_it_is_made_of_that() -> None:
    text = run("krr:k=3,epsilon=ln2", "--parity", "3", "--proof").stdout
    assert text.startswith("Inadmissible at parity 3, because of output 0: its parity is 2, not 3")
    assert "C·A = B" in text and "A decision problem on which A earns strictly more than B" in text
    found = run("krr:k=3,epsilon=ln2", "--parity", "3", "--json")
    document = json.loads(found.stdout)
    assert found.exit_code == 0 and document["admissible"] == "no"
    better, garbling = matrix(document["dominating"]), matrix(document["garbling"])
    assert garbling @ better == Mechanism([[Fraction(1 + (i == j), 4) for j in range(3)] for i in range(3)])
    assert [check(x).status for x in document["certificates"]] == ["accepted", "accepted"]


def test_its_own_parity_is_the_one_unless_another_is_given() -> None:
    assert json.loads(run("warner:p=3/4", "--json").stdout)["gamma"] == "3"
    assert run("warner:epsilon=every").stdout.startswith("Admissible: no mechanism of parity at most t is")


def test_a_file_gives_the_answer_and_receives_it(tmp_path: Path) -> None:
    rows, out = tmp_path / "a.csv", tmp_path / "out.json"
    rows.write_text("output,no,yes\n0,3/4,1/2\n1,1/4,1/2\n")
    assert run(rows, "--parity", "3", "-o", out).stdout == ""
    assert verify(out.read_text()).status.value == "accepted"
    assert json.loads(out.read_text())["dominating"]["inputs"] == ["no", "yes"]
    rows.write_text("3/4,1/4\n1/3,2/3\n")
    assert "Inadmissible" in run(rows, "--rows-are-inputs", "--parity", "3").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("direct_question",), "infinite parity"),
        (("warner:p=9/10", "--parity", "3"), "output 0 under two inputs have a ratio above 3"),
        (("warner:p=3/4", "--parity", "1/2"), "must be at least 1"),
        (("warner:p=3/4", "--parity", "inf"), "infinite, which is not allowed here"),
        (("warner:p=3/4", "--parity", '__import__("os")'), "cannot read"),
        (("missing.csv",), "there is no file"),
    ],
)
def test_mistakes_are_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    found = run(*arguments)
    assert isinstance(found.exception, InputError) and words in str(found.exception)


def test_the_limit_of_seconds_ends_it() -> None:
    found = run("krr:k=20,epsilon=ln2", "--parity", "3", "--seconds", "1e-9")
    assert isinstance(found.exception, OutOfTime) and "give more seconds" in str(found.exception)


def test_one_name_in_python_and_on_the_command_line() -> None:
    assert (
        "parity" in inspect.signature(admissible).parameters
        and "parity" in inspect.signature(admissibility_problem).parameters
    )
    with pytest.raises(InputError) as caught:
        admissible(from_spec("warner:p=3/4"), parity="1/2")
    assert str(caught.value) == "parity = 1/2 must be at least 1"
    assert as_typed(caught.value, command_line(app, ["admissible", "--parity", "1/2"])).startswith(
        "--parity 1/2 must be at least 1"
    )
    for command, function in (("plan", plan), ("simulate", simulate), ("report", report)):
        assert "share_of" in inspect.signature(function).parameters
        assert "share_of" in command_line(app, [command]).options
