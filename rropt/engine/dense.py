"""A dense linear program in floats, by HiGHS."""

from __future__ import annotations

from dataclasses import dataclass

import highspy
import numpy as np
import numpy.typing as npt

from rropt.engine.centred import Array
from rropt.solvers.highs import basis_of, run

__all__ = ["Vertex", "maximise_in_floats"]


@dataclass(frozen=True, slots=True)
class Vertex:
    """An optimal x, the prices of the lines, the basic unknowns, and the lines whose slack is basic."""

    x: Array
    prices: Array
    basic: list[int]
    slacks: list[int]


def maximise_in_floats(gains: Array, A: Array, b: Array, is_equal: npt.NDArray[np.bool_]) -> Vertex | None:
    """Maximise gains·x over x ≥ 0 and lines A·x ≤ b, of which some are equalities.

    The answer is None if HiGHS finds no optimum.
    """
    n, (line, at) = len(gains), np.nonzero(A)
    starts = np.cumsum([0, *np.count_nonzero(A, axis=1)]).astype(np.int32)
    columns, rows = (np.zeros(n), np.full(n, np.inf)), (np.where(is_equal, b, -np.inf), b)
    # presolving takes longer than it saves, as hardly an entry is 0
    highs = run(-gains, columns, rows, (starts, at.astype(np.int32), A[line, at]), presolve=False)
    basis = basis_of(highs)
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal or basis is None:
        return None
    found = highs.getSolution()
    return Vertex(np.array(found.col_value), -np.array(found.row_dual), *basis)
