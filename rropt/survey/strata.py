"""Estimate means and totals of a population from groups that are strata of known sizes.

Stratum h has N_h of the N people, so its share of the population is W_h = N_h/N. Let π̂_h be the estimate of stratum h. The
estimate of the population is π̂ = Σ_h W_h π̂_h, which is unbiased if every π̂_h is. If strata are sampled and randomized
independently, Var π̂ = Σ_h W_h² Var π̂_h. If unbiased estimates replace the variances in this sum, the sum is an unbiased estimate
of Var π̂. The estimated total is N π̂. The interval is the normal one, clipped to [0, 1].

If respondents were drawn in clusters, a cluster may have respondents of several groups, so the estimates of two groups covary. Then
Var π̂ = Σ_h Σ_i W_h W_i Cov(π̂_h, π̂_i). All covariances are linearised together, over the clusters (`clusters`). If the clusters
were themselves drawn in strata, the linearisation compares the clusters of the same stratum. Each cluster adds to π̂ a linearised
error, which is summed over the groups h with the weights W_h. If all clusters (of the same stratum) have the same error, the
estimate of Var π̂ is 0. In that case Σ_h W_h² Var π̂_h replaces it, with the exact variances.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose
from rropt.exact.spelling import counted, show
from rropt.results import Result, Table, exact_fields, number_fields
from rropt.survey.clustered.clusters import over_groups
from rropt.survey.enclosures import bounds_text, interval_fields, number, root_bounds, root_text
from rropt.survey.groups import Estimates
from rropt.survey.intervals.interval import Interval, normal_interval
from rropt.survey.intervals.quantile import name_ends, percent
from rropt.survey.misfit import headline, no_share, short_interval
from rropt.survey.plug_in import Source
from rropt.survey.relations.quantity import Quantity
from rropt.survey.result import Estimate
from rropt.survey.scale import ScaleMean
from rropt.survey.sentences import ITS_VARIANCE, text_of_shares
from rropt.survey.tally import MOST_ANSWERS, by_label
from rropt.survey.variance import why_no_variance

__all__ = ["Stratified", "mean_over_strata", "over_strata"]


Grouped = TypeVar("Grouped")
Kind = TypeVar("Kind", bound=str)
EXACT: tuple[Source, ...] = ("largest", "plug-in")
EXACT_VARIANCES = (
    "An estimate of a variance is not positive, and the exact variance that stands in its place (plug-in or largest) is part of "
    "the standard error"
)


@dataclass(frozen=True, slots=True, repr=False)
class Stratified(Result):
    """The shares of the whole population, their variances and normal intervals, and the size of the population."""

    inputs: tuple[str, ...]
    shares: tuple[Number, ...]
    variances: tuple[Number, ...]
    intervals: tuple[Interval, ...]
    size: int
    strata: int
    confidence: Fraction
    sources: tuple[Source, ...]
    freedom: int | None = None
    strata_of_clusters: int = 1
    left_out: int = 0
    """How many answers are of groups that were given the size 0."""

    def explain(self) -> str:
        """The table, and its assumptions."""
        head = f"Over {self.strata} strata of {self.size:,} people together:"
        note = "Strata are taken as sampled independently; intervals: normal (an approximation for large samples)."
        if self.freedom is not None:
            drawn = (
                f"in the {self.strata_of_clusters} strata that they were drawn in"
                if self.strata_of_clusters > 1
                else "as drawn without strata (if they were drawn in some, name their column with stratum)"
            )
            note = (
                f"The clusters of the whole survey are linearised together, {drawn}; intervals: Student's t with "
                f"{counted(self.freedom, 'degree')} of freedom, clusters less these strata (an approximation for large samples)."
            )
        told = no_share(self.inputs, self.shares, self.intervals, self.confidence)
        first = [told[1] if told is not None else self._lead()]
        if told is None and (short := short_interval(self.inputs, self.shares, self.intervals)) is not None:
            first.append(short[1])
        exact = ", ".join(x for x, source in zip(self.inputs, self.sources, strict=True) if source in EXACT)
        also = [f"{EXACT_VARIANCES} ({exact})."] if exact else []
        if self.left_out:
            also.append(f"Left out: {counted(self.left_out, 'answer')} of groups of size 0; the others stand for them.")
        return "\n".join([*first, head, text_of_shares(*self.as_table()), note, *also])

    def _lead(self) -> str:
        """Write a sentence with the estimated share of one input. If there are two inputs, it is the second; if there are more, it
        is the input with the largest share."""
        j = headline(self.shares)
        lower, upper = bounds_text((self.intervals[j].lower, self.intervals[j].upper))
        return (
            f'Of all {self.size:,} people the share of "{self.inputs[j]}" is estimated at {number(self.shares[j])}, with a '
            f"standard error of {root_text(self.variances[j])}; "
            f"the {percent(self.confidence)}% interval is from {lower} to {upper}."
        )

    def as_table(self) -> Table:
        """A table with one row per input."""
        ends = name_ends(self.confidence)
        header = ("input", "share", "standard error", ITS_VARIANCE, *ends, "people", "their error")
        rows = []
        for label, x, v, i, source in zip(
            self.inputs, self.shares, self.variances, self.intervals, self.sources, strict=True
        ):
            people, error = round(enclose(self.size * x)[0]), math.ceil(root_bounds(v)[1] * self.size)
            interval = bounds_text((i.lower, i.upper))
            rows.append((label, number(x), root_text(v), source, *interval, str(people), str(error)))
        return header, rows

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        entries = {}
        for label, x, v, i, source in zip(
            self.inputs, self.shares, self.variances, self.intervals, self.sources, strict=True
        ):
            entries[label] = {
                "estimate": exact_fields(x),
                "variance": exact_fields(v),
                "standard_error": number_fields(None, *root_bounds(v)),
                "standard_error_from": source,
                "interval": interval_fields((i.lower, i.upper)),
                "total": exact_fields(self.size * x),
            }
        return {
            "population": str(self.size),
            "strata": str(self.strata),
            "confidence": show(self.confidence),
            "method": "normal",
            "degrees_of_freedom": None if self.freedom is None else str(self.freedom),
            **({"left_out": str(self.left_out)} if self.left_out else {}),
            "inputs": entries,
        }


def over_strata(found: Estimates, sizes: Mapping[str, int]) -> Stratified:
    """Combine the estimates of groups that are strata with known numbers of people.

    Args:
        found: The estimates of the strata, as `estimate(…, by="region")` gives them.
        sizes: How many people of the population each stratum has; 0 leaves a group out.

    Returns:
        The shares of the whole population with errors and normal intervals, and as numbers of people.

    Raises:
        InputError: A group has no size, a size has no group, or a size is smaller than the group's number of answers.

    Example:
        >>> import pandas
        >>> from rropt import estimate, from_spec
        >>> from rropt.survey import over_strata
        >>> frame = pandas.DataFrame({"region": ["north"] * 10 + ["south"] * 10, "said": [0, 0, 0, 1, 1] * 2 + [0, 1] * 5})
        >>> groups = estimate(frame, mechanism=from_spec("warner:p=3/4"), answer="said", by="region")
        >>> over_strata(groups, {"north": 3000, "south": 1000}).shares
        (Fraction(13, 20), Fraction(7, 20))

    Reference: Cochran (1977), Sampling techniques, sections 5.3 and 5.4.
    """
    groups, sizes, left_out = _without_empty(dict(found.groups), sizes)
    weights = _stratum_shares({name: e.n for name, e in groups.items()}, sizes)
    estimates = [(w, groups[name]) for w, name in zip(weights, sizes, strict=True)]
    single = next((name for name in sizes if groups[name].variances is None), None)
    if single is not None:
        why = why_no_variance(groups[single].tally)
        raise InputError(f"the stratum '{single}' has no variance estimate: {why}; merge it with another")
    first = estimates[0][1]
    k, level = first.mechanism.k, first.confidence
    shares = tuple(sum((w * e.prevalence[j] for w, e in estimates), Fraction(0)) for j in range(k))
    clustered = [
        (e, e.tally.clusters) for _, e in estimates if isinstance(e, Estimate) and e.tally.clusters is not None
    ]
    freedom, spreads = None, []
    for j in range(k):
        stated, matrix = [(v.value, v.source) for _, e in estimates for v in [e.stated_variance(j)]], None
        if clustered:
            matrix, freedom = over_groups([(e.weights[j], x) for e, x in clustered])
        exact = (Quantity(j).exact_variance(e) for e, _ in clustered)
        spreads.append(_variance(weights, stated, matrix, exact))
    variances, sources = zip(*spreads, strict=True)
    drawn_in = {stratum for _, x in clustered for stratum, _ in x.keys}
    intervals = tuple(normal_interval(x, v, level, freedom=freedom) for x, v in zip(shares, variances, strict=True))
    people, labels = sum(sizes.values()), first.mechanism.input_labels
    return Stratified(
        labels,
        shares,
        variances,
        intervals,
        people,
        len(sizes),
        level,
        sources,
        freedom,
        max(1, len(drawn_in)),
        sum(e.n for e in left_out.values()),
    )


def _variance(
    weights: Sequence[Fraction],
    stated: Sequence[tuple[Number, Kind]],
    matrix: Matrix | None,
    exact: Iterable[tuple[Number, Kind]],
) -> tuple[Number, Kind]:
    """Compute the variance of a weighted sum of one estimate per stratum, and its source, which says how it was computed.

    `stated` has the variance of each stratum with its source. With clusters, `matrix` is the linearised covariance matrix of the
    estimates. If the linearised variance of the sum is not positive, the exact variances in `exact` are used instead.

    The sources `largest` and `plug-in` are those of exact variances. The source of the sum is `largest` if a stratum has it, else
    `plug-in` if a stratum has it, else the source of the first stratum.
    """
    found = sum((w * w * v for w, (v, _) in zip(weights, stated, strict=True)), Fraction(0))
    if matrix is not None:
        size = range(len(weights))
        parts = [[weights[i] * weights[j] * matrix[i][j] for j in size] for i in size]
        own, every = sum((parts[i][i] for i in size), Fraction(0)), sum((x for row in parts for x in row), Fraction(0))
        if every <= 0:
            return _variance(weights, list(exact), None, ())
        found += every - own
    sources = [source for _, source in stated]
    return found, next((x for kind in EXACT for x in sources if x == kind), sources[0])


def _without_empty(
    groups: Mapping[str, Grouped], sizes: Mapping[str, int]
) -> tuple[dict[str, Grouped], dict[str, int], dict[str, Grouped]]:
    """Leave out the strata of size 0: return the other groups, the other sizes, and the groups that were left out."""
    sizes = {
        name: read_integer(size, least=0, most=MOST_ANSWERS, name=f"the size of '{name}'")
        for name, size in by_label(sizes, "stratum", groups.keys()).items()
    }
    kept = {name: size for name, size in sizes.items() if size}
    if not kept:
        raise InputError("every stratum has the size 0; give the number of people of each in the population")
    left_out = {name: x for name, x in groups.items() if name in sizes and name not in kept}
    return {name: x for name, x in groups.items() if name not in left_out}, kept, left_out


def _stratum_shares(answers: Mapping[str, int], sizes: Mapping[str, int]) -> list[Fraction]:
    """Return each stratum's share of the population, in the order of `sizes`.

    The groups with answers and the strata with a size must be the same. A size must be at least the number of the group's answers.
    If not, an error is raised.
    """
    if absent := [name for name in sizes if name not in answers]:
        raise InputError(f"the stratum '{absent[0]}' has no answers; merge it with another, or leave it out")
    if strange := [name for name in answers if name not in sizes]:
        raise InputError(
            f"the strata give no size for the group '{strange[0]}' ({answers[strange[0]]:,} of {sum(answers.values()):,} "
            "answers); give every group a size, 0 to leave its answers out"
        )
    small = next((name for name in sizes if sizes[name] < answers[name]), None)
    if small is not None:
        raise InputError(
            f"the stratum '{small}' has {answers[small]} answers, more than its size {sizes[small]}; give as the size the number "
            "of all people of the stratum in the population"
        )
    whole = sum(sizes.values())
    return [Fraction(size, whole) for size in sizes.values()]


def mean_over_strata(means: Mapping[str, ScaleMean], sizes: Mapping[str, int]) -> ScaleMean:
    """Combine the means of scores in strata to the mean of the whole population.

    Args:
        means: The mean of each stratum, as `Estimates.means` gives them.
        sizes: How many people of the population each stratum has; 0 leaves a group out.

    Returns:
        The mean, with its error and normal interval.

    Raises:
        InputError: A stratum has no size, a size has no stratum, or a size is smaller than the stratum's number of answers.

    Example:
        >>> import pandas
        >>> from rropt import estimate, from_spec
        >>> from rropt.survey import mean_over_strata
        >>> frame = pandas.DataFrame({"region": ["north"] * 10 + ["south"] * 10, "said": [0, 0, 0, 1, 1] * 2 + [0, 1] * 5})
        >>> groups = estimate(frame, mechanism=from_spec("warner:p=3/4"), answer="said", by="region")
        >>> print(mean_over_strata(groups.means([10, 20]), {"north": 3000, "south": 1000}).mean)
        27/2

    Reference: Cochran (1977), Sampling techniques, section 5.4.
    """
    means, sizes, _ = _without_empty(means, sizes)
    weights = _stratum_shares({name: x.answers for name, x in means.items()}, sizes)
    every = [means[name] for name in sizes]
    known = [x.variance for x in every if x.variance is not None]
    if len(known) < len(weights):
        single = next(name for name in sizes if means[name].variance is None)
        raise InputError(f"the stratum '{single}' has no variance estimate: {means[single].why}; merge it with another")
    first = every[0]
    mean = sum((w * x.mean for w, x in zip(weights, every, strict=True)), Fraction(0))
    people, freedom, matrix = sum(x.answers for x in means.values()), None, None
    clustered = [([u for _, u in x.weights], x.clusters) for x in every if x.clusters is not None]
    if clustered:
        matrix, freedom = over_groups(clustered)
    stated = [(v, x.source) for v, x in zip(known, every, strict=True)]
    exact = ((x.largest, "largest") for x in every if x.largest is not None)
    variance, source = _variance(weights, stated, matrix, exact)
    return ScaleMean(
        first.labels, first.scores, people, mean, variance, source, first.confidence, (), len(sizes), freedom
    )
