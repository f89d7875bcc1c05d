"""The standard error and the intervals of a deck's estimate: every variance is the exact one or says how it was estimated.

`decks` shows that Var π̂ = V(π) = α + β·π(1 − π) with β ≥ 0, largest at π = 1/2. So

* chebyshev: all x of [0, 1] with (π̂ − x)² ≤ V(x)/(1 − confidence). By Chebyshev's inequality the true share is among
  them with at least that confidence, whatever it is. It is never longer than the interval with V(1/2) in place of V(x).
* wilson: the same with z² for 1/(1 − confidence), z the normal quantile: the score interval.
* normal: π̂ ± z·√(the stated variance).

The stated variance is the unbiased estimate α + β·(π̂(1 − π̂) + α)/(1 − β) where β < 1 and it is positive. For β ≥ 1 it falls
as π̂ nears 1/2, where the variance is largest, and is negative for most shares, so it is not used: then, and where it is not
positive, V at π̂ cut to [0, 1] stands instead, or V(1/2) where that is 0 (`estimates.plug_in`).
"""

from __future__ import annotations

from fractions import Fraction

from rropt.decks.deck import Deck, unbiased_variance, variance, variance_line
from rropt.estimates.intervals import Interval, Method, normal_interval, score_interval
from rropt.estimates.plug_in import StatedVariance, stated_variance
from rropt.estimates.quantile import read_confidence, squared_quantile
from rropt.estimates.sampling import CENSUS, Sampling
from rropt.exact.errors import InputError

__all__ = ["deck_interval", "largest_variance", "stated_deck_variance"]


def stated_deck_variance(deck: Deck, n: int, found: Fraction, *, sampling: Sampling = CENSUS) -> StatedVariance:
    """The variance behind the standard error of the estimate `found`, and where it comes from."""
    alpha, beta = variance_line(deck, n, sampling=sampling)
    unbiased = unbiased_variance(deck, n, found, sampling=sampling)
    if unbiased is not None and unbiased > 0 and beta > 1:
        unbiased = None
    return stated_variance(unbiased, found, (alpha, alpha), beta)


def largest_variance(deck: Deck, n: int, *, sampling: Sampling = CENSUS) -> Fraction:
    """The largest exact variance over all shares of [0, 1]: V(1/2)."""
    return variance(deck, n, Fraction(1, 2), sampling=sampling)


def deck_interval(
    deck: Deck,
    n: int,
    found: Fraction,
    *,
    method: Method = "chebyshev",
    confidence: object = "0.95",
    sampling: Sampling = CENSUS,
) -> Interval:
    """The interval of the prevalence, cut to [0, 1] and rounded outward."""
    level = read_confidence(confidence)
    if method == "normal":
        return normal_interval(found, stated_deck_variance(deck, n, found, sampling=sampling).value, level)
    if method not in ("chebyshev", "wilson"):
        raise InputError(f"decks have chebyshev, normal and wilson intervals, not {method}; give one of these")
    alpha, beta = variance_line(deck, n, sampling=sampling)
    square = 1 / (1 - level) if method == "chebyshev" else squared_quantile(level)[1]
    return score_interval(found, (alpha, alpha), square, beta)
