"""Bases of the linear program over patterns, for a design with δ = 0, and their exact solution over the field of T = e^ε.

Let W_ij be the gain of the entry of output i at input j. A pattern is a row s with the entries 1 and T. For T > 1, a row r with max
r ≤ T·min r is a combination of patterns with weights θ ≥ 0. So the design solves the following program, which is called the
staircase form.

    max Σ θ_c v_c,   Σ θ_c s_c = (1,…,1),   θ ≥ 0,      c = (output i, pattern s),  v_c = Σ_j W_ij s_j

It has only k equations, one for each input. A degenerate basis may also contain columns for an output whose row is zero. Such a
column is the difference (T−1)e_j of two patterns, where e_j is 1 at input j and 0 elsewhere. Its weight is 0. Its equation in the
dual is y_j = W_ij, where y_j is the multiplier of input j.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from flint import fmpq_mat

from rropt.designs.linear.numeric import Chain
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, from_flint, to_flint, total_of

__all__ = ["Basis", "Column", "SolvedBasis", "chain_basis", "chain_columns", "solve_basis", "start"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a basis. It belongs to one output, and has one entry for each input.

    Usually the column is a pattern: its entries are T = e^ε at the inputs in `high` and 1 elsewhere. If `alone` is true, `high` has
    one input j, and the entries are T − 1 at j and 0 elsewhere. Such a column is used if the output's row is zero. With this column
    in the basis, the multiplier of input j equals the gain of the output at j.
    """

    output: int
    high: frozenset[int]
    alone: bool = False


Basis = tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class SolvedBasis:
    """A basis and its exact solution. `theta` has the weight of each column of the basis.

    `columns` has one multiplier for each input, that is, for each column of the mechanism.
    """

    basis: Basis
    theta: tuple[Number, ...]
    columns: tuple[Number, ...]

    def rows(self, ratio: Number, m: int) -> Matrix:
        """Compute the m rows of the mechanism.

        The row of an output is the sum of its patterns, each multiplied by its weight in `theta`. A column of the basis that has
        `alone` set is no pattern, and is left out.
        """
        k = len(self.columns)
        table: list[list[Number]] = [[Fraction(0)] * k for _ in range(m)]
        for column, theta in zip(self.basis, self.theta, strict=True):
            if theta and not column.alone:
                high, row = theta * ratio, table[column.output]
                for j in range(k):
                    share = high if j in column.high else theta
                    # an entry with one term is the very object of that term, which equal entries then share
                    row[j] = row[j] + share if row[j] else share
        return tuple(map(tuple, table))


def start(k: int) -> Basis:
    """Return a feasible basis of k patterns, one for each input, all of output 0. Each pattern has T = e^ε at its input and 1
    elsewhere.

    The basis is feasible because all its weights are 1/(T+k−1).
    """
    return tuple(Column(0, frozenset({j})) for j in range(k))


def chain_basis(chains: Sequence[Chain], k: int) -> Basis | None:
    """Join the columns of all chains into a basis. None if their number is not k, the number of inputs."""
    columns = tuple(c for chain in chains for c in chain_columns(chain))
    return columns if len(columns) == k else None


def chain_columns(chain: Chain) -> list[Column]:
    """List the columns of a basis that one chain describes. A chain belongs to one output.

    If `chain.used`, the columns are patterns, rows with the entries 1 and T = e^ε. The first pattern has the entry T at the inputs
    in `chain.high`. Each further pattern has T at one more input of `chain.between`, in the order of that list.

    If `chain.used` is false, the row of the output is zero. There is then one column for each input in `chain.between`. These
    columns are no patterns, and have `alone` set (see `Column`).
    """
    if not chain.used:
        return [Column(chain.output, frozenset({j}), alone=True) for j in chain.between]
    sizes = range(len(chain.between) + 1)
    return [Column(chain.output, chain.high | frozenset(chain.between[:n])) for n in sizes]


def solve_basis(gains: Matrix, ratio: Number, basis: Basis) -> SolvedBasis:
    """Compute the exact weights θ of the basis columns and the exact multipliers y of the inputs.

    Both are functions of the ratio T of degree at most three. Let τ = T − 1. The matrix H has a row for each input and a column for
    each column of the basis. An entry is 1 if the input is in the `high` of the column, and 0 otherwise. The row g is 1 for the
    columns that are patterns. It is 0 for those with `alone` set, which belong to outputs whose row is zero. The basis matrix is 1g
    + τH. So z = τθ and σ = g·θ solve Hz + σ1 = 1 and g·z = τσ. The profit of a column is the sum of its entries, each times the
    gain of the output there. Let w⁰ + τw¹ be the profits. Then z = τy and σ = Σy solve Hᵀz + σg = w⁰ + τw¹ and 1·z = τσ.
    """
    k = len(basis)
    high = [[1 if j in c.high else 0 for c in basis] for j in range(k)]
    marks = [0 if c.alone else 1 for c in basis]
    totals = {i: total_of(gains[i]) for i in {c.output for c in basis}}
    low_profit = [totals[c.output] * mark for c, mark in zip(basis, marks, strict=True)]
    high_profit = [total_of([gains[c.output][j] for j in c.high]) for c in basis]
    ones, none = [1] * k, [Fraction(0)] * k
    theta = _solve_bordered(high, ones, marks, [Fraction(1)] * k, none, ratio - 1)
    transposed = [list(row) for row in zip(*high, strict=True)]
    return SolvedBasis(basis, theta, _solve_bordered(transposed, marks, ones, low_profit, high_profit, ratio - 1))


def _solve_bordered(
    h: list[list[int]],
    right: list[int],
    below: list[int],
    side: Sequence[Number],
    slope: Sequence[Number],
    tau: Number,
) -> tuple[Number, ...]:
    """Solve the equations h·z + σ·right = side + τ·slope and below·z = τσ for a vector z and a number σ, and return z/τ.

    The parameter τ is `tau`. The matrix of the equations consists of h, `right` as its last column, and `below` as its last row.
    Its last diagonal entry is −τ, and τ occurs nowhere else in it. So it suffices to solve one rational system. Let M be the matrix
    with the number n in place of τ. Here n is 1, or 2 if the matrix with 1 is singular. Let a, b and c be the solutions of the
    system M for the right sides `side`, `slope` and the last unit vector. Then (z, σ) = a + τb + (τ − n)σc. The last entries of a,
    b and c therefore give an equation for σ alone. If M is singular for both n, it is singular for every τ, and a
    ZeroDivisionError is raised.
    """
    size, rows = len(h) + 1, [x for row, r in zip(h, right, strict=True) for x in (*row, r)]
    zero, one = Fraction(0), Fraction(1)
    sides = to_flint([*((a, b, zero) for a, b in zip(side, slope, strict=True)), (zero, zero, one)])
    try:
        n, solved = 1, fmpq_mat(size, size, [*rows, *below, -1]).solve(sides)
    except ZeroDivisionError:
        n, solved = 2, fmpq_mat(size, size, [*rows, *below, -2]).solve(sides)
    *each, (a, b, c) = from_flint(solved)
    sigma = (a + tau * b) / (1 - (tau - n) * c)
    inverse, moved = 1 / tau, (tau - n) * sigma / tau

    @cache
    def entry(a: Number, b: Number, c: Number) -> Number:
        return b + a * inverse + c * moved

    return tuple(entry(*x) for x in each)
