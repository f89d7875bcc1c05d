"""A linear program whose optimal basis a solver proposes and exact numbers decide.

    minimise c·x  over  x ≥ 0,  A·x ≤ b (or = b, row by row)

A basis is a set of columns and a set of rows, as many together as there are rows: its columns solve the rows outside of it, and
the slacks of its rows are what is left there. So only the square system of those is solved, over the field of the numbers, and
the answer is optimal where no x, no slack and no reduced cost is negative, and the multipliers y of A·x ≤ b are at most 0.
Where the solver's basis is not, the exact simplex method goes on from it, if the numbers are rational.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import solve, total_of
from rropt.solvers import simplex
from rropt.solvers.highs import HighsAnswer, SparseRows, minimise

__all__ = ["Basis", "Inequalities", "Vertex", "decide", "repair", "solve_in_floats"]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_ROWS = 400  # of the dense tableau by which a basis is repaired
Basis = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(slots=True)
class Inequalities:
    """The program, row by row; `rows` maps columns to coefficients, and an equality has no slack."""

    costs: list[Number]
    rows: list[Mapping[int, Number]] = field(default_factory=list)
    right: list[Number] = field(default_factory=list)
    equal: list[bool] = field(default_factory=list)

    def add(self, row: Mapping[int, Number], right: Number, *, equal: bool = False) -> int:
        """Add one row, and return its number."""
        self.rows.append(row)
        self.right.append(right)
        self.equal.append(equal)
        return len(self.rows) - 1

    def map_numbers(self, change: Callable[[Number], Number]) -> Inequalities:
        """The program with every number changed."""
        rows: list[Mapping[int, Number]] = [{j: change(a) for j, a in row.items()} for row in self.rows]
        return Inequalities(list(map(change, self.costs)), rows, list(map(change, self.right)), self.equal)

    @property
    def is_rational(self) -> bool:
        """Whether every number is."""
        numbers = (*self.costs, *self.right, *(a for row in self.rows for a in row.values()))
        return all(isinstance(x, Fraction) for x in numbers)


@dataclass(frozen=True, slots=True)
class Vertex:
    """An optimal point, the multipliers y of the rows (A·x ≤ b: at most 0), and the value; their bounds meet."""

    point: tuple[Number, ...]
    duals: tuple[Number, ...]
    value: Number


def solve_in_floats(program: Inequalities) -> HighsAnswer:
    """What HiGHS says of the program in floats; every row is divided by a power of two near the middle of its coefficients, and
    the costs by one near the largest, before they are rounded; a value or multiplier larger than every double is infinite."""
    starts = np.cumsum([0, *map(len, program.rows)])
    indices = [j for row in program.rows for j in row]
    sizes = [_middle(row.values()) for row in program.rows]
    values = [_float(a, -size) for row, size in zip(program.rows, sizes, strict=True) for a in row.values()]
    right = np.array([_float(b, -size) for b, size in zip(program.right, sizes, strict=True)])
    lower = np.where(np.array(program.equal, dtype=bool), right, -np.inf)
    rows = SparseRows(starts.astype(np.int32), np.array(indices, dtype=np.int32), np.array(values), lower, right)
    largest = max((_exponent(c) for c in program.costs if c), default=0)
    answer = minimise(np.array([_float(c, -largest) for c in program.costs]), rows)
    with np.errstate(over="ignore"):
        value, duals = float(np.ldexp(answer.value, largest)), np.ldexp(answer.multipliers, largest - np.array(sizes))
    return replace(answer, value=value, multipliers=duals)


def _middle(row: Iterable[Number]) -> int:
    """The exponent near the geometric mean of the largest and the smallest size of a row."""
    exponents = [_exponent(a) for a in row if a]
    return (max(exponents) + min(exponents)) // 2 if exponents else 0


def _exponent(x: Number) -> int:
    """The power of two next to a number's size, also where that is beyond doubles."""
    if isinstance(x, Fraction):
        return x.numerator.bit_length() - x.denominator.bit_length()
    return math.frexp(float(x))[1]


def _float(x: Number, power: int) -> float:
    """x times a power of two, rounded once; `OverflowError` where no double is as large."""
    return float(x * Fraction(2) ** power) if isinstance(x, Fraction) else math.ldexp(float(x), power)


