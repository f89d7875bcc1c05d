"""For n ≤ 200 answers and two inputs, the probability that an interval covers the true prevalence, by enumeration.

Every vector of counts is enumerated with its exact probability under the sampling model; the interval printed for
these counts (rational ends) covers the prevalence or does not. The sum over those that do is the true coverage.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.estimates.intervals import Method, interval
from rropt.estimates.law import law_bounds
from rropt.estimates.linear import linear_weights
from rropt.estimates.prevalence import read_prevalence
from rropt.estimates.sampling import REPLACEMENT, Sampling
from rropt.exact.enclosure import Bounds
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism

__all__ = ["coverage"]

MOST_ANSWERS = 200


def coverage(
    p: Mechanism,
    prevalence: object,
    n: int,
    *,
    method: Method = "wilson",
    confidence: object = "0.95",
    sampling: Sampling = REPLACEMENT,
    j: int | None = None,
    weights: Matrix | None = None,
) -> Bounds:
    """lower ≤ Pr(the interval of input j contains its prevalence) ≤ upper, equal for a rational mechanism.

    j is the last input (the trait, of two) unless it is given; `weights` are unbiased ones other than the default.
    """
    if not 1 <= n <= MOST_ANSWERS:
        raise InputError(f"coverage is enumerated for 1 to {MOST_ANSWERS} answers, not {n}; simulate larger surveys")
    shares = _rational(read_prevalence(prevalence, p.k))
    matrix, place = linear_weights(p) if weights is None else weights, p.k - 1 if j is None else j
    lower = upper = Fraction(0)
    for counts, (low, high) in law_bounds(p, shares, n, sampling=sampling).items():
        found = interval(p, matrix, counts, place, method=method, confidence=confidence, sampling=sampling)
        if shares[place] in found:
            lower, upper = lower + low, upper + high
    return lower, min(upper, Fraction(1))


def _rational(shares: Sequence[object]) -> tuple[Fraction, ...]:
    if not all(isinstance(x, Fraction) for x in shares):
        raise InputError("coverage is enumerated at a rational prevalence; give one such as 1/10")
    return tuple(x for x in shares if isinstance(x, Fraction))
