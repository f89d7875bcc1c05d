"""Contrasts of shares as somebody states them: one row of numbers, or several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational

__all__ = ["read_contrast"]

MOST_ROWS = 256


def read_contrast(given: Sequence[object]) -> tuple[tuple[Fraction, ...], ...]:
    """Rows of rationals of one length, of which some weighs inputs differently."""
    listed = list(given)
    is_nested = bool(listed) and all(isinstance(x, Iterable) and not isinstance(x, str | bytes) for x in listed)
    rows = tuple(tuple(map(read_rational, row)) for row in (listed if is_nested else [listed]))  # type: ignore[call-overload]
    if len({len(row) for row in rows}) != 1 or len(rows[0]) < 2:
        raise InputError("a contrast needs as many numbers in each row as there are inputs, at least two")
    if len(rows) > MOST_ROWS:
        raise InputError(f"{len(rows)} contrasts were given; give at most {MOST_ROWS}")
    if all(x == row[0] for row in rows for x in row):
        raise InputError(
            "every contrast weighs all inputs alike, so there is nothing to estimate; give different numbers"
        )
    return rows
