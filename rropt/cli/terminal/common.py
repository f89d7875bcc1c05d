"""The options and functions that commands share: they read mechanisms, and write answers to the screen or to files."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.readers import is_table, read_any_mechanism, read_mechanism, read_mechanisms
from rropt.cli.reading import labels
from rropt.cli.reading.labels import fields
from rropt.exact.errors import InputError
from rropt.files import (
    is_directory,
    is_file,
    read_text,
    refuse_other_formats,
    require_different,
    require_place,
    write_text,
)
from rropt.surface.screen import wrap

if TYPE_CHECKING:
    from fractions import Fraction

    from rropt.engine.sets import SetMechanism
    from rropt.mechanism import Mechanism

__all__ = [
    "PictureOption",
    "ProofOption",
    "RowsAreInputs",
    "SecondsOption",
    "ShareOption",
    "answer",
    "beliefs_of",
    "fields",
    "is_directory",
    "is_file",
    "is_table",
    "numbers",
    "picture_place",
    "place",
    "read_any_mechanism",
    "read_mechanism",
    "read_mechanisms",
    "read_text",
    "refuse_other_formats",
    "require_different",
    "warn_beside",
    "warn_of_proof",
    "write_text",
]


def place(path: Path | None) -> Path | None:
    """Callback of options that name an output file: refuse a bad place before any work is done."""
    return None if path is None else require_place(path)


def picture_place(path: Path | None) -> Path | None:
    """Callback of options that name a picture: refuse a bad place before any work is done."""
    return None if path is None else require_place(path, picture=True)


ProofOption = Annotated[
    bool,
    typer.Option(
        "--proof",
        help="Add exact numbers and what formula, solver, checker, sympy and cvxpy answered.",
    ),
]
PictureOption = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", callback=picture_place, help="Also draw a picture of it (.svg or .png)."),
]
ShareOption = Annotated[str | None, typer.Option("--share-of", metavar="X", help="The input whose share is wanted.")]
SecondsOption = Annotated[
    float,
    typer.Option(help="Answer after so many seconds of the clock (not of the processor) with what is known by then."),
]
RowsAreInputs = Annotated[
    bool, typer.Option("--rows-are-inputs", help="The file's rows are inputs (the survey literature's design matrix).")
]


def answer(told: str | Mapping[str, Any], output: Path | None, *, raw: bool = False) -> None:
    """Print the answer, or write it to the file `output`. Text is wrapped unless `raw` is true; a document is written as JSON."""
    if not isinstance(told, str):
        from rropt.results import json_text

        text = json_text(told)
    else:
        text = told if raw else wrap(told)
    text = text if text.endswith("\n") else text + "\n"
    if output is None:
        sys.stdout.write(text)  # typer's `echo` would write UTF-8 even if another encoding was asked for
    else:
        write_text(output, text)


def numbers(text: str, option: str) -> list[Fraction]:
    """Split an option's value at commas, and read each part as a rational number. Errors name the option."""
    from rropt.exact.grammar import read_rational, spell_range

    def read(part: str) -> Fraction:
        try:
            return read_rational(part)
        except InputError as error:
            ranged = f"{option} {part} is a range; list numbers, such as {option} 1/20,1/10"
            raise InputError(ranged if ".." in spell_range(part) else f"{option}: {error}") from None

    return [read(part) for part in fields(text, option)]


def warn_of_proof(p: Mechanism | SetMechanism) -> None:
    """Warn if some answer of the mechanism would prove something about its respondent. Answers that are sets of inputs never do."""
    from rropt.privacy.words import warnings_of_proof

    _warn(warnings_of_proof(p.pair))


def beliefs_of(p: Mechanism | SetMechanism) -> list[str]:
    """Say what answers reveal at the shares for which the mechanism was designed; return no lines if there are no such shares."""
    from rropt.problem.words import say_beliefs

    return list(filter(None, [say_beliefs(p)]))


def warn_beside(warnings: Sequence[str], *, as_json: bool, output: Path | None) -> None:
    """Print the warnings to the error stream, if the answer is JSON or goes to a file."""
    if as_json or output is not None:
        _warn(warnings)


def _warn(warnings: Sequence[str]) -> None:
    from rropt.problem.words import warning_lines

    for line in filter(None, warning_lines(warnings)):  # the last line is empty
        typer.echo(wrap(f"rropt: {line}"), err=True)


def name_inputs(p: Mechanism | SetMechanism, inputs: str | None) -> Mechanism | SetMechanism:
    """Label the inputs of any mechanism by the text of --inputs."""
    return labels.name_inputs(p, fields(inputs, "--inputs") if inputs else None)
