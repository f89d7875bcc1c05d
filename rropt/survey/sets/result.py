"""The result of an estimation from answers that are sets of inputs: a separate estimate of every share."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.engine.sets import SetMechanism
from rropt.exact.element import Number
from rropt.exact.spelling import counted
from rropt.results import Result, Table
from rropt.survey.intervals.interval import Interval
from rropt.survey.intervals.quantile import percent
from rropt.survey.misfit import headline, no_share, short_interval
from rropt.survey.plug_in import StatedVariance
from rropt.survey.result import Estimate
from rropt.survey.sentences import text_of_shares
from rropt.survey.tally import Tally

__all__ = ["SetEstimate"]

SCHEMA = "rropt/set-estimate/1"


@dataclass(frozen=True, slots=True, repr=False)
class SetEstimate(Result):
    """The estimates of the shares of all inputs. Each share has an `Estimate` of its own, made by a small mechanism that tells this
    input from the others."""

    mechanism: SetMechanism
    tally: Tally
    shares: tuple[Estimate, ...]

    @property
    def n(self) -> int:
        """The number of answers."""
        return self.tally.n

    @property
    def prevalence(self) -> tuple[Number, ...]:
        """The estimated shares."""
        return tuple(x.prevalence[0] for x in self.shares)

    @property
    def variances(self) -> tuple[Number, ...] | None:
        """The estimated variances of the shares; None if they cannot be estimated, as from a single answer (except in a census)."""
        found = [x.variances[0] for x in self.shares if x.variances is not None]
        return tuple(found) if len(found) == len(self.shares) else None

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """The intervals of the shares."""
        return tuple(x.intervals[0] for x in self.shares)

    @property
    def confidence(self) -> Fraction:
        """The confidence of the intervals."""
        return self.shares[0].confidence

    def stated_variance(self, j: int) -> StatedVariance:
        """The variance behind the standard error of input j's share."""
        return self.shares[j].stated_variance(0)

    def attention(self) -> list[str]:
        """Warnings to read before any number: an interval is empty or suspiciously short, or answers were left out."""
        labels, shares, found = self.mechanism.input_labels, self.prevalence, self.intervals
        told = no_share(labels, shares, found, self.confidence) or short_interval(labels, shares, found)
        first = [] if told is None else [told[1]]
        return first + self._left_out()

    def _left_out(self) -> list[str]:
        return (
            [f"Left out: {counted(self.tally.dropped, 'answer')}{self.tally.left_out()}."] if self.tally.dropped else []
        )

    def as_table(self) -> Table:
        """A table with one row per input: its share, the standard error, the interval, and the maximum likelihood share
        of this input against all others."""
        tables = [x.as_table() for x in self.shares]
        rows = [[label, *rows[0][1:]] for label, (_, rows) in zip(self.mechanism.input_labels, tables, strict=True)]
        return tables[0][0], rows

    def explain(self) -> str:
        """Write the most frequent truth, the table, and what applies to all shares."""
        header, rows = self.as_table()
        j = headline(self.prevalence)
        label, share, error, _, low, high, *_ = rows[j]
        level = percent(self.confidence)
        with_error = "" if self.variances is None else f", with a standard error of {error}"
        first = (
            f'Of {self.mechanism.k} truths "{label}" is the most frequent: its share is estimated at {share}{with_error}; '
            f"the {level}% interval is from {low} to {high}."
        )
        lines = [
            *([] if self.intervals[j].is_empty else [first]),
            *self.attention(),
            "",
            f"From {counted(self.n, 'answer')}, each a set of truths:",
            text_of_shares(header, rows),
        ]
        return "\n".join([*lines, *self.notes()])

    def notes(self) -> list[str]:
        """List the notes that hold for the estimate of every share."""
        every = [x.notes() for x in self.shares]
        return [note for note in every[0] if all(note in notes for notes in every)]

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        first = self.shares[0].to_dict()
        documents = [x.to_dict()["inputs"]["this one"] for x in self.shares]
        return {
            "schema": SCHEMA,
            "mechanism": {"inputs": list(self.mechanism.input_labels), "digest": self.mechanism.digest},
            "answers": str(self.n),
            "dropped": str(self.tally.dropped),
            **{key: first[key] for key in ("sampling", "population", "sampling_model", "method", "confidence")},
            "inputs": dict(zip(self.mechanism.input_labels, documents, strict=True)),
            "notes": self.notes(),
        }
