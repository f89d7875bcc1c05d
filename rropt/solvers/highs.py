"""Bases of a linear program that HiGHS finds in floats. They are proposals, which exact steps correct.

Rows and columns are first multiplied by powers of 2 that bring the entries of each near to 1, and gains so that the largest is
1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

import highspy
import numpy as np
import numpy.typing as npt
from flint import fmpq

from rropt.exact.patience import seconds_left
from rropt.solvers.program import Basis, Program
from rropt.solvers.rational import ZERO

__all__ = ["NONNEGATIVE", "Floats", "Vertex", "basis_of", "floats", "maximise_in_floats", "run"]

Array = npt.NDArray[np.float64]
Matrix = tuple[npt.NDArray[np.integer], npt.NDArray[np.integer], Array]
NONNEGATIVE = 0.0, np.inf
TOLERANCE = 1e-10
# HiGHS drops smaller coefficients; its default, 1e-9, is a delta that people ask for
SMALLEST = 1e-12
# factors are at most 2^300; where a number is beyond 2^1024, at which doubles end, those beyond 2^300 count as it
MOST = fmpq(2) ** 300


class Floats:
    """A program in floats; `units` has the factors of its columns and `sizes` those of its rows."""

    def __init__(self, program: Program[fmpq]) -> None:
        self.program = program
        self.at = np.fromiter(chain.from_iterable(program.rows), np.int32)
        self.row_of = np.repeat(np.arange(len(program.rows), dtype=np.int32), list(map(len, program.rows)))
        self.values = floats(chain.from_iterable(row.values() for row in program.rows))
        self.sizes = _factors(self.row_of, self.values, len(program.rows))
        self.units = _factors(self.at, self.values * self.sizes[self.row_of], len(program.gains))
        self.values *= self.sizes[self.row_of] * self.units[self.at]
        self.lack = self.profit = 1.0

    def propose(self) -> Basis | None:
        """The basis with which HiGHS ends, even if nothing is feasible; None if it has none."""
        right, gains = floats(self.program.right) * self.sizes, floats(self.program.gains)
        gains = gains / (np.abs(gains).max(initial=0) or 1.0) * self.units
        costs = -gains / (np.abs(gains).max(initial=0) or 1.0)
        rows, matrix = (np.where(self.program.equal, right, -np.inf), right), (self.row_of, self.at, self.values)
        return self._basis(run(costs, NONNEGATIVE, rows, matrix))

    def refine(self, values: Mapping[int, fmpq], profits: Mapping[int, fmpq]) -> Basis | None:
        """Improve a basis that is nearly optimal, from its exact values and profits.

        What the point lacks is measured by the largest lack, and profits by the largest of them. So HiGHS sees errors that were
        below its tolerance (Gleixner, Steffy and Wolter 2016). Slacks are columns here, told as −1 − r of row r as in
        `simplex`.
        """
        n, m = len(self.program.gains), len(self.program.rows)
        unknowns, units = [*range(n), *range(-1, -1 - m, -1)], np.concatenate([self.units, 1 / self.sizes])
        points, gains = (floats(known.get(u, ZERO) for u in unknowns) for known in (values, profits))
        # the slack of a row stands behind its entries
        own, ends = np.arange(m, dtype=np.int32), np.searchsorted(self.row_of, np.arange(m), side="right")
        matrix = np.insert(self.row_of, ends, own), np.insert(self.at, ends, n + own), np.insert(self.values, ends, 1.0)
        is_fixed = np.array([False] * n + self.program.equal)
        with np.errstate(over="ignore", invalid="ignore"):
            points, gains = points / units, gains * units
            self.lack = min(self.lack, -points.min(initial=0) or self.lack)
            self.profit = min(self.profit, gains.max(initial=0) or self.profit)
            lower, costs = -points / self.lack, -gains / self.profit
        if not np.isfinite(lower).all() or not np.isfinite(costs).all():
            return None
        columns, none = (lower, np.where(is_fixed, lower, np.inf)), np.zeros(m)
        return self._basis(run(costs, columns, (none, none), matrix))

    def _basis(self, highs: highspy.Highs) -> Basis | None:
        """The basis, where a basic row of HiGHS and a basic column of a slack both mean that the slack is basic."""
        if (found := basis_of(highs)) is None:
            return None
        n, (columns, slacks) = len(self.program.gains), found
        return Basis(tuple(j for j in columns if j < n), frozenset(slacks + [j - n for j in columns if j >= n]))


def basis_of(highs: highspy.Highs) -> tuple[list[int], list[int]] | None:
    """The basic columns, and the rows whose slack is basic; None if there is no basis."""
    # asked for basic unknowns where the simplex method has not run, HiGHS ends the process: a matrix without entries needs no run
    if not highs.getBasis().valid or not highs.getNumNz():
        return None
    basic: list[int] = np.sort(highs.getBasicVariables()[1]).tolist()
    return [n for n in basic if n >= 0], [-1 - n for n in basic if n < 0]


def run(
    costs: Array,
    columns: tuple[Array | float, Array | float],
    rows: tuple[Array, Array],
    matrix: Matrix,
    **more: object,
) -> highspy.Highs:
    """Minimise to narrow tolerances and within the limit of time; the bounds of columns and of rows are the lower and the upper
    ones, and the matrix is told by the rows, the columns and the values of its entries, row after row; `more` has other options of
    HiGHS."""
    highs = highspy.Highs()
    # presolving takes longer than it saves, and without it there is a basis even if nothing is feasible
    options = {
        "output_flag": False,
        "threads": 1,
        "solver": "simplex",
        "presolve": "off",
        "primal_feasibility_tolerance": TOLERANCE,
        "dual_feasibility_tolerance": TOLERANCE,
        "small_matrix_value": SMALLEST,
        "time_limit": seconds_left(),
        **more,
    }
    for option, value in options.items():
        highs.setOptionValue(option, value)
    n, m, (row_of, at, values) = len(costs), len(rows[0]), matrix
    starts = np.searchsorted(row_of, np.arange(m + 1)).astype(np.int32)
    form, sense = int(highspy.MatrixFormat.kRowwise), int(highspy.ObjSense.kMinimize)
    bounds, own = [np.full(n, x) for x in columns], (at.astype(np.int32), values)
    highs.passModel(n, m, len(at), form, sense, 0.0, costs, *bounds, *rows, starts, *own, np.zeros(n, np.int32))
    highs.run()
    return highs


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
    line, at = np.nonzero(A)
    highs = run(-gains, NONNEGATIVE, (np.where(is_equal, b, -np.inf), b), (line, at, A[line, at]))
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal or (basis := basis_of(highs)) is None:
        return None
    found = highs.getSolution()
    return Vertex(np.array(found.col_value), -np.array(found.row_dual), *basis)


def _factors(group: npt.NDArray[np.int32], values: Array, groups: int) -> Array:
    """For each group of values the power of 2 nearest to 1/√(largest · smallest)."""
    size = np.maximum(np.abs(values), 1e-300)
    largest, smallest = np.zeros(groups), np.full(groups, np.inf)
    np.maximum.at(largest, group, size)
    np.minimum.at(smallest, group, size)
    largest, smallest = np.where(largest > 0, [largest, smallest], 1.0)
    middle = (np.log2(largest) + np.log2(smallest)) / 2
    factors: Array = np.ldexp(1.0, -np.clip(np.round(middle), -300, 300).astype(int))
    return factors


def floats(numbers: Iterable[fmpq]) -> Array:
    """The numbers as doubles."""
    some = list(numbers)
    try:
        return np.fromiter(map(float, some), float, len(some))
    except OverflowError:
        return np.array([float(max(-MOST, min(x, MOST))) for x in some])
