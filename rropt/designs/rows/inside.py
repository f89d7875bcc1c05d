"""Find weights of rows at which the interior-point method can start, if there are limits on what the rows use together.

Such weights must satisfy all inequalities strictly: every row has a positive weight, and no limit is used up. There are no such
weights in two cases: if all allowed weights use up some limit, or if all of them give some row the weight 0. Linear programs find
these limits and rows. The rows are left out. Each of these limits becomes an equation, or is left out if it follows from the other
equations.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.solvers.highs import SparseRows, dense_rows, minimise

__all__ = ["SINGULAR", "start_inside"]

Array: TypeAlias = Any
INSIDE = 1e-7  # a weight or a rest of a limit above this part of its even value counts as positive
SINGULAR = 1e-9  # relative size of a residual or singular value below which it counts as 0


def start_inside(patterns: FloatPatterns) -> tuple[FloatPatterns, Array] | None:
    """Prepare patterns for the interior-point method, and find positive weights to start from.

    Return new patterns, and the indices of the rows that they keep. A row is left out if every allowed choice of weights gives it
    the weight 0. A limit that every allowed choice uses up becomes an equation, or is left out if it follows from the other
    equations. The `start` of the new patterns has a positive weight for every row. None if no weights are allowed.
    """
    table, kept = _Table.of(patterns), np.arange(len(patterns.counts))
    centre = table.centre()
    if centre is not None and centre[1] <= INSIDE:
        has, leaves = table.support()
        kept, equal = np.flatnonzero(has), ~patterns.may_fall_short
        equal[patterns.may_fall_short] = ~leaves
        patterns = replace(
            patterns,
            counts=patterns.counts[kept],
            chances=tuple(q[kept] for q in patterns.chances),
            vectors=patterns.vectors[kept],
            spreads=patterns.spreads[kept],
            limits=patterns.limits[:, kept],
            equal=equal,
        )
        centre = _Table.of(patterns).centre() if len(kept) else None
    if centre is None:
        return None
    stays = _independent(patterns)
    found = replace(patterns, limits=patterns.limits[stays], equal=~patterns.may_fall_short[stays], start=centre[0])
    return replace(found, is_independent=True), kept


@dataclass(frozen=True, slots=True)
class _Table:
    """The equations that weights must satisfy: `rows` times the weights, plus `rest` times the unused parts of the limits, is
    `right`.

    `even` has a weight for each row: 1 divided by the number of rows. If a row of weight 1 uses u > 1 times some limit, its weight
    in `even` is also divided by the largest such u.
    """

    rows: Array
    rest: Array
    right: Array
    even: Array

    @classmethod
    def of(cls, patterns: FloatPatterns) -> _Table:
        """Write the equations that the weights of the patterns must satisfy.

        The weights sum to 1, and every input has the same total weight. Each line of `patterns.limits` is a limit: its product with
        the weights is the used part. If the limit need not be used up, the used part and an unused part sum to 1. Otherwise the
        used part is 1.
        """
        count, loose = len(patterns.counts), patterns.may_fall_short
        rows = np.vstack([np.ones(count), patterns.vectors.T, patterns.limits])
        rest = np.vstack([np.zeros((len(rows) - len(loose), len(loose))), np.eye(len(loose))])[:, loose]
        right = np.concatenate([[1.0], np.zeros(patterns.vectors.shape[1]), np.ones(len(loose))])
        return cls(rows, rest, right, 1 / count / np.maximum(1.0, patterns.limits.max(axis=0)))

    def centre(self) -> tuple[Array, float] | None:
        """Find allowed weights that satisfy all inequalities with as much room as possible; return the weights and the room c.

        With these weights, every row has at least c times its weight in `even`. Of every limit that need not be used up, at least
        the part c is left unused. The number c is the largest for which such weights exist. None if no weights are allowed.
        """
        even = np.concatenate([self.even, np.ones(self.rest.shape[1])])
        own = np.hstack([self.rows, self.rest])
        columns, right = np.hstack([own, (own @ even)[:, None]]), list(self.right)
        answer = minimise(-np.eye(columns.shape[1])[-1], dense_rows(list(columns), right, right))
        if not answer.is_solved:
            return None
        most = float(answer.point[-1])
        return (answer.point[:-1] + most * even)[: len(self.even)], most

    def support(self) -> tuple[Array, Array]:
        """Find which rows may have a positive weight, and which limits need not be used up. Return two arrays of booleans.

        One linear program answers both questions for all rows and limits. Its unknowns are allowed weights and a factor g of at
        most 1/INSIDE. The score of a row is g times its weight, divided by its weight in `even`, but at most 1. The score of a
        limit is g times its unused part, but at most 1. The program makes the sum of all scores as large as possible. A row or a
        limit gets True if its score is then above 1/2.
        """
        own, count = np.hstack([self.rows, self.rest]), len(self.even)
        many = own.shape[1]
        given = np.hstack([self.rows * self.even, self.rest])
        columns, nothing = np.hstack([own, given, -self.right[:, None]]), [0.0] * len(self.right)
        table, caps = dense_rows(list(columns), nothing, nothing), np.arange(many, 2 * many + 1, dtype=np.int32)
        capped = SparseRows(
            np.concatenate([table.starts, table.starts[-1] + 1 + np.arange(len(caps), dtype=np.int32)]),
            np.concatenate([table.indices, caps]),
            np.concatenate([table.values, np.ones(len(caps))]),
            np.concatenate([table.lower, np.full(len(caps), -np.inf)]),
            np.concatenate([table.upper, np.ones(many), [1 / INSIDE]]),
        )
        answer = minimise(np.concatenate([np.zeros(many), -np.ones(many), [0.0]]), capped)
        has = answer.point[many:-1] > 0.5
        return has[:count], has[count:]


def _independent(patterns: FloatPatterns) -> Array:
    """Return, for each limit, whether it is needed.

    A limit that must be used up is an equation. It is not needed if it follows from the equations before it and from the equations
    that give every input the same total.
    """
    rows, stays = np.vstack([np.ones(len(patterns.counts)), patterns.vectors.T]), np.ones(len(patterns.limits), bool)
    for n in np.flatnonzero(~patterns.may_fall_short):
        line = patterns.limits[n]
        rest = line - rows.T @ np.linalg.lstsq(rows.T, line, rcond=SINGULAR)[0]
        stays[n] = np.abs(rest).max() > SINGULAR * np.abs(line).max()
        rows = np.vstack([rows, line]) if stays[n] else rows
    return stays
