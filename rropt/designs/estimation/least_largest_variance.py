"""Minimise the largest variance of a contrast of length 1, which is the largest eigenvalue of the covariance M⁻¹ − ππᵀ.

Here π has the prevalences, and M = Σ r rᵀ/(rᵀπ) is the sum over the rows r of the mechanism. Let V be an orthonormal basis of the
contrasts. Then J = VᵀMV is linear in the weights of rows, and the largest variance is the inverse of the least eigenvalue of J. A
semidefinite program maximises that eigenvalue. Its dual W gives the matrix X = W^{1/2}Vᵀ, and a linear program gives a price of
each input. X and the prices prove the lower bound. If there are several lists of prevalences, each list has its own J, W and X, and
all lists share the prices.

If all prevalences are equal, `theorems.py` gives the least value in closed form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.certificate import Proof, ProofAt
from rropt.designs.estimation.least import FINE, MARGIN, LeastByRows, unit_triangle
from rropt.designs.estimation.numeric.floats import floats
from rropt.designs.estimation.numeric.solution import Solution, say
from rropt.designs.estimation.prices import Form, least_dual, prices_above
from rropt.designs.estimation.within import BEYOND_FLOATS, Upper, centre_rows, upper_bound
from rropt.designs.floats.interior_point import Optimum
from rropt.designs.floats.rounding import round_relative
from rropt.designs.objectives.largest_variance import OneShare
from rropt.designs.reductions.labelled import Labelled
from rropt.designs.rows.classes import ClassMatrix
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.supports import Pattern
from rropt.engine.sets import Classes
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, freeze, product, transpose
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose, enclose_relative
from rropt.problem.answers import NumericAnswer
from rropt.problem.contract import Reduction

__all__ = ["REDUCTIONS", "LeastLargestVariance", "covariances_of", "pose"]

Array: TypeAlias = Any
TRIANGLE = 100  # bits of the triangle
LONG = 256  # bits of the numbers of which it is made
WIDTH = Fraction(1, 1 << LONG)
ABOVE = 1e-11  # relative: the upper bound exceeds the largest variance by this, so that rational triangles can show it
DIGITS = 18


@dataclass(frozen=True, slots=True)
class LeastLargestVariance(LeastByRows):
    """The least possible value of the largest eigenvalue of M⁻¹ − ππᵀ, the covariance of the estimated shares."""

    def solve_over(self, patterns: FloatPatterns) -> Solution:
        """Maximise the least eigenvalue of the information on contrasts. `duals` in the result has a dual matrix for each list of
        prevalences.
        """
        from rropt.designs.estimation.numeric.cvxpy import solve_least_eigenvalue

        p, duals = solve_least_eigenvalue(patterns)
        v, first = patterns.vectors, patterns.chances[0]
        try:
            inverses = tuple((np.linalg.inv((v.T * (p / (first * g))) @ v), np.zeros(0)) for g in patterns.chances)
        except np.linalg.LinAlgError as error:
            raise InputError(BEYOND_FLOATS) from error
        reached = max(float(np.linalg.eigvalsh(inverse)[-1]) for inverse, _ in inverses)
        taken = sum(((v @ w) * v).sum(axis=1) / g for w, g in zip(duals, patterns.chances, strict=True))
        y, limits = least_dual(patterns, taken, self.program)
        paid = float(sum(y) + patterns.room * sum(limits))
        if not paid:
            require_time()  # if the time was over, HiGHS returned no prices
            raise InputError(BEYOND_FLOATS)
        shown = sum(float(np.trace(w)) for w in duals) / paid
        weights, gap = np.ones(len(inverses)), abs(reached - shown)
        optimum = Optimum(p, inverses, weights, np.zeros(self.program.k), np.zeros_like(p), reached, gap)
        return Solution(self.program, patterns, optimum, (), duals=tuple(duals))

    def say(self, solution: Solution) -> NumericAnswer:
        """Report the value of the semidefinite program."""
        return say(solution.value, solution.gap, "cvxpy with CLARABEL")

    def bound(self, solution: Solution, shares: dict[Pattern, Fraction], *, margin: float = MARGIN) -> Proof:
        """Prove a lower and an upper bound on the largest eigenvalue of the covariance M⁻¹ − ππᵀ of the estimated shares.

        M is the information matrix, and π has the prevalences. If there are several lists of prevalences, each list has its own
        covariance. The bounds are then on the largest eigenvalue of all these covariances.
        """
        most = max(float(np.linalg.eigvalsh(dual)[-1]) for dual in solution.duals)
        matrices = [_contrasts(dual, solution.patterns, most) for dual in solution.duals]
        forms = [Form(matrix, [Fraction(1)] * len(matrix)) for matrix in matrices]
        prices = prices_above(solution, forms, None, margin=margin)
        squares = sum((v * v for matrix in matrices for row in matrix for v in row), Fraction(0))
        uppers = [upper_bound(solution, shares, place) for place in range(len(matrices))]
        value, triangles = _eigenvalue(solution, shares, uppers)
        lower = Fraction(decimal(squares / prices.bound(self.program), digits=DIGITS, direction="lower"))
        parts = zip(uppers, triangles, matrices, strict=True)
        places = tuple(ProofAt(estimator=upper.estimator, matrices={"triangle": r}, matrix=x) for upper, r, x in parts)
        return Proof(bounds=(lower, value), places=places, columns=prices.columns, limits=prices.limits)

    def prove_alike(self, a: Number, b: Number, estimator: Matrix, value: Number) -> Proof:
        """Prove that no mechanism has a smaller largest variance than `value` at equal prevalences. The proof has the matrix X = I
        − J/k, where J is the matrix of ones, and the same price y for all inputs.

        A mechanism that reaches `value` is given by its efficient estimator. Let M be Σ r rᵀ/(rᵀπ) over its rows r, where π are the
        prevalences. The upper bound needs value·I + ππᵀ − M⁻¹ ⪰ 0. That matrix is (value/k)J. If its first row is subtracted from
        the others, and then likewise the first column, one entry is left.
        """
        k, one, zero, part = self.program.k, Fraction(1), Fraction(0), Fraction(1, self.program.k)
        matrix = freeze([(one if i == j else zero) - part for j in range(k)] for i in range(k))
        triangle = freeze([one if i == j else -one if j == 0 else zero for j in range(k)] for i in range(k))
        place = ProofAt(estimator=estimator, matrices={"triangle": triangle}, matrix=matrix)
        return Proof(bounds=(value, value), places=(place,), columns=(Fraction(k - 1, k) / value,) * k)

    def witness_by_orbit(self, classes: Classes, value: Number) -> tuple[Mapping[str, ClassMatrix], Number]:
        """Return the matrix X = I − J/k, where J is the matrix of ones, and the price y that every input has in the proof of
        `prove_alike`.
        """
        one, zero = Fraction(1), Fraction(0)
        return {"matrix": ClassMatrix(classes, ((zero,),), (one,))}, Fraction(
            self.program.k - 1, self.program.k
        ) / value


REDUCTIONS: tuple[Reduction, ...] = (OneShare(),)
pose = LeastLargestVariance.pose


def _contrasts(dual: Array, patterns: FloatPatterns, most: float) -> Matrix:
    """Compute the matrix X that proves the lower bound at one list of prevalences, in rationals. Each of its rows sums to 0.

    Let W (`dual`) be the dual matrix of the least eigenvalue, and let the columns of V be an orthonormal basis of the contrasts. X
    is W^{1/2}Vᵀ, rounded and without its negligible rows. `most` is the largest eigenvalue of the matrices W of all lists.
    """
    values, vectors = np.linalg.eigh(dual)
    kept = values > 1e-13 * most
    kept[-1] = True
    rows = (np.sqrt(np.maximum(values, 0)) * vectors).T @ patterns.basis.T
    return freeze(centre_rows(rows[kept], FINE))


def _chances(solution: Solution, shares: dict[Pattern, Fraction], pi: Sequence[Fraction]) -> list[Fraction]:
    """Compute rational numbers near the probabilities of the answers if the inputs have the prevalences `pi`."""
    rows = solution.program.rows
    if isinstance(rows, Generators | Labelled):
        return [sum((x * p for x, p in zip(row, pi, strict=True)), Fraction(0)) for row in rows.weigh(shares)]
    gain = enclose_relative(solution.program.ratio - 1, bits=LONG)[0]
    covered = sum((w for pattern, w in shares.items() if 0 in pattern), Fraction(0))
    return [
        w * (1 + gain * sum((pi[j] for j in pattern), Fraction(0))) / (1 + gain * covered)
        for pattern, w in shares.items()
    ]


def covariances_of(
    solution: Solution, shares: dict[Pattern, Fraction], uppers: Sequence[Upper]
) -> list[list[list[Fraction]]]:
    """Compute the covariance of the estimated shares, indexed [list of prevalences, share, share], in rationals near the exact
    numbers."""
    found = []
    for upper, pi in zip(uppers, solution.program.prevalences, strict=True):
        near = [[enclose(x, width=WIDTH)[0] for x in row] for row in upper.estimator]
        chances = _chances(solution, shares, pi)
        scaled = [[x * q for x, q in zip(row, chances, strict=True)] for row in near]
        moments = product(scaled, transpose(near))
        found.append(
            [[_shorten(x - p * q) for x, q in zip(row, pi, strict=True)] for row, p in zip(moments, pi, strict=True)]
        )
    return found


def _eigenvalue(
    solution: Solution, shares: dict[Pattern, Fraction], uppers: Sequence[Upper]
) -> tuple[Fraction, list[Matrix]]:
    """Return a number that no eigenvalue of the covariances exceeds, and for each covariance a triangular matrix that proves it.

    The proof is that R(number·I − covariance)Rᵀ is nearly diagonal for the triangular matrix R. The matrix number·I − covariance is
    nearly singular, and small pivots may come first in Gaussian elimination. So the elimination is done in rationals, and R keeps
    many bits.
    """
    covariances = covariances_of(solution, shares, uppers)
    most = max(float(np.linalg.eigvalsh(floats(covariance))[-1]) for covariance in covariances)
    value = Fraction(decimal(Fraction(most * (1 + ABOVE)), digits=17, direction="upper"))
    rests = [
        [[value * int(a == b) - x for b, x in enumerate(row)] for a, row in enumerate(covariance)]
        for covariance in covariances
    ]
    return value, [unit_triangle(np.array(_eliminate(rest), object), TRIANGLE) for rest in rests]


def _shorten(x: Any) -> Fraction:
    return round_relative([Fraction(x)], LONG)[0]


def _eliminate(rest: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """Return the unit lower triangle R that makes R·rest·Rᵀ nearly diagonal, for a positive definite matrix `rest`."""
    k = len(rest)
    both = [[*row, *(Fraction(int(a == b)) for b in range(k))] for a, row in enumerate(rest)]
    for n, pivot in enumerate(both):
        for a in range(n + 1, k):
            factor = both[a][n] / pivot[n]
            both[a] = [_shorten(x - factor * y) for x, y in zip(both[a], pivot, strict=True)]
    return [row[k:] for row in both]
