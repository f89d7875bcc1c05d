"""Sparse square systems of linear equations in exact numbers.

Rows and columns with at most two entries are eliminated first, again and again: this makes no matrix fuller. What is left is
solved as a dense matrix, by FLINT if the numbers are rational.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from flint import fmpq, fmpq_mat

from rropt.solvers.rational import ZERO

__all__ = ["Singular", "System", "rational_system", "solve_dense"]

V = TypeVar("V", bound=Any)
SPARSE = 2


class Singular(ArithmeticError):
    """The matrix of the system has no inverse."""


class Dense(Protocol[V]):
    """Solves a dense square system, given by its rows and its right sides; raises `Singular`."""

    def __call__(self, matrix: Sequence[Sequence[V]], right: Sequence[V], /) -> list[V]: ...


def solve_dense(matrix: Sequence[Sequence[fmpq]], right: Sequence[fmpq]) -> list[fmpq]:
    """Solve a dense system of rational numbers."""
    n = len(matrix)
    try:
        found = fmpq_mat(n, n, [x for row in matrix for x in row]).solve(fmpq_mat(n, 1, list(right)))
    except ZeroDivisionError:
        raise Singular from None
    return list(found.entries())


@dataclass(frozen=True, slots=True)
class _Step(Generic[V]):
    """A pivot at (row, column): the row as it was then, and the factors of it that were taken from other rows."""

    row: int
    column: int
    entries: Mapping[int, V]
    factors: Sequence[tuple[int, V]]


class System(Generic[V]):
    """A square matrix A, given by its rows as mappings from columns to entries other than 0, and eliminated once."""

    def __init__(self, rows: Sequence[Mapping[int, V]], zero: V, dense: Dense[V]) -> None:
        self.zero, self.dense = zero, dense
        self.rows = [dict(row) for row in rows]
        self.in_column: list[set[int]] = [set() for _ in rows]
        for r, row in enumerate(rows):
            for j in row:
                self.in_column[j].add(r)
        self.steps: list[_Step[V]] = []
        self._eliminate()
        used_rows, used_columns = {s.row for s in self.steps}, {s.column for s in self.steps}
        self.core = [r for r in range(len(rows)) if r not in used_rows]
        self.core_columns = [j for j in range(len(rows)) if j not in used_columns]
        self.matrix = [[self.rows[r].get(j, zero) for j in self.core_columns] for r in self.core]

    def _eliminate(self) -> None:
        """Pivot in a row or a column of the fewest entries, while it has at most two."""
        heap = [(len(row), 0, r) for r, row in enumerate(self.rows)]
        heap += [(len(own), 1, j) for j, own in enumerate(self.in_column)]
        heapq.heapify(heap)
        done: set[tuple[int, int]] = set()
        while heap and heap[0][0] <= SPARSE:
            count, kind, n = heapq.heappop(heap)
            own = self.in_column[n] if kind else self.rows[n]
            if (kind, n) in done or len(own) != count:
                continue
            if not own:
                raise Singular
            if kind:
                r, j = min(own, key=lambda r: len(self.rows[r])), n
            else:
                r, j = n, min(own, key=lambda j: len(self.in_column[j]))
            done |= {(0, r), (1, j)}
            for i, column in self._pivot(r, j):
                heapq.heappush(heap, (len(self.in_column[i]) if column else len(self.rows[i]), column, i))

    def _pivot(self, r: int, j: int) -> list[tuple[int, int]]:
        """Take multiples of row r from the other rows with an entry in column j; return the rows (0) and columns (1) that
        changed."""
        entries, factors = self.rows[r], []
        for i in entries:
            self.in_column[i].discard(r)
        for i in self.in_column[j]:
            row = self.rows[i]
            factor = row.pop(j) / entries[j]
            factors.append((i, factor))
            for n, v in entries.items():
                if n != j:
                    self._take(i, n, factor * v)
        self.steps.append(_Step(r, j, entries, factors))
        self.in_column[j] = set()
        return [(i, 0) for i, _ in factors] + [(n, 1) for n in entries if n != j]

    def _take(self, i: int, n: int, v: V) -> None:
        row = self.rows[i]
        left = row[n] - v if n in row else -v
        if left:
            row[n] = left
            self.in_column[n].add(i)
        else:
            del row[n]
            self.in_column[n].discard(i)

    def solve(self, right: Sequence[V]) -> list[V]:
        """Solve A·x = right."""
        rest = list(right)
        for step in self.steps:
            if rest[step.row]:
                for i, factor in step.factors:
                    rest[i] = rest[i] - factor * rest[step.row]
        x = [self.zero] * len(rest)
        self._solve_core(self.matrix, [rest[r] for r in self.core], self.core_columns, x)
        for step in reversed(self.steps):
            left = rest[step.row]
            for j, v in step.entries.items():
                if j != step.column and x[j]:
                    left = left - v * x[j]
            if left:
                x[step.column] = left / step.entries[step.column]
        return x

    def solve_transposed(self, right: Sequence[V]) -> list[V]:
        """Solve Aᵀ·y = right."""
        rest = list(right)
        y = [self.zero] * len(rest)
        for step in self.steps:
            if rest[step.column]:
                y[step.row] = found = rest[step.column] / step.entries[step.column]
                for j, v in step.entries.items():
                    if j != step.column:
                        rest[j] = rest[j] - v * found
        turned = [list(column) for column in zip(*self.matrix, strict=True)]
        self._solve_core(turned, [rest[j] for j in self.core_columns], self.core, y)
        for step in reversed(self.steps):
            for i, factor in step.factors:
                if y[i]:
                    y[step.row] = y[step.row] - factor * y[i]
        return y

    def _solve_core(self, matrix: Sequence[Sequence[V]], right: Sequence[V], places: Sequence[int], x: list[V]) -> None:
        if len(matrix) != len(places):
            raise Singular
        if places and any(right):
            for n, v in zip(places, self.dense(matrix, right), strict=True):
                x[n] = v


def rational_system(rows: Sequence[Mapping[int, fmpq]]) -> System[fmpq]:
    """A system of rational numbers."""
    return System(rows, ZERO, solve_dense)
