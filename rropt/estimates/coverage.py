"""For n ≤ 200 answers, the probability that an interval covers the true prevalence of one input, by enumeration.

Every vector of counts is enumerated with its exact probability under the sampling model; the interval printed for
these counts (rational ends) covers the prevalence or does not. The sum over those that do is the true coverage.

The interval of input j sees the counts only through the weights w_j (π̂_j and its estimated variance) or through the
telling outputs of Clopper–Pearson. So outputs that agree in both are counted as one, and then inputs whose columns
agree are one group of people: k-ary randomized response becomes a coin, whatever k is.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

from rropt.estimates.intervals import Method, interval, telling_outputs
from rropt.estimates.law import law_bounds
from rropt.estimates.linear import linear_weights
from rropt.estimates.prevalence import read_prevalence
from rropt.estimates.sampling import REPLACEMENT, Sampling
from rropt.estimates.variance import personal_variances
from rropt.exact.enclosure import Bounds
from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism

__all__ = ["coverage", "merged_outputs"]

MOST_ANSWERS = 200
Share = TypeVar("Share", Fraction, Number)


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
    merged, places, groups = merged_outputs(p, matrix[place], place, shares)
    personal = personal_variances(p, matrix, place)
    lower = upper = Fraction(0)
    for few, (low, high) in law_bounds(merged, groups, n, sampling=sampling).items():
        counts = [0] * p.m
        for i, count in zip(places, few, strict=True):
            counts[i] = count
        found = interval(
            p, matrix, counts, place, method=method, confidence=confidence, sampling=sampling, personal=personal
        )
        if shares[place] in found:
            lower, upper = lower + low, upper + high
    return lower, min(upper, Fraction(1))


def merged_outputs(
    p: Mechanism, weights: Sequence[Number], j: int, shares: Sequence[Share]
) -> tuple[Mechanism, list[int], tuple[Share, ...]]:
    """The mechanism with alike outputs and inputs as one, an output that stands for each, and the shares of the inputs."""
    telling = telling_outputs(p, j)
    kinds: dict[object, list[int]] = {}
    for i, w in enumerate(weights):
        kinds.setdefault((w, telling is not None and i in telling.outputs), []).append(i)
    rows = [[sum((p.rows[i][o] for i in kind), Fraction(0)) for o in range(p.k)] for kind in kinds.values()]
    groups: dict[tuple[Number, ...], Share] = {}
    for column, share in zip(zip(*rows, strict=True), shares, strict=True):
        groups[column] = groups[column] + share if column in groups else share
    return Mechanism(zip(*groups, strict=True)), [kind[0] for kind in kinds.values()], tuple(groups.values())


def _rational(shares: Sequence[object]) -> tuple[Fraction, ...]:
    if not all(isinstance(x, Fraction) for x in shares):
        raise InputError("coverage is enumerated at a rational prevalence; give one such as 1/10")
    return tuple(x for x in shares if isinstance(x, Fraction))
