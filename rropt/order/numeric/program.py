"""The linear program that decides whether Q is a garbling of P: find a matrix C ≥ 0 with C·P = Q whose columns sum to 1. It is
written in the standard form A·x = b, x ≥ 0.

x lists the entries of C row by row. Write C_i for row i of C, and let J be a set of columns of P that span all columns of P. The
equations are C_i·P_J = Q_iJ for every row i but the last, and Σ_i C_iu = 1 for every column u. They are linearly independent. The
equation of the last row follows from them, because the columns of P and of Q sum to 1.

A Farkas vector of the equations shows that there is no solution. It consists of a vector G_i for each row i (0 for the last), and a
number −z_u for each column u. Write P_u for row u of P, and Q_i for row i of Q. Then G_i·P_u ≤ z_u for all i and u, and
Σ_i G_i·Q_i > Σ_u z_u. So Q earns more than P if action i has the gains G_i.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, freeze, solve, transpose
from rropt.exact.matrix import kernel as kernel_of
from rropt.mechanism import Mechanism

__all__ = ["GarblingProgram", "Oracle", "Proposal", "garbling_program", "spanning_columns"]

ZERO, ONE = Fraction(0), Fraction(1)


class Oracle(StrEnum):
    """The method that proposed a garbling or a decision problem."""

    PERMUTATION = "permutation"
    FACTORS = "factors of products"
    STAIRCASE = "staircase decomposition"
    KERNEL = "kernel"
    INVERSE = "inverse"
    SIMPLEX = "exact simplex"
    ORBITS = "exact simplex on orbits"
    PROJECTIONS = "projections, made exact"
    HIGHS = "HiGHS, made exact"
    CERTIFICATE = "a certificate"


@dataclass(frozen=True, slots=True)
class Proposal:
    """The answer of a method for two mechanisms: either a garbling C, or the gains of a decision problem at the uniform prior.

    `oracle` names the method.
    """

    oracle: Oracle
    garbling: Matrix | None = None
    gains: Matrix | None = None


@dataclass(frozen=True, slots=True)
class GarblingProgram:
    """The linear program that decides whether `second` is a garbling of `first`; both have the same inputs. `span` has the indices
    of columns of `first` that span all its columns.
    """

    first: Mechanism
    second: Mechanism
    span: tuple[int, ...]

    @property
    def rows(self) -> int:
        """The number of equations of the standard form."""
        return (self.second.m - 1) * len(self.span) + self.first.m

    @property
    def columns(self) -> int:
        """The number of unknowns, which are the entries of C."""
        return self.second.m * self.first.m

    def standard_form(self) -> tuple[Matrix, tuple[Number, ...]]:
        """The matrix A and the right side b of the equations A·x = b."""
        mp, mq, p = self.first.m, self.second.m, self.first.rows
        a: list[tuple[Number, ...]] = []
        b: list[Number] = []
        for i in range(mq - 1):
            for j in self.span:
                head, tail = (ZERO,) * (i * mp), (ZERO,) * ((mq - 1 - i) * mp)
                a.append((*head, *(row[j] for row in p), *tail))
                b.append(self.second.rows[i][j])
        for u in range(mp):
            a.append(tuple(ONE if n % mp == u else ZERO for n in range(mq * mp)))
            b.append(ONE)
        return freeze(a), tuple(b)

    def at_basis(self, a: Matrix, b: Sequence[Number], basis: Sequence[int]) -> Matrix | None:
        """Solve A·x = b, where only the unknowns in the basis may differ from 0, and return x as the matrix C.

        The unknowns x are the entries of C, row by row. C ≥ 0 is not checked.

        In the basis, an index −1−i stands for a column that is not in A: the unit vector of row i. None if the basis is singular,
        or if such a column has a value other than 0 in the solution.
        """
        size = range(len(a))
        basic = [[row[j] for row in a] if j >= 0 else [Fraction(int(i == -1 - j)) for i in size] for j in basis]
        try:
            values = solve(transpose(basic), [(x,) for x in b])
        except InputError:
            return None
        x: list[Number] = [ZERO] * self.columns
        for j, (value,) in zip(basis, values, strict=True):
            if j >= 0:
                x[j] = value
            elif value:
                return None
        return self.as_rows(x)

    def as_rows(self, x: Sequence[Number]) -> Matrix:
        """The matrix C whose rows follow one another in x."""
        mp = self.first.m
        return tuple(tuple(x[i * mp : (i + 1) * mp]) for i in range(self.second.m))

    def as_gains(self, farkas: Sequence[Number]) -> Matrix:
        """The gains that a Farkas vector stands for. This vector has one number for each equation, and shows that no garbling
        exists. The last action gains nothing.
        """
        r, k = len(self.span), self.first.k
        gains: list[tuple[Number, ...]] = []
        for i in range(self.second.m - 1):
            row: list[Number] = [ZERO] * k
            for n, j in enumerate(self.span):
                row[j] = farkas[i * r + n]
            gains.append(tuple(row))
        return (*gains, (ZERO,) * k)


def spanning_columns(p: Mechanism) -> tuple[tuple[int, ...], Matrix]:
    """Return the indices of columns of p that span all its columns, and a basis of the kernel {g: p·g = 0} with one vector for each
    other column."""
    kernel = kernel_of(p.rows)
    free = {max(j for j, x in enumerate(v) if x) for v in kernel}
    return tuple(j for j in range(p.k) if j not in free), kernel


def garbling_program(first: Mechanism, second: Mechanism) -> GarblingProgram:
    """Pose the linear program that decides whether the second mechanism is a garbling of the first; both have the same inputs.
    Every g with first·g = 0 must also have second·g = 0.
    """
    return GarblingProgram(first, second, spanning_columns(first)[0])
