"""The result of two half-samples: the shares with their errors, the prevalences that they allow, and each half-sample's ε."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds
from rropt.exact.epsilon import Epsilon
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import counted, show
from rropt.mechanism import Mechanism
from rropt.results import Result, Table, exact_fields, number_fields, text_table
from rropt.survey.enclosures import StandardError, bounds_text, interval_fields, number, root_text, standard_error
from rropt.survey.halves.lie_detector import LieDetector, lie_detector_of
from rropt.survey.halves.spread import Spread
from rropt.survey.intervals.interval import Interval, normal_interval
from rropt.survey.intervals.quantile import name_ends, percent
from rropt.survey.sentences import WEIGHTED, clusters_in_strata, clusters_note, effects_note

__all__ = ["HalfSample", "Model", "TwoSamples"]

SCHEMA = "rropt/two-samples/1"


class Model(StrEnum):
    """The purpose of the second half-sample. It identifies either the share of people who cheat, or the share of yes to an
    unrelated question."""

    CHEATING = "cheating"
    UNRELATED = "unrelated"


NAMES = {
    Model.CHEATING: ("honest yes", "honest no", "cheaters"),
    Model.UNRELATED: ("sensitive question", "unrelated question"),
}


@dataclass(frozen=True, slots=True)
class HalfSample:
    """One of the two half-samples. `chances` is its mechanism, `counts` the number of each of its two answers, and `dropped` the
    number of answers left out. `epsilon` is its ε, and `weightless` counts the rows of weight 0."""

    name: str
    chances: Mechanism
    counts: tuple[int, int]
    dropped: int
    epsilon: Epsilon
    weightless: int = 0

    @property
    def n(self) -> int:
        """The number of answers in this half-sample."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True, repr=False)
