"""Reads a CSV of several prevalences. Each row is one prevalence, with a column for each input and perhaps a column `weight`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rropt.cli.reading.utility_file import order_of
from rropt.cli.terminal.common import read_text
from rropt.exact.errors import InputError

__all__ = ["read_prevalence_rows"]

WEIGHT = "weight"


def read_prevalence_rows(path: Path, inputs: Sequence[str] | None = None) -> tuple[list[list[str]], list[str] | None]:
    """Read the rows of a CSV of prevalences. Return their numbers as texts, and the weights of the rows.

    If the first row has no numbers, it names the columns. The columns are then put in the order of the labels `inputs`, and the
    weights are those in a column named `weight`. Without such a column, the weights are None.
    """
    from rropt.exact.spelling import counted
    from rropt.formats import csv_cells

    lines = [[cell.strip() for cell in line] for line in csv_cells(read_text(path))]
    named = bool(lines) and not any(cell[:1].isdigit() or cell[:1] in "+-." for cell in lines[0] if cell)
    header, rows = (lines[0], lines[1:]) if named else (None, lines)
    if not rows:
        raise InputError(
            f"{path} holds no prevalences; give one row for each list of prevalences, with a number for each input"
        )
    for n, row in enumerate(rows, start=2 if named else 1):
        if len(row) != len(lines[0]):
            raise InputError(
                f"line {n} of {path} has {counted(len(row), 'number')} for {counted(len(lines[0]), 'column')}; give one for each"
            )
    place = header.index(WEIGHT) if header is not None and WEIGHT in header else None
    columns = [j for j in range(len(lines[0])) if j != place]
    order = None if header is None else order_of([header[j] for j in columns], inputs, path, "input")
    lists = [[row[columns[j]] for j in (order or range(len(columns)))] for row in rows]
    return lists, None if place is None else [row[place] for row in rows]
