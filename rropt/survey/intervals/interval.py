"""Compute intervals in [0, 1] for the share of one input, by five methods, rounded outward.

Let x be the share of input j, and let π̂_j be its estimate from n answers. Let V(x) be the largest variance of π̂_j for that x,
under the sampling model. Let f be the factor of this model: 1 for independent draws, 0 in a census. Let P be the mechanism's
matrix, and w_i the weight of answer i in the estimate. Let b_l = Σ_i w_i² P_il. Let d_j = b_j − 1, and let d_0 be the largest b_l
with l ≠ j (`personal_variances`). Then, as the module `variance` shows,

    n·V(x) = x·d_j + (1 − x)·d_0 + f·x·(1 − x).

This is exact for two inputs, and for more inputs whenever all b_l with l ≠ j are equal, as in k-ary randomized response. In general
it is an upper bound.

* chebyshev: all x with (π̂_j − x)² ≤ V(x)/α, at the confidence 1 − α. By Chebyshev's inequality, this interval always contains the
  true share with probability at least 1 − α.
* wilson: the same with z² in place of 1/α, where z is the normal quantile. For a direct question and independent draws it is
  Wilson's interval for a binomial share.
* normal: π̂_j ± z·√v, where v is an unbiased estimate of the variance. If v is not positive, the exact variance of `plug_in`
  replaces it, and a note says so. For small n this interval covers the true share too rarely.
* clopper-pearson: needs a set S of outputs with Pr(S | j) = b, and Pr(S | l) = a for every l ≠ j. The number of answers in S is
  then binomial with probability a + (b − a)·x. The exact interval for this probability is turned into an interval for x. In a
  census or in a simple random sample (srs) the number is not binomial. Its exact tail probabilities then decide which numbers of
  people with input j are possible in the population (`population_tails`).
* likelihood-ratio: the shares in [0, 1] whose likelihood, for the same number of answers in S, is not small compared with that of
  the best share (`likelihood_ratio`). The interval is never empty and always covers at least as often as stated. It is for
  independent draws only.

References: Wilson (1927); Clopper and Pearson (1934); Feldman and Cousins (1998); Greenberg et al. (1969) for the mapping.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise

import flint

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, enclose_ball
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.results import FieldResult, Table, fact_table
from rropt.survey.enclosures import ball_of, root_bounds
from rropt.survey.intervals.likelihood_ratio import MOST_HITS, likelihood_ratio_interval
from rropt.survey.intervals.population_tails import MOST_PEOPLE, MOST_SAMPLED, likely_populations
from rropt.survey.intervals.quantile import binomial_interval, read_confidence, squared_quantile
from rropt.survey.plug_in import Line, line_of, stated_variance
from rropt.survey.sampling import INDEPENDENT_DRAWS, REPLACEMENT, Kind, Sampling
from rropt.survey.variance import estimated_variances, personal_variances
from rropt.survey.weights import apply

__all__ = [
    "Interval",
    "Method",
    "Telling",
    "interval",
    "normal_bounds",
    "normal_interval",
    "read_method",
    "require_likelihood_ratio",
    "require_telling",
    "score_interval",
    "telling_interval",
    "telling_outputs",
]

NOT_UNBIASED = "the estimate of the variance is not positive, so the normal interval stands on an exact one"


class Method(StrEnum):
    """The methods of making an interval."""

    CHEBYSHEV = "chebyshev"
    NORMAL = "normal"
    WILSON = "wilson"
    CLOPPER_PEARSON = "clopper-pearson"
    LIKELIHOOD_RATIO = "likelihood-ratio"

    @property
    def sees_hits(self) -> bool:
        """Whether the interval depends only on the number of hits, the answers among the input's `telling_outputs`."""
        return self in (Method.CLOPPER_PEARSON, Method.LIKELIHOOD_RATIO)

    @property
    def named(self) -> str:
        """The method's name for use in a sentence, with people's names capitalised: `Clopper-Pearson`."""
        return self.value if self in (Method.NORMAL, Method.LIKELIHOOD_RATIO) else self.value.title()


NAMES = {
    Method.CLOPPER_PEARSON: "Clopper–Pearson",
    Method.LIKELIHOOD_RATIO: "the likelihood-ratio interval",
}


def read_method(method: str) -> Method:
    """Read the name of a method."""
    if method not in list(Method):
        raise InputError(f"the interval method '{method}' is not one of {', '.join(Method)}; give one of these")
    return Method(method)


@dataclass(frozen=True, slots=True, repr=False)
class Interval(FieldResult):
    """An interval with rational ends lower ≤ upper in [0, 1]. If no share in [0, 1] fits the answers, both ends are 0 or both are
    1, whichever is nearer. Then `is_empty` is True, and `note` says so."""

    lower: Fraction
    upper: Fraction
    note: str = ""
    is_empty: bool = False

    def __contains__(self, x: Number) -> bool:
        return bool(self.lower <= x <= self.upper)

    def explain(self) -> str:
        """Write the two ends of the interval, rounded outward, and the note if there is one."""
        low = decimal(self.lower, direction="lower")
        high = decimal(self.upper, direction="upper")
        return f"[{low}, {high}]" + (f"; {self.note}" if self.note else "")

    def as_table(self) -> Table:
        """Return a table of both ends."""
        return fact_table({"lower": self.lower, "upper": self.upper})


