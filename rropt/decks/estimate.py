"""Compute the estimate from a deck's answers, its standard error and its confidence interval.

The estimate of the prevalence π is π̂ = (X̄ − μ)/D, where X̄ is the mean answer, and μ and D are as in `deck`. Its variance V(π) is
α + β·u with u = π(1 − π) and β ≥ 0, so that it is largest at π = 1/2.

*An unbiased estimate of the variance.* The mean of π̂(1 − π̂) is u − Var π̂. Solving for u gives the estimate
α + β·(π̂(1 − π̂) + α)/(1 − β) of the variance. If cards are put back in a census, β = 0 and the variance is known. If β = 1, there
is no such estimate. If β > 1, the estimate falls as π̂ nears 1/2, where the variance is largest, and it is negative for most values
of π̂. So it is used only if β < 1 and if it is positive. Otherwise V(x) takes its place, where x is π̂ cut to [0, 1]. If V(x) is 0,
V(1/2) takes its place (`sampling`).

*The interval* consists of all x in [0, 1] with (π̂ − x)² ≤ V(x)/(1 − confidence). By Chebyshev's inequality the interval contains
the true share with at least this confidence, whatever the true share is. With V(1/2) in place of V(x) the interval would not be
shorter.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from numbers import Integral

import numpy as np

from rropt.decks.deck import Deck, mean_and_distance, variance
from rropt.decks.sampling import CENSUS, Sampling, StatedVariance, stated_variance
from rropt.exact.errors import InputError
from rropt.survey.answers import read_level
from rropt.survey.intervals import score_interval

__all__ = ["chebyshev_interval", "estimate", "stated_deck_variance", "unbiased_variance", "variance_line"]


def estimate(deck: Deck, answers: Sequence[int]) -> Fraction:
    """Estimate the prevalence from the number of respondents who gave each of the answers 1 … L."""
    if len(answers) != deck.values:
        raise InputError(
            f"a deck of {deck.values} values has {deck.values} possible answers; give a count for each, not {len(answers)} counts"
        )
    if bad := [c for c in answers if not isinstance(c, Integral) or c < 0]:
        raise InputError(
            f"the count {bad[0]!r} of an answer is not a number of respondents; give whole numbers of at least 0"
        )
    counts = [int(c) for c in answers]
    n = sum(counts)
    deck.check(n)
    mean, distance = mean_and_distance(deck.proportions)
    found = (Fraction(sum(k * c for k, c in enumerate(counts, start=1)), n) - mean) / distance
    assert isinstance(found, Fraction)
    return found


def variance_line(deck: Deck, n: int, *, sampling: Sampling = CENSUS) -> tuple[Fraction, Fraction]:
    """Compute the coefficients α and β of Var π̂ = α + β·π(1 − π)."""
    alpha = variance(deck, n, 0, sampling=sampling)
    return alpha, 4 * (variance(deck, n, Fraction(1, 2), sampling=sampling) - alpha)


def unbiased_variance(deck: Deck, n: int, found: Fraction, *, sampling: Sampling = CENSUS) -> Fraction | None:
    """Return an unbiased estimate of the variance of the estimate `found`, from this estimate alone; possibly negative.

    None if no such estimate exists, namely if β = 1 in the variance α + β·π(1 − π) at the prevalence π.
    """
    alpha, beta = variance_line(deck, n, sampling=sampling)
    return None if beta == 1 else alpha + beta * (found * (1 - found) + alpha) / (1 - beta)


def stated_deck_variance(deck: Deck, n: int, found: Fraction, *, sampling: Sampling = CENSUS) -> StatedVariance:
    """Return the variance whose root is the standard error of the estimate `found`, and say how it was obtained."""
    alpha, beta = variance_line(deck, n, sampling=sampling)
    unbiased = unbiased_variance(deck, n, found, sampling=sampling)
    if unbiased is not None and unbiased > 0 and beta > 1:
        unbiased = None
    return stated_variance(unbiased, found, (alpha, alpha), beta)


def chebyshev_interval(
    deck: Deck, n: int, found: Fraction, *, confidence: object = "0.95", sampling: Sampling = CENSUS
) -> tuple[float, float]:
    """Compute the interval of the prevalence by Chebyshev's inequality, cut to [0, 1]."""
    alpha, beta = (float(x) for x in variance_line(deck, n, sampling=sampling))
    square = 1 / (1 - read_level(confidence))
    low, high, _ = score_interval(np.array(float(found)), np.array(alpha), np.array(alpha), square, beta)
    return float(low), float(high)
