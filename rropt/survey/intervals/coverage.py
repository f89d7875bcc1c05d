"""Compute the probability that an interval covers the true prevalence of an input. This probability is computed by enumeration if
that is quick, and otherwise by simulation.

An enumeration goes through all vectors of counts. Each has exact lower and upper bounds of its probability under the sampling
model. For each vector the interval is computed with rational ends, which either cover the prevalence or do not. The coverage is
bounded by the sums of the probability bounds of the vectors whose interval covers.

The interval of input j depends on the counts only through two quantities: the estimated share and its estimated variance. Both use
the answers' weights w_j for input j. The intervals of Clopper and Pearson and of the likelihood ratio depend only on how many
answers are in the input's `telling_outputs`. So all outputs that the interval treats alike are merged. Inputs with the same column
in the merged matrix are merged as well. For example, k-ary randomized response becomes a mechanism of two inputs and two outputs,
for any k.

If enumeration is not quick (`_is_quick`), many surveys are drawn in doubles. The number of surveys whose interval covers the
prevalence is binomial. So the interval of Clopper and Pearson encloses the coverage, at the confidence that the result states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, TypeVar

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.results import FieldResult, Table, fact_table
from rropt.survey.draws import draw_surveys
from rropt.survey.enclosures import bounds_text
from rropt.survey.intervals.arrays import estimator
from rropt.survey.intervals.interval import Method, interval, read_method, telling_outputs
from rropt.survey.intervals.quantile import binomial_interval, percent, read_confidence
from rropt.survey.law import law_of_counts
from rropt.survey.prevalence import read_prevalence
from rropt.survey.sampling import REPLACEMENT, Kind, Sampling
from rropt.survey.variance import personal_variances
from rropt.survey.weights import linear_weights

if TYPE_CHECKING:
    import numpy

__all__ = ["Coverage", "Route", "coverage", "enumerated_coverage", "merged_outputs"]

MOST_VECTORS, MOST_STEPS, MOST_WITH_TAILS = 2000, 2_000_000, 200
SURVEYS, SURVEYS_AT_A_TIME, SEED = 100_000, 10_000, 1
CONFIDENCE = Fraction(99, 100)
Share = TypeVar("Share", Fraction, Number)


class Route(StrEnum):
    """How a coverage was computed."""

    ENUMERATED = "enumerated"
    SIMULATED = "simulated"


@dataclass(frozen=True, slots=True, repr=False)
class Coverage(FieldResult):
    """Bounds lower ≤ coverage ≤ upper. If the coverage was enumerated, the bounds are certain; they are equal for a mechanism with
    rational probabilities. If it was simulated, the bounds hold with `confidence`: the interval covered the share in `hits` of
    `surveys` surveys."""

    lower: Fraction
    upper: Fraction
    source: Route
    confidence: Fraction | None = None
    surveys: int | None = None
    hits: int | None = None

    def explain(self) -> str:
        """Write the bounds on the coverage, and whether they were enumerated or simulated."""
        lower, upper = bounds_text((self.lower, self.upper))
        if self.confidence is None:
            return f"{lower} ({self.source})"
        how = f"{self.source}: the {percent(self.confidence)}% interval of {self.hits} of {self.surveys} surveys"
        return f"between {lower} and {upper} ({how})"

    def as_table(self) -> Table:
        """Return a table of the fields."""
        facts = {"lower": self.lower, "upper": self.upper, "source": str(self.source), "confidence": self.confidence}
        return fact_table(facts | {"simulated surveys": self.surveys, "whose intervals cover": self.hits})


def coverage(
    p: Mechanism,
    prevalence: object,
    n: int,
    *,
    method: str = Method.WILSON,
    confidence: object = "0.95",
    sampling: Sampling = REPLACEMENT,
    j: int | None = None,
    weights: Matrix | None = None,
    rng: numpy.random.Generator | None = None,
) -> Coverage:
    """Compute the probability that the interval of input j contains the prevalence of this input.

    If `j` is not given, it is the last input. `weights` replaces the usual unbiased weights. If the probability must be simulated,
    the random numbers come from `rng`. Without `rng` the seed is 1, so the same call has the same result.
    """
    if n < 1:
        raise InputError(f"{n} answers have no interval; give at least 1")
    shares = _rational(read_prevalence(prevalence, p.k))
    matrix, place = linear_weights(p) if weights is None else weights, p.k - 1 if j is None else j
    level, how = read_confidence(confidence), read_method(method)
    found = enumerated_coverage(p, matrix, shares, n, method=how, level=level, sampling=sampling, j=place)
    if found is not None:
        return Coverage(*found, Route.ENUMERATED)
    return _simulate(p, matrix, shares, n, how, level, sampling, place, rng)


def enumerated_coverage(
    p: Mechanism,
    weights: Matrix,
    shares: Sequence[Fraction],
    n: int,
    *,
    method: Method,
    level: Fraction,
    sampling: Sampling,
    j: int,
) -> Bounds | None:
    """Compute bounds lower ≤ coverage ≤ upper by enumeration; None if this is not quick (`_is_quick`).

    Both bounds are equal for a mechanism with rational probabilities.
    """
    merged, places, groups = merged_outputs(p, weights[j], j, shares, method)
    if not _is_quick(merged, n, method, sampling):
        return None
    personal = personal_variances(p, weights, j)
    lower = upper = 0
    whole, law = law_of_counts(merged, groups, n, sampling=sampling)
    for few, (low, high) in law.items():
        counts = [0] * p.m
        for i, count in zip(places, few, strict=True):
            counts[i] = count
        found = interval(p, weights, counts, j, method=method, confidence=level, sampling=sampling, personal=personal)
        if shares[j] in found:
            lower, upper = lower + low, upper + high
    return Fraction(lower, whole), min(Fraction(1), Fraction(upper, whole))


def _is_quick(merged: Mechanism, n: int, method: Method, sampling: Sampling) -> bool:
    """Whether the coverage can be enumerated quickly.

    It can if there are at most MOST_VECTORS vectors of counts, and the number of steps is at most MOST_STEPS. The steps are the
    vectors times n, where n is the number of answers. Under simple random sampling with more than two inputs, they are also
    multiplied by the number of possible samples. A sample is described by how many of its people have each truth. Clopper–Pearson
    intervals of a census or of a simple random sample are enumerated only if n is at most MOST_WITH_TAILS.
    """
    if method == Method.CLOPPER_PEARSON and sampling.kind != Kind.REPLACEMENT and n > MOST_WITH_TAILS:
        return False  # every number of hits has its own tails of a population to invert
    vectors = comb(n + merged.m - 1, merged.m - 1)
    samples = comb(n + merged.k - 1, merged.k - 1) if sampling.kind == Kind.SRS and merged.k > 2 else 1
    return vectors <= MOST_VECTORS and samples * vectors * n <= MOST_STEPS


def _simulate(
    p: Mechanism,
    weights: Matrix,
    shares: Sequence[Fraction],
    n: int,
    method: Method,
    level: Fraction,
    sampling: Sampling,
    j: int,
    rng: numpy.random.Generator | None,
) -> Coverage:
    import numpy as np

    rng = np.random.default_rng(SEED) if rng is None else rng
    how, hits = estimator(p, j, weights), 0
    merged, places, groups = merged_outputs(p, weights[j], j, shares, method)
    for _ in range(SURVEYS // SURVEYS_AT_A_TIME):
        counts = np.zeros((SURVEYS_AT_A_TIME, p.m), dtype=np.int64)
        counts[:, places] = draw_surveys(merged, groups, n, SURVEYS_AT_A_TIME, sampling=sampling, rng=rng)
        hits += int(how.covered(counts, float(shares[j]), method=method, level=level, sampling=sampling).sum())
    return Coverage(*binomial_interval(hits, SURVEYS, CONFIDENCE), Route.SIMULATED, CONFIDENCE, SURVEYS, hits)


def merged_outputs(
    p: Mechanism, weights: Sequence[Number], j: int, shares: Sequence[Share], method: Method
) -> tuple[Mechanism, list[int], tuple[Share, ...]]:
    """Merge outputs that the interval of input j treats alike, then merge inputs with the same column.

    Return three things: the merged mechanism, a list of outputs, and the merged shares of the inputs. The list has for each merged
    output the index of one of the original outputs that were merged into it.
    """
    telling = telling_outputs(p, j) if method.sees_hits else None
    kinds: dict[object, list[int]] = {}
    for i, w in enumerate(weights):
        kinds.setdefault(w if telling is None else i in telling.outputs, []).append(i)
    rows = [[sum((p.rows[i][o] for i in kind), Fraction(0)) for o in range(p.k)] for kind in kinds.values()]
    groups: dict[tuple[Number, ...], Share] = {}
    for column, share in zip(zip(*rows, strict=True), shares, strict=True):
        groups[column] = groups[column] + share if column in groups else share
    return Mechanism(zip(*groups, strict=True)), [kind[0] for kind in kinds.values()], tuple(groups.values())


def _rational(shares: Sequence[object]) -> tuple[Fraction, ...]:
    if strange := [x for x in shares if not isinstance(x, Fraction)]:
        # of two inputs the last share is the one that was given, and the first its complement
        raise InputError(
            f"coverage is computed at rational prevalences, and {str(strange[-1])[:60]} is not rational; give one such as 1/10"
        )
    return tuple(x for x in shares if isinstance(x, Fraction))