@dataclass(frozen=True, slots=True)
class Telling:
    """Outputs whose total probability is `own` under input j, and `other` under every other input."""

    outputs: tuple[int, ...]
    own: Number
    other: Number


def interval(
    p: Mechanism,
    weights: Matrix,
    counts: Sequence[int],
    j: int,
    *,
    method: str = Method.WILSON,
    confidence: object = "0.95",
    sampling: Sampling = REPLACEMENT,
    personal: Sequence[Number] | None = None,
) -> Interval:
    """Compute the interval of the prevalence of input j by the method `method`.

    `personal` has the `personal_variances` of input j. If they are needed but not given, they are computed.
    """
    level, method, n = read_confidence(confidence), read_method(method), sum(counts)
    if n == 0:
        raise InputError("no answers were counted, so there is no interval; collect some")
    if method.sees_hits:
        return _by_hits(p, counts, j, method, level, sampling)
    estimate = apply([weights[j]], [Fraction(y, n) for y in counts])[0]
    if method == Method.NORMAL:
        unbiased = estimated_variances((weights[j],), counts, sampling=sampling)[0]
        line = None if unbiased > 0 else line_of(personal or personal_variances(p, weights, j), j)
        stated = stated_variance(unbiased, estimate, line or (Fraction(0), Fraction(0)), sampling.factor(n), n)
        return normal_interval(estimate, stated.value, level, note="" if stated.is_estimated else NOT_UNBIASED)
    square = 1 / (1 - level) if method == Method.CHEBYSHEV else squared_quantile(level)[1]
    return score_interval(
        estimate, line_of(personal or personal_variances(p, weights, j), j), square / n, sampling.factor(n)
    )


def _clip(lower: Fraction, upper: Fraction, note: str = "") -> Interval:
    low, high = max(Fraction(0), lower), min(Fraction(1), upper)
    if low <= high:
        return Interval(low, high, note)
    return _empty(Fraction(int(lower > 1)), note)


def _empty(end: Fraction, note: str = "") -> Interval:
    """Make an empty interval: no share in [0, 1] fits, and both ends are `end`, the nearest share."""
    nearest = f"no share in [0, 1] fits these answers at this confidence; the nearest is {end}"
    return Interval(end, end, f"{note}; {nearest}" if note else nearest, is_empty=True)


def normal_bounds(estimate: Number, variance: Number, level: Fraction, freedom: int | None = None) -> Bounds:
    """Compute estimate ± z·√variance, rounded outward, where z is the quantile for the confidence `level`. It is the normal
    quantile, or Student's if `freedom`, a number of degrees of freedom, is given."""
    center = enclose(estimate)
    half = root_bounds(variance)[1] * root_bounds(squared_quantile(level, freedom)[1])[1]
    return center[0] - half, center[1] + half


def normal_interval(
    estimate: Number, variance: Number, level: Fraction, *, note: str = "", freedom: int | None = None
) -> Interval:
    """Make the interval of `normal_bounds`, cut to [0, 1], with the note `note`."""
    return _clip(*normal_bounds(estimate, variance, level, freedom), note)


def score_interval(estimate: Number, line: Line, c: Fraction, f: Fraction) -> Interval:
    """Compute an interval that contains all x in [0, 1] with (π̂ − x)² ≤ c·(x·d_j + (1 − x)·d_0 + f·x·(1 − x)), rounded outward.

    Here π̂ is `estimate`, (d_0, d_j) is `line`, and f is the sampling factor. The condition can be written as A x² − 2 B x + C ≤ 0,
    where A = 1 + c f, B = π̂ + c (d_j − d_0 + f)/2 and C = π̂² − c d_0. If B² − A C is negative, no x meets the condition.
    Otherwise it is met from (B − √(B² − A C))/A to (B + √(B² − A C))/A.
    """
    d0, dj = line
    a, b, third = 1 + c * f, estimate + c * (dj - d0 + f) / 2, estimate * estimate - c * d0
    if (discriminant := b * b - a * third) < 0:
        return _empty(Fraction(int(b / a > Fraction(1, 2))))
    with flint.ctx.workprec(128):
        root = ball_of(discriminant).sqrt() if discriminant else flint.arb(0)
        lower, upper = ((ball_of(b) + s * root) / ball(a) for s in (-1, 1))
        return _clip(enclose_ball(lower)[0], enclose_ball(upper)[1])


def telling_outputs(p: Mechanism, j: int) -> Telling | None:
    """Find the outputs that are likelier under input j than under every other input (the telling outputs of j).

    They exist for k-ary randomized response and all informative mechanisms of two inputs. With two inputs, the telling outputs of
    the first input are all outputs that are not telling outputs of the second. None if no output is likelier under j than under
    every other input. Also None if the total probability of the telling outputs is not the same under all other inputs.
    """
    if p.k == 2 and j == 0:
        second = telling_outputs(p, 1)
        assert second is not None
        return Telling(tuple(i for i in range(p.m) if i not in second.outputs), 1 - second.other, 1 - second.own)
    outputs = tuple(i for i, row in enumerate(p.rows) if all(row[j] > x for o, x in enumerate(row) if o != j))
    totals = [sum((p.rows[i][o] for i in outputs), Fraction(0)) for o in range(p.k)]
    others = {total for o, total in enumerate(totals) if o != j}
    return Telling(outputs, totals[j], others.pop()) if outputs and len(others) == 1 else None


