"""Warn of answers that fit no shares, or hardly any. Intervals are then empty or short, although little is known.

Some warnings are about one share and its interval. `is_implausible` tests all shares at once. It compares ŷ, the observed
(weighted) shares of the m outputs, with q, the probabilities of the outputs at the likeliest shares. The statistic is
X² = Σ (ŷ_i − q_i)²/q_i.

Let V be the covariance matrix of ŷ, and let D be the diagonal matrix of q. Let λ_1 ≥ λ_2 ≥ … be the eigenvalues of D^(−1/2) V
D^(−1/2). For many answers X² is at most Σ λ_i Z_i², summed over the m − 1 largest eigenvalues, with independent standard normal
Z_i. So X² is at most λ_1 times a chi-squared variable with m − 1 degrees of freedom. Rao and Scott (1981) take the mean of the
eigenvalues. The largest is taken here, so that the warning does not come too often.

If n answers are independent and of equal weight, all these eigenvalues are 1/n. Then n·X², which is Pearson's statistic, is
compared with chi-squared. Because q is fitted to the answers, the true number of degrees of freedom is less than m − 1. At the
boundary of the simplex the true law is a mixture of chi-squared laws (Self and Liang, 1987). In both cases m − 1 degrees of freedom
err on the safe side.

If answers have weights w or come from clusters, V is linearised (`variance`). Then λ_1 is taken as at least 1/n_e, where
n_e = (Σw)²/Σw² is the effective number of answers. For clusters X²/(λ_1 (m − 1)) is compared with an F distribution. Its first
degrees of freedom are m − 1, its second those of V (Thomas and Rao, 1987).
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
    """Return the index of the input that a report mentions first.

    If there are two inputs, it is the second. If there are more, it is the input with the largest share.
    """
    return 1 if len(shares) == 2 else max(range(len(shares)), key=shares.__getitem__)


def no_share(
    labels: Sequence[str],
    shares: Sequence[Number],
    intervals: Sequence[Interval],
    level: Fraction,
    likeliest: Sequence[Number] = (),
) -> tuple[int, str] | None:
    """Return the index of an input whose interval is empty, with a warning that no value of its share fits the answers.

    If several intervals are empty and one of them belongs to the input that a report mentions first (`headline`), take that input.
    Otherwise take the first input whose interval is empty. None if no interval is empty.
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
    """Return the index of an input whose interval is suspiciously short, with a sentence that warns of it.

    An interval is suspiciously short if its length is less than the distance of the estimate from [0, 1]. If this is so for the
    input that a report mentions first (`headline`), take that input. Otherwise take, among the inputs with such an
    interval, the one whose estimate is farthest from [0, 1]. None if no interval is suspiciously short.
    """
    beyond = {j: x - 1 if x > 1 else -x for j, x in enumerate(shares)}
    short = [j for j, i in enumerate(intervals) if beyond[j] > i.upper - i.lower]
    if not short:
        return None
    j = first if (first := headline(shares)) in short else max(short, key=beyond.__getitem__)
    return j, SHORT.format(what=f'"{labels[j]}"', estimate=number(shares[j]))


def by_likelihood_ratio(p: Mechanism, counts: Sequence[int], j: int, level: Fraction, sampling: Sampling) -> str:
    """Write a sentence with the likelihood-ratio interval of input j, which is never empty. Return '' if this interval is not
    computed for the survey."""
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
    """Write the estimated share of an input for a sentence.

    If the linear estimate `share` lies in [0, 1], write this number alone. Otherwise write first the maximum likelihood estimate
    `likeliest` and then the linear one.
    """
    if 0 <= share <= 1:
        return number(share)
    return f"{number(likeliest)} (maximum likelihood); the linear estimate is {number(share)}, outside of [0, 1]"


def is_implausible(p: Mechanism, tally: Tally, shares: Sequence[Number]) -> bool:
    """Whether the answers fit no shares at all, by a test at the level 1/1000.

    The test compares the observed shares of the outputs with their probabilities at `shares`, the maximum likelihood estimates. The
    module's docstring describes its statistic X².

    If answers have weights or come from clusters, the test needs their covariance matrix. If this matrix cannot be estimated
    (`why_no_variance`), the result is False.
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
    """Whether the observed shares of the outputs are too far from their probabilities, by a test at the level 1/1000.

    The module's docstring describes the test, its statistic X² and the eigenvalue λ_1. `law` has the probabilities of the outputs.
    `covariance` is the estimated covariance matrix of `observed`, or None if answers are independent and of equal weight. `n` is
    the effective number of answers. With clusters, `freedom` is the number of degrees of freedom of the covariance matrix.

    The answers are worth about 1/λ_1 independent answers. The test is not made if, among so many independent answers, some possible
    output is expected fewer than 5 times, because its approximation then fails. Nor is it made if only one output has a positive
    probability. In both cases the result is False.
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
    """Compute the largest eigenvalue of D^(−1/2) V D^(−1/2), rounded up, where only the outputs `kept` have rows and columns.

    V is the matrix `covariance`, and D is the diagonal matrix of `chances`, the probabilities of these outputs.
    """
    import numpy as np

    root = np.sqrt(np.array(chances, float))
    values = np.linalg.eigvalsh(np.array(covariance, float)[np.ix_(kept, kept)] / np.outer(root, root))
    return Fraction(float(values[-1])) * Fraction(1_000_001, 1_000_000)
