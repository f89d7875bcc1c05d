"""The quantity that is compared between groups: the share of one input, or the mean of a scale (one score for every input)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.survey.plug_in import Source, share_variance
from rropt.survey.prevalence import share_place
from rropt.survey.result import Estimate
from rropt.survey.scale import answer_scores, read_scores
from rropt.survey.sets.result import SetEstimate

__all__ = ["MEAN", "Quantity", "mean_of", "shares_of"]

MEAN = "mean of the scores"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity by which groups are compared. Without `scores`, it is the share of the input at index `place`. With `scores`, it
    is the mean of these scores."""

    place: int
    scores: tuple[Fraction, ...] | None = None

    def label(self, p: Any) -> str:
        """The input's name; for a mean, "mean of the scores"."""
        return MEAN if self.scores is not None else str(p.input_labels[self.place])

    def value(self, e: Estimate | SetEstimate) -> Number:
        """Return the estimate of this quantity in a group."""
        if self.scores is None:
            return e.prevalence[self.place]
        return sum((s * x for s, x in zip(self.scores, e.prevalence, strict=True)), Fraction(0))

    def variance(self, e: Estimate | SetEstimate) -> tuple[Number, bool]:
        """Return the variance from which the group's standard error is computed. The bool is True if this variance is an estimate,
        and False if it is an exact variance that replaces one."""
        if self.scores is None or not isinstance(e, Estimate):
            stated = e.stated_variance(self.place)
            return stated.value, stated.is_estimated
        mean = e.mean(self.scores)
        assert mean.variance is not None  # a group without one is in no comparison
        return mean.variance, mean.source != "largest"

    def exact_variance(self, e: Estimate) -> tuple[Number, Source]:
        """Return the exact variance in a group drawn in clusters, and its source. It replaces a linearised variance that is not
        positive."""
        if self.scores is not None:
            largest = e.mean(self.scores).largest
            assert largest is not None  # the group was drawn in clusters
            return largest, "largest"
        p, weights, zero, j = e.mechanism, e.weights, Fraction(0), self.place
        stated = share_variance(p, weights, e.tally, e.sampling, j, e.prevalence[j], zero, is_weighted=True)
        return stated.value, stated.source

    def answer_weights(self, e: Estimate) -> Sequence[Number]:
        """Return one number for each output. The mean of these numbers over the answers is the estimated share or mean score."""
        return e.weights[self.place] if self.scores is None else answer_scores(e.weights, self.scores)


def shares_of(p: Any, share_of: str | int | None) -> tuple[Quantity, ...]:
    """Return the share of the named input, as a tuple of one.

    If no input is named, return the share of the second of two inputs; with more than two inputs, return the shares of all.
    """
    if share_of is None and p.k > 2:
        return tuple(map(Quantity, range(p.k)))
    return (Quantity(share_place(p, share_of)),)


def mean_of(e: Estimate | SetEstimate, scores: object) -> Quantity:
    """Read the scores, and return the quantity that is their mean."""
    if not isinstance(e, Estimate):
        raise InputError(
            "the mean of scores needs the matrix of the mechanism, which is too large where answers are sets; use the shares"
        )
    return Quantity(-1, read_scores(scores, e.mechanism.input_labels))
