"""Read confidence levels, and enclose by rationals the numbers that intervals need: squared normal quantiles and binomial
intervals.

The exact binomial interval of Clopper and Pearson has two ends. The lower end is the p at which Pr(Bin(n, p) ≥ y) = α/2, and the
upper end is the p at which Pr(Bin(n, p) ≤ y) = α/2. As Pr(Bin(n, p) ≥ y) = I_p(y, n − y + 1) rises with p, a bound for an end can
be verified by one enclosure of I, the regularised incomplete beta function. Doubles propose the bound, and the enclosure decides.
Reference: Clopper and Pearson (1934).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import flint

from rropt.exact.decimal import decimal
from rropt.exact.enclosure import Bounds, ball, enclose_ball, refine
from rropt.exact.errors import InputError, Received, Undecided
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import counted
from rropt.survey.enclosures import root_bounds

__all__ = [
    "binomial_interval",
    "longer_in_clusters",
    "name_ends",
    "normal_quantile",
    "percent",
    "read_confidence",
    "squared_quantile",
]

WIDTH = Fraction(1, 10**12)


def read_confidence(confidence: object) -> Fraction:
    """Read a confidence level, strictly between 0 and 1."""
    level = read_rational(confidence)
    if not 0 < level < 1:
        hint = "; per cent are written with their sign, as 95%" if level > 1 else ""
        raise InputError(
            Received("confidence", str(confidence)), " must lie strictly between 0 and 1, such as 0.95", hint
        )
    return level


def percent(level: Fraction) -> str:
    """Write a level in percent. If 20 digits suffice, the text is exact. Otherwise it is rounded down, so that a level below 1 is
    never printed as 100."""
    exact = decimal(level * 100, digits=20)
    return exact if Fraction(exact) == level * 100 else decimal(level * 100, direction="lower")


def name_ends(level: Fraction) -> list[str]:
    """Name the two columns that hold the ends of intervals of this level."""
    return [f"{percent(level)}% lower", f"{percent(level)}% upper"]


@lru_cache(maxsize=64)
def normal_quantile(probability: Fraction) -> Bounds:
    """Enclose z with Φ(z) = probability, the standard normal quantile: z = √2·erf⁻¹(2·probability − 1)."""
    return refine(lambda: ball(2 * probability - 1).erfinv() * ball(Fraction(2)).sqrt())


@lru_cache(maxsize=64)
def squared_quantile(level: Fraction, freedom: int | None = None) -> Bounds:
    """Enclose z², where Pr(|Z| > z) = 1 − level for a standard normal variable Z.

    If `freedom` = ν is given, Z instead has Student's t distribution with ν degrees of freedom. Then Pr(|Z| > z) = I_x(ν/2, 1/2) at
    x = ν/(ν + z²).
    """
    if freedom is None:
        return refine(lambda: 2 * ball(level).erfinv() ** 2)
    a, b, alpha = Fraction(freedom, 2), Fraction(1, 2), 1 - level
    below = _beta_quantile(alpha, a, b)
    if not below:
        said = (
            f" is too close to 1 for Student's t with {counted(freedom, 'degree')} of freedom; give a lower confidence"
        )
        raise InputError(Received("confidence", f"{percent(level)}%"), said)
    step = WIDTH * below
    while _tail_below(below + step, a, b, alpha):
        step *= 2
    upper, lower = (freedom * (1 - x) / x for x in (below, min(Fraction(1), below + step)))
    return lower, upper


def longer_in_clusters(level: Fraction) -> tuple[str, str]:
    """Return two factors by which intervals with Student's t are longer than normal ones: with 10 clusters, and with 20.

    Both factors are rounded up and written as text. With m clusters there are m − 1 degrees of freedom.
    """

    def factor(clusters: int) -> str:
        square = squared_quantile(level, clusters - 1)[1] / squared_quantile(level)[0]
        return decimal(root_bounds(square)[1], digits=3, direction="upper")

    return factor(10), factor(20)


def _tail_below(x: Fraction, a: Fraction, b: Fraction, alpha: Fraction) -> bool:
    """Whether I_x(a, b), the regularised incomplete beta function, is at most alpha, decided by enclosures."""
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
    raise Undecided(
        f"rropt cannot decide whether a tail probability at {x} exceeds {alpha}; change the confidence slightly"
    )


def _beta_quantile(alpha: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """Find a rational x just below the quantile at which the regularised incomplete beta function I_x(a, b) is `alpha`.

    I_x(a, b) ≤ alpha holds exactly. The distance of x from the quantile is at most about 10⁻¹² of the quantile. If the quantile is
    below all positive doubles, x is 0.
    """
    from scipy.special import betaincinv

    guess = Fraction(float(betaincinv(float(a), float(b), float(alpha))))
    step = guess * WIDTH / 4
    x = guess - step
    while x > 0 and not _tail_below(x, a, b, alpha):
        step *= 2
        x = max(Fraction(0), guess - step)
    return x


@lru_cache(maxsize=8192)
def binomial_interval(hits: int | Fraction, n: int, level: Fraction) -> Bounds:
    """Compute the Clopper–Pearson interval of the probability of a hit, rounded outward; `hits` need not be whole."""
    alpha, y = (1 - level) / 2, Fraction(hits)
    lower = Fraction(0) if y == 0 else _beta_quantile(alpha, y, n - y + 1)
    upper = Fraction(1) if y == n else 1 - _beta_quantile(alpha, n - y, y + 1)
    return lower, upper
