"""Convert columns of numbers to doubles where the type of a data frame cannot add or multiply them exactly, or not at all.

The product of two decimals is rounded to the places of one of them, or needs more digits than decimals have. numpy has no integers
of 128 bits. A column of Python objects may mix integers, decimals and fractions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from numbers import Real
from typing import Any

from rropt.survey.tally import is_missing

__all__ = ["as_double", "with_doubles"]


def with_doubles(frame: Any, columns: Sequence[str]) -> Any:
    """Convert decimals, integers of 128 bits, and Python objects that are all numbers or missing, to doubles in these columns of a
    frame that narwhals has wrapped."""
    import narwhals as nw

    schema = frame.collect_schema()
    found: list[Any] = []
    for column in columns:
        if schema[column] == nw.Object:  # only an eager frame has objects of Python
            values = frame.get_column(column).to_list()
            if _are_numbers(values):
                doubles = [None if is_missing(x) else _double(x) for x in values]
                found.append(nw.new_series(column, doubles, nw.Float64, backend=frame.implementation))
        elif schema[column].is_decimal() or schema[column] in (nw.Int128, nw.UInt128):
            found.append(nw.col(column).cast(nw.Float64))
    return frame.with_columns(*found) if found else frame


def as_double(column: str) -> Any:
    """Return the numbers of a column as doubles, because squares of small integers and sums of large ones would not fit their type.
    PyArrow divides integers above 2^53, but casts none."""
    import narwhals as nw

    return (nw.col(column) / 1).cast(nw.Float64)


def _are_numbers(values: Sequence[Any]) -> bool:
    """Whether all values are numbers or missing, and not all are missing. Truth values are no numbers."""
    known = [x for x in values if not is_missing(x)]
    return bool(known) and all(isinstance(x, Decimal | Real) and not isinstance(x, bool) for x in known)


def _double(x: Any) -> float:
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf
