"""Solve a linear program exactly: a floating-point solver proposes an optimal basis, and exact numbers decide whether it is
optimal.

    minimise c·x  over  x ≥ 0,  A·x ≤ b (or = b, row by row)

Here a basis is a set of columns together with a set of rows; both sets together have as many members as A has rows. All x outside
the basis's columns are 0. The rows outside the basis hold as equations, and these determine the x of the basis's columns. Then the
slacks of the basis's rows can be computed. So only a square system must be solved. It is solved by sparse elimination over the
rationals.

The basis is optimal if no x, no slack and no reduced cost is negative, if all equalities hold, and if no row of A·x ≤ b has a
positive multiplier y. If the proposed basis is not optimal, the exact simplex method can continue from it (`repair`). Programs with
irrational numbers are solved in `rropt.solvers.over_field`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
from flint import fmpq

from rropt.exact.element import Number
from rropt.exact.errors import OutOfTime, Undecided
from rropt.exact.matrix import rank, total_of
from rropt.solvers import simplex
from rropt.solvers.highs import HighsAnswer, Options, SparseRows, minimise
from rropt.solvers.sparse import SparseRow, solve_both

__all__ = [
    "Basis",
    "Inequalities",
    "System",
    "Vertex",
    "decide",
    "is_optimal",
    "repair",
    "solve_in_floats",
    "system_of",
]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_ROWS = 400  # of the dense tableau by which a basis is repaired
MOST_STEPS = 2_000
FORBIDDING = 13  # a cost more than 2^13 times the median one is there to keep its column at 0
Basis = tuple[tuple[int, ...], tuple[int, ...]]  # the indices of its columns and of its rows


@dataclass(slots=True)
class Inequalities:
    """A linear program, stored row by row. Each of `rows` maps the indices of columns to coefficients. `right` lists the right
    sides, and `equal` says for each row whether it is an equality."""

    costs: list[Number]
    rows: list[Mapping[int, Number]] = field(default_factory=list)
    right: list[Number] = field(default_factory=list)
    equal: list[bool] = field(default_factory=list)

    def add(self, row: Mapping[int, Number], right: Number, *, equal: bool = False) -> int:
        """Add one row, and return its index."""
        self.rows.append(row)
        self.right.append(right)
        self.equal.append(equal)
        return len(self.rows) - 1

    def map_numbers(self, change: Callable[[Number], Number]) -> Inequalities:
        """Return the program with `change` applied to every number. If a Python object occurs several times, `change` is called for
        it once."""
        known: dict[int, Number] = {}

        def changed(x: Number) -> Number:
            if id(x) not in known:
                known[id(x)] = change(x)
            return known[id(x)]

        rows: list[Mapping[int, Number]] = [{j: changed(a) for j, a in row.items()} for row in self.rows]
        return Inequalities(list(map(changed, self.costs)), rows, list(map(changed, self.right)), self.equal)

    def numbers(self) -> Iterator[Number]:
        """Yield every number of the program."""
        yield from self.costs
        yield from self.right
        for row in self.rows:
            yield from row.values()

    @property
    def is_rational(self) -> bool:
        """Whether every number is rational."""
        return all(isinstance(x, Fraction) for x in self.numbers())


@dataclass(frozen=True, slots=True)
class Vertex:
    """A point x and the dual multipliers y of the rows, with b·y = c·x = `value`. They are optimal if the point and the multipliers
    are both feasible. The multiplier of a row of A·x ≤ b is feasible only if it is at most 0."""

    point: tuple[Number, ...]
    duals: tuple[Number, ...]
    value: Number


@dataclass(frozen=True, slots=True)
class System:
    """The square linear system that determines the vertex of a basis.

    `rows` are the program's rows outside the basis, which hold as equations. `columns` are the basis's columns; all other variables
    are 0. `places` maps each of these columns to its index in the system.
    """

    rows: list[int]
    columns: tuple[int, ...]
    places: Mapping[int, int]

    def spread(self, program: Inequalities, x: Sequence[Number], y: Sequence[Number]) -> Vertex:
        """Extend a solution of this system to a vertex of the whole linear program.

        `x` has one value for each column of the system, and `y` has one multiplier for each of its rows. All other variables and
        multipliers of the program are set to 0.
        """
        point: list[Number] = [ZERO] * len(program.costs)
        duals: list[Number] = [ZERO] * len(program.rows)
        for j, value in zip(self.columns, x, strict=True):
            point[j] = value
        for r, value in zip(self.rows, y, strict=True):
            duals[r] = value
        value = total_of([c * p for c, p in zip(program.costs, point, strict=True) if c and p])
        return Vertex(tuple(point), tuple(duals), value)


def system_of(program: Inequalities, basis: Basis) -> System | None:
    """Return the square system that determines a basis's point: the rows outside the basis, restricted to the basis's columns. None
    if there are not as many such rows as columns."""
    columns, kept = basis[0], set(basis[1])
    rows = [r for r in range(len(program.rows)) if r not in kept]
    return System(rows, columns, {j: n for n, j in enumerate(columns)}) if len(rows) == len(columns) else None


def solve_in_floats(program: Inequalities, *, options: Options = (), by_largest: bool = False) -> HighsAnswer:
    """Solve the program in floats with HiGHS. A value or a multiplier is infinite if it is too large for a double.

    Raises `OverflowError` if a number of the program is too large for a double even after scaling. It is also raised if HiGHS
    returns no multipliers, because the numbers differ by enormous factors.

    Before the numbers are rounded to floats, each row is divided by a power of two. This is near the geometric mean of the row's
    largest and least coefficient; if `by_largest`, it is near the largest. The costs are divided by a power of two, too. This is
    usually near the largest cost, but near the median cost if the largest is enormous.
    """
    exponents = {id(x): _exponent(x) for x in program.numbers() if x}
    starts = np.cumsum([0, *map(len, program.rows)])
    indices = [j for row in program.rows for j in row]
    sizes = [_size([exponents[id(a)] for a in row.values() if a], by_largest) for row in program.rows]
    floats = dict[tuple[int, int], float]()
    for row, size in zip(program.rows, sizes, strict=True):
        for a in row.values():
            if (id(a), size) not in floats:
                floats[id(a), size] = _float(a, -size)
    values = [floats[id(a), size] for row, size in zip(program.rows, sizes, strict=True) for a in row.values()]
    right = np.array([_float(b, -size) for b, size in zip(program.right, sizes, strict=True)])
    lower = np.where(np.array(program.equal, dtype=bool), right, -np.inf)
    rows = SparseRows(starts.astype(np.int32), np.array(indices, dtype=np.int32), np.array(values), lower, right)
    largest = _size_of_costs(sorted(exponents[id(c)] for c in program.costs if c))
    answer = minimise(np.array([_float(c, -largest) for c in program.costs]), rows, options=options)
    if len(answer.multipliers) != len(sizes):
        raise OverflowError("HiGHS gives no point, because the numbers differ too much in size")
    with np.errstate(over="ignore"):
        value, duals = float(np.ldexp(answer.value, largest)), np.ldexp(answer.multipliers, largest - np.array(sizes))
    return replace(answer, value=value, multipliers=duals)


def _size(exponents: Sequence[int], by_largest: bool) -> int:
    """Return the exponent of the power of two by which a row is divided; `exponents` are the exponents of the row's nonzero
    numbers.

    If `by_largest`, the power is near the row's largest number. Otherwise it is near the geometric mean of the largest and the
    least. If `exponents` is empty, the result is 0.
    """
    if not exponents:
        return 0
    return max(exponents) - 1 if by_largest else (max(exponents) + min(exponents)) // 2


def _size_of_costs(exponents: Sequence[int]) -> int:
    """Return the exponent of the power of two by which the costs are divided. `exponents` are the exponents of the nonzero costs,
    in increasing order.

    The power is near the largest cost. If the largest cost is so large that the solver's absolute tolerance would hide the others,
    the power is near the median cost. If `exponents` is empty, the result is 0.
    """
    if not exponents:
        return 0
    middle = exponents[len(exponents) // 2]
    return exponents[-1] if exponents[-1] <= middle + FORBIDDING else middle


def _exponent(x: Number) -> int:
    """Return the exponent of a power of two near a number. If the number is not rational, it must fit in a double."""
    if isinstance(x, Fraction):
        return x.numerator.bit_length() - x.denominator.bit_length()
    return math.frexp(float(x))[1]


def _float(x: Number, power: int) -> float:
    """Compute x·2^power, rounded once; raises `OverflowError` if it exceeds every double."""
    if not isinstance(x, Fraction):
        return math.ldexp(float(x), power)
    return float(x * Fraction(2) ** power) if power else float(x)


def decide(program: Inequalities, basis: Basis) -> Vertex | None:
    """Compute the vertex of a basis of a rational program exactly. None if the basis does not determine a vertex, or if the vertex
    is not optimal."""
    system = system_of(program, basis)
    if system is None:
        return None
    rational = _Rationals()
    places = system.places
    rows: list[SparseRow] = [
        {places[j]: rational(a) for j, a in program.rows[r].items() if j in places} for r in system.rows
    ]
    right, costs = (
        [rational(program.right[r]) for r in system.rows],
        [rational(program.costs[j]) for j in system.columns],
    )
    try:
        found = solve_both(rows, right, costs)
    except ZeroDivisionError:
        return None
    point, duals = [fmpq(0)] * len(program.costs), [fmpq(0)] * len(program.rows)
    for j, x in zip(system.columns, found.x, strict=True):
        point[j] = x
    for r, y in zip(system.rows, found.y, strict=True):
        duals[r] = y
    if not _is_optimal_in_rationals(program, rational, point, duals, basis[1]):
        return None
    return system.spread(program, list(map(_fraction, found.x)), list(map(_fraction, found.y)))


class _Rationals:
    """Converts Fractions to python-flint's rationals. An object that comes again is not converted again."""

    def __init__(self) -> None:
        self.known: dict[int, fmpq] = {}

    def __call__(self, x: Number) -> fmpq:
        """Convert a number, which must be a Fraction."""
        found = self.known.get(id(x))
        if found is None:
            assert isinstance(x, Fraction)
            found = self.known[id(x)] = fmpq(x.numerator, x.denominator)
        return found


def _fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q)) if x else ZERO


def _is_optimal_in_rationals(
    program: Inequalities, rational: _Rationals, point: list[fmpq], duals: list[fmpq], kept: Iterable[int]
) -> bool:
    """Whether a basis's point and multipliers are optimal. No entry of the point, no slack and no reduced cost may be negative. No
    multiplier of an inequality may be positive, and an equality must have the slack 0.

    Only the slacks of the rows `kept` are computed. The other rows hold as equations, because the point was computed from them.
    """
    if min(point, default=0) < 0 or any(y > 0 for y, equal in zip(duals, program.equal, strict=True) if not equal):
        return False
    for r in kept:
        slack = rational(program.right[r])
        for j, a in program.rows[r].items():
            if point[j]:
                slack -= rational(a) * point[j]
        if slack < 0 or (program.equal[r] and slack != 0):
            return False
    left = list(map(rational, program.costs))
    for row, y in zip(program.rows, duals, strict=True):
        if y:
            for j, a in row.items():
                left[j] -= rational(a) * y
    return min(left, default=0) >= 0


def is_optimal(program: Inequalities, found: Vertex) -> bool:
    """Whether the point and the multipliers of a vertex are both feasible, so that the vertex is optimal. The numbers may be any
    exact numbers."""
    point, duals = found.point, found.duals
    if any(x < 0 for x in point if x):
        return False
    if any(y > 0 for y, equal in zip(duals, program.equal, strict=True) if y and not equal):
        return False
    for row, right, equal in zip(program.rows, program.right, program.equal, strict=True):
        slack = right - total_of([a * point[j] for j, a in row.items() if point[j]])
        if slack < 0 or (equal and slack != 0):
            return False
    spent: list[list[Number]] = [[] for _ in point]
    for row, y in zip(program.rows, duals, strict=True):
        if y:
            for j, a in row.items():
                spent[j].append(a * y)
    return all(total_of(parts) <= c for c, parts in zip(program.costs, spent, strict=True))


def repair(program: Inequalities, basis: Basis | None) -> Basis | None:
    """Run the exact simplex method from this basis, and return the optimal basis. If the basis is None or does not have an
    invertible system, the method starts from scratch.

    None if there is no optimum, if a number is irrational, or if there are too many rows or steps.
    """
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
    if start is not None and not _is_independent(start, table):
        start = None
    costs = [*program.costs, *([ZERO] * len(slack))]
    try:
        found = simplex.minimise(costs, table, program.right, basis=start, most=MOST_STEPS)
    except OutOfTime:
        raise
    except Undecided:
        return None
    if found.status != "optimal":
        return None
    rows_of = {place: r for r, place in slack.items()}
    columns = tuple(j for j in found.basis if 0 <= j < n)
    return columns, tuple(rows_of[j] if j >= n else -1 - j for j in found.basis if j >= n or j < 0)


def _is_independent(basis: Sequence[int], table: Sequence[Sequence[Number]]) -> bool:
    """Whether the columns of a basis are linearly independent. An entry j ≥ 0 of `basis` means column j of `table`. An entry −1−r
    means the unit column of row r."""
    square = [[row[j] if j >= 0 else Fraction(int(r == -1 - j)) for j in basis] for r, row in enumerate(table)]
    return rank(square) == len(square)
