"""Integer programs over a table of counts, through HiGHS; an answer is only a proposal, which the caller checks exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

__all__ = ["largest_table"]

# The relative amount by which each ratio T and each δ is lowered, because the solver allows itself small violations.
SAFETY = 1e-9
# The nodes of the search, and these times the rows of the program: some ten seconds. A limit of time would give each machine its
# own table.
MOST_NODES, MOST_WORK = 500, 2_700_000
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

    None if HiGHS finds no counts within this work, or if a column of its rounded counts does not sum to `total`.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    m, k = len(weights), len(weights[0])
    n, soft = m * k, [pair for pair, (_, delta) in pairs.items() if delta > 0]
    costs = [-float(x) for row in weights for x in row] + [0.0] * (m * len(soft))
    # each row has its coefficients by the number of the unknown, and the least and the largest sum
    rows = [({i * k + j: 1.0 for i in range(m)}, float(total), float(total)) for j in range(k)]
    for pair, (ratio, delta) in pairs.items():
        j, against = pair[:2]
        excess = [{n + m * soft.index(pair) + i: 1.0} if pair in soft else {} for i in range(m)]
        for i, own in enumerate(excess):
            rows.append(({i * k + j: -1.0, i * k + against: ratio * (1 - SAFETY), **own}, 0.0, np.inf))
        if pair in soft:
            rows.append(({place: x for own in excess for place, x in own.items()}, 0.0, delta * total * (1 - SAFETY)))
    if target is not None:
        for place, wanted in enumerate(x for row in target for x in row):
            apart = len(costs)
            rows.append(({place: -1.0, apart: 1.0}, -float(wanted), np.inf))
            rows.append(({place: 1.0, apart: 1.0}, float(wanted), np.inf))
            costs.append(1.0)
    coefficients, lower, upper = zip(*rows, strict=True)
    at = [(r, place) for r, row in enumerate(coefficients) for place in row]
    values = [x for row in coefficients for x in row.values()]
    matrix = csr_array((values, tuple(zip(*at, strict=True))), shape=(len(rows), len(costs)))
    free = len(costs) - n
    found = milp(
        costs,
        integrality=[1] * n + [0] * free,
        bounds=Bounds([*(x for row in least for x in row), *[0] * free], total),
        constraints=LinearConstraint(matrix, lower, upper),
        options={"node_limit": min(MOST_NODES, MOST_WORK // len(rows))},
    )
    if found.x is None:
        return None
    counts = np.rint(found.x[:n]).astype(int).reshape(m, k)
    return [[int(x) for x in row] for row in counts] if (counts.sum(axis=0) == total).all() else None
