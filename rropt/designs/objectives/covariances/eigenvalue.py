"""Enclose the largest eigenvalue of a symmetric matrix A between two numbers.

For every vector x ≠ 0, the largest eigenvalue is at least xᵀAx/xᵀx. For the lower bound, x is an eigenvector computed in floats.
For an upper bound, take a number v, and let I be the identity matrix. If elimination shows that all pivots of v·I − A are positive,
the largest eigenvalue is below v. Both bounds are computed in intervals (balls), whose ends are rounded outward.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from rropt.exact.enclosure import ball, enclose_ball
from rropt.exact.errors import Undecided
from rropt.exact.sign import ball_of

__all__ = ["enclose_largest"]

BITS = 400
GAPS = (80, 60, 50, 40, 30, 20, 10)
"""Bits of the relative gap between the two bounds, the smallest gap first."""


def enclose_largest(matrix: Sequence[Sequence[Any]]) -> tuple[Fraction, Fraction]:
    """Bound the largest eigenvalue of a symmetric matrix from below and above. This eigenvalue must be positive.

    The entries of the matrix are numbers or balls.
    """
    with flint.ctx.workprec(BITS):
        balls = [[x if isinstance(x, flint.arb) else _ball(x) for x in row] for row in matrix]
        floats = np.array([[float(x.mid()) for x in row] for row in balls])
        _, vectors = np.linalg.eigh((floats + floats.T) / 2)
        x = [flint.arb(float(v)) for v in vectors[:, -1]]
        quotient = _dot(x, [_dot(row, x) for row in balls]) / _dot(x, x)
        low, high = enclose_ball(quotient)
        for bits in GAPS:
            value = high + abs(high) / (1 << bits)
            if _is_above(value, balls):
                return low, value
    raise Undecided(
        "rropt found no upper bound of the largest eigenvalue of a covariance; change the numbers of the mechanism slightly"
    )


def _ball(x: Any) -> flint.arb:
    found: flint.arb = ball_of(x)
    return found


def _dot(a: Sequence[flint.arb], b: Sequence[flint.arb]) -> flint.arb:
    return sum((x * y for x, y in zip(a, b, strict=True)), flint.arb(0))


def _is_above(value: Fraction, matrix: list[list[flint.arb]]) -> bool:
    """Whether `value` is proved to be above every eigenvalue of the matrix.

    The proof is an elimination in balls, which shows that `value` times the identity, minus the matrix, is positive definite.
    """
    k, shift = len(matrix), ball(value)
    rest = [[(shift if a == b else flint.arb(0)) - matrix[a][b] for b in range(k)] for a in range(k)]
    for n in range(k):
        pivot = rest[n][n]
        if not pivot > 0:
            return False
        for a in range(n + 1, k):
            factor = rest[a][n] / pivot
            for b in range(n + 1, k):
                rest[a][b] -= factor * rest[n][b]
    return True
