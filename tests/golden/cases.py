"""The cases of cases.txt and calls.py, what they answer today, and what is compared of it."""

from __future__ import annotations

import json
import os
import re
import shlex
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from typer.testing import CliRunner

from rropt.checker import check
from rropt.cli import app
from tests.golden.calls import CALLS

HERE = Path(__file__).resolve().parent
ACCEPTED = HERE.parent / "certificates" / "accepted"
SENTENCES = HERE / "sentences.txt"
LINE = re.compile(r"(?P<name>\w+)(?: \(exit (?P<exit>\d)\))?: (?P<command>.+)")
# what a solver's leg found or missed by, unless its bounds are rigorous, and every number that is called a double
DOUBLE = re.compile(
    r"""(?P<before>"numeric":\ \{\s*"status":\ "(?!rigorous|largest)[^"]*",\s*"value":\ "
                |"numeric":\ \{\s*"status":\ "largest\ relative\ difference\ |"double":\ ")
        (?P<number>[^"\ ]*)""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Case:
    """A question, by its name: a command, or a call of the library where `command` is empty."""

    name: str
    command: str = ""
    exit_code: int = 0

    @property
    def file(self) -> Path:
        """Where its answer stands."""
        return HERE / "answers" / f"{self.name}.json"


def read_cases() -> dict[str, Case]:
    """Every case by its name; a name that stands twice is refused."""
    lines = (HERE / "cases.txt").read_text(encoding="utf-8").splitlines()
    found = [_read_line(line) for line in lines if line and not line.startswith("#")]
    found += [Case(name) for name in CALLS]
    cases = {case.name: case for case in found}
    assert len(cases) == len(found), "a name stands twice"
    return cases


def _read_line(line: str) -> Case:
    match = LINE.fullmatch(line)
    assert match, line
    return Case(match["name"], match["command"], int(match["exit"] or 0))


def answer_of(case: Case) -> str:
    """What rropt answers now: the command's standard output, or the call's result as JSON."""
    if not case.command:
        return json.dumps(as_document(CALLS[case.name]()), indent=1, ensure_ascii=False) + "\n"
    with chdir(HERE / "files"), mock.patch.dict(os.environ, {"COLUMNS": "200"}):
        done = CliRunner().invoke(app, shlex.split(case.command))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == case.exit_code, done.output
    return done.stdout


def as_document(x: Any) -> Any:
    """A result of the library as its own JSON document, with the certificate that it carries."""
    if isinstance(x, list | tuple):
        return [as_document(value) for value in x]
    if isinstance(x, dict):
        return {str(key): as_document(value) for key, value in x.items()}
    return x.to_dict() if hasattr(x, "to_dict") else x if x is None or isinstance(x, bool) else str(x)


def without_doubles(text: str) -> tuple[str, list[str]]:
    """The text with every number of double arithmetic taken out, and those numbers."""
    return DOUBLE.sub(r"\g<before>", text), [match["number"] for match in DOUBLE.finditer(text)]


def sentence_of(path: Path) -> str:
    """The verdict on a certificate, in a line."""
    verdict = check(path.read_text(encoding="utf-8"))
    return f"{path.name}: {verdict.status}: {verdict.sentence}"
