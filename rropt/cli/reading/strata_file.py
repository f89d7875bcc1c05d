"""Reads the sizes of strata from a CSV, which has the columns of the groups and a column `size`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rropt.exact.errors import InputError
from rropt.survey.answers import JOIN, text_of
from rropt.survey.data_file import read_table

__all__ = ["read_strata"]

SIZE = "size"


def read_strata(file: Path, columns: Sequence[str]) -> dict[str, str]:
    """Read the number of people in each stratum, as text. Return a dictionary from the name of the stratum's group to it."""
    if not columns:
        raise InputError(f"--strata {file} has sizes of groups; name the columns of the groups with --by")
    table = read_table(file, holds="sizes of strata")
    for column in (*columns, SIZE):
        if column not in table.names:
            raise InputError(f"{file} has no column '{column}'; it needs {', '.join(columns)} and {SIZE}")
    found: dict[str, str] = {}
    for row, cells in enumerate(zip(*map(table.column, (*columns, SIZE)), strict=True), start=2):
        name = JOIN.join(map(text_of, cells[:-1]))
        if name in found:
            raise InputError(f"row {row} of {file} names the stratum '{name}' twice; give it one size")
        if cells[-1] is None:
            raise InputError(f"row {row} of {file} has no size of the stratum '{name}'; give the number of its people")
        found[name] = str(cells[-1]).strip()
    if not found:
        raise InputError(f"{file} has no strata; give one row per stratum")
    return found
