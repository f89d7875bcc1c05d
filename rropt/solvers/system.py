"""Sparse square systems of linear equations in exact numbers.

Rows and columns with at most two entries are eliminated first, again and again: this makes no matrix fuller. What is left is
solved as a dense matrix, by FLINT if the numbers are rational.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from flint import fmpq, fmpq_mat

__all__ = ["Singular", "System", "solve_dense"]

V = TypeVar("V", bound=Any)
SPARSE = 2


class Singular(ArithmeticError):
    """The matrix of the system has no inverse."""


# Solves a dense square system, given by its rows and its right sides; raises `Singular`.
Dense = Callable[[Sequence[Sequence[V]], Sequence[V]], list[V]]


def solve_dense(matrix: Sequence[Sequence[fmpq]], right: Sequence[fmpq]) -> list[fmpq]:
    """Solve a dense system of rational numbers."""
    n = len(matrix)
    try:
        found = fmpq_mat(n, n, [x for row in matrix for x in row]).solve(fmpq_mat(n, 1, list(right)))
    except ZeroDivisionError:
        raise Singular from None
    return list(found.entries())


@dataclass(slots=True)
class _Step(Generic[V]):
    """A pivot at (row, column): its other entries of the row as they were then, and the factors of the row that were taken from
    other rows."""

    row: int
    column: int
    pivot: V
    others: Mapping[int, V]
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
        rows, columns = self.rows, self.in_column
        heap = [(len(row), 0, r) for r, row in enumerate(rows) if len(row) <= SPARSE]
        heap += [(len(own), 1, j) for j, own in enumerate(columns) if len(own) <= SPARSE]
        heapq.heapify(heap)
        done: tuple[set[int], set[int]] = set(), set()
        while heap:
            count, kind, n = heapq.heappop(heap)
            own = columns[n] if kind else rows[n]
            if n in done[kind] or len(own) != count:
                continue
            if not own:
                raise Singular
            if kind:
                r, j = min(own, key=lambda r: len(rows[r])), n
            else:
                r, j = n, min(own, key=lambda j: len(columns[j]))
            done[0].add(r)
            done[1].add(j)
            step = self._pivot(r, j)
            for i, _ in step.factors:
                if len(rows[i]) <= SPARSE:
                    heapq.heappush(heap, (len(rows[i]), 0, i))
            for i in step.others:
                if len(columns[i]) <= SPARSE:
                    heapq.heappush(heap, (len(columns[i]), 1, i))

    def _pivot(self, r: int, j: int) -> _Step[V]:
        """Take multiples of row r from the other rows with an entry in column j."""
        others, below = self.rows[r], self.in_column[j]
        pivot, factors = others.pop(j), []
        below.remove(r)
        for n in others:
            self.in_column[n].remove(r)
        for i in below:
            row = self.rows[i]
            factor = row.pop(j) / pivot
            factors.append((i, factor))
            for n, v in others.items():
                if n not in row:
                    row[n] = -factor * v
                    self.in_column[n].add(i)
                elif left := row[n] - factor * v:
                    row[n] = left
                else:
                    del row[n]
                    self.in_column[n].remove(i)
        self.in_column[j] = set()
        self.steps.append(_Step(r, j, pivot, others, factors))
        return self.steps[-1]

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
            for j, v in step.others.items():
                if x[j]:
                    left = left - v * x[j]
            x[step.column] = left / step.pivot
        return x

    def solve_transposed(self, right: Sequence[V]) -> list[V]:
        """Solve Aᵀ·y = right."""
        rest = list(right)
        y = [self.zero] * len(rest)
        for step in self.steps:
            if found := rest[step.column]:
                y[step.row] = found = found / step.pivot
                for j, v in step.others.items():
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
