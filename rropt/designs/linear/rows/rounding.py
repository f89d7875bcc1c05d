"""Find rigorous rational bounds on a linear objective from floats. They are used if no exact basis is found.

The demand consists of sides and budgets. A side is an inequality p_ij ≤ T·p_il for every output i, where p_ij are the entries of
the mechanism. A budget limits the sum of max(0, g·r, …) over the rows r of the mechanism. The linear functions g are its planes.

Feasible rows: HiGHS's rows are read as rationals, and the columns are scaled to sum 1. Then the mechanism is mixed with the
constant mechanism, whose entries are all 1/m. Take a plane g with g·1 ≤ 0, such as r_j − T·r_l. Its value at each row of the
constant mechanism is g·1/m. Let s be the sum of its positive values over the rows of the first mechanism. After mixing, with weight
λ on the constant mechanism, the sum is at most (1−λ)·s + λ·g·1/m, or 0 if no value stays positive. So for a budget b the weight λ =
(s − b)/(s − g·1/m) suffices. The largest of these weights serves all sides and budgets.

Feasible multipliers: at each output, first the multipliers of a budget's planes are reduced until they sum to at most the budget's
multiplier. Let W_ij be the gains, y_j the multipliers of the columns, and μ_ijl that of the side p_ij ≤ T·p_il. At each entry p_ij,
T·Σ_l μ_ilj must be at most y_j − W_ij + Σ_l μ_ijl. If T is large, it may be much more, because T multiplies the errors of the
doubles μ_ilj. Then the numbers μ_ilj are reduced in proportion. Finally each column's multiplier is set to the least that suffices
for every output.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor, isfinite, log10

import numpy as np
import numpy.typing as npt

from rropt.designs.linear.program import Multipliers
from rropt.designs.linear.rows.numeric import float_answer
from rropt.designs.linear.rows.program import RowProgram
from rropt.designs.linear.rows.splitting import SplitAnswer, is_for_splitting, place_of, split
from rropt.designs.rows.cone import Plane
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, total_of
from rropt.solvers.highs import HighsAnswer

__all__ = ["round_floats"]

DIGITS, FINE = 10**15, 10**45
FEW = 10**12  # a mechanism that alternating directions found is rounded to entries that are multiples of 1/FEW
ROUNDS = 3
ZERO, ONE = Fraction(0), Fraction(1)
Name = tuple[int, ...]
Shares = dict[Name, Fraction]


def round_floats(asked: RowProgram) -> tuple[Matrix, Multipliers]:
    """Turn a solver's floats into rational rows that keep the demand and rational multipliers that prove a bound.

    If the solver failed, the rows are constant, and each column's multiplier is the largest gain of its input.
    """
    inner, outer = (asked, asked) if asked.is_rational else (asked.rounded(up=False), asked.rounded(up=True))
    if is_for_splitting(asked):
        rows, prices = _of_split(split(asked), inner, outer)
    else:
        rows, prices = _of_solver(float_answer(asked), asked, inner, outer)
    lacking = zip(prices.columns, outer.short_of(asked), strict=True)
    return rows, Multipliers(tuple(y + x for y, x in lacking), prices.budgets, prices.excess)


def _of_solver(
    answer: HighsAnswer, asked: RowProgram, inner: RowProgram, outer: RowProgram
) -> tuple[Matrix, Multipliers]:
    """Turn the point and the multipliers of HiGHS's answer into rationals: rows that keep `inner`, the program of smaller bounds,
    and multipliers that are valid for `outer`, the program of larger bounds.

    If HiGHS failed, the rows are constant, and each column's multiplier is the largest gain of its input.
    """
    form, (m, k) = asked.form(), asked.shape
    numbers = [*answer.point.tolist(), *answer.multipliers.tolist()]
    if not (answer.is_solved and all(map(isfinite, numbers))):
        prices = Multipliers(tuple(max(w) for w in zip(*outer.linear.gains, strict=True)), {}, {})
        return ((Fraction(1, m),) * k,) * m, prices
    rows = _feasible([[_probability(x) for x in numbers[i * k : (i + 1) * k]] for i in range(m)], inner)
    duals = zip(form.names, numbers[len(answer.point) :], strict=True)
    return rows, _multipliers(outer, {name: Fraction(-y) for name, y in duals})


def _of_split(found: SplitAnswer, inner: RowProgram, outer: RowProgram) -> tuple[Matrix, Multipliers]:
    """Round the answer of the method of alternating directions to decimals of few digits.

    The rows keep the demand of the program `inner`, and the multipliers are valid for the program `outer`. The checker compares
    every two entries of a row. With many digits these comparisons would be too much work, and the checker would refuse the
    certificate.
    """
    counts = np.rint(found.rows * FEW).astype(int)
    largest = counts.argmax(axis=0), np.arange(counts.shape[1])
    counts[largest] += FEW - counts.sum(axis=0)
    table = [[Fraction(n, FEW) for n in row] for row in counts.tolist()]
    rows = tuple(map(tuple, table)) if _keeps(counts, inner) else _feasible(table, inner)
    unit = Fraction(10) ** (floor(log10(found.prices.max(initial=0.0) or 1.0)) - len(str(FEW)) + 1)
    prices, shares = (np.rint(x / float(unit)).astype(int) for x in (found.prices, found.shares))
    names = {place_of(name): name for name in outer.bounds}
    budgets = {names[place]: int(prices[place]) * unit for place in zip(*_places(prices), strict=True)}
    excess = {
        (i, *names[n, j, against]): int(shares[i, n, j, against]) * unit
        for i, n, j, against in zip(*_places(shares), strict=True)
    }
    return rows, _raised(outer, budgets, excess)


def _keeps(counts: npt.NDArray[np.int64], program: RowProgram) -> bool:
    """Whether the mechanism with the entries `counts`/`FEW` keeps the bounds of all pairs of inputs, decided in integers."""
    columns = counts.T.astype(object)
    for (j, against, *_), (ratio, most) in program.bounds.items():
        p, q = Fraction(ratio).as_integer_ratio()  # type: ignore[arg-type]
        if np.maximum(q * columns[j] - p * columns[against], 0).sum() > most * q * FEW:
            return False
    return True


def _places(table: npt.NDArray[np.int64]) -> list[list[int]]:
    """Return the indices of the entries that are not 0, as one list for each axis."""
    return [places.tolist() for places in np.nonzero(table)]


def _probability(x: float) -> Fraction:
    return max(ZERO, Fraction(round(x * DIGITS), DIGITS))


def _feasible(table: list[list[Fraction]], program: RowProgram) -> Matrix:
    """Turn a table into a mechanism that keeps the demand.

    The columns are scaled to sum 1. Then the table is mixed with the mechanism of m outputs whose entries are all 1/m, as much as
    the bounds of the demand require.
    """
    m = len(table)
    sums = [sum(column, ZERO) for column in zip(*table, strict=True)]
    rows = [[x / s if s else Fraction(1, m) for x, s in zip(row, sums, strict=True)] for row in table]
    weight: Number = ZERO
    for (j, against), ratio in program.cone.sides.items():
        excess = max(row[j] - ratio * row[against] for row in rows)
        if excess > 0:
            weight = max(weight, excess / (excess + (ratio - 1) / m))
    for budget in program.cone.budgets.values():
        excess = total_of([budget.take(row) for row in rows])
        if excess > budget.most:
            # where a plane has g·1 > 0, its positive parts sum to g·1 at the constant mechanism
            constant = max(total_of([a for _, a in plane]) for plane in budget.planes)
            weight = max(weight, (excess - budget.most) / (excess - (constant / m if constant <= 0 else constant)))
    return tuple(tuple((1 - weight) * x + weight / m for x in row) for row in rows)


def _multipliers(program: RowProgram, duals: Mapping[tuple[str, Name], Fraction]) -> Multipliers:
    """Change a solver's duals so that they become valid multipliers, which prove a bound.

    A budget limits the sum over the outputs of the largest of some linear functions, its planes. Multipliers of planes and budgets
    are raised to at least 0. At each output, the multipliers of a budget's planes are reduced until they sum to at most the
    budget's multiplier. Then each column gets the least multiplier that covers the gains of every output.
    """
    gains, planes = program.linear.gains, _planes(program)
    budgets = {name: max(ZERO, y) for (kind, name), y in duals.items() if kind == "budget"}
    shares = {name: max(ZERO, y) for (kind, name), y in duals.items() if kind == "excess"}
    spent: dict[Name, Fraction] = {}
    for name, share in shares.items():
        whole = planes[name[1:]][1]
        if whole is not None:
            spent[name[0], *whole] = spent.get((name[0], *whole), ZERO) + share
    for name, share in shares.items():
        whole = planes[name[1:]][1]
        if whole is not None and spent[name[0], *whole] > budgets[whole]:
            shares[name] = share * budgets[whole] / spent[name[0], *whole]
    columns = [duals["column", (j,)] for j in range(len(gains[0]))]
    for _ in range(ROUNDS):
        shares = _cut(program, planes, shares, columns)
    return _raised(program, budgets, shares)


def _raised(program: RowProgram, budgets: Mapping[Name, Fraction], shares: Mapping[Name, Fraction]) -> Multipliers:
    """Compute the least multipliers of the columns that are valid beside the given multipliers, and return all multipliers.

    The multipliers in `budgets` belong to budgets. Those in `shares` belong to the inequalities p_ij ≤ T·p_il and to the linear
    functions of the budgets.
    """
    planes, left = _planes(program), [list(row) for row in program.linear.gains]
    for name, share in shares.items():
        for j, a in planes[name[1:]][0] if share else ():
            left[name[0]][j] = left[name[0]][j] - a * share
    raised = tuple(max(column) for column in zip(*left, strict=True))
    return Multipliers(raised, {n: z for n, z in budgets.items() if z}, {n: x for n, x in shares.items() if x})


def _planes(program: RowProgram) -> dict[Name, tuple[Plane, Name | None]]:
    """Map the name of each inequality to its linear function and the name of its budget.

    There is an entry for each inequality p_ij ≤ T·p_il, and for each linear function that a budget limits. A linear function is
    given as pairs of an input and its coefficient. An inequality p_ij ≤ T·p_il has no budget, and None takes the place of the
    budget's name.
    """
    found: dict[Name, tuple[Plane, Name | None]] = {
        place: (((pair[0], ONE), (pair[1], -program.cone.sides[pair])), None)
        for pair, place in program.cone.places.items()
    }
    for name, budget in program.cone.budgets.items():
        several = len(budget.planes) > 1
        found |= {(*name, *((n,) if several else ())): (g, name) for n, g in enumerate(budget.planes)}
    return found


def _cut(
    program: RowProgram, planes: Mapping[Name, tuple[Plane, Name | None]], shares: Shares, columns: list[Fraction]
) -> Shares:
    """Reduce multipliers in `shares` at each entry p_ij where the inequality of the dual fails.

    Each multiplier belongs to an inequality of the primal, in which p_ij has a coefficient a. Let W_ij be the gain of p_ij, and y_j
    the multiplier of column j in `columns`. The dual asks that the sum of a times the multiplier is at least W_ij − y_j. If the sum
    is smaller, all multipliers with a < 0 are reduced in proportion, until the dual holds or they are 0.
    """
    gains, found = program.linear.gains, dict(shares)
    paid: dict[tuple[int, int], list[tuple[Name, Number]]] = {}
    has: list[list[Number]] = [[y - w for y, w in zip(columns, row, strict=True)] for row in gains]
    for name, share in shares.items():
        for j, a in planes[name[1:]][0] if share else ():
            if a > 0:
                has[name[0]][j] = has[name[0]][j] + a * share
            else:
                paid.setdefault((name[0], j), []).append((name, -a * share))
    for (i, j), parts in paid.items():
        whole, owned = total_of([x for _, x in parts]), max(ZERO, has[i][j])
        if whole > owned:
            for name, _ in parts:
                cut = shares[name] * owned / whole
                assert isinstance(cut, Fraction)
                found[name] = min(found[name], Fraction(floor(cut * FINE), FINE))
    return found
