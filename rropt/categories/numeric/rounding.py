"""Rational numbers beside floats that satisfy linear equations exactly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.categories.numeric.digits import exactly
from rropt.exact.matrix import independent_rows, inverse, product, rank, transpose

__all__ = ["nearby_solutions", "round_relative", "unique_solution"]

Rational = tuple[Fraction, ...]


def round_to(x: Any, bits: int) -> Fraction:
    """The nearest multiple of 2^−bits, of a float, a rational or a number of many digits."""
    return Fraction(round(exactly(x) * Fraction(2) ** bits)) / Fraction(2) ** bits


def round_relative(xs: Sequence[Any], bits: int) -> list[Fraction]:
    """Every number to so many bits of the largest one."""
    largest = max((abs(float(x)) for x in xs), default=0.0)
    places = bits - (math.frexp(largest)[1] if largest else 0)
    return [round_to(x, places) for x in xs]


def nearby_solutions(
    rows: Sequence[Sequence[Fraction]],
    rights: Sequence[Sequence[Fraction]],
    near: Sequence[Sequence[Any]],
    prefer: Sequence[float],
    *,
    bits: int = 36,
    scales: Sequence[Fraction] | None = None,
) -> list[Rational] | None:
    """For each right side b a rational x with rows·x = b near a float solution; None where there is none.

    The columns that `prefer` rates highest take up what rounding leaves; of each other one, x divided by its scale is rounded.
    """
    order = sorted(range(len(prefer)), key=lambda n: -prefer[n])
    columns = transpose(rows)
    basis = [order[n] for n in independent_rows([columns[n] for n in order])]
    free = [n for n in order if n not in set(basis)]
    kept = independent_rows([[row[n] for n in basis] for row in rows])
    back = inverse([[rows[i][n] for n in basis] for i in kept])
    by = scales or [Fraction(1)] * len(prefer)
    found = []
    for right, x in zip(rights, near, strict=True):
        quotients = [
            v / float(scale) if isinstance(v, float) else exactly(v) / scale for v, scale in zip(x, by, strict=True)
        ]
        rounded = round_relative(quotients, bits)
        exact = [v * scale for v, scale in zip(rounded, by, strict=True)]
        rest = [
            b - sum((row[n] * exact[n] for n in free if row[n]), Fraction(0))
            for row, b in zip(rows, right, strict=True)
        ]
        for n, (value,) in zip(basis, product(back, [[rest[i]] for i in kept]), strict=True):
            exact[n] = Fraction(value)  # type: ignore[arg-type]
        if any(sum((row[n] * exact[n] for n in basis), Fraction(0)) != r for row, r in zip(rows, rest, strict=True)):
            return None
        found.append(tuple(exact))
    return found


def unique_solution(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> Rational | None:
    """The x with rows·x = right, where there is one and no other."""
    count = len(rows[0])
    if rank(rows) < count:
        return None
    found = nearby_solutions(rows, [right], [[0.0] * count], [0.0] * count)
    return None if found is None else found[0]
