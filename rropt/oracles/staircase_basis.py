"""Bases of the staircase form of a linear design with δ = 0, and their exact solution over the field of T.

For T > 1 a row r with max r ≤ T·min r is a nonnegative combination of rows s in {1,T}^k, so the program is

    max Σ θ_c v_c,   Σ θ_c s_c = (1,…,1),   θ ≥ 0,      c = (output i, pattern s),  v_c = Σ_j W_ij s_j,

with only k equations. A degenerate basis may also hold, for an output with a zero row, the difference (T−1)e_j of two of
its patterns, with weight 0: its equation in the dual is y_j = W_ij.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count

from flint import fmpq, fmpq_mat

from rropt.exact.field import Number
from rropt.exact.matrix import Matrix
from rropt.oracles.linear_numeric import Chain

__all__ = ["Basis", "Column", "Staircase", "chain_basis", "chain_columns", "solve_basis", "start"]


@dataclass(frozen=True, slots=True)
class Column:
    """Output i and the inputs at which its pattern has T, the others having 1; or, `alone`, (T−1)e_j."""

    output: int
    high: frozenset[int]
    alone: bool = False


Basis = tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Staircase:
    """A basis solved exactly: θ of each column and the multipliers y of the inputs."""

    basis: Basis
    theta: tuple[Number, ...]
    columns: tuple[Number, ...]

    def rows(self, ratio: Number, m: int) -> Matrix:
        """The mechanism: output i gets the sum of its columns' θ·s."""
        k = len(self.columns)
        table: list[list[Number]] = [[Fraction(0)] * k for _ in range(m)]
        for column, theta in zip(self.basis, self.theta, strict=True):
            if theta and not column.alone:
                high = theta * ratio
                for j in range(k):
                    table[column.output][j] = table[column.output][j] + (high if j in column.high else theta)
        return tuple(map(tuple, table))


def start(k: int) -> Basis:
    """The basis of k-ary randomized response, all on output 0: feasible, θ = 1/(T+k−1)."""
    return tuple(Column(0, frozenset({j})) for j in range(k))


def chain_basis(chains: Sequence[Chain], k: int) -> Basis | None:
    """The columns of the chains, where they are as many as the inputs."""
    columns = tuple(c for chain in chains for c in chain_columns(chain))
    return columns if len(columns) == k else None


def chain_columns(chain: Chain) -> list[Column]:
    """The nested patterns of an output in use, else the columns alone of its between entries."""
    if not chain.used:
        return [Column(chain.output, frozenset({j}), alone=True) for j in chain.between]
    sizes = range(len(chain.between) + 1)
    return [Column(chain.output, chain.high | frozenset(chain.between[:n])) for n in sizes]


def solve_basis(gains: Matrix, ratio: Number, basis: Basis) -> Staircase:
    """θ and y of the basis over the field of T, as functions of T of degree at most three.

    With H the 0/1 matrix of the high places, g the 0/1 row that marks patterns, and τ = T − 1, the basis matrix is
    1g + τH. So z = τθ and σ = g·θ solve Hz + σ1 = 1, g·z = τσ; likewise z = τy and σ = Σy solve Hᵀz + σg = w⁰ + τw¹,
    1·z = τσ, where w⁰ + τw¹ are the profits. The determinant d of this bordered matrix is linear in τ, so by Cramer's rule
    d·z is a polynomial in τ of degree one (for θ) and two (for y): two and three rational solves give it, whatever T is.
    """
    k = len(basis)
    high = [[1 if j in c.high else 0 for c in basis] for j in range(k)]
    marks = [0 if c.alone else 1 for c in basis]
    low_profit = [sum(gains[c.output], Fraction(0)) * mark for c, mark in zip(basis, marks, strict=True)]
    high_profit = [sum((gains[c.output][j] for j in c.high), Fraction(0)) for c in basis]
    ones, none = [1] * k, [Fraction(0)] * k
    theta = _bordered(high, ones, marks, [Fraction(1)] * k, none, ratio - 1, degree=1)
    transposed = [list(row) for row in zip(*high, strict=True)]
    y = _bordered(transposed, marks, ones, low_profit, high_profit, ratio - 1, degree=2)
    return Staircase(basis, theta, y)


def _bordered(
    h: list[list[int]],
    right: list[int],
    below: list[int],
    side: Sequence[Number],
    slope: Sequence[Number],
    tau: Number,
    *,
    degree: int,
) -> tuple[Number, ...]:
    """x with τx = z, Hz + σ·right = side + τ·slope, below·z = τσ, by interpolation of d·z, d the determinant, in τ."""
    k, samples = len(h), list[tuple[Fraction, fmpq, fmpq_mat]]()
    for n in count(1):
        bordered = [x for row, r in zip(h, right, strict=True) for x in (*row, r)]
        matrix = fmpq_mat(k + 1, k + 1, [*bordered, *below, -n])
        determinant = matrix.det()
        if determinant != 0:
            b = [a + n * c for a, c in zip(side, slope, strict=True)]
            sides = fmpq_mat(k + 1, 1, [*(fmpq(x.numerator, x.denominator) for x in b), 0])  # type: ignore[union-attr]
            samples.append((Fraction(n), determinant, matrix.solve(sides)))
        if len(samples) > degree:
            break
    weights = _lagrange([n for n, _, _ in samples], tau)
    scale = sum((w * _fraction(d) for w, (_, d, _) in zip(weights, samples, strict=True)), Fraction(0)) * tau
    shares = [w * _fraction(d) * n / scale for w, (n, d, _) in zip(weights, samples, strict=True)]

    @cache
    def entry(*values: Fraction) -> Number:
        """What takes these values at the samples. Where τd is of the degree too, the shares add up to 1."""
        if degree > 1 and len({*values}) == 1:
            return values[0]
        return sum((share * x for share, x in zip(shares, values, strict=True) if x), Fraction(0))

    return tuple(entry(*(_fraction(z[i, 0]) / n for n, _, z in samples)) for i in range(k))


def _fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def _lagrange(nodes: Sequence[Fraction], at: Number) -> list[Number]:
    """The weights with which values at the nodes give the polynomial through them at a number of the field."""
    weights: list[Number] = []
    for x in nodes:
        weight: Number = Fraction(1)
        for other in nodes:
            if other != x:
                weight = weight * (at - other) / (x - other)
        weights.append(weight)
    return weights
