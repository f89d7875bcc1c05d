"""Sparse square systems of linear equations in exact numbers.

An equation that has one unknown gives it at once; an unknown that stands in one equation is found from it when all others are
known. These go first, again and again. What is left is solved as a dense matrix, by FLINT if the numbers are rational.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from flint import fmpq, fmpq_mat

from rropt.next.solvers.rational import ZERO

__all__ = ["Singular", "System", "rational_system", "solve_dense"]


class Singular(ArithmeticError):
    """The matrix of the system has no inverse."""


V = TypeVar("V", bound=Any)
Sparse = Sequence[Mapping[int, V]]


class Dense(Protocol[V]):
    """Solves a dense square system: rows with a right side each; raises `Singular`."""

    def __call__(self, matrix: Sequence[Sequence[V]], right: Sequence[V]) -> list[V]: ...


def solve_dense(matrix: Sequence[Sequence[fmpq]], right: Sequence[fmpq]) -> list[fmpq]:
    """Solve a dense system of rational numbers."""
    n = len(matrix)
    try:
        found = fmpq_mat(n, n, [x for row in matrix for x in row]).solve(fmpq_mat(n, 1, list(right)))
    except ZeroDivisionError:
        raise Singular from None
    return list(found.entries())


class System(Generic[V]):
    """A square matrix by its rows, each a mapping from columns to entries other than 0, and the order in which it is solved.

    `pairs` has the steps as (row, column, whether the row had no other column left). `zero` is the number 0.
    """

    def __init__(self, rows: Sparse[V], zero: V, dense: Dense[V]) -> None:
        self.rows, self.zero, self.dense = rows, zero, dense
        self.columns: list[dict[int, V]] = [{} for _ in rows]
        for r, row in enumerate(rows):
            for j, v in row.items():
                self.columns[j][r] = v
        self.pairs = _order(rows, self.columns)
        used = {r for r, _, _ in self.pairs}
        self.core = [r for r in range(len(rows)) if r not in used]
        used = {j for _, j, _ in self.pairs}
        self.core_columns = [j for j in range(len(rows)) if j not in used]

    def solve(self, right: Sequence[V]) -> list[V]:
        """Solve A·x = right."""
        return self._solve(self.rows, self.pairs, (self.core, self.core_columns), right)

    def solve_transposed(self, right: Sequence[V]) -> list[V]:
        """Solve Aᵀ·y = right: a row with one column left becomes a column with one row left, and the other way round."""
        pairs = [(j, r, not alone) for r, j, alone in self.pairs]
        return self._solve(self.columns, pairs, (self.core_columns, self.core), right)

    def _solve(
        self,
        rows: Sparse[V],
        pairs: Sequence[tuple[int, int, bool]],
        core: tuple[list[int], list[int]],
        right: Sequence[V],
    ) -> list[V]:
        x: list[V] = [self.zero] * len(rows)
        known = [False] * len(rows)

        def give(r: int, j: int) -> None:
            rest = right[r]
            for i, v in rows[r].items():
                if i != j and known[i] and x[i]:
                    rest = rest - v * x[i]
            x[j] = rest / rows[r][j]
            known[j] = True

        for r, j, alone in pairs:
            if alone:
                give(r, j)
        if core[0]:
            self._solve_core(rows, core, right, x)
            for j in core[1]:
                known[j] = True
        for r, j, alone in reversed(pairs):
            if not alone:
                give(r, j)
        return x

    def _solve_core(self, rows: Sparse[V], core: tuple[list[int], list[int]], right: Sequence[V], x: list[V]) -> None:
        """Solve the dense part, after what is known has been taken from its right sides."""
        place = {j: n for n, j in enumerate(core[1])}
        matrix, sides = [], []
        for r in core[0]:
            line, rest = [self.zero] * len(place), right[r]
            for j, v in rows[r].items():
                if j in place:
                    line[place[j]] = v
                elif x[j]:
                    rest = rest - v * x[j]
            matrix.append(line)
            sides.append(rest)
        for j, v in zip(core[1], self.dense(matrix, sides), strict=True):
            x[j] = v


def _order(rows: Sparse[Any], columns: Sparse[Any]) -> list[tuple[int, int, bool]]:
    """Pair rows with columns, one pair after another, each alone in its row or in its column among those that are left."""
    in_row, in_column = [set(row) for row in rows], [set(column) for column in columns]
    todo = [(True, r) for r, own in enumerate(in_row) if len(own) == 1]
    todo += [(False, j) for j, own in enumerate(in_column) if len(own) == 1]
    found = []
    while todo:
        by_row, n = todo.pop()
        own = in_row[n] if by_row else in_column[n]
        if len(own) != 1:
            continue
        (other,) = own
        r, j = (n, other) if by_row else (other, n)
        found.append((r, j, by_row))
        for i in in_row[r]:
            in_column[i].discard(r)
            if len(in_column[i]) == 1:
                todo.append((False, i))
        for i in in_column[j]:
            in_row[i].discard(j)
            if len(in_row[i]) == 1:
                todo.append((True, i))
        in_row[r], in_column[j] = set(), set()
    return found


def rational_system(rows: Sparse[fmpq]) -> System[fmpq]:
    """A system of rational numbers."""
    return System(rows, ZERO, solve_dense)
