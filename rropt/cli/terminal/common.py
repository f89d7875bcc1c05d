"""The options and functions that commands share: they read mechanisms, and write answers to the screen or to files."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.readers import is_table, read_any_mechanism, read_mechanism, read_mechanisms
from rropt.cli.reading import labels
from rropt.cli.reading.labels import fields, relabel
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
    "ConfidenceOption",
    "MechanismArgument",
    "MethodOption",
    "PictureOption",
    "PopulationOption",
    "ProofOption",
    "RowsAreInputs",
    "SamplingOption",
    "SecondsOption",
    "ShareOption",
    "WorkingOption",
    "answer",
    "beliefs_of",
    "fields",
    "input_place",
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
    "relabel_as_asked",
    "require_different",
    "require_seed",
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
MechanismArgument = Annotated[str, typer.Argument(metavar="MECHANISM", help="A file, or a spec such as warner:p=3/4.")]
SamplingOption = Annotated[str, typer.Option(help="replacement, census or srs.")]
PopulationOption = Annotated[
    int | None, typer.Option(metavar="N", min=1, max=10**15, help="The population's size, for --sampling srs.")
]
MethodOption = Annotated[str, typer.Option(help="chebyshev, normal, wilson or clopper-pearson.")]
ConfidenceOption = Annotated[str, typer.Option(help="The intervals' confidence.")]
ShareOption = Annotated[str | None, typer.Option("--share-of", metavar="X", help="The input whose share is wanted.")]
WorkingOption = Annotated[
    str | None,
    typer.Option(
        "--working",
        metavar="π",
        help="The prevalence at which estimates are best, if outputs outnumber inputs; the planned one unless given.",
    ),
]
SecondsOption = Annotated[
    float,
    typer.Option(help="Answer after so many seconds of the clock (not of the processor) with what is known by then."),
]
RowsAreInputs = Annotated[
    bool, typer.Option("--rows-are-inputs", help="The file's rows are inputs (the survey literature's design matrix).")
]


def require_seed(seed: int) -> None:
    """Refuse a seed that numpy does not take."""
    if seed < 0:
        raise InputError(f"--seed {seed} must be at least 0")


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


def input_place(p: Mechanism | SetMechanism, share_of: str | None) -> int:
    """Return the index of the input whose share is asked for. If `share_of` is None, it is the last input."""
    if share_of is None:
        return p.k - 1
    if share_of not in p.input_labels:
        raise InputError(f"the mechanism has no input '{share_of}'; its inputs are {', '.join(p.input_labels[:12])}")
    return p.input_labels.index(share_of)


def relabel_as_asked(p: Mechanism, inputs: str | None, outputs: str | None) -> Mechanism:
    """Label a mechanism by the texts of --inputs and --outputs."""
    return relabel(p, fields(inputs, "--inputs") if inputs else None, fields(outputs, "--outputs") if outputs else None)


def name_inputs(p: Mechanism | SetMechanism, inputs: str | None) -> Mechanism | SetMechanism:
    """Label the inputs of any mechanism by the text of --inputs."""
    return labels.name_inputs(p, fields(inputs, "--inputs") if inputs else None)
