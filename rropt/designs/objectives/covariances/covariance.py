"""The efficient estimator of the shares, or of contrasts of them, and its exact covariance.

Let P be the mechanism with the rows r_i, one for each output. Let π be the prevalences, and q_i = r_iᵀπ the probability of output
i. D is the diagonal matrix of the q_i, and M = PᵀD⁻¹P = Σ r_i r_iᵀ/q_i. The rows of a matrix K are contrasts, each of which is a
linear combination of the r_i. Then n times the covariance of the efficient estimator of these contrasts is K(M⁻ − ππᵀ)Kᵀ, with any
generalised inverse M⁻.

This covariance is computed as follows. Choose linearly independent rows of P that span the other rows, and let B be the matrix of
these rows. Write r_i = Bᵀc_i and K = YB. The matrix T = Σ c_i c_iᵀ/q_i is not singular, and M = BᵀTB. Let Z be any matrix with
ZM = K. Then Z BᵀT = Y. Hence KM⁻Kᵀ = Y T⁻¹ Yᵀ, and the estimator L = Z PᵀD⁻¹ has the columns Y T⁻¹ c_i/q_i. As LP = K, L is
unbiased at every prevalence. Of all unbiased estimators it has the least variance at π (Gauss and Markov).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from rropt.exact.decimal import round_bounds_outward
from rropt.exact.element import Element, Number
from rropt.exact.enclosure import ball, enclose_ball
from rropt.exact.matrix import (
    Matrix,
    Rows,
    determinant,
    freeze,
    independent_rows,
    inverse,
    product,
    total_of,
    transpose,
)
from rropt.exact.sign import enclose

__all__ = [
    "EfficientEstimates",
    "Square",
    "bounds_of_ball",
    "common_variance",
    "determinant_of_all_but_one",
    "efficient_estimates",
    "sum_of_variances",
    "upper_variances",
]

BITS = 256  # the precision of balls
FINE = Fraction(1, 1 << 200)  # the width of the balls of irrational entries
DIGITS = 30
Square = Sequence[Sequence[Any]]
"""A covariance in exact numbers, or in balls of python-flint that contain them."""


@dataclass(frozen=True, slots=True)
class EfficientEstimates:
    """The efficient estimates of contrasts of the shares, for a mechanism at given prevalences.

    Let the rows of K be the contrasts, π the prevalences, and M = Σ r rᵀ/(rᵀπ) over the rows r of the mechanism. Then `moments` is
    K M⁻ Kᵀ, and `means` is Kπ. `estimator` has a row for each contrast and a column for each output. n times the covariance is the
    moments minus the products of the means.
    """

    moments: Matrix
    means: tuple[Number, ...]
    estimator: Matrix

    @property
    def covariance(self) -> Matrix:
        """n times the covariance of the estimated contrasts."""
        return freeze(
            [x - self.means[a] * self.means[b] for b, x in enumerate(row)] for a, row in enumerate(self.moments)
        )

    @property
    def variances(self) -> list[Number]:
        """n times the variance of each estimated contrast."""
        return [row[j] - mean * mean for j, (row, mean) in enumerate(zip(self.moments, self.means, strict=True))]

    @property
    def total(self) -> Number:
        """The sum of n times the variances of all estimated contrasts."""
        return total_of(self.variances)


def efficient_estimates(rows: Rows, prevalences: Sequence[Number], contrast: Rows) -> EfficientEstimates | None:
    """Compute the efficient estimates of contrasts at these prevalences. None if the mechanism does not identify the contrasts."""
    # in the module's letters `basis` is B, `made` Y, `combined` has the rows c_i, `scaled` the rows c_i/q_i, and `turned` is Y T⁻¹
    basis = [rows[i] for i in independent_rows(rows)]
    places = independent_rows(transpose(basis))
    back = inverse([[row[j] for j in places] for row in basis])
    made = product([[row[j] for j in places] for row in contrast], back)
    if product(made, basis) != freeze(contrast):
        return None
    chances = [total_of([x * p for x, p in zip(row, prevalences, strict=True)]) for row in rows]
    spoken = [n for n, q in enumerate(chances) if q]
    combined = product([[rows[n][j] for j in places] for n in spoken], back)
    scaled = [[x / chances[n] for x in c] for n, c in zip(spoken, combined, strict=True)]
    turned = product(made, inverse(product(transpose(combined), scaled)))
    columns = dict(zip(spoken, transpose(product(turned, transpose(scaled))), strict=True))
    nothing = (Fraction(0),) * len(contrast)
    means = tuple(total_of([x * p for x, p in zip(row, prevalences, strict=True)]) for row in contrast)
    return EfficientEstimates(
        product(turned, transpose(made)), means, transpose([columns.get(n, nothing) for n in range(len(rows))])
    )


def upper_variances(rows: Rows, prevalences: Sequence[Number], contrast: Rows) -> list[Number] | None:
    """Compute n times the variance of the efficient estimate of each contrast. None if the contrasts are not identified.

    If an entry of the mechanism is irrational, the results are upper bounds, computed in intervals (balls). Exact arithmetic with
    irrational entries would take half a minute for twelve inputs. So it is used only if the intervals do not suffice.
    """
    if any(isinstance(x, Element) for row in rows for x in row):
        with flint.ctx.workprec(BITS):
            found = _covariance_in_balls(rows, prevalences)
            if found is not None:
                return [enclose_ball(sum_of_variances(found, [[Fraction(x) for x in row]]))[1] for row in contrast]  # type: ignore[arg-type]
    exact = efficient_estimates(rows, prevalences, contrast)
    return None if exact is None else [row[j] for j, row in enumerate(exact.covariance)]


def _covariance_in_balls(rows: Rows, prevalences: Sequence[Number]) -> Square | None:
    """Compute n times the covariance of the estimated shares in intervals (balls).

    Let π be the prevalences, and M the sum of r rᵀ/(rᵀπ) over the rows r of the mechanism. The result is M⁻¹ − ππᵀ. None if the
    intervals do not show that M is invertible.
    """
    balls = flint.arb_mat([[_ball_of(x) for x in row] for row in rows if any(row)])
    pi = [_ball_of(p) for p in prevalences]
    chances = (balls * flint.arb_mat([[p] for p in pi])).tolist()
    scaled = flint.arb_mat([[x / q for x in row] for row, (q,) in zip(balls.tolist(), chances, strict=True)])
    try:
        back = (balls.transpose() * scaled).inv().tolist()
    except ZeroDivisionError:
        return None
    return [[x - pi[a] * pi[b] for b, x in enumerate(row)] for a, row in enumerate(back)]


def _ball_of(x: Number) -> Any:
    low, high = enclose(x, width=FINE)
    return ball(low).union(ball(high))


def sum_of_variances(covariance: Square, contrast: Sequence[Sequence[Fraction]]) -> Any:
    """Compute n times the sum of the variances of contrasts. `covariance` is n times the covariance of the estimated shares."""
    zero, k = 0 * covariance[0][0], range(len(covariance))
    rows: Square = [[ball(x) for x in row] for row in contrast] if isinstance(zero, flint.arb) else contrast
    return sum((x * covariance[a][b] * row[b] for row in rows for a, x in enumerate(row) for b in k), zero)


def determinant_of_all_but_one(covariance: Square) -> Any:
    """Compute the determinant of the covariance without its first row and column.

    If all contrasts of length 1 have the variance e, this is e^(k−1)/k.
    """
    e, rest = common_variance(covariance), [row[1:] for row in covariance[1:]]
    if e is not None:
        return e ** len(rest) / len(covariance)
    return flint.arb_mat(rest).det() if isinstance(rest[0][0], flint.arb) else determinant(rest)


def common_variance(covariance: Square) -> Number | None:
    """If the covariance is e·(I − J/k) for some number e, return e. Here I is the k×k identity, and J is the k×k matrix of ones.

    Then every contrast of length 1 has the variance e. None for any other covariance, and if the entries are intervals (balls).
    """
    k = range(len(covariance))
    e: Any = covariance[0][0] - covariance[0][1]
    if isinstance(e, flint.arb):
        return None
    expected = [[e * (Fraction(int(a == b)) - Fraction(1, len(k))) for b in k] for a in k]
    return e if all(x == expected[a][b] for a in k for b, x in enumerate(covariance[a])) else None


def bounds_of_ball(x: Any) -> tuple[Number, Number]:
    """Return a lower and an upper bound of a number.

    The bounds of a ball are decimals, rounded outward; an exact number is returned as both bounds.
    """
    return round_bounds_outward(*enclose_ball(x), digits=DIGITS) if isinstance(x, flint.arb) else (x, x)
