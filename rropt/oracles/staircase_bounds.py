"""Rigorous rational bounds on a linear design with δ = 0, from floats: for when the exact basis is beyond the effort.

Feasible rows: at a rational t ≤ T, raise each entry to at least its row's largest over t; then every row keeps the ratio
but the columns have unequal sums. Give a first row a further constant part c and, to each entry, what its column lacks:
with c = (largest lack)/(t−1) the addition keeps the ratio, hence so does the sum. Divide all by the common column sum.
Feasible multipliers: each row's reduced profit Σ_j φ(W_ij − y_j) falls by at least k·s when
all y_j rise by s, so raising y by the largest violation over k makes it feasible.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.field import Number
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose
from rropt.oracles.linear_numeric import solve_linear
from rropt.program.linear import LinearProgram

__all__ = ["rounded_bounds"]

DIGITS = 10**15
WIDTH = Fraction(1, 10**30)
ZERO, ONE = Fraction(0), Fraction(1)


def rounded_bounds(program: LinearProgram) -> tuple[Matrix, tuple[Number, ...]]:
    """Rows that meet the demand and multipliers that prove a bound, both rational."""
    below, above = enclose(program.ratio, width=WIDTH)
    answer = solve_linear(program)
    table = [[max(ZERO, Fraction(round(x * DIGITS), DIGITS)) for x in row] for row in answer.rows.tolist()]
    columns = [Fraction(round(y * DIGITS), DIGITS) for y in answer.columns.tolist()]
    return _feasible(table, max(below, ONE)), _raised(program, columns, above)


def _feasible(table: list[list[Fraction]], ratio: Fraction) -> Matrix:
    """The rows with small entries raised, the columns filled up to one sum, and all divided by it; for ratio > 1."""
    rows = [[max(x, max(row) / ratio) for x in row] for row in table]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    missing = [max(sums) - s for s in sums]
    constant = max(missing) / (ratio - 1)
    first = [x + constant + gap for x, gap in zip(rows[0], missing, strict=True)]
    total = max(sums) + constant
    return tuple(tuple(x / total for x in row) for row in [first, *rows[1:]])


def _raised(program: LinearProgram, y: list[Fraction], ratio: Fraction) -> tuple[Number, ...]:
    k = program.k
    worst = ZERO
    for row in program.gains:
        parts = [w - a for w, a in zip(row, y, strict=True)]
        reduced = sum((ratio * c if c > 0 else c for c in parts), ZERO)
        worst = max(worst, reduced)  # type: ignore[assignment]
    return tuple(a + worst / k for a in y)
