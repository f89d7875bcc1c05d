"""Commands as documented (commands.txt) and wrong ones (refused_commands.txt), with the files and commands that they need."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.gold.drawing import number

COVERS = [
    "every command of README, manual, --help, examples (on fewer rows) and tests/golden/cases.txt, with --json: exit code, what "
    "was written, key numbers by name (under `free` the first 20 numbers of the document, which are not compared)",
    "88 wrong inputs over all commands: exit code 2, nothing written",
    "numbers that a document rounds stand as an interval of a unit of the last digit on either side",
]
NOT_COVERED = [
    "what is said in words, pages, pictures and tables; certificates (rooms of designs and order); `audit` of all claims, --replay",
    "files of results in Parquet; interrupts, closed outputs; more than one process",
]
HERE = Path(__file__).parent
GONE = re.compile(
    r"^(simulate|questions|deck|noise)\b|--(plain|solver|coverage|phi|replay)\b|^design .*2\^\(1/2\)|root\.csv"
    r"|^compare .*(every|\.\.)|objective variance .*--outputs ([3-9]|\w,)|^(?!.*--least).*--require"
)
WITHOUT_JSON = ("report", "sweep")


def questions() -> Iterator[dict[str, Any]]:
    """All commands by their origin, then the wrong ones."""
    return number("commands", (*documented(), *refused()))


def documented() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Commands that stand below one heading are run in one folder: what a command needs is made by those before it."""
    files: dict[str, dict[str, Any]] = json.loads((HERE / "command_files.json").read_text("utf-8"))
    made: dict[str, str] = {}
    known: set[str] = set()
    origin = ""
    for line in read_list("commands.txt"):
        if line.startswith("## "):
            origin, made = line[3:], {}
            continue
        name, command = line.split(": ", 1) if line.split()[0].endswith(":") else ("", line)
        command = with_json(command)
        before = needed(command, made)
        used = " ".join([*before, command])
        own = {x: y for x, y in files["tests" if origin.startswith("tests/") else "manual"].items() if is_read(x, used)}
        written = output_of(command)
        made |= {written: command} if written else {}
        made |= {f"{name}.json": f"{command} -o {name}.json"} if name else {}
        ask = {"command": command, "before": before, "files": own}
        text = json.dumps(ask)
        if text not in known:
            known.add(text)
            yield (
                command.split()[0].strip("-"),
                ask,
                {"from": origin, **({"expected_after": "refused"} if goes(command) else {})},
            )


def read_list(name: str) -> Iterator[str]:
    lines = (HERE / name).read_text("utf-8").splitlines()
    return (line for line in lines if line and not line.startswith("# "))


def with_json(command: str) -> str:
    """Ask for JSON where a command takes it."""
    words = shlex.split(command)
    if {"--json", "--as", "--help", "--version"} & set(words) or words[0] in WITHOUT_JSON or "-o" in words:
        return command
    return command + (" --as json" if words[0] == "show" else " --json")


def needed(command: str, made: dict[str, str]) -> list[str]:
    """The earlier commands that write what a command reads, in their order."""
    found: list[str] = []
    for name, line in made.items():
        if name in shlex.split(command) and output_of(command) != name:
            found += [x for x in [*needed(line, {k: x for k, x in made.items() if k != name}), line] if x not in found]
    return found


def is_read(file: str, line: str) -> bool:
    return re.search(rf"(^|[\s=]){re.escape(file)}\b", line) is not None


def output_of(command: str) -> str:
    words = shlex.split(command)
    return words[words.index("-o") + 1] if "-o" in words else ""


def goes(command: str) -> bool:
    """Whether a command is refused after the redesign, in one sentence that leads on: what SCOPE lists as going."""
    return GONE.search(command) is not None and "--help" not in command


def refused() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    files: dict[str, Any] = json.loads((HERE / "command_files.json").read_text("utf-8"))["manual"]
    for command in read_list("refused_commands.txt"):
        yield (
            "refusal",
            {"command": command, "before": [], "files": {x: y for x, y in files.items() if is_read(x, command)}},
            {},
        )
