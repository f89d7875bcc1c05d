"""Solve the sparse linear systems A x = b and Aᵀ y = c over the rationals, exactly, with one elimination for both.

The elimination takes a pivot only if few new nonzero entries can arise from it. It prefers pivots with few entries in their row and
column, because these fill in little (Markowitz, 1957). The rows and columns without a pivot form the remaining block, which is
solved as a dense matrix by python-flint.

Let E be the product of the row operations, and let U = E A be the result of the elimination. Then A x = b means U x = E b. If
Uᵀ z = c, then y = Eᵀ z solves Aᵀ y = c. E only adds multiples of rows to other rows, so A and U have the same determinant. Now sort
the rows of U, and its columns, in the order of the pivots. Then U is triangular except for the remaining block. Each of these two
sortings is a permutation, and the determinant is multiplied by its sign.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq, fmpq_mat

from rropt.exact.patience import require_time

__all__ = ["Solution", "SparseRow", "solve_both"]

# entries that a pivot may fill in; if every pivot may fill in more, the rest is solved as a dense matrix
MOST_FILL = 64
BETWEEN_LOOKS = 256  # pivots after which the time left is checked
SparseRow = dict[int, fmpq]


@dataclass(frozen=True, slots=True)
class _Pivot:
    """One step of the elimination: the pivot is in row `at` and column `column`, given by their indices. `row` has the entries of
    the pivot's row at this step. `taken` lists the other rows that were changed, each with the multiple of `row` that was
    subtracted from it."""

    at: int
    column: int
    row: SparseRow
    taken: list[tuple[int, fmpq]]


@dataclass(frozen=True, slots=True)
class Solution:
    """The solutions x of A x = b and y of Aᵀ y = c, with the factorisation of A. `pivots` are in the order of elimination. `left`
    has the rows in which no pivot was taken."""

    x: list[fmpq]
    y: list[fmpq]
    pivots: list[_Pivot]
    left: dict[int, SparseRow]

    def determinant(self) -> fmpq:
        """Compute the determinant of A. It is the product of the pivots, the determinant of the remaining block, and the signs of
        the two permutations that sort the rows and the columns in the order of the pivots."""
        names = _names(self.left)
        signs = _sign([p.at for p in self.pivots] + list(self.left)) * _sign([p.column for p in self.pivots] + names)
        product = fmpq(signs) if not names else signs * _dense(self.left, names).det()
        for p in self.pivots:
            product *= p.row[p.column]
        return product


def solve_both(rows: Sequence[SparseRow], b: Sequence[fmpq], c: Sequence[fmpq]) -> Solution:
    """Solve A x = b and Aᵀ y = c, where A is the square matrix with these rows. Raises `ZeroDivisionError` if A is singular."""
    left = {n: {j: x for j, x in row.items() if x} for n, row in enumerate(rows)}  # a stated 0 is no pivot
    pivots = _eliminate(left, len(rows))
    right, costs = list(b), list(c)
    for p in pivots:
        for other, times in p.taken if right[p.at] else ():
            right[other] -= times * right[p.at]
        costs[p.column] /= p.row[p.column]
        for j, value in p.row.items() if costs[p.column] else ():
            if j != p.column:
                costs[j] -= value * costs[p.column]
    x, y = [fmpq(0)] * len(rows), [fmpq(0)] * len(rows)
    _solve_rest(left, right, costs, x, y)
    for p in pivots:
        y[p.at] = costs[p.column]
    for p in reversed(pivots):
        known = sum((value * x[j] for j, value in p.row.items() if x[j]), fmpq(0))  # its own x is still 0
        x[p.column] = (right[p.at] - known) / p.row[p.column]
        y[p.at] -= sum((times * y[other] for other, times in p.taken), fmpq(0))
    return Solution(x, y, pivots, left)


def _sign(order: Sequence[int]) -> int:
    """Compute the sign of a permutation: −1 if it takes an odd number of exchanges of two members, else 1. A cycle of length n
    takes n − 1 exchanges."""
    exchanges, seen = len(order), [False] * len(order)
    for start in order:
        exchanges -= not seen[start]
        n = start
        while not seen[n]:
            seen[n], n = True, order[n]
    return -1 if exchanges % 2 else 1


def _names(left: dict[int, SparseRow]) -> list[int]:
    """Return the indices of the columns that occur in the rows of `left`, in increasing order."""
    return sorted({j for row in left.values() for j in row})


def _eliminate(left: dict[int, SparseRow], size: int) -> list[_Pivot]:
    """Eliminate with pivots whose row and column have few entries, and return the pivots in order. The row of each pivot is removed
    from `left`. The other rows stay in `left`, as the elimination has changed them."""
    columns: list[set[int]] = [set() for _ in range(size)]
    for n, row in left.items():
        for j in row:
            columns[j].add(n)
    queue = [(len(row), n) for n, row in left.items()]
    heapq.heapify(queue)
    found: list[_Pivot] = []
    while queue:
        length, n = heapq.heappop(queue)
        if n not in left or length != len(left[n]):
            continue
        if not length:
            raise ZeroDivisionError("the matrix is singular")
        column = min(left[n], key=lambda j: len(columns[j]))
        if (length - 1) * (len(columns[column]) - 1) > MOST_FILL:
            continue
        if len(found) % BETWEEN_LOOKS == 0:
            require_time()
        found.append(_take(left, columns, n, column))
        for other, _ in found[-1].taken:
            heapq.heappush(queue, (len(left[other]), other))
    return found


def _take(left: dict[int, SparseRow], columns: list[set[int]], n: int, column: int) -> _Pivot:
    """Eliminate `column` with row n as the pivot's row, and return the pivot. Row n is removed from `left`, and multiples of it are
    subtracted from the rows of `left` that have an entry in `column`."""
    row = left.pop(n)
    for j in row:
        columns[j].discard(n)
    taken = []
    for other in columns[column]:
        into = left[other]
        times = into.pop(column) / row[column]
        taken.append((other, times))
        for j, value in row.items():
            if j == column:
                continue
            new = into.get(j, 0) - times * value
            if new:
                into[j] = new
                columns[j].add(other)
            elif j in into:
                del into[j]
                columns[j].discard(other)
    columns[column].clear()
    return _Pivot(n, column, row, taken)


def _solve_rest(left: dict[int, SparseRow], right: list[fmpq], costs: list[fmpq], x: list[fmpq], y: list[fmpq]) -> None:
    """Solve the remaining block as a dense matrix, and write its solutions into x, indexed by column, and y, indexed by row."""
    if not left:
        return
    names = _names(left)
    if len(names) != len(left):
        raise ZeroDivisionError("the matrix is singular")
    matrix = _dense(left, names)
    found = matrix.solve(fmpq_mat(len(left), 1, [right[n] for n in left]))
    other = matrix.transpose().solve(fmpq_mat(len(left), 1, [costs[j] for j in names]))
    for n, (at, j) in enumerate(zip(left, names, strict=True)):
        y[at] = other[n, 0]
        x[j] = found[n, 0]


def _dense(left: dict[int, SparseRow], names: Sequence[int]) -> fmpq_mat:
    """Write the remaining block, whose columns are `names`, as a dense matrix."""
    place = {j: n for n, j in enumerate(names)}
    matrix = fmpq_mat(len(left), len(left))
    for n, row in enumerate(left.values()):
        for j, value in row.items():
            matrix[n, place[j]] = value
    return matrix
