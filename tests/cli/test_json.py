"""One rule for numbers in every JSON answer: a number is a string that holds nothing else; prose has keys of its own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.exact.grammar import parse
from tests.commands import invoke

ROOT = str(Path(__file__).parents[2])
COMMANDS = (
    "design --objective variance --epsilon 1/2 --delta 1/10 --prevalence 1/4",
    "design --objective trace --epsilon every --inputs 3",
    "demand --rho 1/5 1/2",
    "families",
    "draw warner:p=3/4 --input 1 --seed 1",
)
IN_ITSELF = (
    "design --objective information --epsilon ln3 --inputs 4",
    "design --objective total-variance --prevalence 1/2,1/3,1/6 --epsilon 1",
    "rank --inputs 4 --epsilon ln3",
    "device warner:p=3/4",
)
# sentences for a person, certificates (text of their own) and names of demands, families and objectives
PROSE = {
    "query",
    *(
        "title",
        "notes",
        "note",
        "warning",
        "words",
        "sentence",
        "said",
        "where",
        "source",
        "reason",
        "goal",
        "sampling_model",
    ),
    *(
        "verdict",
        "certificate",
        "certificates",
        "definition",
        "example",
        "objective",
        "demand",
        "kind",
        "order",
        "sampling",
    ),
    *(
        "arithmetic",
        "quantity",
        "garbling_is",
        "minimal_form",
        "notions",
        "status",
        "bits",
        "interval",
        "value_said",
        "variable",
        "formula",
        "name",
    ),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "answers.csv").write_text("said,number\n1,1\n0,2\n1,3\n1,1\n")
    (tmp_path / "bits.csv").write_text("a,b\n0,1\n1,1\n0,0\n1,0\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def leaves(x: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(x, dict):
        for name, value in x.items():
            yield from leaves(value, name)
    elif isinstance(x, list):
        for value in x:
            yield from leaves(value, key)
    else:
        yield key, x


def is_number(text: str) -> bool:
    try:
        parse(text)
    except InputError:
        return False
    return True


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_number_stands_alone(command: str) -> None:
    arguments = command.split() + ([] if "--as" in command else ["--json"])
    done = invoke(app, arguments, catch_exceptions=False)
    document = json.loads(done.stdout)
    assert document["schema"].startswith("rropt/")
    for key, value in leaves(document):
        assert value is None or isinstance(value, str | bool), (key, value)
        if isinstance(value, str) and key not in PROSE:
            mixed = "≈" in value or re.search(r"(^|\s)-?\d[\d./]*\s+[a-z(]", value) or " = " in value
            assert is_number(value) or not mixed, (key, value)


@pytest.mark.slow
@pytest.mark.then(command=3)
@pytest.mark.parametrize("command", COMMANDS + IN_ITSELF)
def test_two_processes_answer_the_same_bytes(command: str, folder: Path) -> None:
    arguments = command.split() + ([] if "--as" in command else ["--json"])
    first, second = (
        subprocess.run(
            [sys.executable, "-m", "rropt", *arguments],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": ROOT, "PYTHONHASHSEED": order_of_sets},
            capture_output=True,
            timeout=300,
            check=True,
        ).stdout
        for order_of_sets in ("0", "12345")
    )
    assert first == second != b""


def test_the_rule_would_be_noticed() -> None:
    assert list(leaves({"a": [{"b": "1"}, "2"]})) == [("b", "1"), ("a", "2")]
    assert is_number("(10*t + 1)/(10*t + 10)") and is_number("log(3)") and not is_number("3 cards")
