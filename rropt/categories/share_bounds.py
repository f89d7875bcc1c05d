"""Bounds of the determinant and of the largest variance, rational but for t; the checker's claim says why they hold.

Determinant: with N near M⁻¹, N = Xᵀdiag(d)X for a unit upper triangular X, and R the inverse of the unit lower triangular factor.
Largest variance: J = VᵀMV is linear in the weights, and the largest variance is the inverse of its least eigenvalue. Maximising
that is a semidefinite program; a dual W gives X = W^{1/2}Vᵀ, and y is had from a linear program.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.categories.numeric import Measure, Optimum, Patterns, optimise
from rropt.categories.program import EstimationProgram
from rropt.categories.rounding import round_relative
from rropt.categories.solution import Solution
from rropt.categories.supports import Pattern
from rropt.categories.within import Upper, upper_bound
from rropt.exact.decimal import around, decimal
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze
from rropt.solvers.highs import SparseRows, dense_rows, minimise

__all__ = ["Proof", "bound_determinant", "bound_largest", "determinant_of", "solve_determinant", "solve_largest"]

Array: TypeAlias = Any
FINE = 50
ABOVE = 1e-11  # by which the upper bound of the largest variance exceeds it, so that a margin is left to show
DIGITS = 18


@dataclass(frozen=True, slots=True)
class Proof:
    """The bounds with L, R, X, y; of a determinant also the weights of X, and bounds of the second moments of L."""

    bounds: tuple[Number, Number]
    estimator: Matrix
    triangle: Matrix
    matrix: Matrix
    columns: tuple[Number, ...]
    weights: tuple[Number, ...] | None = None
    moments: tuple[Number, ...] | None = None


def solve_determinant(program: EstimationProgram, patterns: Patterns) -> Solution:
    """The interior point with the logarithm of the determinant."""
    sizes = len(program.classes.members)
    optimum = optimise(patterns, Measure("determinant", np.eye(sizes), np.ones(len(patterns.several))), np.ones(1))
    return Solution(program, patterns, optimum, (), optimum.multipliers)


def determinant_of(solution: Solution) -> float:
    """1/det M: det M = k det VᵀMV, as the unit vector along 1 has the entry 1/k of M⁻¹."""
    k, gain = solution.program.k, solution.patterns.gain
    return float(np.exp(solution.optimum.value - 2 * (k - 1) * np.log(gain) - np.log(k)))


def solve_largest(program: EstimationProgram, patterns: Patterns) -> tuple[Solution, Array]:
    """The semidefinite program, with its dual W."""
    from rropt.categories.cvxpy import solve_least_eigenvalue

    p, dual, value = solve_least_eigenvalue(patterns)
    g, v = patterns.chances[0], patterns.vectors
    inverse = np.linalg.inv((v.T * (p / g**2)) @ v)
    optimum = Optimum(p, ((inverse, np.zeros(0)),), np.ones(1), np.zeros(program.k), np.zeros_like(p), 1 / value, 0.0)
    return Solution(program, patterns, optimum, (), optimum.multipliers), dual


def _covariance(solution: Solution) -> Array:
    return solution.contrasts_of_covariance(0)


def _unit_triangle(lower: Array) -> tuple[tuple[Fraction, ...], ...]:
    """A float triangle with a diagonal of ones, rounded."""
    k = len(lower)
    entries = round_relative(lower.ravel(), FINE)
    return tuple(tuple(Fraction(int(a == b)) if b >= a else entries[a * k + b] for b in range(k)) for a in range(k))


def _raise(solution: Solution, left: Array, y: list[Fraction]) -> tuple[Fraction, ...]:
    """y with as much of π added as puts (yᵀs)(sᵀπ) above the numbers on the left."""
    pi, gain = solution.program.prevalences[0], solution.patterns.gain
    g, counts = solution.patterns.chances[0], solution.patterns.counts
    right = float(sum(y)) + gain * counts @ np.array([float(v) for v in y])
    more = Fraction(max(0.0, float(np.max((left / g - right) / g))) + 4e-14 * float(np.max(left / g**2)))
    return tuple(v + more * p for v, p in zip(y, pi, strict=True))


def bound_determinant(solution: Solution, shares: dict[Pattern, Fraction]) -> Proof:
    """Bounds of 1/det M."""
    program, pi = solution.program, np.array([float(p) for p in solution.program.prevalences[0]])
    k, gain = program.k, solution.patterns.gain
    near = _covariance(solution) + np.outer(pi, pi)
    factor = np.linalg.cholesky((near + near.T) / 2)
    unit = factor / np.diag(factor)
    turned = _unit_triangle(unit)
    matrix = tuple(zip(*turned, strict=True))
    weights = tuple(Fraction(x) for x in np.diag(factor) ** 2)
    x = np.array([[float(v) for v in row] for row in matrix])
    image = (x.sum(axis=1) + gain * solution.patterns.counts @ x.T) ** 2 @ np.array([float(w) for w in weights])
    columns = _raise(solution, image, round_relative(solution.multipliers() * gain**2 + pi, FINE))
    lower = Fraction(1)
    for w in weights:
        lower *= w
    lower *= (k / sum(columns, Fraction(0))) ** k
    triangle = _unit_triangle(np.linalg.inv(unit))
    floats = np.array([[float(v) for v in row] for row in triangle])
    turned_program = replace(program, contrast=triangle, is_total=False)
    block = solution.optimum.inverses[0][0]
    images = (floats @ solution.patterns.basis @ block,)
    upper = upper_bound(replace(solution, program=turned_program, images=images), shares, 0)
    moments = tuple(Fraction(decimal(x, digits=DIGITS, direction="upper")) for x in upper.moments)
    bounds = around(lower, math.prod(moments, start=Fraction(1)), digits=DIGITS)
    return Proof(bounds, upper.estimator, triangle, matrix, columns, weights, moments)


def bound_largest(solution: Solution, dual: Array, shares: dict[Pattern, Fraction]) -> Proof:
    """Bounds of the largest eigenvalue of M⁻¹ − ππᵀ."""
    program, patterns = solution.program, solution.patterns
    values, vectors = np.linalg.eigh(dual)
    rows = (np.sqrt(np.maximum(values, 0)) * vectors).T @ patterns.basis.T
    matrix = [
        [v - sum(row, Fraction(0)) / program.k for v in row] for row in _rounded_rows(rows[values > 1e-13 * values[-1]])
    ]
    x = np.array([[float(v) for v in row] for row in matrix])
    image = ((patterns.gain * patterns.counts @ x.T) ** 2).sum(axis=1)
    columns = _raise(solution, image, round_relative(_least_dual(patterns, image, program), FINE))
    lower = sum((v * v for row in matrix for v in row), Fraction(0)) / sum(columns, Fraction(0))
    upper = upper_bound(solution, shares, 0)
    value, triangle = _eigenvalue(solution, shares, upper)
    bounds = Fraction(decimal(lower, digits=DIGITS, direction="lower")), value
    return Proof(bounds, upper.estimator, triangle, freeze(matrix), columns)


def _rounded_rows(rows: Array) -> list[list[Fraction]]:
    flat, width = round_relative(rows.ravel(), FINE), rows.shape[1]
    return [flat[n : n + width] for n in range(0, len(flat), width)]


def _least_dual(patterns: Patterns, image: Array, program: EstimationProgram) -> Array:
    """The y of least sum with (yᵀs)(sᵀπ) above the image, by HiGHS."""
    g, v, gain = patterns.chances[0], patterns.vectors, patterns.gain
    rows = np.column_stack([np.ones(len(g)), v / g[:, None]])
    wanted = image / g**2
    scale = float(np.max(wanted))
    found = minimise(np.eye(v.shape[1] + 1)[0], _above(rows, wanted / scale), lower=np.full(v.shape[1] + 1, -np.inf))
    lam = found.point * scale
    pi = np.array([float(p) for p in program.prevalences[0]])
    return lam[0] * pi + patterns.basis @ lam[1:] / gain


def _above(rows: Array, wanted: Array) -> SparseRows:
    return dense_rows(rows.tolist(), wanted.tolist(), [np.inf] * len(wanted))


def _chances(solution: Solution, shares: dict[Pattern, Fraction], pi: Array) -> Array:
    """The probability of each answer."""
    gain, cone = solution.patterns.gain, solution.program.cone
    if cone is not None:
        return np.array([[float(x) for x in row] for row in cone.rows(shares)]) @ pi
    w = np.array([float(x) for x in shares.values()])
    inside = np.array([sum(pi[j] for j in pattern) for pattern in shares])
    covered = sum(float(x) for pattern, x in shares.items() if 0 in pattern)
    return w * (1 + gain * inside) / (1 + gain * covered)


def _eigenvalue(solution: Solution, shares: dict[Pattern, Fraction], upper: Upper) -> tuple[Fraction, Matrix]:
    """A number above the largest eigenvalue, and the triangle that shows it."""
    program, pi = solution.program, np.array([float(p) for p in solution.program.prevalences[0]])
    chances = _chances(solution, shares, pi)
    estimator = np.array([[float(x) for x in row] for row in upper.estimator])
    covariance = (estimator * chances) @ estimator.T - np.outer(pi, pi)
    value = Fraction(
        decimal(Fraction(float(np.linalg.eigvalsh(covariance)[-1]) * (1 + ABOVE)), digits=17, direction="upper")
    )
    factor = np.linalg.cholesky(float(value) * np.eye(program.k) - covariance)
    return value, _unit_triangle(np.linalg.inv(factor / np.diag(factor)))
