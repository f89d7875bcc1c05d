"""Programs in cvxpy whose variables are the weights of listed rows, of which mechanisms are made. The rows are a Parameter of
cvxpy, which is computed from the demand's ratio. The constraints are on the weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import cvxpy as cp
import numpy as np

from rropt.designs.rows.averages import has_room, mean_of_best
from rropt.exact.matrix import total_of
from rropt.privacy.bounds import Average
from rropt.problem.conditions import Condition
from rropt.problem.posed.floats import Demanded, Frame, demanded
from rropt.problem.posed.rows import Limit, RowTable
from rropt.problem.problem import Problem

__all__ = ["Weighed", "depending", "weigh"]

Array: TypeAlias = Any


@dataclass(slots=True)
class Weighed(Frame):
    """A program with the variable `weights` ≥ 0, which has one weight for each listed row. Mechanisms are made of the listed rows,
    each multiplied by its weight.

    The rows are scaled so that the mean of their entries is 1. So a weight is the probability of the row's output if all inputs are
    equally likely. The scaled rows are the columns of `rows`. They are computed from the demand's ratio, unless they depend on no
    ratio.
    """

    weights: cp.Variable
    rows: cp.Parameter
    most: Array
    """For each row, the largest weight that the demands on averages allow it, at most 1."""
    known: list[cp.Parameter]
    """The Parameters from which the rows are computed."""

    def follow(self, computed: Callable[[], Array], shape: tuple[int, ...], *beside: cp.Parameter) -> cp.Parameter:
        """Make a Parameter of cvxpy whose value is computed anew by `computed` whenever it is read.

        It has no value while another Parameter on which it depends has none. Those are the Parameters in `beside`, and those that
        determine the rows.
        """
        return depending(computed, shape, *self.known, *beside)


def weigh(problem: Problem, table: RowTable) -> Weighed:
    """Make the program over weights of the rows in the table, with the constraints of the problem's demand and conditions."""
    demand = demanded(problem)

    def at(ratio: Array) -> Array:
        found = np.array([[float(x) for x in row] for row in table.rows(ratio)])
        return found / found.mean(axis=1)[:, None]

    # under a vulnerability alone there is no ratio, and the rows are fixed
    known = [] if demand.ratio is None else [demand.ratio]
    # any ratio will do here: the number of rows is the same at all
    count = len(at(np.full(demand.ratio.shape, 2.0) if known and demand.ratio.shape else 2.0))
    rows = depending(lambda: at(demand.ratio.value if known else None).T, (table.k, count), *known, name="rows")
    weights = cp.Variable(count, nonneg=True, name="weights")
    constraints = [rows @ weights == 1]
    most = np.ones(count)
    for average in table.averages:
        taken = _taken_of(average, rows.value)
        most = np.minimum(most, 1 / np.maximum(taken, 1.0))
        constraints.append(taken @ weights <= 1 if has_room(average) else taken @ weights <= 0)
    for c in table.conditions:
        left = depending(_counting(table, c, lambda: rows.value), (count,), *known) @ weights
        bound = float(c.bound)
        constraints.append({"<=": left <= bound, ">=": left >= bound, "==": left == bound}[c.relation])
    for limit in table.limits:
        taken = depending(_taking(table, limit, demand, at), (count,), demand.ratio)
        slack: Any = 0.0
        if demand.delta is not None:
            slack = demand.delta if limit.place is None else demand.delta[limit.place]
        constraints.append(taken @ weights <= slack)
    own = [x for x in (demand.delta,) if x is not None] if table.fixed else demand.stated
    return Weighed(demand, constraints, [*own, rows], weights, rows, most, [] if table.fixed else [demand.ratio])


def _taken_of(average: Average, rows: Array) -> Array:
    """Return, for each answer of a mechanism, how much of the demand's limit on a guesser's gain it uses.

    Each column of `rows` is the row of one answer. The answer uses a difference: the best gain after this answer, minus the mean
    gain that the actions which are best without an answer have after it. The demand limits the sum of these differences. Each
    difference is divided by this limit, because otherwise a solver's tolerance would be a large part of a small sum. If the limit
    is 0, nothing is divided.
    """
    base = mean_of_best(average)
    room = float(average.most - total_of(list(base)))  # rows sum to (1, …, 1)
    planes = [[float(x - g) for x, g in zip(plane, base, strict=True)] for plane in average.planes]
    taken = np.max(np.array(planes) @ rows, axis=0)
    return taken / room if has_room(average) else taken


def _counting(table: RowTable, condition: Condition, rows: Callable[[], Array]) -> Callable[[], Array]:
    """Make a function that computes the coefficient of each row in a condition. Each time it is called, it gets the current rows by
    calling `rows`."""
    return lambda: np.array(table.left_of(condition, rows().T, float), dtype=float)


def _taking(table: RowTable, limit: Limit, demand: Demanded, rows: Callable[[Array], Array]) -> Callable[[], Array]:
    """Make a function that computes how much of a limit on slack each row uses. Each time it is called, it uses the current value
    of the ratio's Parameter."""

    def taken() -> Array:
        ratio = demand.ratio.value
        return np.array(table.taken(limit, ratio, rows(ratio), max), dtype=float)

    return taken


def depending(
    computed: Callable[[], Array], shape: tuple[int, ...], *known: cp.Parameter, name: str | None = None
) -> cp.Parameter:
    """Make a Parameter that is computed from others; it has no value while one of them has none."""

    def value() -> Array | None:
        return None if any(p.value is None for p in known) else computed()

    return cp.CallbackParam(value, shape, **({"name": name} if name else {}))
