"""A dense linear program in floats, by HiGHS."""

from __future__ import annotations

import highspy
import numpy as np

from rropt.engine.centred import Array

__all__ = ["maximise_in_floats"]

TOLERANCE = 1e-10


def maximise_in_floats(gains: Array, A: Array, b: Array, equal: int) -> tuple[Array, Array] | None:
    """Maximise gains·x over x ≥ 0 with A·x = b in the first `equal` lines and A·x ≤ b in the others.

    Returned are x and the prices of the lines; None if HiGHS finds no optimum.
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
    model.row_lower_ = np.where(np.arange(len(b)) < equal, b, -np.inf)
    model.row_upper_ = b
    highs = highspy.Highs()
    for option, value in (
        ("output_flag", False),
        ("threads", 1),
        ("primal_feasibility_tolerance", TOLERANCE),
        ("dual_feasibility_tolerance", TOLERANCE),
    ):
        highs.setOptionValue(option, value)
    highs.passModel(model)
    highs.run()
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    found = highs.getSolution()
    return np.array(found.col_value), -np.array(found.row_dual)
