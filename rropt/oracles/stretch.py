"""Points along the t-line, and the longest stretch of them that one answer of low degree in 1/t serves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from rropt.exact.fields import Free
from rropt.exact.substitute import at_point
from rropt.mechanism import Mechanism
from rropt.solvers.highs import Floats, SparseRows, sparse_rows

__all__ = ["ENOUGH", "at_most_one", "furthest", "in_floats", "points_from"]

DEGREES = (0, 1, 2)
ENOUGH = 1 / 32
FIRST = Fraction(1, 64)
RATIO = Fraction(3, 2)
FAR = 2**20


def points_from(t: Fraction, upper: Fraction | None) -> list[Fraction]:
    """t and points above it, ever farther apart, up to `upper` (which is one of them) or a large number."""
    found, step = [t], t * FIRST
    while t + step < (t * FAR if upper is None else upper):
        found.append(t + step)
        step *= RATIO
    return found if upper is None or upper <= t else [*found, upper]


def in_floats(p: Mechanism, field: Free, t: Fraction) -> Floats:
    """The matrix at a rational t."""
    return np.array([[float(at_point(x, field, t)) for x in row] for row in p.rows])


def furthest(points: int, solved: Callable[[int, int], Floats | None]) -> tuple[int, int, Floats | None]:
    """How many of the points from the first on are served, at the lowest degree that serves most of them, and the answer.

    `solved(count, degree)` serves the first `count` points or is None; if it serves some it serves fewer.
    """
    best: tuple[int, int, Floats | None] = (0, 0, None)
    for degree in DEGREES:
        low, high = best[0], points
        while low < high:
            middle = points if low == best[0] and high == points else (low + high + 1) // 2
            answer = solved(middle, degree)
            if answer is None:
                high = middle - 1
            else:
                low, best = middle, (middle, degree, answer)
        if best[0] == points:
            break
    return best


def at_most_one(a: Floats, right: Sequence[float] | Floats) -> tuple[Floats, SparseRows]:
    """Cost and rows of: a·x ≥ right, the last number of x as large as can be but at most 1."""
    last = np.append(np.zeros(a.shape[1] - 1), 1.0)
    rows = sparse_rows(np.vstack([a, last]), [*right, -np.inf], [*np.full(len(right), np.inf), 1.0])
    return -last, rows