def require_telling(p: Mechanism, j: int, method: Method) -> Telling:
    """Return the outputs that are likelier under input j than under any other input (`telling_outputs`).

    Refuse a mechanism for which `telling_outputs` is None, because `method` counts the answers among these outputs.
    """
    telling = telling_outputs(p, j)
    if telling is None:
        raise InputError(
            f"{NAMES[method]} needs outputs that are likelier under input {p.input_labels[j]} than under each other input and "
            "have the same total probability under all the other inputs, but this mechanism has no such outputs; use chebyshev, "
            "which is guaranteed, or wilson"
        )
    return telling


def _by_hits(
    p: Mechanism, counts: Sequence[int], j: int, method: Method, level: Fraction, sampling: Sampling
) -> Interval:
    telling = require_telling(p, j, method)
    hits = sum(counts[i] for i in telling.outputs)
    found = telling_interval(telling, hits, sum(counts), level, sampling, method=method)
    if _tells_all(p, telling):
        return found
    labels = ", ".join(p.output_labels[i] for i in telling.outputs[:8])
    counted_alone = (
        f"it counts only how many answers are {labels}, which tells less than all answers do; it covers, and is wide"
    )
    return replace(found, note="; ".join(x for x in (counted_alone, found.note) if x))


def _tells_all(p: Mechanism, telling: Telling) -> bool:
    """Whether the number of answers in `telling.outputs` says as much about the share as the counts of all outputs do.

    For two inputs, consider the ratio of an output's probabilities under the first and the second input. The result is True if all
    outputs in `telling.outputs` have the same ratio, and all other outputs have the same ratio, too. For more inputs this is not
    checked, and the result is True.
    """
    if p.k > 2:
        return True
    sides: tuple[list[Sequence[Number]], list[Sequence[Number]]] = [], []
    for i, row in enumerate(p.rows):
        if any(row):  # a row of zeros is proportional to any
            sides[i in telling.outputs].append(row)
    return all(a[0] * b[1] == a[1] * b[0] for rows in sides for a, b in pairwise(rows))


def telling_interval(
    telling: Telling, hits: int, n: int, level: Fraction, sampling: Sampling, *, method: Method = Method.CLOPPER_PEARSON
) -> Interval:
    """Compute the interval of an input's share from the number of answers in `telling.outputs`.

    This number is `hits`, out of n answers. `telling` is what `telling_outputs` returned for the input, and `level` is the
    confidence.
    """
    if method == Method.LIKELIHOOD_RATIO:
        require_likelihood_ratio(n, sampling)
        return Interval(*likelihood_ratio_interval(hits, n, telling.own, telling.other, level))
    if sampling.kind == Kind.REPLACEMENT:
        return _mapped(binomial_interval(hits, n, level), telling)
    population = sampling.population or n
    if n > (MOST_PEOPLE if n == population else MOST_SAMPLED):
        raise InputError(
            f"{n} of {population} people are too many for clopper-pearson, which takes a sample of up to {MOST_SAMPLED} people or "
            f"a census of up to {MOST_PEOPLE}; use chebyshev, which is guaranteed, or wilson"
        )
    people = likely_populations(telling.own, telling.other, hits, n, population, level)
    if not people:
        nearest = (Fraction(hits, n) - telling.other) / (telling.own - telling.other)
        return _empty(Fraction(int(nearest > Fraction(1, 2))))
    return Interval(Fraction(people[0], population), Fraction(people[-1], population))


def require_likelihood_ratio(n: int, sampling: Sampling) -> None:
    """Raise an error unless the draws are independent and there are at most `MOST_HITS` answers. For any other survey the
    likelihood-ratio interval is not computed."""
    if sampling.kind != Kind.REPLACEMENT:
        raise InputError(
            f"the likelihood-ratio interval needs independent draws, not {sampling.kind}; use clopper-pearson, which is exact for "
            f"{sampling.kind}, or chebyshev, which is guaranteed, or, if the draws are independent, ",
            INDEPENDENT_DRAWS,
        )
    if n > MOST_HITS:
        raise InputError(
            f"the likelihood-ratio interval is computed for up to {MOST_HITS} answers, not for {n}; use clopper-pearson"
        )


def _mapped(bounds: Bounds, telling: Telling) -> Interval:
    """Convert bounds on the probability of a hit to an interval for the share x of an input, rounded outward.

    A hit is an answer in `telling.outputs`. Its probability is `own` for people with the input, and `other` for all other people.
    So for a random respondent it is other + (own − other)·x.
    """
    rise = telling.own - telling.other
    lower, upper = ((x - telling.other) / rise for x in bounds)
    return _clip(enclose(lower)[0], enclose(upper)[1])
