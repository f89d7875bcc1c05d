"""Reads people with covariates from a file. A column of texts that are all numbers becomes numeric, so that a formula treats it as
such.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from rropt.exact.errors import InputError
from rropt.survey.covariates import frame_of
from rropt.survey.data_file import is_parquet, open_parquet, printable, read_table

__all__ = ["BLANKS", "read_people_file"]

BLANKS = ("na", "n/a", "nan", "null", "none", ".", "-", "missing")
"""Texts that files often have in place of a missing value."""

COMMA = r"[+-]?\d*,\d+(?:[eE][+-]?\d+)?"
"""A number with a decimal comma (or with one comma between thousands)."""
NEARLY_ALL = 0.9


def read_people_file(
    file: Path, formula: str, *, labels: Collection[str | None] = (), answer: str | None = None
) -> Any:
    """Read a CSV or Parquet file as a frame of pandas. Columns that the formula uses become numeric where all their texts are
    numbers.

    Columns of `labels` stay text, as does that of the answers, in which the text NA may be an answer.
    """
    import pandas

    if is_parquet(file):
        frame = frame_of(open_parquet(file)).map(printable)
    else:
        table = read_table(file)
        frame = pandas.DataFrame(table.rows, columns=list(table.names), dtype=object)
        others = [x for x in table.names if x != answer]
        frame[others] = frame[others].replace("NA", None)
    used = [x for x in frame.columns if x in formula and x not in {answer, *labels}]
    for name in used:
        if pandas.api.types.infer_dtype(frame[name], skipna=True) == "string":
            frame[name] = _numbers_of(frame[name], file, formula)
    return frame


def _numbers_of(column: Any, file: Path, formula: str) -> Any:
    """Convert a column of texts to numbers, if all its texts are numbers; else return it as it is.

    Texts that stand for a missing value, such as NA, do not count here; in a column of numbers they are missing. A column that the
    formula marks as categories by C(column) stays text, unless all its texts are numbers. Two kinds of other columns are refused.
    In the first kind, some texts are numbers and others are not. In the second kind, some text is a number with a decimal comma,
    and nearly all texts are numbers with a comma or a point.
    """
    import pandas

    name, text = column.name, column.str.strip()
    text = text.where(~text.str.lower().isin(BLANKS), None)
    number = pandas.to_numeric(text, errors="coerce")
    strange = text.notna() & number.isna()
    if not strange.any() or f"C({name}" in formula:
        return column if strange.any() else number.astype(float)
    with_comma = text.str.fullmatch(COMMA).eq(True)
    if with_comma.any() and (with_comma | number.notna()).sum() >= NEARLY_ALL * text.notna().sum():
        row = int(with_comma.argmax())
        point, whole = text[row].replace(",", "."), text[row].replace(",", "")
        such = (
            f"{point}, or {whole} if the comma parts thousands" if re.search(r"^[+-]?\d+,\d{3}$", text[row]) else point
        )
        raise InputError(
            f"the column '{name}' of {file} has {text[row]!r} in row {row + 2}, a number with a comma; write its numbers with "
            f"points ({such}) and without commas, or write C({name}) for categories"
        )
    if number.notna().any():
        row = int(strange.argmax())
        raise InputError(
            f"the column '{name}' of {file} has numbers, and {text[row]!r} in row {row + 2}; mend it, or write C({name}) "
            "for categories"
        )
    return column
