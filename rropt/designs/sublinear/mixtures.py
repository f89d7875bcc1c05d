"""Find good mixtures of listed mechanisms, if the objective is the least of several sums over the rows.

The least of several convex functions need not be convex, so a mixture of mechanisms may be better than every vertex.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from rropt.designs.objectives.row_function import Function, floats_of
from rropt.designs.sublinear.numeric import Array
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.patience import require_time

__all__ = ["best_mixtures"]

STARTS, FINEST = 8, 1 / 1024  # the number of mechanisms to start from, and the unit of the weights
GAIN = 1e-7


def best_mixtures(functions: Sequence[Function], lists: Sequence[Matrix], most: int) -> list[Matrix]:
    """Search for mixtures of listed mechanisms at which the least of several sums is large; return the mixture that each search
    ends with.

    Each of the `functions` has one sum, taken over the rows of the mechanism. Every mechanism has at most `most` answers. A search
    starts from one mechanism and works in floats. It mixes in one further mechanism after another, as long as the least sum grows.
    At its end the weights of the mixture are rounded to rational numbers, and its rows are computed exactly.
    """
    k = len(lists[0][0])
    listed = [[*rows, *((Fraction(0),) * k,) * (most - len(rows))] for rows in lists]
    floats = np.array([[[float(x) for x in row] for row in rows] for rows in listed])

    def value(tried: Array) -> Array:
        rows = tried.reshape(-1, k)
        kept = rows.max(axis=1) > 0
        found = np.zeros((len(functions), len(rows)))
        found[:, kept] = [floats_of(f, rows[kept]) for f in functions]
        least: Array = found.reshape(len(found), *tried.shape[:2]).sum(axis=2).min(axis=0)
        return least

    found = []
    for start in np.argsort(-value((floats + floats.mean(axis=0)) / 2), kind="stable")[:STARTS]:
        weights, step = np.eye(len(lists))[start], 0.5
        while step >= FINEST:
            require_time()
            mixed = np.tensordot(weights, floats, 1)
            values = value(mixed + step * (floats - mixed))
            if values.max() > value(mixed[None])[0] * (1 + GAIN):
                weights = (1 - step) * weights + step * np.eye(len(lists))[values.argmax()]
            else:
                step /= 2
        near = [round(float(w) / FINEST) for w in weights]
        kept = [(Fraction(n, sum(near)), rows) for n, rows in zip(near, listed, strict=True) if n]
        found.append(
            tuple(tuple(total_of([w * rows[i][j] for w, rows in kept]) for j in range(k)) for i in range(most))
        )
    return found
