"""A lower bound on the variances of contrasts over all mechanisms of few answers, from the list of their vertices.

Where a mechanism has M = Σ r rᵀ/(r·π), the variances of the contrasts K sum to Tr KM⁻Kᵀ − ‖Kπ‖². For every X that is at least
2 Tr KXᵀ − ‖Kπ‖² − Σ ‖Xr‖²/(r·π), as for any number of answers. The last sum is convex in the rows, so that no mechanism of the
polytope has more of it than its largest value B at a vertex: 2 Tr KXᵀ − ‖Kπ‖² − B bounds the variances of all.

Any X serves. That of the best mean M of the vertices' matrices, X = KM⁻, has the largest bound: it is the least variance of such
means. Its weights are found in floats, where each is multiplied by the root of what its vertex has of the sum, again and again
(Silvey, Titterington and Torsney 1978, An algorithm for optimal designs on a finite design space).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.patience import require_time

__all__ = ["bound_of_vertices"]

STEPS = 1_000
FINE = 1 << 24  # the denominator of the entries of X
NEAR = 1e-7  # of the largest sum in floats, within which sums are looked at exactly


def bound_of_vertices(lists: Sequence[Matrix], contrast: Matrix, pi: Sequence[Number]) -> Number:
    """Bound the sum of the contrasts' variances from below, over the polytope of the mechanisms with these vertices."""
    K, shares = (np.array(x, dtype=float) for x in (contrast, pi))
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
    exact = [[Fraction(round(float(x) * FINE), FINE) for x in row] for row in X]
    near = np.flatnonzero(sums >= sums.max() * (1 - NEAR)).tolist()
    most = max(_taken(exact, lists[n], pi) for n in near)
    means = [total_of([a * p for a, p in zip(row, pi, strict=True)]) for row in contrast]
    own = [a * x for row, line in zip(contrast, exact, strict=True) for a, x in zip(row, line, strict=True)]
    return 2 * total_of(own) - total_of([mean * mean for mean in means]) - most


def _taken(X: Sequence[Sequence[Fraction]], rows: Matrix, pi: Sequence[Number]) -> Number:
    """Σ ‖Xr‖²/(r·π) over the rows that are given."""
    found = []
    for row in rows:
        if any(row):
            images = [total_of([x * r for x, r in zip(line, row, strict=True)]) for line in X]
            found.append(total_of([y * y for y in images]) / total_of([r * p for r, p in zip(row, pi, strict=True)]))
    return total_of(found)
