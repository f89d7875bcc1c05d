"""Warn of answers that fit no shares, or hardly any: intervals are then empty or short, but not because much is known.

Some warnings are about one share and its interval. `is_implausible` tests all shares at once, as follows. Let q be the
probabilities of the m outputs at the likeliest shares and ŷ the observed (weighted) shares of the outputs, with the covariance
matrix V. X² = Σ (ŷ_i − q_i)²/q_i is asymptotically at most Σ λ_i Z_i² with independent standard normal Z_i and the m − 1 largest
eigenvalues λ of D^(−1/2) V D^(−1/2), D = diag(q). So X² is at most λ_1 times chi-squared with m − 1 degrees of freedom. (Rao and
Scott, 1981, take the mean of the eigenvalues; the largest in its place keeps the warning from coming too often.) For independent
answers of equal weight all λ are 1/n, so n·X², which is Pearson's statistic, is compared with chi-squared. Because the shares are
fitted, the number of degrees of freedom is in truth less than m − 1, or on the boundary of the simplex a mixture of numbers (Self
and Liang, 1987); so m − 1 are enough.

With weights or clusters V is linearised (`variance`), and λ_1 is taken as at least 1/n_e, with the effective number n_e =
(Σw)²/Σw². With clusters X²/(λ_1 (m − 1)) is compared with F, whose degrees of freedom are m − 1 and those of V (Thomas and Rao,
1987).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose_relative
from rropt.mechanism import Mechanism
from rropt.survey.enclosures import ball_of, bounds_text, number, tail_beyond
from rropt.survey.intervals.interval import Interval, Method, telling_interval, telling_outputs
from rropt.survey.intervals.quantile import percent
from rropt.survey.sampling import Sampling
from rropt.survey.sentences import BY_LIKELIHOOD_RATIO, NO_SHARE, SHORT
from rropt.survey.tally import Tally
from rropt.survey.variance import linearised_covariance, why_no_variance
from rropt.survey.weights import apply

__all__ = [
    "by_likelihood_ratio",
    "headline",
    "is_implausible",
    "is_unlikely",
    "likeliest_first",
    "no_share",
    "short_interval",
]

FEWEST = 5
RARE = Fraction(1, 1000)


def headline(shares: Sequence[Number]) -> int:
    """Return the index of the input that the first sentence is about: the second of two inputs, the most frequent of more."""
    return 1 if len(shares) == 2 else max(range(len(shares)), key=shares.__getitem__)


def no_share(
    labels: Sequence[str],
    shares: Sequence[Number],
    intervals: Sequence[Interval],
    level: Fraction,
    likeliest: Sequence[Number] = (),
) -> tuple[int, str] | None:
    """Return an input with an empty interval, and the sentence that no share of it fits the answers; None if no interval is empty.

    If several intervals are empty, that of the input which the first sentence is about (`headline`) is preferred.
    """
    empty = [j for j, x in enumerate(intervals) if x.is_empty]
    if not empty:
        return None
    j = first if (first := headline(shares)) in empty else empty[0]
    told = number(shares[j]) + (f"; the share of maximum likelihood is {number(likeliest[j])}" if likeliest else "")
    return j, NO_SHARE.format(what=f'share of "{labels[j]}"', level=percent(level), estimate=told)


def short_interval(
    labels: Sequence[str], shares: Sequence[Number], intervals: Sequence[Interval]
) -> tuple[int, str] | None:
    """Return an input whose estimate lies farther outside of [0, 1] than its interval is long, and a sentence that warns of it.

    The input that the first sentence is about (`headline`) is preferred, else the one that lies farthest outside is taken. None if
    there is no such input.
    """
    beyond = {j: x - 1 if x > 1 else -x for j, x in enumerate(shares)}
    short = [j for j, i in enumerate(intervals) if beyond[j] > i.upper - i.lower]
    if not short:
        return None
    j = first if (first := headline(shares)) in short else max(short, key=beyond.__getitem__)
    return j, SHORT.format(what=f'"{labels[j]}"', estimate=number(shares[j]))


def by_likelihood_ratio(p: Mechanism, counts: Sequence[int], j: int, level: Fraction, sampling: Sampling) -> str:
    """Say the likelihood-ratio interval of input j, which is never empty; '' if it is not computed for this survey."""
    telling = telling_outputs(p, j)
    if telling is None:
        return ""
    hits = sum(counts[i] for i in telling.outputs)
    try:
        found = telling_interval(telling, hits, sum(counts), level, sampling, method=Method.LIKELIHOOD_RATIO)
    except InputError:
        return ""
    return BY_LIKELIHOOD_RATIO.format(*bounds_text((found.lower, found.upper)))


def likeliest_first(share: Number, likeliest: Number) -> str:
    """Write an unbiased estimate for a sentence; if it lies outside of [0, 1], the maximum likelihood share comes first."""
    if 0 <= share <= 1:
        return number(share)
    return f"{number(likeliest)} (maximum likelihood); the unbiased estimate is {number(share)}, outside of [0, 1]"


def is_implausible(p: Mechanism, tally: Tally, shares: Sequence[Number]) -> bool:
    """Whether no shares fit the answers at the level 1/1000, by X² at the maximum likelihood `shares` (see the module).

    False if answers have weights or come from clusters, and their variance cannot be estimated (`why_no_variance`).
    """
    covariance = None
    if tally.is_weighted or tally.clusters is not None:
        if why_no_variance(tally):
            return False
        units = tuple(tuple(Fraction(int(i == j)) for j in range(p.m)) for i in range(p.m))
        covariance = linearised_covariance(units, tally)
    total = sum(tally.weights, Fraction(0)) or 1
    observed = [w / total for w in tally.weights]
    n = tally.effective_n if tally.n else Fraction(1)
    return is_unlikely(apply(p.rows, shares), observed, covariance, n, tally.freedom)


def is_unlikely(
    law: Sequence[Number], observed: Sequence[Fraction], covariance: Any | None, n: Fraction, freedom: int | None
) -> bool:
    """Whether X² of the observed shares of the outputs is too large at the level 1/1000 (see the module).

    `law` has the probabilities of the outputs. `covariance` is the estimated covariance matrix of `observed`, or None if answers
    are independent and of equal weight. `n` is the effective number of answers. With clusters, `freedom` is the number of degrees
    of freedom of the covariance matrix.

    False if, among 1/λ_1 independent answers, some output with a positive probability is expected fewer than 5 times: the
    approximation fails there. False also if only one output has a positive probability.
    """
    kept = [i for i, q in enumerate(law) if q]
    chances = [enclose_relative(law[i])[0] for i in kept]
    spread = 1 / n if covariance is None else max(_largest_spread(covariance, kept, chances), 1 / n)
    if len(kept) < 2 or any(q < FEWEST * spread for q in chances):
        return False
    x2 = sum(((observed[i] - q) ** 2 / q for i, q in zip(kept, chances, strict=True)), Fraction(0)) / spread
    tail = tail_beyond(ball_of(x2), len(kept) - 1, freedom)
    return bool(tail < ball_of(RARE))


def _largest_spread(covariance: Any, kept: Sequence[int], chances: Sequence[Fraction]) -> Fraction:
    """Compute λ_1 of the module's docstring, rounded up, over the outputs `kept`, whose probabilities are `chances`."""
    import numpy as np

    root = np.sqrt(np.array(chances, float))
    values = np.linalg.eigvalsh(np.array(covariance, float)[np.ix_(kept, kept)] / np.outer(root, root))
    return Fraction(float(values[-1])) * Fraction(1_000_001, 1_000_000)
