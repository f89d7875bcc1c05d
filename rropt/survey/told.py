"""Write an estimate in words: the answer in a sentence, the warnings that come first, and the assumptions behind the numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.spelling import counted
from rropt.survey.enclosures import bounds_text, number, root_text
from rropt.survey.intervals.interval import Method
from rropt.survey.intervals.quantile import percent
from rropt.survey.misfit import by_likelihood_ratio, headline, is_implausible, likeliest_first, no_share, short_interval
from rropt.survey.plug_in import error_notes
from rropt.survey.sampling import Kind
from rropt.survey.sentences import (
    IMPLAUSIBLE,
    MANY_INPUTS,
    OTHER_LIKELIHOOD,
    drawn_note,
    effects_note,
    few_clusters,
    law_said,
    left_out_said,
    sampling_said,
    weights_said,
)
from rropt.survey.variance import why_no_variance

if TYPE_CHECKING:
    from rropt.survey.result import Estimate

__all__ = ["answer_of", "attention_of", "leaves_shares", "likelihood_model", "notes_of"]


def answer_of(e: Estimate) -> list[str]:
    """Write a sentence with the estimated share of one input, in a list. If there are two inputs, it is the second; if there are
    more, it is the input with the largest share. The list is empty if no value of this share fits the answers."""
    labels, shares = e.mechanism.input_labels, e.prevalence
    j = headline(shares)
    if e.intervals[j].is_empty:
        return []
    ends = bounds_text((e.intervals[j].lower, e.intervals[j].upper))
    error = "" if e.variances is None else root_text(e.stated_variance(j).value)
    error = error and f", with a standard error of {error}"
    which = f'The share of "{labels[j]}" is estimated at'
    if e.mechanism.k > 2:
        which = f'Of {e.mechanism.k} truths "{labels[j]}" is the most frequent: its share is estimated at'
    what, level = likeliest_first(shares[j], e.likelihood.prevalence[j]), percent(e.confidence)
    return [f"{which} {what}{error}; the {level}% interval is from {ends[0]} to {ends[1]}."]


def attention_of(e: Estimate) -> list[str]:
    """Write the warnings that come before the numbers.

    They say that an interval is empty or suspiciously short, that answers were left out, that no shares make the answers likely, or
    that a group has few clusters.
    """
    labels, shares, found = e.mechanism.input_labels, e.prevalence, e.intervals
    told = no_share(labels, shares, found, e.confidence, e.likelihood.prevalence)
    told = told or short_interval(labels, shares, found)
    lines = [told[1]] if told else []
    if told and not e.is_weighted and e.method != Method.LIKELIHOOD_RATIO:
        lines[0] += by_likelihood_ratio(e.mechanism, e.tally.counts, told[0], e.confidence, e.sampling)
    lines += left_out_said(e.tally)
    if is_implausible(e.mechanism, e.tally, e.likelihood.prevalence):
        lines.append(IMPLAUSIBLE)
    return lines + few_clusters(e.tally.clusters)


def notes_of(e: Estimate, *, apart: Number | None = None) -> list[str]:
    """Write notes on the estimate: the sampling model, the method of the intervals, and how far the maximum likelihood shares are
    from the estimated shares.

    If `apart` is given, it is stated as this distance. A table of several groups gives the largest distance among them.
    """
    wide = MANY_INPUTS if e.mechanism.k > 2 and e.method in (Method.WILSON, Method.CHEBYSHEV) else ""
    lines = [
        f"Sampling: {sampling_said(e.sampling, e.tally.clusters)}.",
        *weights_said(e.mechanism.input_labels, e.chosen),
        f"Intervals: {law_said(e.method, e.freedom)}{wide}.",
    ]
    if e.is_weighted:
        lines += drawn_note(e.tally), effects_note(e.mechanism.input_labels, e.design_effects)
    lines += [
        f"Interval of {x}: {i.note}." for x, i in zip(e.mechanism.input_labels, e.intervals, strict=True) if i.note
    ]
    if e.variances is None:
        lines.append(f"Standard errors: none, because {why_no_variance(e.tally)}.")
    else:
        every = [(label, e.stated_variance(j)) for j, label in enumerate(e.mechanism.input_labels)]
        lines += error_notes(every, is_weighted=e.is_weighted)
    return lines + _likelihood_notes(e, e.shift if apart is None else apart)


def leaves_shares(e: Estimate) -> bool:
    """Whether some estimated share is negative."""
    return any(x < 0 for x in e.prevalence)


def _likelihood_notes(e: Estimate, apart: Number) -> list[str]:
    lines = [] if e.sampling.kind == Kind.REPLACEMENT else [OTHER_LIKELIHOOD + _likeliest(e)]
    if e.shift == 0:
        return lines
    leaves = "leaves [0, 1] and " if leaves_shares(e) else ""
    which = f"the maximum likelihood estimate{likelihood_model(e)}"
    lines.append(f"The linear estimate {leaves}is not {which}: they differ by up to {number(apart)}.")
    if not e.likelihood.is_exact:
        gap = decimal(e.likelihood.gap, digits=2, direction="upper")
        lines.append(f"Its log-likelihood is certified to be at most {gap} below the maximum.")
    return lines


def _likeliest(e: Estimate) -> str:
    found, people = e.likeliest_populations, e.sampling.population or e.n
    if not found:
        return ""
    shares = " or ".join(f"{a} (share {number(Fraction(a, people))})" for a in found)
    whole, trait = counted(people, "person", "people"), e.mechanism.input_labels[1]
    return f" Of {whole}, these answers are likeliest with {shares} of {trait}."


def likelihood_model(e: Estimate) -> str:
    """Say that the maximum likelihood shares assume independent draws. Return an empty text if the survey's own sampling model is
    that of independent draws."""
    return "" if e.sampling.kind == Kind.REPLACEMENT else " for independent draws"
