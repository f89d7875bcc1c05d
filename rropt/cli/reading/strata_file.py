"""Reads the sizes of strata from a CSV, which has the columns of the groups and a column `size`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rropt.exact.errors import InputError
from rropt.survey.answers import JOIN, text_of
from rropt.survey.data_file import reading, scan

__all__ = ["read_strata"]

SIZE = "size"
MOST_PEOPLE = 10**15


def read_strata(file: Path, columns: Sequence[str]) -> dict[str, int]:
    """Read the number of people in each stratum. Return a dictionary from the name of the stratum's group to this number."""
    if not columns:
        raise InputError(f"--strata {file} has sizes of groups; name the columns of the groups with --by")
    with reading(file):
        table = scan(file, holds="sizes of strata").collect()
    for column in (*columns, SIZE):
        if column not in table.columns:
            raise InputError(f"{file} has no column '{column}'; it needs {', '.join(columns)} and {SIZE}")
    found: dict[str, int] = {}
    for row, cells in enumerate(table.select(*columns, SIZE).iter_rows(), start=2):
        name = JOIN.join(map(text_of, cells[:-1]))
        if name in found:
            raise InputError(f"row {row} of {file} names the stratum '{name}' twice; give it one size")
        found[name] = _size(cells[-1], row, file)
    if not found:
        raise InputError(f"{file} has no strata; give one row per stratum")
    return found


def _size(cell: object, row: int, file: Path) -> int:
    """Read a number of people from a cell; an error names its row."""
    from rropt.exact.grammar import read_integer

    text = "" if cell is None else str(cell).strip()
    digits = re.sub(r"[, \N{NO-BREAK SPACE}]", "", text)
    if re.fullmatch(r"\d{1,3}([, \N{NO-BREAK SPACE}]\d{2,3})*[, \N{NO-BREAK SPACE}]\d{3}", text):
        raise InputError(f"row {row} of {file}: the size {text!r} has a comma or a space; write {digits}")
    try:
        return read_integer(text, least=0, most=MOST_PEOPLE, name="the size")
    except InputError as error:
        hint = "; a size counts people" if "%" in text else ""
        said = str(error) if text.isdecimal() else f"the size {text!r} is not a whole number of people"
        raise InputError(f"row {row} of {file}: {said}{hint}") from None
