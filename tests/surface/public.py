"""What users build on, as a text: names with their parameters, commands with their options, exit codes, and the keys of JSON.

`python -m tests.surface.public` writes `tests/public.txt` anew. It refuses where the text has changed and CHANGELOG.md has not,
whose digest stands in the first line, or has no word of a new name: what is public does not change without a word.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import typer

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "public.txt"
CHANGELOG = ROOT / "CHANGELOG.md"
ROOMS = (
    *(
        "rropt",
        "rropt.breach",
        "rropt.claims",
        "rropt.decks",
        "rropt.designs",
        "rropt.devices",
        "rropt.exact",
        "rropt.families",
    ),
    *(
        "rropt.noise",
        "rropt.order",
        "rropt.plots",
        "rropt.privacy",
        "rropt.problem",
        "rropt.questions",
        "rropt.reports",
    ),
    "rropt.survey",
)
OF_PROBLEMS = ("breach", "designs", "exact", "order", "privacy", "problem", "reports", "survey")
"""The rooms of problems and surveys, to whose names the questions at the top lead."""


def of_problems() -> dict[str, tuple[str, Any]]:
    """Each public name of rropt and of those rooms, with its room and what it is; one that both have is the top's."""
    found: dict[str, tuple[str, Any]] = {}
    for room in ("rropt", *(f"rropt.{name}" for name in OF_PROBLEMS)):
        home = import_module(room)
        found |= {name: (room, getattr(home, name)) for name in home.__all__ if name not in found}
    return found


class Other:
    """A default that is no plain value."""

    def __repr__(self) -> str:
        return "…"


OTHER = Other()


def public_text() -> str:
    """All of it, one line per name."""
    return "\n".join(("# Names", *names(), "# Commands", *commands(), "# Exit codes", *exit_codes(), "# JSON", *keys()))


def names() -> Iterator[str]:
    """Each public name of a room, with its parameters and their defaults where it is called."""
    for room in ROOMS:
        home = import_module(room)
        for name in sorted(home.__all__):
            found = getattr(home, name)
            yield f"{room}.{name}{parameters_of(found) if callable(found) else ''}"


def parameters_of(found: object) -> str:
    """The parameters as they are written in a call, a default where it is a plain value; nothing for what is Python's own."""
    if not isinstance(found, FunctionType) and (
        not isinstance(found, type) or issubclass(found, (Enum, Exception, Fraction))
    ):
        return ""
    own = inspect.signature(found).parameters.values()
    plain = [x.replace(annotation=x.empty, default=x.default if is_plain(x.default) else OTHER) for x in own]
    return str(inspect.Signature(plain))


def is_plain(default: object) -> bool:
    """Whether a default is told: none at all, or a value that every version of Python prints alike."""
    return default is inspect.Parameter.empty or default is None or isinstance(default, (str, int, tuple))


def commands() -> Iterator[str]:
    """Each command with its arguments, in capitals, and its options; a star is behind what must be given."""
    from rropt.cli import app

    for name, found in sorted(commands_of(typer.main.get_command(app))):
        said = sorted((x.param_type_name, " ".join((*x.opts, *x.secondary_opts)), x.required) for x in found.params)
        spelled = [(text.upper() if kind == "argument" else text) + "*" * required for kind, text, required in said]
        yield f"{name}: {', '.join(spelled)}"


def commands_of(found: Any, called: str = "") -> Iterator[tuple[str, Any]]:
    """The commands of a group and of the groups in it, by the words that they are called by."""
    if not hasattr(found, "commands"):
        yield called, found
        return
    for name, below in found.commands.items():
        yield from commands_of(below, f"{called} {name}".strip())


def exit_codes() -> list[str]:
    """The rows of the table in the manual."""
    said = (ROOT / "docs" / "commands.md").read_text("utf-8").split("## Exit codes", 1)[1]
    return [x for x in said.splitlines() if x.startswith("| ") and x[2:3].isdigit()]


def keys() -> list[str]:
    """Of each schema the keys at the top of the golden answers."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "tests" / "golden" / "answers").glob("*.json"):
        answer = json.loads(path.read_text("utf-8"))
        if isinstance(answer, dict) and "schema" in answer:
            found[answer["schema"]] |= answer.keys()
    return [f"{schema}: {', '.join(sorted(below))}" for schema, below in sorted(found.items())]


def digest_of_changelog() -> str:
    return hashlib.sha256(CHANGELOG.read_bytes()).hexdigest()[:16]


def unsaid(before: str, after: str) -> list[str]:
    """The names of rooms that are new, and that CHANGELOG.md does not have."""
    new, old = (
        {line.partition("(")[0] for line in text.splitlines() if line[:6] == "rropt."} for text in (after, before)
    )
    words = set(re.findall(r"\w+", CHANGELOG.read_text("utf-8")))
    return sorted(name for name in new - old if name.rpartition(".")[2] not in words)


def main() -> None:
    """Write the list anew, if it has changed and CHANGELOG.md too, which has each new name."""
    first, _, before = FILE.read_text("utf-8").partition("\n") if FILE.exists() else ("", "", "")
    after = public_text() + "\n"
    if after == before:
        sys.exit("nothing public has changed")
    if digest_of_changelog() in first:
        sys.exit("what is public has changed and CHANGELOG.md has not: say it there first")
    if before and (names := unsaid(before, after)):
        sys.exit(f"CHANGELOG.md does not name {', '.join(names)}: say it there first")
    FILE.write_text(f"CHANGELOG.md {digest_of_changelog()}\n{after}", "utf-8")


if __name__ == "__main__":
    main()
