"""For a count of hits, the exact two-sided interval of its probability, by inverting both tails.

Clopper–Pearson: lower is the p with Pr(Bin(n, p) ≥ y) = α/2, upper the p with Pr(Bin(n, p) ≤ y) = α/2. Since
Pr(Bin(n, p) ≥ y) = I_p(y, n − y + 1) rises with p, a bound is verified by one enclosure of the regularised incomplete
beta function: doubles propose it, the enclosure decides it.
Reference: Clopper and Pearson (1934).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import flint

from rropt.exact.enclosure import Bounds, ball, enclose_ball
from rropt.exact.errors import Undecided

__all__ = ["binomial_interval"]

WIDTH = Fraction(1, 10**12)


def _tail_below(x: Fraction, a: Fraction, b: Fraction, alpha: Fraction) -> bool:
    """Whether I_x(a, b) ≤ alpha, decided by an enclosure."""
    bits = 64
    while bits <= 4096:
        with flint.ctx.workprec(bits):
            value = ball(x).beta_lower(ball(a), ball(b), regularized=True)
            if value.is_finite():
                lower, upper = enclose_ball(value)
                if upper <= alpha:
                    return True
                if lower > alpha:
                    return False
        bits *= 2
    raise Undecided(f"the binomial tail at {x} could not be told from {alpha}; change the confidence slightly")


def _beta_quantile(alpha: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """A rational x with I_x(a, b) ≤ alpha, at most about 10⁻¹² below the quantile."""
    from scipy.special import betaincinv

    guess = Fraction(float(betaincinv(float(a), float(b), float(alpha)))).limit_denominator(10**15)
    step, x = WIDTH / 4, max(Fraction(0), guess - WIDTH / 4)
    while x > 0 and not _tail_below(x, a, b, alpha):
        step *= 2
        x = max(Fraction(0), guess - step)
    return x


@lru_cache(maxsize=8192)
def binomial_interval(hits: int | Fraction, n: int, level: Fraction) -> Bounds:
    """The Clopper–Pearson interval of the probability of a hit, rounded outward; `hits` may be between two counts."""
    alpha, y = (1 - level) / 2, Fraction(hits)
    lower = Fraction(0) if y == 0 else _beta_quantile(alpha, y, n - y + 1)
    upper = Fraction(1) if y == n else 1 - _beta_quantile(alpha, n - y, y + 1)
    return lower, upper
