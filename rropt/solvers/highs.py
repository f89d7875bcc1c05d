"""Bases of a linear program that HiGHS finds in floats. They are proposals, which exact steps correct.

Rows and columns are first multiplied by powers of 2 that bring the entries of each near to 1, and gains so that the largest is
1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import chain

import highspy
import numpy as np
import numpy.typing as npt
from flint import fmpq

from rropt.exact.patience import seconds_left
from rropt.solvers.program import Basis, Program
from rropt.solvers.rational import ONE, ZERO, each_once, near

__all__ = ["Floats", "basic_among", "run"]

Array = npt.NDArray[np.float64]
TOLERANCE = 1e-10
# HiGHS drops smaller coefficients; its default, 1e-9, is a delta that people ask for
SMALLEST = 1e-12
BASIC = int(highspy.HighsBasisStatus.kBasic)


class Floats:
    """A program in floats; `units` has the factors of its columns and `sizes` those of its rows."""

    def __init__(self, program: Program[fmpq]) -> None:
        self.program = program
        self.starts = np.cumsum([0, *map(len, program.rows)]).astype(np.int32)
        self.at = np.fromiter(chain.from_iterable(program.rows), np.int32)
        self.row_of = np.repeat(np.arange(len(program.rows), dtype=np.int32), np.diff(self.starts))
        numbers = [*chain.from_iterable(row.values() for row in program.rows)]
        known = each_once(float, numbers)
        self.values: Array = np.array([known[id(v)] for v in numbers])
        self.sizes = _factors(self.row_of, self.values, len(program.rows))
        self.units = _factors(self.at, self.values * self.sizes[self.row_of], len(program.gains))
        self.values *= self.sizes[self.row_of] * self.units[self.at]
        self.lack = self.profit = ONE

    def propose(self, *, presolve: bool = True) -> Basis | None:
        """The basis with which HiGHS ends; None if it has none. Without presolving it has one even if nothing is feasible."""
        program, model = self.program, self._model()
        right = np.array([float(b) for b in program.right]) * self.sizes
        gains = _sized(dict(enumerate(program.gains)), range(len(program.gains)), self.units)
        model.col_cost_ = -_floats(gains, max((abs(v) for v in gains if v), default=ONE))
        model.col_lower_, model.col_upper_ = np.zeros(model.num_col_), np.full(model.num_col_, highspy.kHighsInf)
        model.row_lower_, model.row_upper_ = np.where(program.equal, right, -np.inf), right
        return self._basis(run(model, presolve=presolve))

    def refine(self, values: Mapping[int, fmpq], profits: Mapping[int, fmpq]) -> Basis | None:
        """Improve a basis that is nearly optimal, from its exact values and profits.

        What the point lacks is measured by the largest lack, and profits by the largest of them. So HiGHS sees errors that were
        below its tolerance (Gleixner, Steffy and Wolter 2016). Slacks are columns here, told as −1 − r of row r as in
        `simplex`.
        """
        n, m = len(self.program.gains), len(self.program.rows)
        unknowns = [*range(n), *(-1 - r for r in range(m))]
        units = np.concatenate([self.units, 1 / self.sizes])
        points, gains = _sized(values, unknowns, 1 / units), _sized(profits, unknowns, units)
        self.lack = min([self.lack, max((-v for v in points if v < 0), default=self.lack)])
        self.profit = min([self.profit, max((v for v in gains if v > 0), default=self.profit)])
        lower = -_floats(points, self.lack)
        model = self._model(with_slacks=True)
        model.col_cost_ = -_floats(gains, self.profit)
        is_fixed = np.array([False] * n + self.program.equal)
        model.col_lower_, model.col_upper_ = lower, np.where(is_fixed, lower, np.inf)
        model.row_lower_ = model.row_upper_ = np.zeros(m)
        return self._basis(run(model, presolve=False))

    def _model(self, *, with_slacks: bool = False) -> highspy.HighsLp:
        n, m = len(self.program.gains), len(self.program.rows)
        starts, at = self.starts, self.at
        entries: Array = self.values
        if with_slacks:
            own = np.arange(m, dtype=np.int32)
            order = np.argsort(np.concatenate([self.row_of, own]), kind="stable")
            at = np.concatenate([self.at, n + own])[order]
            entries = np.concatenate([self.values, np.ones(m)])[order]
            starts = (starts + np.arange(m + 1)).astype(np.int32)
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = n + m * with_slacks, m
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_, model.a_matrix_.index_, model.a_matrix_.value_ = starts, at, entries
        return model

    def _basis(self, highs: highspy.Highs) -> Basis | None:
        """The basis, where a basic row of HiGHS and a basic column of a slack both mean that the slack is basic."""
        found = highs.getBasis()
        if not found.valid:
            return None
        n = len(self.program.gains)
        columns, slacks = basic_among(found.col_status), basic_among(found.row_status)
        return Basis(tuple(j for j in columns if j < n), frozenset(slacks + [j - n for j in columns if j >= n]))


def basic_among(statuses: Sequence[highspy.HighsBasisStatus]) -> list[int]:
    """The places of the unknowns that are basic; such statuses are slow to compare, and their numbers are not."""
    return [n for n, status in enumerate(map(int, statuses)) if status == BASIC]


def run(model: highspy.HighsLp, *, presolve: bool = True) -> highspy.Highs:
    """Solve a model, to narrow tolerances and within the limit of time."""
    highs = highspy.Highs()
    options = {
        "output_flag": False,
        "threads": 1,
        "presolve": "on" if presolve else "off",
        "primal_feasibility_tolerance": TOLERANCE,
        "dual_feasibility_tolerance": TOLERANCE,
        "small_matrix_value": SMALLEST,
    }
    for option, value in options.items():
        highs.setOptionValue(option, value)
    if math.isfinite(left := seconds_left()):
        highs.setOptionValue("time_limit", left)
    highs.passModel(model)
    highs.run()
    return highs


def _factors(group: npt.NDArray[np.int32], values: Array, groups: int) -> Array:
    """For each group of values the power of 2 nearest to 1/√(largest · smallest)."""
    size = np.abs(values)
    largest, smallest = np.zeros(groups), np.full(groups, np.inf)
    np.maximum.at(largest, group, size)
    np.minimum.at(smallest, group, size)
    middle = np.sqrt(np.where(largest > 0, largest * np.where(largest > 0, smallest, 1.0), 1.0))
    factors: Array = np.ldexp(1.0, -np.round(np.log2(middle)).astype(int))
    return factors


def _sized(numbers: Mapping[int, fmpq], unknowns: Sequence[int], units: Array) -> list[fmpq]:
    """The numbers of these unknowns times the units, exactly; 0 for those that are missing."""
    factors = {u: near(u) for u in {*units.tolist()}}
    return [v * factors[u] if (v := numbers.get(n)) else ZERO for n, u in zip(unknowns, units.tolist(), strict=True)]


def _floats(numbers: Sequence[fmpq], size: fmpq) -> Array:
    """The numbers divided by `size`, as doubles."""
    return np.array([float(v / size) if v else 0.0 for v in numbers])
