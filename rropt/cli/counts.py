"""Warns of a column that looks like counts, in a file whose rows are taken as one respondent each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from rropt.survey.data_file import number_of, read_table

__all__ = ["warn_of_counts"]

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
