"""Bounds of the determinant and of the largest variance, rational but for t; the checker's claim says why they hold.

Determinant: with N near M⁻¹, N = Xᵀdiag(d)X for a unit upper triangular X, and R the inverse of the unit lower triangular factor.
Largest variance: J = VᵀMV is linear in the weights, and the largest variance is the inverse of its least eigenvalue. Maximising
that is a semidefinite program; a dual W gives X = W^{1/2}Vᵀ, and y is had from a linear program. At several prevalences there is
one of each for each list, and one y.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.categories.certificate import Proof, ProofAt
from rropt.categories.d_and_e.objective import geometric_mean
from rropt.categories.numeric.floats import floats
from rropt.categories.numeric.solution import Solution
from rropt.categories.prices import Form, least_dual, prices_above
from rropt.categories.program import EstimationProgram
from rropt.categories.within import Upper, rational_weights, upper_bound
from rropt.designs.floats.interior_point import Measure, Optimum, optimise
from rropt.designs.floats.rounding import round_relative
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.supports import Pattern
from rropt.exact.decimal import decimal, round_bounds_outward
from rropt.exact.matrix import Matrix, freeze, product, transpose
from rropt.exact.sign import enclose, enclose_relative

__all__ = [
    "bound_determinant",
    "bound_largest",
    "determinant_of",
    "solve_determinant",
    "solve_largest",
]

Array: TypeAlias = Any
FINE = 50
TRIANGLE = 100  # bits of the triangle of the largest variance
LONG = 256  # bits of the numbers of which it is made
WIDTH = Fraction(1, 1 << LONG)
SHARES_MARGIN = 4e-14  # relative, for the rounding of the floats by which y is raised
ABOVE = 1e-11  # by which the upper bound of the largest variance exceeds it, so that a margin is left to show
DIGITS = 18
LOG_MARGIN = Fraction(1, 10**20)  # relative, so that an upper bound of few digits is rounded up too


def solve_determinant(program: EstimationProgram, patterns: FloatPatterns) -> Solution:
    """The interior point with the logarithm of the determinant."""
    sizes = len(program.classes.members)
    measure = Measure("determinant", np.eye(sizes), np.ones(len(patterns.several)))
    optimum = optimise(patterns, measure, program.weights)
    return Solution(program, patterns, optimum, ())


def determinant_of(solution: Solution) -> float:
    """1/det M: det M = k det VᵀMV, as the unit vector along 1 has the entry 1/k of M⁻¹."""
    k, gain = solution.program.k, solution.patterns.gain
    return float(np.exp(solution.optimum.value - 2 * (k - 1) * np.log(gain) - np.log(k)))


def solve_largest(program: EstimationProgram, patterns: FloatPatterns) -> tuple[Solution, list[Array]]:
    """The semidefinite program, with its dual W for each list of prevalences."""
    from rropt.categories.numeric.cvxpy import solve_least_eigenvalue

    p, duals = solve_least_eigenvalue(patterns)
    v, first = patterns.vectors, patterns.chances[0]
    inverses = tuple((np.linalg.inv((v.T * (p / (first * g))) @ v), np.zeros(0)) for g in patterns.chances)
    reached = max(float(np.linalg.eigvalsh(inverse)[-1]) for inverse, _ in inverses)
    taken = sum(((v @ w) * v).sum(axis=1) / g for w, g in zip(duals, patterns.chances, strict=True))
    y, limits = least_dual(patterns, taken, program)
    shown = sum(float(np.trace(w)) for w in duals) / float(sum(y) + patterns.room * sum(limits))
    weights, gap = np.ones(len(inverses)), abs(reached - shown)
    optimum = Optimum(p, inverses, weights, np.zeros(program.k), np.zeros_like(p), reached, gap)
    return Solution(program, patterns, optimum, ()), duals


def _unit_triangle(lower: Array, bits: int = FINE) -> tuple[tuple[Fraction, ...], ...]:
    """A triangle with a diagonal of ones, rounded."""
    k = len(lower)
    entries = round_relative(lower.ravel(), bits)
    return tuple(tuple(Fraction(int(a == b)) if b >= a else entries[a * k + b] for b in range(k)) for a in range(k))


def bound_determinant(solution: Solution, shares: dict[Pattern, Fraction]) -> Proof:
    """Bounds of 1/det M, of several lists of the geometric mean or of the largest."""
    program, k = solution.program, solution.program.k
    weights = rational_weights(solution)
    places = tuple(_determinant_at(solution, shares, place) for place in range(len(weights)))
    forms = [
        Form(place.matrix, [w * d for d in place.diagonal or ()]) for w, place in zip(weights, places, strict=True)
    ]
    near = solution.multipliers() * solution.patterns.gain**2 + floats(weights) @ floats(program.prevalences)
    columns, limits = prices_above(solution, forms, near, margin=SHARES_MARGIN)
    scale = (k / _summed(program, columns, limits)) ** k
    least = [math.prod(place.diagonal or (), start=scale) for place in places]
    reached = [math.prod(place.moments or (), start=Fraction(1)) for place in places]
    lower = least[0] if len(places) == 1 else geometric_mean(least, weights)[0]
    if len(places) == 1:
        (upper,) = reached
    else:  # the checker compares enclosures of logarithms, which do not show equality
        upper = max(reached) * (1 + LOG_MARGIN) if program.weights is None else geometric_mean(reached, weights)[1]
    return Proof(
        bounds=round_bounds_outward(lower, upper, digits=DIGITS),
        places=places,
        columns=tuple(columns),
        limits=tuple(limits),
        weights=tuple(weights) if program.weights is None else None,
    )


def _summed(program: EstimationProgram, columns: Sequence[Fraction], limits: Sequence[Fraction]) -> Fraction:
    """Σ y, and δ times the multipliers of the slack."""
    return sum(columns, Fraction(0)) + program.rows.delta * sum(limits, Fraction(0))


def _triangles(solution: Solution, place: int) -> tuple[Array, Array, tuple[tuple[Fraction, ...], ...]]:
    """Of N = C + ππᵀ = U D Uᵀ the diagonal of D, the unit triangle U, and its inverse rounded.

    C is of the size 1/(t − 1)² and C·1 = 0, so that for a small t − 1 no floats of C + ππᵀ tell of ππᵀ. Of its first k − 1 inputs,
    N', they do; and the last row of the inverse is (1 − x, 1) with x = N'⁻¹π', the last of D then 1 − π'ᵀx, as Σ π = 1.
    """
    pi, c = floats(solution.program.prevalences[place]), solution.contrasts_of_covariance(place)
    first = ((c + c.T) / 2 + np.outer(pi, pi))[:-1, :-1]
    factor = np.linalg.cholesky(first)
    own = factor / np.diag(factor)
    x = np.linalg.solve(first, pi[:-1])
    k = len(pi)
    unit = np.eye(k)
    unit[:-1, :-1], unit[-1, :-1] = own, (x - 1) @ own
    inverse = _unit_triangle(np.linalg.inv(own))
    zero, one = Fraction(0), Fraction(1)
    last = (*(one - y for y in round_relative(x.tolist(), FINE)), one)
    return np.append(np.diag(factor) ** 2, 1 - pi[:-1] @ x), unit, (*((*row, zero) for row in inverse), last)


def _determinant_at(solution: Solution, shares: dict[Pattern, Fraction], place: int) -> ProofAt:
    """N near M⁻¹ at one list of prevalences, and estimators of which none tells about another."""
    pivots, unit, triangle = _triangles(solution, place)
    turned = _unit_triangle(unit)
    turned_program = replace(solution.program, contrast=triangle, is_total=False)
    image = floats(triangle) @ solution.patterns.basis @ solution.optimum.inverses[place][0]
    images = tuple(image for _ in solution.optimum.inverses)
    upper = upper_bound(replace(solution, program=turned_program, images=images), shares, place)
    moments = tuple(Fraction(decimal(x, digits=DIGITS, direction="upper")) for x in upper.moments)
    diagonal = tuple(map(Fraction, pivots.tolist()))
    return ProofAt(
        estimator=upper.estimator,
        triangle=triangle,
        matrix=tuple(zip(*turned, strict=True)),
        moments=moments,
        diagonal=diagonal,
    )


def bound_largest(solution: Solution, duals: list[Array], shares: dict[Pattern, Fraction]) -> Proof:
    """Bounds of the largest eigenvalue of M⁻¹ − ππᵀ, of several lists of the largest of all."""
    program = solution.program
    most = max(float(np.linalg.eigvalsh(dual)[-1]) for dual in duals)
    matrices = [_contrasts(dual, solution.patterns, most) for dual in duals]
    forms = [Form(matrix, [Fraction(1)] * len(matrix)) for matrix in matrices]
    columns, limits = prices_above(solution, forms, None, margin=SHARES_MARGIN)
    squares = sum((v * v for matrix in matrices for row in matrix for v in row), Fraction(0))
    uppers = [upper_bound(solution, shares, place) for place in range(len(matrices))]
    value, triangles = _eigenvalue(solution, shares, uppers)
    lower = Fraction(decimal(squares / _summed(program, columns, limits), digits=DIGITS, direction="lower"))
    parts = zip(uppers, triangles, matrices, strict=True)
    places = tuple(ProofAt(estimator=upper.estimator, triangle=r, matrix=x) for upper, r, x in parts)
    return Proof(bounds=(lower, value), places=places, columns=tuple(columns), limits=tuple(limits))


def _contrasts(dual: Array, patterns: FloatPatterns, most: float) -> Matrix:
    """Rows that sum to 0, from the dual at one list of prevalences; of one that is 0 beside the others a row of zeros."""
    values, vectors = np.linalg.eigh(dual)
    kept = values > 1e-13 * most
    kept[-1] = True
    rows = (np.sqrt(np.maximum(values, 0)) * vectors).T @ patterns.basis.T
    k = patterns.classes.k
    return freeze([v - sum(row, Fraction(0)) / k for v in row] for row in _rounded_rows(rows[kept]))


def _rounded_rows(rows: Array) -> list[list[Fraction]]:
    flat, width = round_relative(rows.ravel(), FINE), rows.shape[1]
    return [flat[n : n + width] for n in range(0, len(flat), width)]


def _chances(solution: Solution, shares: dict[Pattern, Fraction], pi: Sequence[Fraction]) -> list[Fraction]:
    """The probability of each answer, as a rational that tells it to many bits."""
    rows = solution.program.rows
    if isinstance(rows, Generators):
        return [sum((x * p for x, p in zip(row, pi, strict=True)), Fraction(0)) for row in rows.weigh(shares)]
    gain = enclose_relative(rows.ratio - 1, bits=LONG)[0]
    covered = sum((w for pattern, w in shares.items() if 0 in pattern), Fraction(0))
    return [
        w * (1 + gain * sum((pi[j] for j in pattern), Fraction(0))) / (1 + gain * covered)
        for pattern, w in shares.items()
    ]


def _eigenvalue(
    solution: Solution, shares: dict[Pattern, Fraction], uppers: Sequence[Upper]
) -> tuple[Fraction, list[Matrix]]:
    """A number above the largest eigenvalues, and the triangles that show it.

    The number less a covariance is nearly singular, and pivots of it as small as its least eigenvalue may come first; so it is
    eliminated in rationals, and its triangle keeps many bits.
    """
    covariances = []
    for upper, pi in zip(uppers, solution.program.prevalences, strict=True):
        near = [[enclose(x, width=WIDTH)[0] for x in row] for row in upper.estimator]
        chances = _chances(solution, shares, pi)
        scaled = [[x * q for x, q in zip(row, chances, strict=True)] for row in near]
        moments = product(scaled, transpose(near))
        covariances.append(
            [[_shorten(x - p * q) for x, q in zip(row, pi, strict=True)] for row, p in zip(moments, pi, strict=True)]
        )
    most = max(float(np.linalg.eigvalsh(floats(covariance))[-1]) for covariance in covariances)
    value = Fraction(decimal(Fraction(most * (1 + ABOVE)), digits=17, direction="upper"))
    rests = [
        [[value * int(a == b) - x for b, x in enumerate(row)] for a, row in enumerate(covariance)]
        for covariance in covariances
    ]
    return value, [_unit_triangle(np.array(_eliminate(rest), object), TRIANGLE) for rest in rests]


def _shorten(x: Any) -> Fraction:
    return round_relative([Fraction(x)], LONG)[0]


def _eliminate(rest: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """The unit lower triangle R that makes R·rest·Rᵀ diagonal, for a positive definite matrix."""
    k = len(rest)
    both = [[*row, *(Fraction(int(a == b)) for b in range(k))] for a, row in enumerate(rest)]
    for n, pivot in enumerate(both):
        for a in range(n + 1, k):
            factor = both[a][n] / pivot[n]
            both[a] = [_shorten(x - factor * y) for x, y in zip(both[a], pivot, strict=True)]
    return [row[k:] for row in both]
