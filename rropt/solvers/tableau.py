"""The simplex tableau [B⁻¹A | B⁻¹b] in exact numbers: a rational matrix of python-flint over Q, lists of numbers otherwise.

A pivot step is a rank-one update. Over Q it is one product and one difference of python-flint matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from flint import fmpq, fmpq_mat

from rropt.exact.element import Number
from rropt.exact.matrix import Rows, is_rational, solve, to_flint

__all__ = ["Tableau", "start"]


class Tableau(Protocol):
    """The interface of a simplex tableau; its last column is the right-hand side, and its last row the reduced costs."""

    def at(self, i: int, j: int) -> Number:
        """Return the entry of row i and column j."""

    def column(self, j: int) -> list[Number]:
        """Return column j, from the first row to the costs."""

    def row(self, i: int) -> list[Number]:
        """Return row i, from the first column to the right-hand side."""

    def pivot(self, i: int, j: int) -> None:
        """Make column j the unit column of row i: divide row i by its entry there, and add multiples of it to the others."""

    def negate(self, i: int) -> None:
        """Change the sign of row i."""

    def set_row(self, i: int, row: Sequence[Number]) -> None:
        """Replace row i by other numbers, such as the costs."""


def _fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


@dataclass(slots=True)
class RationalTableau:
    """The tableau over Q, one matrix of python-flint."""

    m: fmpq_mat

    def at(self, i: int, j: int) -> Number:
        return _fraction(self.m[i, j])

    def column(self, j: int) -> list[Number]:
        return [_fraction(self.m[i, j]) for i in range(self.m.nrows())]

    def row(self, i: int) -> list[Number]:
        return [_fraction(self.m[i, j]) for j in range(self.m.ncols())]

    def pivot(self, i: int, j: int) -> None:
        rows, columns = self.m.nrows(), self.m.ncols()
        pivot = self.m[i, j]
        line = fmpq_mat(1, columns, [self.m[i, n] / pivot for n in range(columns)])
        factor = fmpq_mat(rows, 1, [pivot - 1 if r == i else self.m[r, j] for r in range(rows)])
        self.m = self.m - factor * line

    def negate(self, i: int) -> None:
        for j in range(self.m.ncols()):
            self.m[i, j] = -self.m[i, j]

    def set_row(self, i: int, row: Sequence[Number]) -> None:
        for j, x in enumerate(row):
            self.m[i, j] = fmpq(x.numerator, x.denominator)  # type: ignore[union-attr]


@dataclass(slots=True)
class NumberTableau:
    """The tableau over any field of exact numbers, row by row."""

    m: list[list[Number]]

    def at(self, i: int, j: int) -> Number:
        return self.m[i][j]

    def column(self, j: int) -> list[Number]:
        return [row[j] for row in self.m]

    def row(self, i: int) -> list[Number]:
        return self.m[i]

    def pivot(self, i: int, j: int) -> None:
        line = [x / self.m[i][j] for x in self.m[i]]
        support = [n for n, x in enumerate(line) if x]
        for r, row in enumerate(self.m):
            if r != i and row[j]:
                factor = row[j]
                for n in support:
                    row[n] = row[n] - factor * line[n]
        self.m[i] = line

    def negate(self, i: int) -> None:
        self.m[i] = [-x for x in self.m[i]]

    def set_row(self, i: int, row: Sequence[Number]) -> None:
        self.m[i] = list(row)


def start(a: Rows, b: Sequence[Number], basis: Sequence[int] | None) -> Tableau:
    """Make the tableau of a·x = b, with zeros as its last row. If `basis` is given, the system is first solved for its columns, so
    that they become unit columns.

    An entry j ≥ 0 of `basis` means column j of a. An entry −1−i means the unit column of row i.
    """
    system = [[*row, x] for row, x in zip(a, b, strict=True)]
    if basis is not None:
        basic = [[row[j] if j >= 0 else Fraction(int(r == -1 - j)) for j in basis] for r, row in enumerate(a)]
        system = [list(row) for row in solve(basic, system)]
    zero = [Fraction(0)] * len(system[0])
    if is_rational(system):
        return RationalTableau(to_flint([*system, zero]))
    return NumberTableau([*system, list(zero)])
