"""The CSV of a number for every ordered pair of inputs: row j, column l is that of j against l; labels as in a mechanism's."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rropt.cli.common import read_text
from rropt.exact.errors import InputError

__all__ = ["PairTable", "read_pairs"]

MOST_INPUTS = 256


@dataclass(frozen=True, slots=True)
class PairTable:
    """Cells as text, the diagonal left out, by pairs of labels, or of indices where the file has no labels."""

    labels: tuple[str, ...] | None
    cells: dict[tuple[str | int, str | int], str]


def read_pairs(path: Path) -> PairTable:
    """The table of a CSV file."""
    from rropt.formats import csv_cells, is_labelled, numbered

    lines = csv_cells(read_text(path))
    labels: list[str] | None = None
    if is_labelled(lines, "input"):
        across, down = lines[0][1:], [row[0] for row in lines[1:]]
        if across != down or len(set(across)) < len(across):
            raise InputError(
                f"the rows and columns of {path} bear other labels than one another; name the same inputs in order"
            )
        labels, lines = numbered(across), [row[1:] for row in lines[1:]]
    k = len(lines)
    if not 2 <= k <= MOST_INPUTS:
        raise InputError(
            f"{path} has {k} rows of numbers; give a row and a column for each of 2 to {MOST_INPUTS} inputs"
        )
    for n, row in enumerate(lines, start=1):
        if len(row) != k:
            raise InputError(f"row {n} of {path} has {len(row)} numbers for {k} inputs; give a number a pair, or inf")
    names: list[str | int] = list(range(k)) if labels is None else list(labels)
    cells = {(names[j], names[n]): x for j, row in enumerate(lines) for n, x in enumerate(row) if j != n}
    empty = next((pair for pair, x in cells.items() if not x), None)
    if empty is not None:
        raise InputError(f"{path} has no number for {empty[0]} against {empty[1]}; give one, or inf to demand nothing")
    return PairTable(None if labels is None else tuple(labels), cells)
