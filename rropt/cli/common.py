"""What every command shares: where a mechanism comes from, where the answer goes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism

__all__ = ["JsonOption", "OutputOption", "RowsAreInputs", "answer", "read_mechanism", "read_text", "write_text"]

MOST_BYTES = 1 << 26
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the answer to FILE instead of the screen.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON; every number is a string.")]
RowsAreInputs = Annotated[
    bool, typer.Option("--rows-are-inputs", help="The file's rows are inputs (the survey literature's design matrix).")
]


def read_text(path: Path) -> str:
    """A file's UTF-8 text, of bounded size."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"the file {path} is larger than {MOST_BYTES} bytes and is refused")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"the file {path} is not UTF-8 text") from None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None


def write_text(path: Path, text: str) -> None:
    """Write the whole text or nothing: a temporary file beside the target replaces it."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent or Path(), prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None


def answer(text: str, output: Path | None) -> None:
    """Print the answer, or write it to the file that -o names."""
    text = text if text.endswith("\n") else text + "\n"
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_text(output, text)


def read_mechanism(source: str, *, rows_are_inputs: bool = False) -> Mechanism:
    """The mechanism of a CSV or JSON file, or of a family spec such as warner:p=3/4."""
    from rropt.mechanism import Mechanism

    path = Path(source)
    if not path.is_file():
        from rropt.families import from_spec

        return from_spec(source)
    text = read_text(path)
    if text.lstrip().startswith("{"):
        return Mechanism.from_json(text)
    return Mechanism.from_csv(text, rows_are_inputs=rows_are_inputs)
