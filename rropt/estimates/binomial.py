"""For a count of hits, the exact two-sided interval of its probability, by inverting both tails.

Clopper–Pearson: lower is the p with Pr(Bin(n, p) ≥ y) = α/2, upper the p with Pr(Bin(n, p) ≤ y) = α/2. Since
Pr(Bin(n, p) ≥ y) = I_p(y, n − y + 1) rises with p, a bound is verified by one enclosure of the regularised incomplete
beta function: doubles propose it, the enclosure decides it.
Reference: Clopper and Pearson (1934).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, comb, lcm

import flint

from rropt.estimates.balls import ball_of
from rropt.exact.enclosure import Bounds, ball, enclose_ball
from rropt.exact.errors import Undecided
from rropt.exact.field import Number

__all__ = ["binomial_interval", "likely_populations"]

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


@dataclass(frozen=True, slots=True)
class _Tails:
    """For every number A of people with the trait, Pr(hits ≤ y) and Pr(hits ≥ y) for y = 0 … n, times `scale`; exact for
    rational probabilities, else rounded up."""

    scale: int
    below: tuple[tuple[int, ...], ...]
    above: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def _population_tails(own: Number, other: Number, n: int, population: int) -> _Tails:
    """Given that a of the n respondents have the trait the hits have the generating function g₁ᵃ·g₀ⁿ⁻ᵃ, g = 1 − p + p·z;
    a is hypergeometric. So all laws are one product of matrices."""
    ways = [[comb(a, b) * comb(population - a, n - b) for b in range(n + 1)] for a in range(population + 1)]
    rational = isinstance(own, Fraction) and isinstance(other, Fraction)
    scale, laws = _exact_laws(own, other, n, ways) if rational else _rounded_laws(own, other, n, ways)
    scale *= comb(population, n) if rational else 1
    below = tuple(tuple(accumulate(law)) for law in laws)
    above = tuple(tuple(accumulate(reversed(law)))[::-1] for law in laws)
    return _Tails(scale, below, above)


def _exact_laws(own: Number, other: Number, n: int, ways: list[list[int]]) -> tuple[int, list[list[int]]]:
    assert isinstance(own, Fraction) and isinstance(other, Fraction)
    unit = lcm(own.denominator, other.denominator)
    hit, miss = (flint.fmpz_poly([unit - int(p * unit), int(p * unit)]) for p in (own, other))
    given = [[int(x[y]) for y in range(n + 1)] for x in (hit**a * miss ** (n - a) for a in range(n + 1))]
    found = flint.fmpz_mat(ways) * flint.fmpz_mat(given)
    return unit**n, [[int(x) for x in row] for row in found.tolist()]


def _rounded_laws(own: Number, other: Number, n: int, ways: list[list[int]]) -> tuple[int, list[list[int]]]:
    with flint.ctx.workprec(320 + 4 * n):
        hit, miss = (flint.arb_poly([1 - ball_of(p), ball_of(p)]) for p in (own, other))
        given = [[x[y] for y in range(n + 1)] for x in (hit**a * miss ** (n - a) for a in range(n + 1))]
        found = flint.arb_mat(ways) * flint.arb_mat(given) / flint.arb(sum(ways[0]))
        return 1 << 256, [[ceil(enclose_ball(x)[1] * (1 << 256)) for x in row] for row in found.tolist()]


def likely_populations(
    own: Number, other: Number, hits: int, n: int, population: int, level: Fraction
) -> tuple[int, ...]:
    """The numbers A of people with the trait under which neither tail of the hits is below (1 − level)/2.

    Both tails are monotone in A where own > other, so the A form an interval; a tail that the enclosure cannot tell
    from the limit counts as not below it, which only widens.
    """
    tails, alpha = _population_tails(own, other, n, population), (1 - level) / 2
    least = ceil(alpha * tails.scale)
    return tuple(a for a in range(population + 1) if min(tails.below[a][hits], tails.above[a][hits]) >= least)
