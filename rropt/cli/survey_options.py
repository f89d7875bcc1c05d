"""Reads what commands about data are given beside a mechanism: labels, what cells stand for, sizes of strata and of populations.
Also warns of a column that looks like counts.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from unicodedata import normalize

from rropt.cli.readers import read_matrix
from rropt.errors import InputError
from rropt.exact.grammar import read_integer
from rropt.families import FAMILIES
from rropt.mechanism import Mechanism
from rropt.survey.answers import JOIN, MOST_ANSWERS, text_of
from rropt.survey.data_file import number_of, read_table

__all__ = [
    "read_by_value",
    "read_map",
    "read_population",
    "read_strata",
    "warn_of_counts",
]

SIZE = "size"
MOST_ROWS = 1000
"""A file with more rows is not suspected to be a table of counts."""
NAMES_OF_COUNTS = ("count", "counts", "n", "freq", "frequency", "number", "total", "people", "respondents", "answers")


def warn_of_counts(file: Path, column: str, used: Sequence[str], *, named: bool = False) -> list[str]:
    """Warn of a column that seems to hold numbers of respondents, although each row is taken as one respondent.

    A column seems to hold such numbers if three conditions are met. Each row has a whole number of at least 0. The sum of the
    numbers exceeds the number of rows. No two rows have the same answer and group. If the column has a usual name for counts, the
    last condition is weaker: no two rows may agree in all other columns.

    If `named` is true, only columns with a usual name for counts are examined. This suits files in which covariates may be whole
    numbers too. A file with more than MOST_ROWS rows gets no warning.
    """
    table = read_table(file, most=MOST_ROWS + 1)
    height = len(table.rows)
    if not 0 < height <= MOST_ROWS or not {column, *used} <= {*table.names}:
        return []
    for name in table.names:
        has_usual_name = name.strip().casefold() in NAMES_OF_COUNTS
        if name in (column, *used) or (named and not has_usual_name):
            continue
        # a column named like counts needs only rows that differ in any other column
        others = [x for x in table.names if x != name] if has_usual_name else list({column, *used})
        numbers = list(map(number_of, table.column(name)))
        if any(math.isnan(x) or x < 0 or x % 1 for x in numbers) or sum(numbers) <= height:
            continue
        if len(set(zip(*map(table.column, others), strict=True))) == height:
            return [
                f"Each row (of {height}) is taken as one respondent, but the column '{name}' looks like counts; if it says how "
                f"many gave each answer, add --counts {name}."
            ]
    return []


def read_map(text: str | None) -> dict[str, str]:
    """Read a map such as `--map "Yes=yes,yes =yes,NA="`, and return each text with its replacement.

    The text before = is replaced by the text after it. If nothing stands after =, the text becomes a missing value. Spaces
    before = belong to the text, and accents are composed. A pair that contains a comma must stand in quotation marks: `"Yes,
    sir=yes",NA=`.
    """
    if text is None:
        return {}
    try:
        parts = next(csv.reader([text], strict=True)) or [""]
    except csv.Error:
        raise InputError(
            f"--map {text!r} has quotation marks that do not enclose a pair; write --map '\"Yes, sir=yes\",NA='"
        ) from None
    found: dict[str, str] = {}
    for part in parts:
        given, equals, meant = part.partition("=")
        if not equals or not given:
            raise InputError(f'--map {part!r} is not a pair TEXT=MEANING; write --map "Yes=yes,NA="')
        if normalize("NFC", given) in found:
            raise InputError(f"--map names {given!r} twice; give it one meaning")
        found[normalize("NFC", given)] = normalize("NFC", meant.strip())
    return found


def read_strata(file: Path, columns: Sequence[str]) -> dict[str, str]:
    """Read the number of people in each stratum, as text. Return a dictionary from the name of the stratum's group to it."""
    if not columns:
        raise InputError(
            f"--strata {file} is a file of sizes for the groups that --by names; add --by, or name the column of the strata that "
            "people were drawn in by --stratum"
        )
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


def read_by_value(named: Mapping[str, str]) -> dict[str, Mechanism]:
    """Read the mechanism of each value of a column."""
    if specs := [f"{name}={source}" for name, source in named.items() if name.partition(":")[0] in FAMILIES]:
        raise InputError(f"{specs[0]} names no value of a column; write VALUE={specs[0]} for each value")
    return {name: read_matrix(source) for name, source in named.items()}


def read_population(text: str) -> int | dict[str, int]:
    """Read the size of a population, or one for each group: north=5000,south=7000."""

    def size(number: str) -> int:
        return read_integer(number, least=1, most=MOST_ANSWERS, name="a population")

    if "=" not in text:
        return size(text)
    pairs = [part.rpartition("=") for part in text.split(",")]
    if bad := [name or number for name, sign, number in pairs if not (sign and name)]:
        raise InputError(f"the size {bad[0]} has no group's name; write --population north=5000,south=7000")
    found: dict[str, int] = {}
    for name, _, number in pairs:
        if name in found:
            raise InputError(f"the group '{name}' has two sizes; give it one")
        found[name] = size(number)
    return found
