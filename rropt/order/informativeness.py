"""Three measures that agree with Blackwell's order: Bayes success and mutual information, which never fall as mechanisms become
more informative, and the least variance of a prevalence estimate, which never rises."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, log_bounds
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose, enclose_relative
from rropt.mechanism import Mechanism

__all__ = ["bayes_success", "least_variance", "mutual_information"]

ZERO = Fraction(0)


def bayes_success(p: Mechanism) -> Number:
    """The probability of guessing a uniformly drawn input right from the output: (1/k)·Σ_i max_j p_ij."""
    return sum((max(row) for row in p.rows), ZERO) / p.k


def least_variance(p: Mechanism, prevalence: Number) -> Number | None:
    """Compute the least n·Var of an unbiased estimator of the prevalence π of input 1 from n answers; None if π is not identified.

    The mechanism p must have the two inputs 0 and 1, and 0 < π < 1. Let λ_i = (1−π)·p_i0 + π·p_i1, the probability of output i. The
    result is 1/I with I = Σ_i (p_i1 − p_i0)²/λ_i. If I = 0, no output depends on the input, and π is not identified.
    """
    information: Number = ZERO
    for a, b in p.rows:
        if a != b:
            information = information + (b - a) ** 2 / ((1 - prevalence) * a + prevalence * b)
    return 1 / information if information != 0 else None


def mutual_information(p: Mechanism, *, width: Fraction = Fraction(1, 10**9)) -> Bounds:
    """Enclose the mutual information of a uniformly drawn input and the output, in nats: lower ≤ Σ_ij p_ij/k · log(k·p_ij/Σ_l p_il)
    ≤ upper."""
    each = width / (4 * p.k * p.m)
    lower, upper = ZERO, ZERO
    for row in p.rows:
        require_time()
        total = sum(row, ZERO)
        for x in row:
            if x:
                low, high = _term(x, p.k * x / total, each)
                lower, upper = lower + low, upper + high
    return max(ZERO, lower / p.k), upper / p.k


def _term(weight: Number, ratio: Number, width: Fraction) -> Bounds:
    """Bounds of weight·log(ratio) for 0 < weight ≤ 1."""
    fine = width / 64
    a, b = enclose_relative(ratio, bits=int(1 / fine).bit_length() + 1)
    low, high = log_bounds(a, width=fine)[0], log_bounds(b, width=fine)[1]
    w, v = enclose(weight, width=fine)
    products = (w * low, w * high, v * low, v * high)
    return min(products), max(products)