class TwoSamples(Result):
    """The estimated shares in the order of `names`, with their covariance matrix. `likeliest` has the maximum likelihood shares.

    With cheating, the shares are honest yes, honest no, and cheaters. With an unrelated question they are the shares of yes to the
    sensitive and the unrelated question. `shares` are unbiased if people were drawn one by one with equal weights. With weights or
    clusters, the shares are weighted, the covariance is linearised, and `likeliest` maximises a weighted pseudo-likelihood.
    `design_effects` then has each variance divided by the variance from equally many independent answers of equal weight.
    """

    model: Model
    shares: tuple[Number, ...]
    covariance: tuple[tuple[Number, ...], ...]
    likeliest: tuple[Number, ...]
    halves: tuple[HalfSample, ...]
    confidence: Fraction
    spread: Spread
    slopes: Matrix
    """The coefficients by which the shares follow from the half-samples' shares of yes: one row per share."""
    design_effects: tuple[Number | None, ...] | None = None

    @property
    def freedom(self) -> int | None:
        """The degrees of freedom of the covariance, clusters minus strata; None without clusters and strata."""
        return self.spread.freedom

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the shares."""
        return NAMES[self.model]

    @property
    def standard_errors(self) -> tuple[StandardError, ...]:
        """The square roots of the variances, enclosed."""
        return tuple(standard_error(row[i]) for i, row in enumerate(self.covariance))

    @property
    def intervals(self) -> tuple[Bounds, ...]:
        """Normal intervals of the shares within [0, 1], rounded outward; with clusters or strata by Student's t."""
        return tuple(
            self._interval(x, row[i]) for i, (x, row) in enumerate(zip(self.shares, self.covariance, strict=True))
        )

    @property
    def prevalence(self) -> tuple[Number, Number]:
        """The least and the largest prevalence that the maximum likelihood shares allow.

        With an unrelated question, the prevalence is the share of yes to the sensitive question, and both numbers are equal. With
        cheating, it is the share of people with the trait, and the two numbers differ by the share of cheaters.
        """
        least, other, *_ = self.likeliest
        return least, least if self.model is Model.UNRELATED else 1 - other

    @property
    def interval(self) -> Bounds:
        """An interval that, with the stated confidence, contains the whole range of possible prevalences."""
        if self.model is Model.UNRELATED:
            return self.intervals[0]
        ends = self.intervals[0], self._interval(1 - self.shares[1], self.covariance[1][1])
        # an estimate below 0 of the cheaters puts the larger end first
        return min(low for low, _ in ends), max(high for _, high in ends)

    @property
    def epsilon(self) -> Epsilon:
        """The larger ε of the two half-samples."""
        return max((half.epsilon for half in self.halves), key=lambda found: found.t)

    @property
    def lie_detector(self) -> LieDetector | None:
        """The prevalence of the trait, and the share of honest people among those who have the trait.

        Both estimates assume that only people with the trait cheat. The trait's name is the second input's label in the first
        half-sample. None if the survey has an unrelated question and no cheaters.
        """
        if self.model is Model.UNRELATED:
            return None
        trait = self.halves[0].chances.input_labels[1]
        return lie_detector_of(self.shares, self.slopes, self.spread, self.likeliest, trait, self.confidence)

    def _interval(self, estimate: Number, variance: Number) -> Bounds:
        found = self._within(estimate, variance)
        return found.lower, found.upper

    def _within(self, estimate: Number, variance: Number) -> Interval:
        return normal_interval(estimate, variance, self.confidence, freedom=self.freedom)

    def _impossible(self) -> list[int]:
        """The indices of the shares whose interval, before it is cut to [0, 1], contains no number in [0, 1]."""
        return [i for i, x in enumerate(self.shares) if self._within(x, self.covariance[i][i]).is_empty]

    def _fits(self) -> bool:
        return self.likeliest == self.shares

    def _linear(self) -> str:
        """The word for the estimates that are linear in the answers: "Linear" with weights, clusters or strata, else "Unbiased"."""
        return "Unbiased" if self.design_effects is None else "Linear"

    def attention(self) -> list[str]:
        """Warnings to read before any number."""
        lines = []
        if places := self._impossible():
            told = ", ".join(f"{self.names[i]} {number(self.shares[i])}" for i in places)
            lines.append(
                f"No shares fit these answers at {percent(self.confidence)}% confidence (linear estimates outside of [0, 1] by "
                f"more than chance: {told}): the half-samples were not drawn alike, or people did otherwise than the model says."
            )
        elif not self._fits():
            lines.append(
                f"{self._linear()} estimates lie outside of [0, 1] here, so the likeliest shares come first; if they lie outside "
                "by more than their errors, the half-samples were not drawn alike, or people did otherwise than the model says."
            )
        lines += [
            f'In half-sample "{half.name}" all {"answers" if 0 in half.counts else "clusters"} are alike; the largest variance '
            "stands in for its own."
            for half, is_largest in zip(self.halves, self.spread.are_largest, strict=True)
            if is_largest
        ]
        lines += [
            f"The estimate of {name} is the same in all clusters; the largest variance stands in for its own."
            for name, row in zip(self.names, self.slopes, strict=True)
            if not self.spread.along(row)[1]
        ]
        return (
            lines
            + [
                f'Left out in half-sample "{half.name}": {counted(half.dropped, "answer")}.'
                for half in self.halves
                if half.dropped
            ]
            + [
                f'Left out in half-sample "{half.name}": {counted(half.weightless, "row")} with a weight of 0.'
                for half in self.halves
                if half.weightless
            ]
        )

    def notes(self) -> list[str]:
        """Say what the numbers assume, and what they cannot tell."""
        no, yes = self.halves[0].chances.output_labels
        alike = self._design_notes()
        if self.model is Model.UNRELATED:
            return [
                *alike,
                "Everybody answers truthfully: two half-samples tell two shares, so that nothing is left to show cheating.",
                "Epsilon is computed at the likeliest share of the unrelated question. It holds against anybody who does not know "
                "the respondent's answer to that question, if the two answers do not depend on each other.",
            ]
        first, second = self.halves[0].chances.input_labels[:2]
        return [
            *alike,
            f'Honest yes and honest no: people of the truth "{second}", and "{first}", who do as the device says. Cheaters always '
            f'answer "{no}", and are as many in both half-samples, whatever the chances of a "{yes}".',
            f'No answer tells how many cheaters have the truth "{second}"; its share is the largest one if only people who have it '
            "cheat, and the least if none of them does. Two half-samples tell two numbers, so that nothing is left to test this.",
            "Epsilon is of an honest respondent.",
        ]

    def _design_notes(self) -> list[str]:
        """Say how people were drawn, and how variances and intervals are made."""
        if self.design_effects is None:
            return [
                "Both half-samples are drawn at random from one population; intervals are normal, for large samples."
            ]
        found, how = self.spread, WEIGHTED
        if found.clusters is not None and found.freedom is not None:
            halves = "some of them with both half-samples" if found.are_shared else "each with one half-sample"
            drawn = clusters_in_strata(found.clusters, found.strata, are_people=found.are_people)
            drawn = drawn if found.are_people else f"{drawn}, {halves}"
            how = clusters_note(drawn, found.freedom, is_weighted=found.is_weighted)
        law = "; intervals are normal, for large samples" if found.freedom is None else ""
        alike = f"Both half-samples are drawn from one population{law}."
        return [alike, how, effects_note(self.names, self.design_effects)]

    def _lead(self) -> str:
        """Write a sentence that states the estimated prevalence with its interval. With cheating it states the possible range."""
        level, (low, high) = percent(self.confidence), bounds_text(self.interval)
        if self.model is Model.UNRELATED:
            likeliest = ""
            if not self._fits():
                how = (
                    "maximum likelihood, without bias"
                    if self.design_effects is None
                    else "weighted likelihood, linearly"
                )
                likeliest = f"{number(self.likeliest[0])} by {how} at "
            return (
                f"The share of yes to the sensitive question is estimated at {likeliest}{number(self.shares[0])}, with a standard "
                f"error of {root_text(self.covariance[0][0])}; the {level}% interval is from {low} to {high}."
            )
        label, (least, most) = self.halves[0].chances.input_labels[1], self.prevalence
        return (
            f'The share of the truth "{label}" is estimated to lie between {number(least)}, if no cheater has it, and '
            f"{number(most)}, if all cheaters have it; the {level}% interval of all that is possible is from {low} to {high}."
        )

    def as_table(self) -> Table:
        """A table with one row per share."""
        header = ["share", "estimate", "standard error", *name_ends(self.confidence), "likeliest"]
        rows = [
            [name, number(x), root_text(row[i]), *bounds_text(ends), number(best)]
            for i, (name, x, row, ends, best) in enumerate(
                zip(self.names, self.shares, self.covariance, self.intervals, self.likeliest, strict=True)
            )
        ]
        return header, rows

    def explain(self) -> str:
        """Write the prevalence, the shares, both half-samples with their ε, and the assumptions."""
        yes = self.halves[0].chances.output_labels[1]
        asked = [
            [half.name, str(half.n), str(half.counts[1]), half.epsilon.shown(direction="upper")] for half in self.halves
        ]
        detector = self.lie_detector
        both = self.epsilon.shown(direction="upper")
        larger = f"The larger epsilon of the two half-samples, which is promised to everybody: {both}."
        return "\n".join(
            [
                *([] if self._impossible() else [self._lead()]),
                *self.attention(),
                "",
                text_table(*self.as_table()),
                "",
                *([] if detector is None else [repr(detector), ""]),
                text_table(["half-sample", "answers", f'of these "{yes}"', "epsilon"], asked),
                larger,
                *self.notes(),
            ]
        )

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        least, most = self.prevalence
        return {
            "schema": SCHEMA,
            "model": self.model.value,
            "confidence": show(self.confidence),
            "prevalence": {
                "least": exact_fields(least),
                "largest": exact_fields(most),
                "interval": interval_fields(self.interval),
            },
            "shares": {
                name: {
                    "estimate": exact_fields(x),
                    "standard_error": number_fields(None, *error),
                    "interval": interval_fields(ends),
                    "likeliest": exact_fields(best),
                }
                for name, x, error, ends, best in zip(
                    self.names, self.shares, self.standard_errors, self.intervals, self.likeliest, strict=True
                )
            },
            **self._lie_detector_document(),
            "covariance": [[exact_fields(x) for x in row] for row in self.covariance],
            "half_samples": {
                half.name: {
                    "answers": list(map(str, half.counts)),
                    "dropped": str(half.dropped),
                    "epsilon": str(half.epsilon),
                }
                for half in self.halves
            },
            **self._design_document(),
            "epsilon": str(self.epsilon),
            "attention": self.attention(),
            "notes": self.notes(),
        }

    def _lie_detector_document(self) -> dict[str, Any]:
        if (found := self.lie_detector) is None:
            return {}
        honest = None if found.honest is None else found.honest.to_dict()
        return {
            "lie_detector": {"prevalence": found.prevalence.to_dict(), "honest": honest, "attention": found.attention()}
        }

    def _design_document(self) -> dict[str, Any]:
        """The design effects, the clusters and their degrees of freedom; empty without weights, clusters and strata."""
        if self.design_effects is None:
            return {}
        found: dict[str, Any] = (
            {}
            if self.spread.clusters is None
            else {
                "clusters": str(self.spread.clusters),
                "strata": str(self.spread.strata),
            }
        )
        found |= {} if self.freedom is None else {"degrees_of_freedom": str(self.freedom)}
        effects = zip(self.names, self.design_effects, strict=True)
        return found | {"design_effects": {x: exact_fields(e) for x, e in effects}}
