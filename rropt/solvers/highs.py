"""Linear programs through HiGHS directly: sparse, with tight tolerances, and hot-started on demand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import highspy
import numpy as np
import numpy.typing as npt

from rropt.exact.patience import known_answers, seconds_left

__all__ = [
    "TOLERANCE",
    "Floats",
    "HighsAnswer",
    "Options",
    "SparseRows",
    "dense_rows",
    "hot_model",
    "minimise",
    "run",
    "sparse_rows",
]

Floats = npt.NDArray[np.float64]
Options = Sequence[tuple[str, str | int]]
TOLERANCE = 1e-10
# HiGHS drops smaller coefficients; its default, 1e-9, is a delta that people ask for
SMALLEST = 1e-12
SOLVED = "Optimal"
OUT_OF_TIME = "Time limit reached"
MOST_KNOWN = 4  # programs whose answers are kept during one answer of rropt
ANSWERED = (OUT_OF_TIME, SOLVED, "Infeasible", "Unbounded", "Primal infeasible or unbounded")
# the primal simplex and the interior point, tried in turn if the dual simplex ends without an answer
OTHERWISE = (("simplex_strategy", 4), ("solver", "ipm"))


@dataclass(frozen=True, slots=True)
class SparseRows:
    """The constraints lower ≤ A x ≤ upper, with A in compressed rows."""

    starts: npt.NDArray[np.int32]
    indices: npt.NDArray[np.int32]
    values: Floats
    lower: Floats
    upper: Floats


@dataclass(frozen=True, slots=True)
class HighsAnswer:
    """The answer of HiGHS, not checked: its status in words, the value of the objective, the point, the multipliers of the rows,
    and the indices of the basic columns and of the basic rows. If HiGHS reports no optimum, the value is NaN."""

    status: str
    value: float
    point: Floats
    multipliers: Floats
    basic_columns: tuple[int, ...]
    basic_rows: tuple[int, ...]

    @property
    def is_solved(self) -> bool:
        """Whether HiGHS reports an optimum."""
        return self.status == SOLVED


def hot_model(cost: Floats, rows: SparseRows, *, lower: Floats | None = None) -> Any:
    """Build a HiGHS model, which may be changed and solved again: minimise cost·x subject to x ≥ lower (default 0) and the rows."""
    n = len(cost)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = n, len(rows.lower)
    lp.col_cost_ = cost
    lp.col_lower_ = np.zeros(n) if lower is None else lower
    lp.col_upper_ = np.full(n, highspy.kHighsInf)
    lp.row_lower_, lp.row_upper_ = rows.lower, rows.upper
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = rows.starts, rows.indices, rows.values
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    model.setOptionValue("threads", 1)
    model.setOptionValue("primal_feasibility_tolerance", TOLERANCE)
    model.setOptionValue("dual_feasibility_tolerance", TOLERANCE)
    model.setOptionValue("small_matrix_value", SMALLEST)
    model.passModel(lp)
    return model


def run(model: Any) -> HighsAnswer:
    """Solve the model as it is now, within the time that is left."""
    if math.isfinite(left := seconds_left()):
        model.setOptionValue("time_limit", model.getRunTime() + left)
    model.run()
    solution = model.getSolution()
    status = model.modelStatusToString(model.getModelStatus())
    if status == OUT_OF_TIME:
        seconds_left()  # this call notes that the limit was reached
        return _out_of_time(model.getNumCol(), model.getNumRow())
    value = float(model.getInfo().objective_function_value) if status == SOLVED else math.nan
    basis = model.getBasis()
    return HighsAnswer(
        status,
        value,
        np.asarray(solution.col_value),
        np.asarray(solution.row_dual),
        _basic(basis.col_status),
        _basic(basis.row_status),
    )


def _out_of_time(columns: int, rows: int) -> HighsAnswer:
    """Make the answer for a run that ran out of time: the value NaN, zeros for the point and the multipliers, and no basis."""
    return HighsAnswer(OUT_OF_TIME, math.nan, np.zeros(columns), np.zeros(rows), (), ())


def _basic(statuses: Any) -> tuple[int, ...]:
    """Return the indices of the statuses that are `kBasic`."""
    return tuple(n for n, status in enumerate(statuses) if status == highspy.HighsBasisStatus.kBasic)


def minimise(cost: Floats, rows: SparseRows, *, lower: Floats | None = None, options: Options = ()) -> HighsAnswer:
    """Minimise cost·x by the dual simplex method. If this gives no answer, use the primal simplex method, and after it an interior
    point method.

    If a time limit of rropt is active, the answers to the first few programs are stored. A program that comes again is then not
    solved again. This helps because the exact and the floating-point computation of one result often solve the same program.
    """
    known, arrays = known_answers(), (cost, rows.starts, rows.indices, rows.values, rows.lower, rows.upper)
    asked = (*(x.tobytes() for x in arrays), None if lower is None else lower.tobytes(), tuple(options))
    if asked in known:
        return known[asked]  # type: ignore[no-any-return]
    if seconds_left() == 0:
        return _out_of_time(len(cost), len(rows.lower))
    answer = _minimise(cost, rows, lower, options)
    if answer.status != OUT_OF_TIME and len(known) < MOST_KNOWN:
        known[asked] = answer
    return answer


def _minimise(cost: Floats, rows: SparseRows, lower: Floats | None, options: Options) -> HighsAnswer:
    model = hot_model(cost, rows, lower=lower)
    for option, value in options:
        model.setOptionValue(option, value)
    answer = run(model)
    for option, value in OTHERWISE:
        if answer.status in ANSWERED:
            break
        model = hot_model(cost, rows, lower=lower)
        model.setOptionValue(option, value)
        answer = run(model)
    return answer


def dense_rows(a: Sequence[Sequence[float]], lower: Sequence[float], upper: Sequence[float]) -> SparseRows:
    """Convert a small dense matrix to compressed rows, zeros included."""
    matrix = np.asarray(a, dtype=np.float64)
    m, n = matrix.shape
    return SparseRows(
        np.arange(0, m * n + 1, n, dtype=np.int32),
        np.tile(np.arange(n, dtype=np.int32), m),
        matrix.ravel(),
        np.asarray(lower, dtype=np.float64),
        np.asarray(upper, dtype=np.float64),
    )


def sparse_rows(a: Floats, lower: Sequence[float] | Floats, upper: Sequence[float] | Floats) -> SparseRows:
    """Convert a dense matrix that is mostly zeros to compressed rows, without the zeros."""
    at, columns = np.nonzero(a)
    starts = np.searchsorted(at, np.arange(len(a) + 1))
    return SparseRows(
        starts.astype(np.int32),
        columns.astype(np.int32),
        a[at, columns],
        np.asarray(lower, dtype=np.float64),
        np.asarray(upper, dtype=np.float64),
    )
