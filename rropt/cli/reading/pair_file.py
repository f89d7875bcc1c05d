"""Reads a CSV with a number for every ordered pair of inputs. The number of the pair (j, l) stands in row j and column l.

Labels of the inputs may stand in the first row and the first column.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rropt.cli.terminal.common import read_text
from rropt.cli.terminal.repeated import first_repeated
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.privacy.pairs import PairTable

__all__ = ["read_pairs"]

MOST_INPUTS = 256
LONGEST_NUMBER = 100  # characters


def read_pairs(path: Path, read: Callable[[str], object]) -> PairTable:
    """Read the table of numbers in a CSV file. The function `read` checks each cell that is not on the diagonal.

    Cells on the diagonal may be empty.
    """
    from rropt.formats import csv_cells, drop_number_labels, is_labelled
    from rropt.privacy.pairs import PairTable

    try:
        lines = csv_cells(read_text(path))
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    labels: list[str] | None = None
    first = 1  # the file's row that has the first numbers
    if is_labelled(lines, "input"):
        across, down = lines[0][1:], [row[0] for row in lines[1:]]
        twice = first_repeated(across)
        if twice is not None or not all(across):
            said = "an empty label" if twice is None else f"the label {twice[:60]!r} twice"
            raise InputError(f"row 1 of {path} has {said}; give each input a label of its own")
        if across != down:
            raise InputError(
                f"the rows and the columns of {path} have different labels; name the same inputs in the same order"
            )
        labels, lines, first = drop_number_labels(across), [row[1:] for row in lines[1:]], 2
    k = len(lines)
    if not 2 <= k <= MOST_INPUTS:
        raise InputError(f"{path} must have 2 to {MOST_INPUTS} rows of numbers, one for each input, not {k}")
    for n, row in enumerate(lines, start=first):
        if len(row) != k:
            raise InputError(
                f"row {n} of {path} has {len(row)} numbers for {k} inputs; give one number per pair, or inf"
            )
    names = list(range(k)) if labels is None else labels
    for j, row in enumerate(lines):
        for n, x in enumerate(row):
            if j != n:
                _require_number(x, read, f"row {j + first} of {path}, {names[j]} against {names[n]}")
    rows = tuple(tuple(x if j != n else x or "0" for n, x in enumerate(row)) for j, row in enumerate(lines))
    return PairTable(None if labels is None else tuple(labels), rows)


def _require_number(x: str, read: Callable[[str], object], where: str) -> None:
    """Refuse a cell that is empty, too long or not accepted by `read`. The error names the cell's place in the file."""
    if not x:
        raise InputError(f"{where}: a number is missing; give one, or inf to demand nothing")
    if len(x) > LONGEST_NUMBER:
        raise InputError(
            f"{where}: {x[:20]}… has {len(x)} characters; give a number of at most {LONGEST_NUMBER} characters"
        )
    try:
        read(x)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
