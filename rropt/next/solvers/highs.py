"""A basis of a linear program that HiGHS finds in floats. It is a proposal, which exact steps correct."""

from __future__ import annotations

import math

import highspy
import numpy as np
from flint import fmpq

from rropt.exact.patience import seconds_left
from rropt.next.solvers.program import Basis, Program

__all__ = ["propose"]

TOLERANCE = 1e-10
# HiGHS drops smaller coefficients; its default, 1e-9, is a delta that people ask for
SMALLEST = 1e-12


def propose(program: Program[fmpq], *, presolve: bool = True) -> Basis | None:
    """The basis with which HiGHS ends; None if it has none.

    Without presolving there is one also if nothing is feasible, near prices that show it. Each variable is measured in a unit
    that makes its largest coefficient 1, and the gains in a unit that makes the largest of them 1.
    """
    model = highspy.Highs()
    options = {
        "output_flag": False,
        "threads": 1,
        "presolve": "on" if presolve else "off",
        "primal_feasibility_tolerance": TOLERANCE,
        "dual_feasibility_tolerance": TOLERANCE,
        "small_matrix_value": SMALLEST,
    }
    for option, value in options.items():
        model.setOptionValue(option, value)
    if math.isfinite(left := seconds_left()):
        model.setOptionValue("time_limit", left)
    model.passModel(_model(program))
    model.run()
    basis = model.getBasis()
    if not basis.valid:
        return None
    return Basis(_basic(basis.col_status), frozenset(_basic(basis.row_status)))


def _model(program: Program[fmpq]) -> highspy.HighsLp:
    columns = len(program.gains)
    at = np.array([n for row in program.rows for n in row], np.int32)
    values = np.array([float(v) for row in program.rows for v in row.values()])
    units = np.zeros(columns)
    np.maximum.at(units, at, abs(values))
    units[units == 0] = 1.0
    largest = max(map(abs, program.gains), default=fmpq(0)) or fmpq(1)
    right = np.array([float(b) for b in program.right])
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = columns, len(right)
    lp.col_cost_ = -np.array([float(v / largest) for v in program.gains]) / units
    lp.col_lower_, lp.col_upper_ = np.zeros(columns), np.full(columns, highspy.kHighsInf)
    lp.row_lower_, lp.row_upper_ = np.where(program.equal, right, -np.inf), right
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.cumsum([0, *map(len, program.rows)]).astype(np.int32)
    lp.a_matrix_.index_, lp.a_matrix_.value_ = at, values / units[at]
    return lp


def _basic(statuses: list[highspy.HighsBasisStatus]) -> tuple[int, ...]:
    return tuple(n for n, status in enumerate(statuses) if status == highspy.HighsBasisStatus.kBasic)
