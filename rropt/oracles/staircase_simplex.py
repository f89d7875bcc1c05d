"""The exact leg of a linear design with δ = 0: revised simplex over staircase columns.

For T > 1 a row r with max r ≤ T·min r is a nonnegative combination of rows s in {1,T}^k, so the program is

    max Σ θ_c v_c,   Σ θ_c s_c = (1,…,1),   θ ≥ 0,      c = (output i, pattern s),  v_c = Σ_j W_ij s_j,

with only k equations. Given the multipliers y of the columns, the best pattern of output i has T exactly where
W_ij > y_j, and its reduced profit is Σ_j φ(W_ij − y_j), φ(c) = T·max(c,0) − max(−c,0): pricing all of m·2^k columns costs
m·k operations. The patterns with T at one input and 1 elsewhere form a feasible basis, θ = 1/(T+k−1).

A run in doubles proposes a basis; a run in rationals (at a rational near T if T is irrational) repairs it with the
lexicographic rule, which cannot cycle; the last basis is solved over the field itself (`solve_basis`), and the checker judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

import numpy as np
from flint import fmpq, fmpq_mat

from rropt.exact.field import Number
from rropt.exact.matrix import Matrix
from rropt.oracles.highs import Floats

__all__ = ["Column", "Staircase", "exact_basis", "float_basis", "solve_basis"]

SMALL = 1e-11
PERTURBATION = 1e-5
MOST_FLOAT_STEPS = 20_000
MOST_EXACT_STEPS = 400


@dataclass(frozen=True, slots=True)
class Column:
    """Output i and the inputs at which its pattern has T."""

    output: int
    high: frozenset[int]


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
            if theta:
                high = theta * ratio
                for j in range(k):
                    table[column.output][j] = table[column.output][j] + (high if j in column.high else theta)
        return tuple(map(tuple, table))


def start(k: int) -> Basis:
    """The basis of k-ary randomized response, all on output 0."""
    return tuple(Column(0, frozenset({j})) for j in range(k))


def _float_matrix(basis: Basis, ratio: float) -> Floats:
    k = len(basis)
    return np.array([[ratio if j in c.high else 1.0 for c in basis] for j in range(k)])


def float_basis(gains: Floats, ratio: float) -> Basis:
    """A basis near the optimum, by simplex in doubles with the scaled pattern {1/T, 1}."""
    m, k = gains.shape
    low = 1.0 / ratio
    rng = np.random.default_rng(k)
    # right sides a little off 1 keep θ away from 0, so that degenerate problems do not cycle in doubles
    right = 1.0 + PERTURBATION * rng.random(k)
    basis = list(start(k))
    b = _float_matrix(tuple(basis), ratio) * low
    profit = np.array([gains[c.output] @ b[:, i] for i, c in enumerate(basis)])
    for step in range(MOST_FLOAT_STEPS):
        if step % 50 == 0:
            inverse = np.linalg.inv(b)
        y = profit @ inverse
        c = gains - y
        reduced = np.where(c > 0, c, c * low).sum(axis=1)
        i = int(np.argmax(reduced))
        if reduced[i] <= SMALL * max(1.0, float(np.abs(y).max())):
            break
        entering = np.where(c[i] > 0, 1.0, low)
        direction, theta = inverse @ entering, inverse @ right
        ratios = np.where(direction > SMALL, theta / np.where(direction > SMALL, direction, 1.0), np.inf)
        leaving = int(np.argmin(ratios))
        if not np.isfinite(ratios[leaving]):
            break
        basis[leaving] = Column(i, frozenset(np.flatnonzero(c[i] > 0).tolist()))
        b[:, leaving], profit[leaving] = entering, float(gains[i] @ entering)
        pivot = inverse[leaving] / direction[leaving]
        inverse = inverse - np.outer(direction, pivot)
        inverse[leaving] = pivot
    return tuple(basis)


def _rational_matrix(basis: Basis, ratio: fmpq) -> fmpq_mat:
    k, one = len(basis), fmpq(1)
    return fmpq_mat(k, k, [ratio if j in c.high else one for j in range(k) for c in basis])


def exact_basis(gains: Matrix, ratio: Fraction, basis: Basis) -> Basis | None:
    """An optimal basis at a rational T > 1, starting from `basis` if it is feasible; None beyond the stated effort."""
    w = [[fmpq(x.numerator, x.denominator) for x in row] for row in gains]  # type: ignore[union-attr]
    t = fmpq(ratio.numerator, ratio.denominator)
    k = len(basis)
    ones = fmpq_mat(k, 1, [1] * k)
    inverse = _inverse_if_feasible(basis, t, ones)
    if inverse is None:
        basis = start(k)
        inverse = _rational_matrix(basis, t).inv()
    for _ in range(MOST_EXACT_STEPS):
        entering = _price(w, t, basis, inverse)
        if entering is None:
            return basis
        leaving = _leaving(inverse, _pattern(entering, t, k), ones)
        basis = (*basis[:leaving], entering, *basis[leaving + 1 :])
        inverse = _rational_matrix(basis, t).inv()
    return None


def _inverse_if_feasible(basis: Basis, t: fmpq, ones: fmpq_mat) -> fmpq_mat | None:
    try:
        inverse = _rational_matrix(basis, t).inv()
    except ZeroDivisionError:
        return None
    return inverse if all(x >= 0 for x in (inverse * ones).entries()) else None


def _pattern(column: Column, t: fmpq, k: int) -> fmpq_mat:
    return fmpq_mat(k, 1, [t if j in column.high else fmpq(1) for j in range(k)])


def _price(w: list[list[fmpq]], t: fmpq, basis: Basis, inverse: fmpq_mat) -> Column | None:
    """The column of largest reduced profit, or None at an optimum."""
    k = len(basis)
    profit = fmpq_mat(
        1, k, [sum((w[c.output][j] * (t if j in c.high else 1) for j in range(k)), fmpq(0)) for c in basis]
    )
    y = (profit * inverse).entries()
    best, found = fmpq(0), None
    for i, row in enumerate(w):
        c = [a - b for a, b in zip(row, y, strict=True)]
        reduced = sum((t * x if x > 0 else x for x in c), fmpq(0))
        if reduced > best:
            best, found = reduced, Column(i, frozenset(j for j, x in enumerate(c) if x > 0))
    return found


def _leaving(inverse: fmpq_mat, pattern: fmpq_mat, ones: fmpq_mat) -> int:
    """The lexicographic ratio test on the rows (θ_i, B⁻¹_i)/d_i with d_i > 0; one exists, since θ is bounded."""
    direction, theta, table = (inverse * pattern).entries(), (inverse * ones).entries(), inverse.tolist()
    candidates = [i for i, d in enumerate(direction) if d > 0]
    return min(candidates, key=lambda i: [theta[i] / direction[i], *(x / direction[i] for x in table[i])])


def solve_basis(gains: Matrix, ratio: Number, basis: Basis) -> Staircase:
    """θ and y of the basis over the field of T, as functions of T of degree at most three.

    With H the 0/1 matrix of the high places and τ = T − 1 the basis matrix is J + τH, so z = τθ and σ = Σθ solve
    Hz + σ1 = 1, 1ᵀz = τσ; likewise z = τy and σ = Σy solve Hᵀz + σ1 = w⁰ + τw¹, 1ᵀz = τσ, where v = w⁰ + τw¹.
    The determinant d of this bordered matrix is linear in τ, so by Cramer's rule d·z is a polynomial in τ of degree one
    (for θ) and two (for y): two and three rational solves give it, whatever T is.
    """
    k = len(basis)
    high = [[1 if j in c.high else 0 for c in basis] for j in range(k)]
    low_profit = [sum(gains[c.output], Fraction(0)) for c in basis]
    high_profit = [sum((gains[c.output][j] for j in c.high), Fraction(0)) for c in basis]
    theta = _bordered(high, [Fraction(1)] * k, None, ratio - 1)
    y = _bordered([list(row) for row in zip(*high, strict=True)], low_profit, high_profit, ratio - 1)
    return Staircase(basis, theta, y)


def _bordered(
    h: list[list[int]], right: Sequence[Number], slope: Sequence[Number] | None, tau: Number
) -> tuple[Number, ...]:
    """x with τx = z, Hz + σ1 = right + τ·slope, 1ᵀz = τσ, by interpolation in τ."""
    degree = 1 if slope is None else 2
    k, samples = len(h), list[tuple[Fraction, fmpq, fmpq_mat]]()
    for n in count(1):
        matrix = fmpq_mat(k + 1, k + 1, [x for row in h for x in (*row, 1)] + [1] * k + [-n])
        determinant = matrix.det()
        if determinant != 0:
            side = [a + (n * slope[i] if slope else 0) for i, a in enumerate(right)]
            b = fmpq_mat(k + 1, 1, [fmpq(x.numerator, x.denominator) for x in side] + [0])  # type: ignore[union-attr]
            samples.append((Fraction(n), determinant, matrix.solve(b)))
        if len(samples) > degree:
            break
    scale = _lagrange([(n, _fraction(d)) for n, d, _ in samples], tau) * tau
    return tuple(_lagrange([(n, _fraction(d * z[i, 0])) for n, d, z in samples], tau) / scale for i in range(k))


def _fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def _lagrange(samples: list[tuple[Fraction, Fraction]], at: Number) -> Number:
    """The polynomial through the samples, of degree below their number, at a number of the field."""
    total: Number = Fraction(0)
    for i, (x, value) in enumerate(samples):
        term: Number = value
        for other, _ in samples[:i] + samples[i + 1 :]:
            term = term * (at - other) / (x - other)
        total = total + term
    return total
