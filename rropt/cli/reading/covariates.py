"""Reads a file's columns of covariates. A column of texts that are all numbers becomes numeric, so that a formula treats it as
such.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from rropt.cli.reading.meanings import BLANKS
from rropt.exact.errors import InputError
from rropt.survey.data_file import reading

__all__ = ["with_numbers"]

COMMA = r"^[+-]?\d*,\d+([eE][+-]?\d+)?$"
"""A number with a decimal comma (or with one comma between thousands)."""
NEARLY_ALL = 0.9


def with_numbers(file: Path, data: Any, formula: str, kept: Collection[str]) -> Any:
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
