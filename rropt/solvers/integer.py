"""Integer programs over a table of counts, through HiGHS; an answer is only a proposal, which the caller checks exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

__all__ = ["largest_table"]

SAFETY = 1e-9
"""The relative amount by which each ratio T and each δ is lowered, because the solver allows itself small violations."""
SECONDS = 10.0
Table = Sequence[Sequence[float]]


def largest_table(
    weights: Table,
    total: int,
    pairs: Mapping[tuple[int, ...], tuple[float, float]],
    least: Sequence[Sequence[int]],
    target: Table | None = None,
) -> list[list[int]] | None:
    """Find the table of whole counts c_ij, in row i and column j, with the largest Σ weights_ij·c_ij.

    Each count is at least its entry in `least`, and each column sums to `total`. If a `target` is given, Σ|c_ij − target_ij| is
    subtracted from what is made largest. An entry of `pairs` with the key (j, l), or (j, l, n) for the n-th of several, and the
    value (T, δ) demands that Σ_i max(0, c_ij − T·c_il) ≤ δ·total.

    None if HiGHS finds no counts in time, or if a column of its rounded counts does not sum to `total`.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import lil_matrix

    m, k = len(weights), len(weights[0])
    soft = [pair for pair, (_, delta) in pairs.items() if delta > 0]
    n, extra = m * k, m * len(soft)
    size = n + extra + (n if target is not None else 0)
    rows: list[dict[int, float]] = [{i * k + j: 1.0 for i in range(m)} for j in range(k)]
    upper, lower = [float(total)] * k, [float(total)] * k

    def limit(row: dict[int, float], most: float) -> None:
        """Add the constraint that the sum of coefficients times unknowns is at most `most`."""
        rows.append(row)
        lower.append(-np.inf)
        upper.append(most)

    for pair, (ratio, delta) in pairs.items():
        j, against = pair[0], pair[1]
        start = n + m * soft.index(pair) if pair in soft else 0
        for i in range(m):
            row = {i * k + j: 1.0, i * k + against: -ratio * (1 - SAFETY)}
            limit(row | ({start + i: -1.0} if delta > 0 else {}), 0.0)
        if delta > 0:
            limit({start + i: 1.0 for i in range(m)}, delta * total * (1 - SAFETY))
    cost = np.zeros(size)
    cost[:n] = -np.array(weights, dtype=float).ravel()
    if target is not None:
        cost[n + extra :] = 1.0
        for place, wanted in enumerate(np.array(target, dtype=float).ravel()):
            limit({place: 1.0, n + extra + place: -1.0}, float(wanted))
            limit({place: -1.0, n + extra + place: -1.0}, -float(wanted))
    matrix = lil_matrix((len(rows), size))
    for r, row in enumerate(rows):
        for place, x in row.items():
            matrix[r, place] = x
    low, is_whole = np.zeros(size), np.arange(size) < n
    low[:n] = np.array(least, dtype=float).ravel()
    found = milp(
        cost,
        integrality=is_whole.astype(float),
        bounds=Bounds(low, total),
        constraints=LinearConstraint(matrix.tocsr(), lower, upper),
        options={"time_limit": SECONDS},
    )
    if found.x is None:
        return None
    counts = np.rint(found.x[:n]).astype(int).reshape(m, k)
    return [[int(x) for x in row] for row in counts] if (counts.sum(axis=0) == total).all() else None
