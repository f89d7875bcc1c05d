"""`rropt draw`: answers drawn with exactly the probabilities of a mechanism."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from rropt.cli.reading.respondents import MapOption
from rropt.cli.terminal.answer import Answer, JsonOption, OutputOption
from rropt.cli.terminal.common import (
    MechanismArgument,
    RowsAreInputs,
    beliefs_of,
    name_inputs,
    read_any_mechanism,
    read_text,
    require_seed,
    warn_of_proof,
)
from rropt.exact.errors import InputError
from rropt.files import require_kept
from rropt.surface.screen import wrap

__all__ = ["draw"]

SCHEMA = "rropt/draw/1"
MOST_DRAWS = 10_000_000
InputsOption = Annotated[
    list[str] | None, typer.Option("--input", "-i", metavar="INPUT", help="An input's label or index; repeatable.")
]
FileOption = Annotated[
    Path | None, typer.Option("--file", "-f", metavar="FILE", help="Read the inputs from FILE, one a line.")
]
ColumnOption = Annotated[
    str | None,
    typer.Option("--column", "-c", metavar="C", help="Randomize this column of a CSV or Parquet --file; others stay."),
]
NamesOption = Annotated[
    str | None, typer.Option("--inputs", metavar="A,B,…", help="Names for the mechanism's inputs: no,yes.")
]
MissingOption = Annotated[
    str,
    typer.Option("--missing", metavar="WHAT", help="A missing value: error, keep (left empty), or an input's label."),
]
CountOption = Annotated[
    int,
    typer.Option("-n", metavar="N", help="Answers drawn for each input; N answers of one person cost N times epsilon."),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", help="Reproducible draws, for simulations only: never a person's."),
]


def draw(
    mechanism: MechanismArgument,
    inputs: InputsOption = None,
    file: FileOption = None,
    n: CountOption = 1,
    seed: SeedOption = None,
    column: ColumnOption = None,
    names: NamesOption = None,
    mapping: MapOption = None,
    missing: MissingOption = "error",
    named: Annotated[
        str | None,
        typer.Option("--as", metavar="NAME", help="What the column of answers is called; --column unless given."),
    ] = None,
    rows_are_inputs: RowsAreInputs = False,
    json: JsonOption = False,
    output: OutputOption = None,
) -> Answer:
    """Randomize inputs with exactly the stated probabilities.

    Without --input or --file the inputs are read from stdin, one a line.

    Example: rropt draw warner:p=3/4 --input 1
    Example: rropt draw warner:p=3/4 --file truth.csv --column used --inputs no,yes -o answers.csv
    """
    from rropt.cli.reading.meanings import read_map
    from rropt.cli.reading.randomize_column import randomize_column
    from rropt.exact.spelling import counted
    from rropt.survey.draws import draw

    p: Any = name_inputs(read_any_mechanism(mechanism, rows_are_inputs=rows_are_inputs), names)
    if column is not None:
        if file is None:
            raise InputError(f"--column {column} is a column of a file; name that file with --file")
        if inputs or n != 1 or json:
            raise InputError(f"--column {column} gives each row of {file} one answer; drop --input, -n and --json")
        how: dict[str, Any] = {"mapping": read_map(mapping), "missing": missing, "named": named}
        warn_of_proof(p)
        _notes([p.said, *beliefs_of(p)], n, seed)
        text = randomize_column(p, file, column, output, **how, rng=_generator(seed)) or ""
        return Answer(words=lambda: text, document=dict, is_raw=True)
    if mapping is not None or missing != "error" or named is not None:
        raise InputError("--map, --missing and --as are about a file's column; name it with --column")
    given = _read(p, inputs, file)
    if n < 1 or n * len(given) > MOST_DRAWS:
        raise InputError(
            f"-n {n} for {counted(len(given), 'input')} makes {n * len(given)} answers; give a number that makes 1 to {MOST_DRAWS}"
        )
    bits = _generator(seed)
    warn_of_proof(p)
    _notes([p.said, *beliefs_of(p)], n, seed)
    drawn = [str(x) for x in draw(p, [j for j in given for _ in range(n)], rng=bits)]
    return Answer(words=lambda: "\n".join(drawn), document=lambda: _document(drawn, seed), is_raw=True)


def _read(p: Any, inputs: list[str] | None, file: Path | None) -> list[str]:
    """Read the labels of the inputs from the options, the file or stdin."""
    if inputs and file:
        raise InputError(f"--input {inputs[0]} and --file {file} both name inputs; give one of them")
    if inputs:
        return [_label(p, text, "--input") for text in inputs]
    if not file and sys.stdin is None:
        raise InputError("the standard input is closed; name an input with --input, or give a file with --file")
    # stdin may be redirected from the file that -o would overwrite
    if not file:
        require_kept(Path("/dev/stdin"))
    lines = (read_text(file) if file else sys.stdin.read()).removeprefix("\ufeff").splitlines()
    _refuse_table(file, lines, p.input_labels)
    found = [_label(p, line.strip(), f"line {i}") for i, line in enumerate(lines, start=1) if line.strip()]
    if empty := sum(not line.strip() for line in lines):
        typer.echo(f"rropt: {empty} empty line{'s' * (empty > 1)} skipped; they have no answers", err=True)
    if not found:
        raise InputError(
            "no inputs were given; name one with --input, or list them in --file or on stdin, one per line"
        )
    return found


def _refuse_table(file: Path | None, lines: list[str], labels: Sequence[str]) -> None:
    """Refuse a file that looks like a table, and ask for the column to randomize. It looks like a table if its first line contains
    a separator and is not the label of an input."""
    first = lines[0] if lines else ""
    separator = next((x for x in ",;\t" if x in first), None)
    if file is not None and separator is not None and first not in labels:
        names = [name.strip().strip('"') for name in first.split(separator)]
        raise InputError(
            f"{file} has several columns ({', '.join(names[:8])}); name the one to randomize with --column"
        )


def _label(p: Any, text: str, place: str) -> str:
    """Return the label of the input that `text` means. The text is this label itself, or else the input's index. If it is neither,
    the error begins with `place`, which says where the text stands."""
    from rropt.survey.prevalence import index_of

    is_label = text in p.input_labels
    try:
        return str(
            p.input_labels[index_of(p, int(text) if not is_label and text.isdecimal() and len(text) < 10 else text)]
        )
    except InputError as error:
        near = next((x for x in p.input_labels if x.casefold() == text.casefold()), None)
        raise InputError(f"{place}: {error}", "" if near is None else f"; did you mean {near!r}?") from None


def _generator(seed: int | None) -> Any:
    if seed is None:
        return None
    require_seed(seed)
    import numpy

    return numpy.random.default_rng(seed)


def _notes(said: list[str], n: int, seed: int | None) -> None:
    """Print notes on the error stream, so that the output has only answers."""
    for line in filter(None, said):
        typer.echo(wrap(f"rropt: {line}"), err=True)
    if seed is not None:
        typer.echo(wrap(f"rropt: seeded ({seed}), for simulations only; these draws protect nobody"), err=True)
    elif n > 1:
        typer.echo(wrap(f"rropt: {n} answers of one person to the same question cost {n} times epsilon"), err=True)


def _document(drawn: list[str], seed: int | None) -> dict[str, object]:
    bits = "operating system" if seed is None else f"numpy generator seeded {seed}, for simulations only"
    return {"schema": SCHEMA, "bits": bits, "outputs": drawn}
