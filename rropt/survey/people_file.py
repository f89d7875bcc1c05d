"""Reads people with covariates from a file. A column of texts that are all numbers becomes numeric, so that a formula treats it as
such.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from rropt.exact.errors import InputError
from rropt.survey.data_file import reading, scan, with_missing

__all__ = ["BLANKS", "read_people_file"]

BLANKS = ("na", "n/a", "nan", "null", "none", ".", "-", "missing")
"""Texts that files often have in place of a missing value."""

COMMA = r"^[+-]?\d*,\d+([eE][+-]?\d+)?$"
"""A number with a decimal comma (or with one comma between thousands)."""
NEARLY_ALL = 0.9


def read_people_file(
    file: Path,
    formula: str,
    *,
    labels: Collection[str | None] = (),
    answer: str | None = None,
    number: str | None = None,
) -> Any:
    """Read a CSV or Parquet file as a frame. Columns that the formula uses become numeric where all their texts are numbers.

    Columns of `labels` stay text, as does that of the answers, in which the text NA may be an answer. The column `number` has
    weights or counts.
    """
    data = scan(file, numeric=number)
    data = with_missing(file, data, [x for x in data.collect_schema().names() if x != answer])
    return _with_numbers(file, data, formula, {answer, *labels})


def _with_numbers(file: Path, data: Any, formula: str, kept: Collection[str | None]) -> Any:
    """Collect the file's frame, and convert each text column that the formula uses to numbers, if all its texts are numbers.

    Texts that stand for a missing value, such as NA, do not count here; in a column of numbers they become null.

    A column in `kept` stays text. A column that the formula marks as categories by C(column) also stays text, unless all its texts
    are numbers. Two kinds of other columns are refused. In the first kind, some texts are numbers and others are not. In the second
    kind, some text is a number with a decimal comma, and nearly all texts are numbers with a comma or a point. Any other column
    stays text.
    """
    import polars

    with reading(file):
        frame = data.collect()
    for name in frame.columns:
        if frame[name].dtype != polars.String or name in kept or name not in formula:
            continue
        text = frame[name].str.strip_chars()
        text = polars.select(polars.when(text.str.to_lowercase().is_in(BLANKS)).then(None).otherwise(text).alias(name))[
            name
        ]
        number = text.cast(polars.Float64, strict=False)
        strange = text.is_not_null() & number.is_null()
        if not strange.any():
            frame = frame.with_columns(number.alias(name))
            continue
        if f"C({name}" in formula:
            continue
        with_comma = text.str.contains(COMMA).fill_null(False)
        if (with_comma | number.is_not_null()).sum() >= NEARLY_ALL * text.is_not_null().sum() and with_comma.any():
            row = int(with_comma.arg_max() or 0)
            point, whole = text[row].replace(",", "."), text[row].replace(",", "")
            such = (
                f"{point}, or {whole} if the comma parts thousands"
                if re.search(r"^[+-]?\d+,\d{3}$", text[row])
                else point
            )
            raise InputError(
                f"the column '{name}' of {file} has {text[row]!r} in row {row + 2}, a number with a comma; write its numbers with "
                f"points ({such}) and without commas, or write C({name}) for categories"
            )
        if number.is_not_null().any():
            row = int(strange.arg_max() or 0)
            raise InputError(
                f"the column '{name}' of {file} has numbers, and {text[row]!r} in row {row + 2}; mend it, or write C({name}) "
                "for categories"
            )
    return frame
