"""Means and totals over strata of known sizes, from the estimates of their groups.

With W_h = N_h/N the share of stratum h in the population, π̂ = Σ_h W_h π̂_h is unbiased if every π̂_h is, and where strata are
sampled and randomized independently Var π̂ = Σ_h W_h² Var π̂_h, which Σ_h W_h² of the estimated variances estimates without
bias. The total is N π̂. The interval is the normal one, clipped to [0, 1].
Reference: Cochran, Sampling Techniques (1977), §5.3–5.4.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.results import Result, Table, number_fields, text_table
from rropt.survey.enclosures import bounds_text, number, root_bounds, root_text
from rropt.survey.groups import Estimates
from rropt.survey.intervals.interval import Interval, normal_interval
from rropt.survey.intervals.quantile import percent
from rropt.survey.scale import ScaleMean

__all__ = ["Stratified", "mean_over_strata", "over_strata"]


@dataclass(frozen=True, slots=True, repr=False)
class Stratified(Result):
    """The shares of the whole population, their variances and normal intervals, and its size."""

    inputs: tuple[str, ...]
    shares: tuple[Number, ...]
    variances: tuple[Number, ...]
    intervals: tuple[Interval, ...]
    size: int
    strata: int
    confidence: Fraction

    def explain(self) -> str:
        """The table, and what it stands on."""
        head = f"Over {self.strata} strata of {self.size:,} people together:"
        note = "Strata are taken as sampled independently; intervals: normal (an approximation for large samples)."
        return "\n".join([head, text_table(*self.as_table()), note])

    def as_table(self) -> Table:
        """One row an input."""
        level = percent(self.confidence)
        header = ("input", "share", "standard error", f"{level}% lower", f"{level}% upper", "people", "their error")
        rows = []
        for label, x, v, i in zip(self.inputs, self.shares, self.variances, self.intervals, strict=True):
            people, error = round(enclose(self.size * x)[0]), math.ceil(root_bounds(v)[1] * self.size)
            ends = bounds_text((i.lower, i.upper))
            rows.append((label, number(x), root_text(v), *ends, str(people), str(error)))
        return header, rows

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        entries = {}
        for label, x, v, i in zip(self.inputs, self.shares, self.variances, self.intervals, strict=True):
            lower, upper = bounds_text((i.lower, i.upper), digits=12)
            entries[label] = {
                "estimate": number_fields(x, x, x),
                "variance": number_fields(v, v, v),
                "standard_error": number_fields(None, *root_bounds(v)),
                "interval": {"lower": lower, "upper": upper},
                "total": number_fields(self.size * x, self.size * x, self.size * x),
            }
        return {
            "population": str(self.size),
            "strata": str(self.strata),
            "confidence": show(self.confidence),
            "method": "normal",
            "inputs": entries,
        }


def over_strata(found: Estimates, sizes: Mapping[str, int]) -> Stratified:
    """The estimates of groups put together, each group being a stratum of a known number of people.

    Args:
        found: The estimates of the strata, as `estimate(…, by="region")` gives them.
        sizes: How many people of the population each stratum has.

    Returns:
        The shares of the whole population, with errors and normal intervals, and the people they stand for.

    Raises:
        InputError: A group has no size, or a size no group, or is smaller than its answers.

    Example:
        >>> import pandas
        >>> from rropt import estimate, from_spec, over_strata
        >>> frame = pandas.DataFrame({"region": ["north"] * 10 + ["south"] * 10, "said": [0, 0, 0, 1, 1] * 2 + [0, 1] * 5})
        >>> groups = estimate(frame, mechanism=from_spec("warner:p=3/4"), answer="said", by="region")
        >>> over_strata(groups, {"north": 3000, "south": 1000}).shares
        (Fraction(13, 20), Fraction(7, 20))

    Reference: Cochran (1977), Sampling techniques, sections 5.3 and 5.4.
    """
    groups = dict(found.groups)
    weights = _stratum_shares({name: e.n for name, e in groups.items()}, sizes)
    estimates = [(w, groups[name]) for w, name in zip(weights, sizes, strict=True)]
    single = next((name for name in sizes if groups[name].variances is None), None)
    if single is not None:
        raise InputError(f"the stratum '{single}' has one answer, and so no variance estimate; merge it with another")
    first = estimates[0][1]
    k, level = first.mechanism.k, first.confidence
    shares = tuple(sum((w * e.prevalence[j] for w, e in estimates), Fraction(0)) for j in range(k))
    variances = tuple(sum((w * w * e.stated_variance(j).value for w, e in estimates), Fraction(0)) for j in range(k))
    intervals = tuple(normal_interval(x, v, level) for x, v in zip(shares, variances, strict=True))
    people = sum(sizes.values())
    return Stratified(first.mechanism.input_labels, shares, variances, intervals, people, len(sizes), level)


def _stratum_shares(answers: Mapping[str, int], sizes: Mapping[str, int]) -> list[Fraction]:
    """W_h, in the order of the sizes; groups and strata are to be the same, and none smaller than its answers."""
    if absent := [name for name in sizes if name not in answers]:
        raise InputError(f"the stratum '{absent[0]}' has no answers; merge it with another, or leave it out")
    if strange := [name for name in answers if name not in sizes]:
        raise InputError(f"the group '{strange[0]}' has no size among the strata; give one for every group")
    small = next((name for name in sizes if sizes[name] < answers[name]), None)
    if small is not None:
        raise InputError(
            f"the stratum '{small}' has {answers[small]} answers from a size of {sizes[small]}; a size counts all people of the "
            "stratum in the population, so it is at least the number of answers"
        )
    whole = sum(sizes.values())
    return [Fraction(size, whole) for size in sizes.values()]


def mean_over_strata(means: Mapping[str, ScaleMean], sizes: Mapping[str, int]) -> ScaleMean:
    """The mean of scores of the whole population, from its means in the strata.

    Args:
        means: The mean of each stratum, as `means` of the estimates of groups gives them.
        sizes: How many people of the population each stratum has.

    Returns:
        The mean, with its error and normal interval.

    Raises:
        InputError: A stratum has no size, or a size no stratum, or is smaller than its answers.

    Example:
        >>> import pandas
        >>> from rropt import estimate, from_spec, mean_over_strata
        >>> frame = pandas.DataFrame({"region": ["north"] * 10 + ["south"] * 10, "said": [0, 0, 0, 1, 1] * 2 + [0, 1] * 5})
        >>> groups = estimate(frame, mechanism=from_spec("warner:p=3/4"), answer="said", by="region")
        >>> print(mean_over_strata(groups.means([10, 20]), {"north": 3000, "south": 1000}).mean)
        27/2

    Reference: Cochran (1977), Sampling techniques, section 5.4.
    """
    weights = _stratum_shares({name: x.answers for name, x in means.items()}, sizes)
    known = [v for v in (means[name].variance for name in sizes) if v is not None]
    if len(known) < len(weights):
        single = next(name for name in sizes if means[name].variance is None)
        raise InputError(f"the stratum '{single}' has one answer, and so no variance estimate; merge it with another")
    first = next(iter(means.values()))
    mean = sum((w * means[name].mean for w, name in zip(weights, sizes, strict=True)), Fraction(0))
    variance = sum((w * w * v for w, v in zip(weights, known, strict=True)), Fraction(0))
    people = sum(x.answers for x in means.values())
    source = "largest" if any(x.source == "largest" for x in means.values()) else first.source
    return ScaleMean(first.labels, first.scores, people, mean, variance, source, first.confidence, (), len(sizes))
