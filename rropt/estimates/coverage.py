"""For n ≤ 200 answers, the probability that an interval covers the true prevalence of one input, enumerated or enclosed.

Every vector of counts is enumerated with its exact probability under the sampling model; the interval printed for
these counts (rational ends) covers the prevalence or does not. The sum over those that do is the true coverage.

The interval of input j sees the counts only through the weights w_j (π̂_j and its estimated variance), Clopper–Pearson's
only through its telling outputs. So outputs that agree in that are counted as one, and then inputs whose columns
agree are one group of people: k-ary randomized response becomes a coin, whatever k is.

Beyond two thousand vectors, doubles say where the prevalence is inside or outside by more than 10⁻⁶, far above their
error, and only the rest is decided by the exact interval. For independent draws the probabilities stay exact: for the last
two outputs, which share r answers, the sums over runs of counts are differences of Σ_{y<x} C(r, y)·aʸ·bʳ⁻ʸ. For a fixed
population they are enclosed to some 10⁻¹⁰ (`population_law`): up to five different weights at 200 answers. Beyond that the
coverage is enclosed, to some 10⁻⁶ for Chebyshev's and Wilson's intervals (`score_law`), 10⁻⁴ for the normal one (`normal_law`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from typing import Any, TypeVar

import numpy as np

from rropt.estimates.frequencies import Survey, survey_of
from rropt.estimates.interval_arrays import estimator
from rropt.estimates.intervals import Method, interval, line_of, telling_outputs
from rropt.estimates.inverse import apply
from rropt.estimates.law import chance_of, counts_of_people, law_bounds
from rropt.estimates.linear import linear_weights
from rropt.estimates.normal_law import chance_of_normal
from rropt.estimates.plug_in import Line, variance_at
from rropt.estimates.population_law import MOST_CELLS, box_cells, chance_in_population
from rropt.estimates.prevalence import read_prevalence
from rropt.estimates.quantile import read_confidence, squared_quantile
from rropt.estimates.sampling import REPLACEMENT, Sampling
from rropt.estimates.score_law import chance_of_score
from rropt.estimates.variance import personal_variances
from rropt.exact.enclosure import Bounds
from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism

__all__ = ["coverage", "merged_outputs"]

MOST_ANSWERS = 200
FEW, MOST_STEPS, MOST_IN_RUNS = 2000, 1_000_000, 100_000_000
QUICK_IN_RUNS = 5_000_000
DOUBT = 1e-6
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
    quick: bool = False,
) -> Bounds:
    """lower ≤ Pr(the interval of input j contains its prevalence) ≤ upper, equal for a rational mechanism unless there
    are too many vectors of counts.

    j is the last input (the trait, of two) unless it is given; `weights` are unbiased ones other than the default. With
    `quick` it is enclosed wherever enumerating would take more than seconds.
    """
    if not 1 <= n <= MOST_ANSWERS:
        raise InputError(f"coverage is enumerated for 1 to {MOST_ANSWERS} answers, not {n}; simulate larger surveys")
    shares = _rational(read_prevalence(prevalence, p.k))
    matrix, place = linear_weights(p) if weights is None else weights, p.k - 1 if j is None else j
    merged, places, groups = merged_outputs(p, matrix[place], place, shares, method)
    personal = personal_variances(p, matrix, place)

    def inside(few: Sequence[int]) -> bool:
        counts = [0] * p.m
        for i, count in zip(places, few, strict=True):
            counts[i] = int(count)
        found = interval(
            p, matrix, counts, place, method=method, confidence=confidence, sampling=sampling, personal=personal
        )
        return shares[place] in found

    how, level = estimator(p, place, matrix), read_confidence(confidence)

    def depth(few: Any) -> Any:
        counts = np.zeros((len(few), p.m), dtype=np.int64)
        counts[:, places] = few
        return how.depth(counts, float(shares[place]), method=method, level=level, sampling=sampling)

    def covers(few: Any) -> Any:
        return _decided(few, depth, inside)

    if not _is_small(merged, n, sampling):
        columns, people = _people(merged, groups, n, sampling)
        if _is_long(merged, columns, people, n, sampling, quick=quick):
            told, line = [matrix[place][i] for i in places], line_of(personal, place)
            return _enclosed(
                survey_of(columns, people, n), told, shares[place], sampling.factor(n), line, method, level
            )
        if sampling.kind == "replacement" and comb(n + merged.m - 1, merged.m - 1) <= MOST_IN_RUNS:
            return chance_of(columns[0], n, covers)
        return chance_in_population(columns, people, n, covers)
    lower = upper = Fraction(0)
    for few, (low, high) in law_bounds(merged, groups, n, sampling=sampling).items():
        if inside(few):
            lower, upper = lower + low, upper + high
    return lower, min(upper, Fraction(1))


def _enclosed(
    survey: Survey,
    weights: Sequence[Number],
    share: Fraction,
    f: Fraction,
    line: Line,
    method: Method,
    level: Fraction,
) -> Bounds:
    """The coverage where there are too many vectors of counts for every one to be asked about."""
    z2 = squared_quantile(level)[1]
    if method == "normal":
        return chance_of_normal(survey, weights, share, f, z2, line)
    c = (1 / (1 - level) if method == "chebyshev" else z2) / survey.n
    return chance_of_score(survey, weights, share, c * variance_at(line, f, share))


def _people(
    merged: Mechanism, groups: Sequence[Fraction], n: int, sampling: Sampling
) -> tuple[Sequence[Sequence[Number]], Sequence[int]]:
    """The columns of the kinds of people and how many there are; independent answers are a census of one kind."""
    if sampling.kind == "replacement":
        return (apply(merged.rows, groups),), (n,)
    sampling.factor(n)
    return merged.columns, counts_of_people(groups, sampling.population or n)


def _is_long(
    merged: Mechanism, columns: Any, people: Sequence[int], n: int, sampling: Sampling, *, quick: bool
) -> bool:
    """Whether there are too many vectors of counts for every one to be asked about, or to be so in seconds."""
    if sampling.kind == "replacement":
        return comb(n + merged.m - 1, merged.m - 1) > (QUICK_IN_RUNS if quick else MOST_IN_RUNS)
    return box_cells(columns, people, n) > (QUICK_IN_RUNS if quick else MOST_CELLS)


def _is_small(merged: Mechanism, n: int, sampling: Sampling) -> bool:
    """Whether all vectors of counts, and under srs all compositions of the sample, are soon gone through one by one."""
    vectors = comb(n + merged.m - 1, merged.m - 1)
    samples = comb(n + merged.k - 1, merged.k - 1) if sampling.kind == "srs" and merged.k > 2 else 1
    return vectors <= FEW and samples * vectors * n <= MOST_STEPS


def _decided(few: Any, depth: Callable[[Any], Any], inside: Callable[[Sequence[int]], bool]) -> Any:
    """For every row of counts whether its interval covers; by the exact one where doubles leave a doubt."""
    how_far = depth(few)
    found = how_far > 0
    for n in np.flatnonzero(np.abs(how_far) < DOUBT):
        found[n] = inside(few[n])
    return found


def merged_outputs(
    p: Mechanism, weights: Sequence[Number], j: int, shares: Sequence[Share], method: Method
) -> tuple[Mechanism, list[int], tuple[Share, ...]]:
    """The mechanism with alike outputs and inputs as one, an output that stands for each, and the shares of the inputs."""
    telling = telling_outputs(p, j) if method == "clopper-pearson" else None
    kinds: dict[object, list[int]] = {}
    for i, w in enumerate(weights):
        kinds.setdefault(w if telling is None else i in telling.outputs, []).append(i)
    rows = [[sum((p.rows[i][o] for i in kind), Fraction(0)) for o in range(p.k)] for kind in kinds.values()]
    groups: dict[tuple[Number, ...], Share] = {}
    for column, share in zip(zip(*rows, strict=True), shares, strict=True):
        groups[column] = groups[column] + share if column in groups else share
    return Mechanism(zip(*groups, strict=True)), [kind[0] for kind in kinds.values()], tuple(groups.values())


def _rational(shares: Sequence[object]) -> tuple[Fraction, ...]:
    if not all(isinstance(x, Fraction) for x in shares):
        raise InputError("coverage is enumerated at a rational prevalence; give one such as 1/10")
    return tuple(x for x in shares if isinstance(x, Fraction))
