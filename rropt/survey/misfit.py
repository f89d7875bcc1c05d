"""Warn of answers that fit no share, or hardly any: their intervals are empty or short, but not because much is known."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.survey.enclosures import bounds_text, number
from rropt.survey.intervals.interval import Interval, Method, telling_interval, telling_outputs
from rropt.survey.intervals.quantile import percent
from rropt.survey.sampling import Sampling
from rropt.survey.sentences import BY_LIKELIHOOD_RATIO, NO_SHARE, SHORT

__all__ = ["by_likelihood_ratio", "headline", "likeliest_first", "no_share", "short_interval"]


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