def decide(program: Inequalities, basis: Basis, *, most: float = math.inf) -> Vertex | None:
    """The vertex of a basis, if it is one and optimal; None if not, or where the system has more than so many unknowns."""
    columns, kept = basis[0], set(basis[1])
    outside = [r for r in range(len(program.rows)) if r not in kept]
    if len(outside) != len(columns) or len(columns) > most:
        return None
    table = [[program.rows[r].get(j, ZERO) for j in columns] for r in outside]
    try:
        found = solve(table, [[program.right[r]] for r in outside]) if columns else ()
        shadows = solve(list(zip(*table, strict=True)), [[program.costs[j]] for j in columns]) if columns else ()
    except InputError:  # singular
        return None
    point: list[Number] = [ZERO] * len(program.costs)
    duals: list[Number] = [ZERO] * len(program.rows)
    for j, (x,) in zip(columns, found, strict=True):
        point[j] = x
    for r, (y,) in zip(outside, shadows, strict=True):
        duals[r] = y
    if not _is_optimal(program, point, duals, kept):
        return None
    return Vertex(tuple(point), tuple(duals), _dot(program.costs, point))


def _is_optimal(program: Inequalities, point: Sequence[Number], duals: Sequence[Number], kept: set[int]) -> bool:
    if any(x < 0 for x in point if x):
        return False
    if any(y > 0 for y, equal in zip(duals, program.equal, strict=True) if y and not equal):
        return False
    for r in kept:
        slack = program.right[r] - total_of([a * point[j] for j, a in program.rows[r].items() if point[j]])
        if slack < 0 or (program.equal[r] and slack != 0):
            return False
    spent: list[list[Number]] = [[] for _ in point]
    for row, y in zip(program.rows, duals, strict=True):
        if y:
            for j, a in row.items():
                spent[j].append(a * y)
    return all(total_of(parts) <= c for c, parts in zip(program.costs, spent, strict=True))


def _dot(xs: Sequence[Number], ys: Sequence[Number]) -> Number:
    return total_of([x * y for x, y in zip(xs, ys, strict=True) if x and y])


def repair(program: Inequalities, basis: Basis | None) -> tuple[Basis, simplex.SimplexSolution] | None:
    """The basis at which the exact simplex method ends, from this one, and its answer; None beyond the effort."""
    n, size = len(program.costs), len(program.rows)
    if size > MOST_ROWS or not program.is_rational:
        return None
    slack = {r: n + place for place, r in enumerate(r for r in range(size) if not program.equal[r])}
    width = n + len(slack)
    table: list[list[Number]] = []
    for r, row in enumerate(program.rows):
        line: list[Number] = [ZERO] * width
        for j, a in row.items():
            line[j] = a
        if r in slack:
            line[slack[r]] = ONE
        table.append(line)
    start = None
    if basis is not None and len(basis[0]) + len(basis[1]) == size:
        start = [*basis[0], *(slack.get(r, -1 - r) for r in basis[1])]
    costs = [*program.costs, *([ZERO] * len(slack))]
    found = _minimise(costs, table, program.right, start)
    rows_of = {place: r for r, place in slack.items()}
    columns = tuple(j for j in found.basis if 0 <= j < n)
    rows = tuple(rows_of[j] if j >= n else -1 - j for j in found.basis if j >= n or j < 0)
    return (columns, rows), found


def _minimise(
    costs: list[Number], table: list[list[Number]], right: list[Number], start: list[int] | None
) -> simplex.SimplexSolution:
    """From the proposed basis, or from none where that is singular or out of order."""
    if start is not None:
        order = _in_order(start, table)
        if order is not None:
            return simplex.minimise(costs, table, right, basis=order)
    return simplex.minimise(costs, table, right)


def _in_order(basis: Sequence[int], table: Sequence[Sequence[Number]]) -> list[int] | None:
    """The basis, if its columns are independent."""
    square = [[row[j] if j >= 0 else Fraction(int(r == -1 - j)) for j in basis] for r, row in enumerate(table)]
    try:
        solve(square, [[ONE]] * len(square))
    except InputError:
        return None
    return list(basis)
