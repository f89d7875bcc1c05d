"""The answer of a command. If the function of a command returns an `Answer`, the command gets the options --json and -o.

`every.py` writes or prints such an answer, draws its pictures, and ends the command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from rropt.cli.terminal.common import place

if TYPE_CHECKING:
    from rropt.cli.terminal.facts import Fact
    from rropt.results import Shown

__all__ = ["ANSWERED", "Answer", "JsonOption", "OutputOption", "Side", "answer_facts", "answer_result"]

OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", callback=place, help="Write the answer to FILE instead of the screen."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON; every number is a string.")]
ANSWERED: dict[str, tuple[Any, Any]] = {"json": (JsonOption, False), "output": (OutputOption, None)}
"""The options of every command that answers, by their names in Python, each with its default."""

Side: TypeAlias = "tuple[Path | None, Callable[[Path], object]]"
"""A file beside the answer (None if it is not asked for), and the function that writes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer of a command: its text in words, its document for --json, further files to write, and the exit code."""

    words: Callable[[], str]
    document: Callable[[], Mapping[str, Any] | str]
    warnings: Sequence[str] = ()
    """Lines printed to the error stream if the answer is JSON or goes to a file; the words contain them already."""
    files: Sequence[Side] = ()
    wrong: Sequence[str] = ()
    """Lines printed to the error stream after the answer; if there are any, the exit code is `code`, or 1 if that is 0."""
    code: int = 0
    is_raw: bool = False
    """Whether the words are printed as they are, not wrapped."""


def answer_result(found: Shown, *, warnings: Sequence[str] = (), files: Sequence[Side] = (), code: int = 0) -> Answer:
    """Make an answer from a result. The words are those of the result's method `explain`, and the JSON is that of its `to_json`."""
    return Answer(words=found.explain, document=found.to_json, warnings=warnings, files=files, code=code)


def answer_facts(schema: str, facts: Sequence[Fact]) -> Answer:
    """Make an answer from a list of facts. In words each fact is a line, and in JSON it is a key."""
    from rropt.cli.terminal.facts import document, text_of

    return Answer(words=lambda: text_of(facts), document=lambda: document(schema, facts))
