"""A dense linear program in floats, by HiGHS."""

from __future__ import annotations

from dataclasses import dataclass

import highspy
import numpy as np
import numpy.typing as npt

from rropt.engine.centred import Array
from rropt.solvers.highs import basic_among, run

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
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = A.shape
    places = [np.flatnonzero(line) for line in A]
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.cumsum([0, *map(len, places)]).astype(np.int32)
    model.a_matrix_.index_ = np.concatenate(places).astype(np.int32)
    model.a_matrix_.value_ = np.concatenate([line[at] for line, at in zip(A, places, strict=True)])
    model.col_cost_ = -gains
    model.col_lower_, model.col_upper_ = np.zeros(len(gains)), np.full(len(gains), highspy.kHighsInf)
    model.row_lower_ = np.where(is_equal, b, -np.inf)
    model.row_upper_ = b
    highs = run(model)
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    found, basis = highs.getSolution(), highs.getBasis()
    return Vertex(
        np.array(found.col_value),
        -np.array(found.row_dual),
        basic_among(basis.col_status),
        basic_among(basis.row_status),
    )
