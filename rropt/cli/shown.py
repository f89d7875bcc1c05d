"""The options that every command has: in which form an answer is shown, and where."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rropt.errors import InputError
from rropt.files import PICTURES, require_place

__all__ = ["FORMS", "Shown", "read_shown"]

FORMS = {"text": ".txt", "json": ".json", "csv": ".csv", "html": ".html", "markdown": ".md", "latex": ".tex"}
"""The forms of --as, each with the ending of its files."""
MOST_DIGITS = 50
REFUSED = (".xlsx", ".xls", ".pdf", ".docx", ".htm", ".parquet", ".pq")
"""Endings of files that people expect a program to write, and that rropt does not write."""


@dataclass(frozen=True, slots=True)
class Shown:
    """How and where an answer is shown: its form, the files of the answer and of its picture, and how numbers are written."""

    form: str
    output: Path | None
    plot: Path | None
    digits: int | None
    exact: bool


def read_shown(
    *,
    as_: Literal["text", "json", "csv", "html", "markdown", "latex"] | None = None,
    json: bool = False,
    output: Path | None = None,
    digits: int | None = None,
    exact: bool = False,
    plot: Path | None = None,
) -> Shown:
    """Check the options that say how and where an answer is shown.

    Args:
        as_: The form of the answer.
        json: The answer as JSON, with all digits of its numbers.
        output: Write the answer to this file, in the form that its ending says.
        digits: Significant digits of numbers in words (4 unless given), and of decimals in CSV (all unless given).
        exact: Exact numbers: beside decimals in words, in place of them in CSV.
        plot: Draw the answer's picture into this file (.svg or .png).

    Returns:
        The form, the files and how numbers are written.
    """
    ending = "" if output is None else require_place(output).suffix.lower()
    asked = [*(["json"] if json else []), *([as_] if as_ else [])]
    asked += [form for form, known in FORMS.items() if known == ending and form != "text"]
    if len({*asked}) > 1:
        raise InputError(
            f"the answer was asked for as {' and '.join(asked)}; ask for one form, in which the file is written too"
        )
    if ending in PICTURES:
        raise InputError(f"--output {output} would write words; give --plot {output} for the picture")
    if ending in REFUSED:
        raise InputError(f"--output {output}: no {ending} file is written; end its name in {', '.join(FORMS.values())}")
    if digits is not None and not 1 <= digits <= MOST_DIGITS:
        raise InputError(f"--digits {digits} should be from 1 to {MOST_DIGITS}")
    if plot is not None:
        require_place(plot, picture=True)
    return Shown(asked[0] if asked else "text", output, plot, digits, exact)
