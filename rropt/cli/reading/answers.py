"""Warn of a column of a file that looks like counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rropt.survey.data_file import reading, scan

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
    import polars

    with reading(file):
        frame = scan(file).head(MOST_ROWS + 1).collect()
    if not 0 < frame.height <= MOST_ROWS or not {column, *used} <= {*frame.columns}:
        return []
    for name in frame.columns:
        if named and name.strip().casefold() not in NAMES_OF_COUNTS:
            continue
        if not (frame[name].dtype == polars.String or frame[name].dtype.is_numeric()):
            continue
        # a column named like counts needs only rows that differ in any other column
        others = (
            [x for x in frame.columns if x != name]
            if name.strip().casefold() in NAMES_OF_COUNTS
            else list({column, *used})
        )
        values = frame[name].cast(polars.String).str.strip_chars().cast(polars.Float64, strict=False)
        if name in (column, *used) or values.has_nulls() or frame.select(others).is_duplicated().any():
            continue
        if (values >= 0).all() and (values % 1 == 0).all() and float(values.sum()) > frame.height:
            each = f"each of the {frame.height} rows is" if frame.height > 1 else "the only row is"
            return [
                f"{each[0].upper()}{each[1:]} taken as one respondent, but the column '{name}' looks like counts; if it says how "
                f"many gave each answer, add --counts {name}."
            ]
    return []
