"""A piecewise-linear h read from a CSV text of points: two columns p, h of exact numbers, p from 0 to 1."""

from __future__ import annotations

import csv
import io

from rropt.exact.errors import InputError
from rropt.privacy.boundary.function import MOST_PIECES, BreachFunction, piecewise_linear

__all__ = ["from_csv"]

MOST_BYTES = 1 << 22


def from_csv(text: str, *, name: str = "") -> BreachFunction:
    """The function through the points of the text; a first line `p,h` is a heading, a repeated p is a jump."""
    if len(text) > MOST_BYTES:
        raise InputError(f"a table of {len(text)} characters is refused; at most {MOST_BYTES}")
    try:
        rows = [
            [cell.strip() for cell in row] for row in csv.reader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
        ]
    except csv.Error as error:
        raise InputError(f"not a CSV file: {error}") from None
    rows = [row for row in rows if any(row)]
    if rows and [cell.lower() for cell in rows[0]] == ["p", "h"]:
        rows = rows[1:]
    if len(rows) > 3 * MOST_PIECES:
        raise InputError(f"a table of {len(rows)} points is refused; at most {3 * MOST_PIECES}")
    for n, row in enumerate(rows, start=1):
        if len(row) != 2:
            raise InputError(
                f"point {n} of the table is {','.join(row)[:40]!r}; every line is a pair p,h of exact numbers"
            )
    return piecewise_linear(rows, name=name)
