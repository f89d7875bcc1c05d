"""The exact leg of the variance with three outputs: every pair of the four best rows merged, compared exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from rropt.exact.field import Number
from rropt.exact.matrix import Matrix
from rropt.program.three_outputs import ThreeOutputProgram

__all__ = ["best_merges"]


def best_merges(program: ThreeOutputProgram) -> tuple[Number, tuple[Matrix, ...]]:
    """The least 1/I over the six merges, and every merge that has it and is at its worst there."""
    t, d, zero = program.ratio, program.delta, Fraction(0)
    weight = (1 - d) / (t + 1)
    four: Matrix = ((d, zero), (weight * t, weight), (weight, weight * t), (zero, d))
    merges = [_merge(four, i, j) for i, j in combinations(range(4), 2)]
    values = [program.information(rows) for rows in merges]
    most = max(values)
    return 1 / most, tuple(
        rows for rows, value in zip(merges, values, strict=True) if value == most and program.is_worst_for(rows)
    )


def _merge(four: Matrix, i: int, j: int) -> Matrix:
    """The rows with row j added to row i."""
    both = tuple(x + y for x, y in zip(four[i], four[j], strict=True))
    return tuple(both if n == i else row for n, row in enumerate(four) if n != j)
