"""Minimise the determinant of the covariance of k − 1 of the k estimated shares.

The determinant is 1/det M, where M = Σ r rᵀ/(rᵀπ) over the mechanism's rows r and π are the prevalences. The lower bound is proved
by a matrix N = Xᵀdiag(d)X near M⁻¹, where X is an upper triangle with ones on its diagonal, and d is a list of positive numbers.
For the upper bound let R be a lower triangle that is nearly the inverse of Xᵀ. The entries of R times the vector of shares are
estimated. The product of two different estimates has a mean near 0. The product of the second moments of all estimates is at least
the determinant.

If there are several lists of prevalences, each list has its own X, d and R, and all lists share one vector of prices y. At equal
prevalences the value is E^{k−1}/k, with E from `theorems.py`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.certificate import Proof, ProofAt
from rropt.designs.estimation.least import FINE, MARGIN, LeastByRows, unit_triangle
from rropt.designs.estimation.numeric.floats import floats
from rropt.designs.estimation.numeric.solution import Solution, say
from rropt.designs.estimation.prices import Form, prices_above
from rropt.designs.estimation.within import rational_weights, upper_bound
from rropt.designs.floats.interior_point import Measure, optimise
from rropt.designs.floats.rounding import round_relative
from rropt.designs.objectives.determinant import geometric_mean
from rropt.designs.rows.classes import ClassMatrix
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.supports import Pattern
from rropt.engine.sets import Classes
from rropt.exact.decimal import decimal, round_bounds_outward
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze, product
from rropt.problem.answers import NumericAnswer
from rropt.problem.contract import Reduction

__all__ = ["REDUCTIONS", "LeastDeterminant", "pose"]

Array: TypeAlias = Any
MOST_FACTORED = 4
DIGITS = 18
LOG_MARGIN = Fraction(1, 10**20)  # relative; with it an upper bound that needs no rounding is increased too


@dataclass(frozen=True, slots=True)
class LeastDeterminant(LeastByRows):
    """The least determinant of the covariance of all shares but one."""

    @property
    def is_short(self) -> bool:
        """Whether the exact proof is short. It is short if the numbers in it are rational, or if there are at most MOST_FACTORED
        inputs.

        In a long proof, each row of the matrix X would have a denominator of its own.
        """
        return self.program.rows.is_rational or self.program.k <= MOST_FACTORED

    def solve_over(self, patterns: FloatPatterns) -> Solution:
        """Solve by the interior point method for the logarithm of the determinant."""
        sizes = len(self.program.classes.members)
        measure = Measure("determinant", np.eye(sizes), np.ones(len(patterns.several)))
        return Solution(
            self.program, patterns, optimise(patterns, [measure] * len(patterns.chances), self.program.weights), ()
        )

    def say(self, solution: Solution) -> NumericAnswer:
        """Report the determinant 1/det M in floats, where M is the information matrix of the k inputs.

        The optimum in `solution` belongs to det VᵀMV instead, where V is an orthonormal basis of the contrasts. It is converted by
        the equation det M = k det VᵀMV, which holds because the unit vector u along (1, …, 1) has uᵀM⁻¹u = 1/k.
        """
        k, gain = self.program.k, solution.patterns.gain
        value = float(np.exp(solution.optimum.value - 2 * (k - 1) * np.log(gain) - np.log(k)))
        # the optimum's value and gap are those of the logarithm
        return say(
            value, value * float(np.expm1(solution.optimum.gap)), f"interior point over all {self.program.rows.words}"
        )

    def bound(self, solution: Solution, shares: dict[Pattern, Fraction], *, margin: float = MARGIN) -> Proof:
        """Prove a lower and an upper bound on the determinant 1/det M, where M is the information matrix.

        If there are several lists of prevalences, each list has its own determinant. The bounds are then on the weighted geometric
        mean of these determinants, or on the largest one.
        """
        program, k = self.program, self.program.k
        weights = rational_weights(solution)
        places = tuple(_at(solution, shares, place) for place in range(len(weights)))
        forms = [
            Form(place.matrix, [w * d for d in place.lists["diagonal"]])
            for w, place in zip(weights, places, strict=True)
        ]
        near = solution.multipliers() * solution.patterns.gain**2 + floats(weights) @ floats(program.prevalences)
        prices = prices_above(solution, forms, near, margin=margin)
        scale = (k / prices.bound(program)) ** k
        least = [math.prod(place.lists["diagonal"], start=scale) for place in places]
        reached = [math.prod(place.lists["moments"], start=Fraction(1)) for place in places]
        lower = least[0] if len(places) == 1 else geometric_mean(least, weights)[0]
        if len(places) == 1:
            (upper,) = reached
        else:  # the checker compares enclosures of logarithms, which do not show equality
            upper = max(reached) * (1 + LOG_MARGIN) if program.weights is None else geometric_mean(reached, weights)[1]
        return Proof(
            bounds=round_bounds_outward(lower, upper, digits=DIGITS),
            places=places,
            columns=prices.columns,
            limits=prices.limits,
            weights=tuple(weights) if program.weights is None else None,
        )

    def prove_alike(self, a: Number, b: Number, estimator: Matrix, value: Number) -> Proof:
        """Prove that no mechanism has a smaller determinant than `value` if all prevalences are equal.

        `estimator` is the efficient estimator of a mechanism that reaches `value`. The information matrix of this mechanism is M =
        Σ r rᵀ/(rᵀπ), where r runs over its rows and π has the prevalences. Its inverse is N = a·I + b·J, where J is the matrix of
        ones. The lower bound is proved by N and by the price 1 of every input.

        The proof has N in factors, N = Xᵀdiag(d)X. Here X is an upper triangle with ones on its diagonal. For j > i, it has X_ij =
        b/(a + (i + 1)b). The list d has d_i = a(a + (i + 1)b)/(a + ib). The indices i and j count from 0.
        """
        k, one, zero = self.program.k, Fraction(1), Fraction(0)
        matrix = freeze(
            [zero if j < i else one if j == i else b / (a + (i + 1) * b) for j in range(k)] for i in range(k)
        )
        # R subtracts from each estimate its regression on the estimates before it
        triangle = freeze([zero if j > i else one if j == i else -b / (a + i * b) for j in range(k)] for i in range(k))
        weights = tuple(a * (a + (i + 1) * b) / (a + i * b) for i in range(k))
        place = ProofAt(
            estimator=product(triangle, estimator),
            matrices={"triangle": triangle},
            matrix=matrix,
            lists={"moments": weights, "diagonal": weights},
        )
        return Proof(bounds=(value, value), places=(place,), columns=(one,) * k)

    def witness_by_orbit(self, classes: Classes, value: Number) -> tuple[Mapping[str, ClassMatrix], Number]:
        """Return an empty mapping, and the price 1 of every input.

        The lower bound needs only one matrix, the inverse of the information matrix. The caller adds it to the certificate.
        """
        return {}, Fraction(1)


REDUCTIONS: tuple[Reduction, ...] = ()
pose = LeastDeterminant.pose


def _at(solution: Solution, shares: dict[Pattern, Fraction], place: int) -> ProofAt:
    """Compute the evidence for both bounds at the list of prevalences with the index `place`.

    The lower bound is proved by a matrix N = Xᵀdiag(d)X near the inverse of the information matrix. The evidence has the upper
    triangle X and the list d. For the upper bound, R times the vector of shares is estimated, where R is a lower triangular matrix.
    The evidence has R, the estimator, and the second moments of the estimates.
    """
    pivots, unit, triangle = _triangles(solution, place)
    turned_program = replace(solution.program, contrast=triangle, is_total=False)
    image = floats(triangle) @ solution.patterns.basis @ solution.optimum.inverses[place][0]
    images = tuple(image for _ in solution.optimum.inverses)
    upper = upper_bound(replace(solution, program=turned_program, images=images), shares, place)
    moments = tuple(Fraction(decimal(x, digits=DIGITS, direction="upper")) for x in upper.moments)
    return ProofAt(
        estimator=upper.estimator,
        matrices={"triangle": triangle},
        matrix=tuple(zip(*unit_triangle(unit, FINE), strict=True)),
        lists={"moments": moments, "diagonal": tuple(map(Fraction, pivots.tolist()))},
    )


def _triangles(solution: Solution, place: int) -> tuple[Array, Array, tuple[tuple[Fraction, ...], ...]]:
    """Factorise N = C + ππᵀ = U D Uᵀ; return the diagonal of D, the unit lower triangle U, and U⁻¹ rounded to rationals.

    C is the covariance of the shares, and π are the prevalences. With t = e^ε, C is of size 1/(t − 1)², and C·1 = 0. So if t − 1 is
    small, the sum C + ππᵀ in floats loses the small summand ππᵀ, without which N is singular. The block N' of N for the first k − 1
    inputs is not singular even if ππᵀ is lost. So only this block is factorised in floats. Let π' be the first k − 1 prevalences,
    and x = N'⁻¹π'. Because Σ π = 1, the last row of U⁻¹ is (1 − x, 1), and the last entry of D is 1 − π'ᵀx.
    """
    pi, c = floats(solution.program.prevalences[place]), solution.contrasts_of_covariance(place)
    first = ((c + c.T) / 2 + np.outer(pi, pi))[:-1, :-1]
    factor = np.linalg.cholesky(first)
    own = factor / np.diag(factor)
    x = np.linalg.solve(first, pi[:-1])
    k = len(pi)
    unit = np.eye(k)
    unit[:-1, :-1], unit[-1, :-1] = own, (x - 1) @ own
    inverse = unit_triangle(np.linalg.inv(own), FINE)
    zero, one = Fraction(0), Fraction(1)
    last = (*(one - y for y in round_relative(x.tolist(), FINE)), one)
    return np.append(np.diag(factor) ** 2, 1 - pi[:-1] @ x), unit, (*((*row, zero) for row in inverse), last)
