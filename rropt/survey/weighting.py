"""For respondents with weights, the weighted share estimate and its linearised variance.

With z(r) = W e(r), the estimate is the ratio π̂ = Σ w(r) z(r)/Σ w(r). Its Taylor linearisation replaces it by the
total of u(r) = w(r) (z(r) − π̂)/Σw; for independent draws Var is estimated by n/(n − 1)·Σ u(r) u(r)ᵀ (Σ u = 0), and
answers alike have z alike, so Σ u uᵀ = Σ_i S_i (W_·i − π̂)(W_·i − π̂)ᵀ/(Σw)² with S_i = Σ w² over the answers i. With
all weights 1 it is the unbiased estimate of `variance` exactly; else it is consistent, not unbiased.
Reference: Särndal, Swensson and Wretman, Model Assisted Survey Sampling (1992), §5.5–5.7.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.counted import counted
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.survey.inverse import apply
from rropt.survey.tally import Tally

__all__ = ["linearised_covariance", "weighted_estimate"]


def _total(tally: Tally) -> Fraction:
    total = sum(tally.weights, Fraction(0))
    if total <= 0:
        raise InputError(
            f"{counted(tally.n, 'answer')} of total weight {total} have no weighted estimate; give positive weights"
        )
    if tally.n < 2:
        raise InputError(f"{tally.n} weighted answer has no linearised variance; give at least 2, or leave weights out")
    return total


def weighted_estimate(weights: Matrix, tally: Tally) -> tuple[Number, ...]:
    """Σ w(r) W e(r) / Σ w(r)."""
    total = _total(tally)
    return apply(weights, [x / total for x in tally.weights])


def linearised_covariance(weights: Matrix, tally: Tally) -> Matrix:
    """The linearised covariance estimate of the weighted estimate, for independent draws."""
    total, pi, size = _total(tally), weighted_estimate(weights, tally), range(len(weights))
    scale = Fraction(tally.n, tally.n - 1) / total**2

    def cell(j: int, o: int) -> Number:
        terms = (
            s * (u - pi[j]) * (v - pi[o]) for s, u, v in zip(tally.squares, weights[j], weights[o], strict=True) if s
        )
        return scale * sum(terms, Fraction(0))

    return tuple(tuple(cell(j, i) for i in size) for j in size)
