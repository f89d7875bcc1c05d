"""Bound the variances of contrasts from below for all mechanisms of few answers, from the vertices of the set of these mechanisms.

Let r be the rows of a mechanism, π the prevalences, and M = Σ r rᵀ/(r·π). The variances of the contrasts K sum to
Tr KM⁻Kᵀ − ‖Kπ‖², where M⁻ is a generalised inverse of M. For every matrix X this sum is at least
2 Tr KXᵀ − ‖Kπ‖² − Σ ‖Xr‖²/(r·π). The sum Σ ‖Xr‖²/(r·π) is convex in the rows, so over the polytope of mechanisms it is largest at a
vertex. Let B be its largest value at any vertex. Then 2 Tr KXᵀ − ‖Kπ‖² − B is a lower bound for all mechanisms.

Every X gives such a bound. To find the largest bound, take weighted means of the matrices M of the vertices, and among these the
mean M with the least Tr KM⁻Kᵀ. For this M let X = KM⁻. Then the bound equals Tr KM⁻Kᵀ − ‖Kπ‖², and no other X gives a larger bound.
The weights of the mean are found in floats. In each step every weight is multiplied by the square root of Σ ‖Xr‖²/(r·π) at its
vertex, and then all weights are scaled to the sum 1 (Silvey, Titterington and Torsney 1978, An algorithm for optimal designs on a
finite design space).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from rropt.designs.floats.rounding import round_relative
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.patience import require_time

__all__ = ["bound_of_vertices"]

STEPS = 1_000
FINE = 24  # the bits of the entries of X, relative to the largest one of the row


def bound_of_vertices(lists: Sequence[Matrix], contrast: Matrix, pi: Sequence[Number]) -> Number:
    """Bound the sum of the contrasts' variances from below, for all mechanisms of the polytope whose vertices are `lists`."""
    # a constant that is added to a contrast changes no variance, and with Kπ = 0 the second term is 0
    means = [total_of([a * p for a, p in zip(row, pi, strict=True)]) for row in contrast]
    centred = [[a - mean for a in row] for row, mean in zip(contrast, means, strict=True)]
    K, shares = (np.array(x, dtype=float) for x in (centred, pi))
    each = []
    for rows in lists:
        given = np.array([row for row in rows if any(row)], dtype=float)
        each.append(given.T @ (given / (given @ shares)[:, None]))
    matrices, weights = np.array(each), np.full(len(lists), 1 / len(lists))
    for _ in range(STEPS):
        require_time()
        X = K @ np.linalg.pinv(np.tensordot(weights, matrices, 1), hermitian=True)
        # no square is negative, but a rounded one may be
        sums = np.maximum(np.einsum("ij,vjk,ik->v", X, matrices, X), 0.0)
        weights *= np.sqrt(sums / (weights @ sums))
        weights /= weights.sum()
    exact = [round_relative(line, FINE) for line in X.tolist()]
    own = [a * x for row, line in zip(centred, exact, strict=True) for a, x in zip(row, line, strict=True)]
    return 2 * total_of(own) - max(_taken(exact, rows, pi) for rows in lists)


def _taken(X: Sequence[Sequence[Fraction]], rows: Matrix, pi: Sequence[Number]) -> Number:
    """Compute Σ ‖Xr‖²/(r·π) over the rows r of a mechanism that are not 0."""
    found = []
    for row in rows:
        if any(row):
            images = [total_of([x * r for x, r in zip(line, row, strict=True)]) for line in X]
            found.append(total_of([y * y for y in images]) / total_of([r * p for r, p in zip(row, pi, strict=True)]))
    return total_of(found)
