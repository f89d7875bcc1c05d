"""The result of an estimation: the estimates, their variances and intervals, and the sampling model that they assume."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import counted, show
from rropt.formats import digest
from rropt.mechanism import Mechanism
from rropt.results import Table, Tabled, exact_fields, number_fields, text_table
from rropt.surface.optional import import_pandas
from rropt.survey.enclosures import (
    StandardError,
    bounds_text,
    estimate_fields,
    interval_fields,
    number,
    root_text,
    standard_error,
)
from rropt.survey.intervals.coverage import Coverage, coverage
from rropt.survey.intervals.interval import Interval, Method, interval
from rropt.survey.intervals.population_tails import likeliest_populations
from rropt.survey.intervals.quantile import name_ends
from rropt.survey.likelihood import MaximumLikelihood
from rropt.survey.plug_in import StatedVariance, share_variance
from rropt.survey.prevalence import share_place, whole_shares
from rropt.survey.sampling import Kind, Sampling
from rropt.survey.scale import ScaleMean, mean_of_scores
from rropt.survey.sentences import (
    HEADER,
    ITS_VARIANCE,
    design_document,
    sampling_said,
    text_of_shares,
)
from rropt.survey.tally import Tally
from rropt.survey.told import answer_of, attention_of, likelihood_model, notes_of
from rropt.survey.variance import design_effects, estimated_covariance, linearised_covariance, why_no_variance
from rropt.survey.weights import Weights

if TYPE_CHECKING:
    import numpy
    import pandas

__all__ = ["Estimate"]

SCHEMA = "rropt/estimate/2"
MILLION = 10**6
MOST_COVARIANCES = 16
MOST_WEIGHTS = 4096
MOST_PRINTED = 64


@dataclass(frozen=True, slots=True, repr=False)
class Estimate(Tabled):
    """The result of an estimation: `prevalence[j]` is the estimated share of input j.

    The estimates and their `variances` are unbiased, unless the linear weights were chosen by the answers (`chosen`). `variances`
    is None if no variance can be estimated, for instance from a single answer. `intervals` are made by one method. `likelihood` has
    the maximum likelihood shares, which are never negative and sum to 1.

    If respondents have weights, the shares are weighted, the variances are linearised, and the likelihood is the weighted
    pseudo-likelihood.
    """

    mechanism: Mechanism
    tally: Tally
    sampling: Sampling
    chosen: Weights
    prevalence: tuple[Number, ...]
    variances: tuple[Number, ...] | None
    likelihood: MaximumLikelihood
    intervals: tuple[Interval, ...]
    method: Method
    confidence: Fraction
    is_weighted: bool = False

    @property
    def weights(self) -> Matrix:
        """The linear weights W: the estimated shares are W times the shares of the answers."""
        return self.chosen.matrix

    @property
    def n(self) -> int:
        """The number of answers."""
        return self.tally.n

    @property
    def standard_errors(self) -> tuple[StandardError, ...] | None:
        """The square roots of each `stated_variance`, as enclosures that print as decimals rounded up; None without variances."""
        if self.variances is None:
            return None
        return tuple(map(self._error, range(self.mechanism.k)))

    def standard_error(self, share_of: str | int | None = None) -> StandardError:
        """The standard error of one input's share, given by label or index; the last input if not given."""
        return self._error(share_place(self.mechanism, share_of))

    def _error(self, j: int) -> StandardError:
        return standard_error(self.stated_variance(j).value)

    @property
    def _cure(self) -> str:
        """What to do if there is no variance estimate."""
        return "collect at least 2 answers" if self.tally.n < 2 else "collect answers from more clusters"

    def stated_variance(self, j: int) -> StatedVariance:
        """The variance from which the standard error of input j's share is computed.

        It is the estimated variance if that is positive. Otherwise an exact variance replaces it. The result then also has the
        share at which the exact variance was computed.
        """
        if self.variances is None:
            raise InputError(f"no standard error: {why_no_variance(self.tally)}; {self._cure}")
        estimate, found = self.prevalence[j], self.variances[j]
        p, w, tally, model = self.mechanism, self.weights, self.tally, self.sampling
        return share_variance(p, w, tally, model, j, estimate, found, is_weighted=self.is_weighted)

    @property
    def freedom(self) -> int | None:
        """The degrees of freedom of the variances, clusters minus strata; None if there are neither clusters nor strata."""
        return self.tally.freedom

    @property
    def design_effects(self) -> tuple[Number | None, ...] | None:
        """For each share, its variance divided by the variance from as many independent answers of equal weight. None if there are
        neither weights nor clusters, or no variances. A single effect is None if the variance it is divided by is not positive."""
        found = self.variances if self.is_weighted else None
        return None if found is None else design_effects(self.weights, self.tally, found)

    @property
    def shift(self) -> Number:
        """The largest change of a share from the linear to the maximum likelihood estimate."""
        largest: Number = Fraction(0)
        for a, b in zip(self.prevalence, self.likelihood.prevalence, strict=True):
            change = a - b if a > b else b - a
            largest = change if change > largest else largest
        return largest

    @property
    def difference(self) -> Number:
        """The former name of `shift`; differences of groups are those of `compare_groups`."""
        return self.shift

    def covariance(self) -> Matrix:
        """The estimated covariance matrix: unbiased, or linearised where respondents have weights, clusters or strata."""
        if self.is_weighted:
            return linearised_covariance(self.weights, self.tally)
        return estimated_covariance(self.weights, self.tally.counts, sampling=self.sampling)

    def mean(self, scores: Sequence[object] | str) -> ScaleMean:
        """The estimated mean of a scale, which has one score for each input, with its standard error and normal interval."""
        weights, shares, w = self.weights, self.prevalence, self.is_weighted
        level = self.confidence
        return mean_of_scores(self.mechanism, weights, self.tally, self.sampling, shares, level, scores, is_weighted=w)

    def interval(
        self, share_of: str | int | None = None, *, method: str | None = None, confidence: object = None
    ) -> Interval:
        """Compute the interval of one input's share by another method or confidence. If no input is named, it is the last one."""
        if self.is_weighted:
            kind = "the normal interval" if self.freedom is None else "the interval by Student's t"
            raise InputError(
                f"with weights, clusters or strata, rropt computes {kind} and no other; read it from `intervals`"
            )
        return interval(
            self.mechanism,
            self.weights,
            self.tally.counts,
            share_place(self.mechanism, share_of),
            method=method or self.method,
            confidence=self.confidence if confidence is None else confidence,
            sampling=self.sampling,
        )

    def true_coverage(
        self, share_of: str | int | None = None, *, rng: numpy.random.Generator | None = None
    ) -> Coverage:
        """The probability that this method's interval covers the true share of an input, if the true shares are `coverage_shares`.

        It is found by enumeration, or by a simulation with `rng`.
        """
        if self.is_weighted:
            raise InputError(
                "rropt cannot compute the coverage with weights or clusters; estimate without them, or leave the coverage out"
            )
        return coverage(
            self.mechanism,
            list(self.coverage_shares()),
            self.n,
            method=self.method,
            confidence=self.confidence,
            sampling=self.sampling,
            j=share_place(self.mechanism, share_of),
            weights=self.weights,
            rng=rng,
        )

    def coverage_shares(self) -> tuple[Fraction, ...]:
        """The shares at which the coverage is computed: the maximum likelihood shares, rounded so that they still sum to 1.

        In a fixed population they are rounded to whole people. Otherwise they are rounded to millionths, unless all of them have
        denominators of at most a million.
        """
        found = self.likelihood.prevalence
        small = tuple(x for x in found if isinstance(x, Fraction) and x.denominator <= MILLION)
        if self.sampling.kind != Kind.REPLACEMENT:
            return whole_shares(found, self.sampling.population or self.n)
        return small if len(small) == len(found) else whole_shares(found, MILLION)

    def _cells(self, j: int) -> list[str]:
        found = self.intervals[j]
        stated = None if self.variances is None else self.stated_variance(j)
        error = ["none", "none"] if stated is None else [root_text(stated.value), stated.source]
        ends = bounds_text((found.lower, found.upper))
        return [number(self.prevalence[j]), *error, *ends, number(self.likelihood.prevalence[j])]

    def as_table(self) -> Table:
        """A table with one row per input: its share, the standard error, the interval and the maximum likelihood share."""
        ends = name_ends(self.confidence)
        header = ["input", HEADER[0], HEADER[1], ITS_VARIANCE, *ends, HEADER[4] + likelihood_model(self)]
        return header, [[label, *self._cells(j)] for j, label in enumerate(self.mechanism.input_labels)]

    def attention(self) -> list[str]:
        """The warnings that come first: no share fits, a short interval, answers left out, unlikely answers, or few clusters."""
        return attention_of(self)

    def notes(self) -> list[str]:
        """Sentences a reader needs: the sampling model, the interval's method, and how the maximum likelihood shares differ."""
        return notes_of(self)

    def weights_table(self) -> Table:
        """A table of the linear weights, one row per answer and one column per input.

        The estimated share of an input is the mean of its column over the answers given.
        """
        labels = self.mechanism.input_labels
        columns = zip(self.mechanism.output_labels, *self.weights, strict=True)
        return ["answer", *labels], [[label, *map(number, row)] for label, *row in columns]

    @property
    def likeliest_populations(self) -> tuple[int, ...]:
        """The numbers of people with the second input that make the answers of a small fixed population most likely.

        Empty if they are not computed, for instance if answers have weights.
        """
        if self.is_weighted:
            return ()
        return likeliest_populations(self.mechanism, self.tally.counts, self.sampling)

    def explain(self) -> str:
        """Write the shares with their errors, the weights of answers, and what the numbers mean."""
        answers = ", ".join(
            f"{label} {count}"
            for label, count in zip(self.mechanism.output_labels[:12], self.tally.counts, strict=False)
        )
        more = ", …" if self.mechanism.m > 12 else ""
        counts = f"From {counted(self.n, 'answer')} ({answers}{more}):"
        lines = [*answer_of(self), *self.attention(), "", counts, text_of_shares(*self.as_table())]
        if self.mechanism.k * self.mechanism.m <= MOST_PRINTED:
            lines += ["", "Each answer counts towards a share with this weight:", text_table(*self.weights_table()), ""]
        return "\n".join([*lines, *self.notes()])

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        labels = self.mechanism.input_labels
        return {
            "schema": SCHEMA,
            "mechanism": self._mechanism_document(),
            "answers": str(self.n),
            "counts": dict(zip(self.mechanism.output_labels, map(str, self.tally.counts), strict=True)),
            "dropped": str(self.tally.dropped),
            "missing": str(self.tally.missing),
            "dropped_answers": {label: str(count) for label, count in self.tally.strange},
            "attention": self.attention(),
            "sampling": self.sampling.kind.value,
            "population": None if self.sampling.population is None else str(self.sampling.population),
            "sampling_model": sampling_said(self.sampling, self.tally.clusters),
            "weighted": self.is_weighted,
            **design_document(self.mechanism.input_labels, self.tally, self.design_effects),
            "method": self.method.value,
            "confidence": show(self.confidence),
            "inputs": {label: self._document(j) for j, label in enumerate(labels)},
            "weights": self._weights_document(),
            "covariance": self.covariance_document() if self.mechanism.k <= MOST_COVARIANCES else None,
            "likelihood_model": "independent draws",
            "likeliest_populations": list(map(str, self.likeliest_populations)) or None,
            "likelihood_gap": number_fields(None, Fraction(0), self.likelihood.gap),
            "difference": self._likely(self.shift),
            "notes": self.notes(),
        }

    def _mechanism_document(self) -> dict[str, Any]:
        """The mechanism of the answers for JSON, so that a file shows by which mechanism its answers were made."""
        labels = {"inputs": list(self.mechanism.input_labels), "outputs": list(self.mechanism.output_labels)}
        return labels | {"digest": digest(self.mechanism)}

    def _weights_document(self) -> dict[str, Any]:
        """Return the linear weights for JSON, with the reason for their choice and the shares at which their variance is least.

        The weights say what each answer adds to each share; they are None if they are too many to print.
        """
        chosen, matrix = self.chosen, [[show(x) for x in row] for row in self.weights]
        return {
            "origin": chosen.origin.value,
            "unbiased": chosen.is_unbiased,
            "best_at": None if chosen.at is None else list(map(show, chosen.at)),
            "matrix": matrix if self.mechanism.k * self.mechanism.m <= MOST_WEIGHTS else None,
        }

    def covariance_table(self) -> Table:
        """The estimated covariance matrix of the shares as text, inputs' labels in the first column."""
        if self.variances is None:
            raise InputError(f"no covariance matrix: {why_no_variance(self.tally)}; {self._cure}")
        labels = self.mechanism.input_labels
        rows = [[x, *map(number, row)] for x, row in zip(labels, self.covariance(), strict=True)]
        return ["covariance", *labels], rows

    def covariance_document(self) -> list[list[dict[str, Any] | None]] | None:
        """Return the covariance matrix of the shares for JSON. None if no variance can be estimated."""
        return None if self.variances is None else [list(map(estimate_fields, row)) for row in self.covariance()]

    def _likely(self, x: Number) -> dict[str, Any] | None:
        """Return a maximum likelihood share for JSON: exact if it has a closed form, else marked as found in doubles."""
        return estimate_fields(x) if self.likelihood.is_exact else {"double": number(x, digits=17)}

    def _document(self, j: int) -> dict[str, Any]:
        found, x = self.intervals[j], self.prevalence[j]
        return {
            "estimate": exact_fields(x),
            "variance": None if self.variances is None else estimate_fields(self.variances[j]),
            "standard_error": None if self.variances is None else number_fields(None, *self._error(j)),
            "standard_error_from": None if self.variances is None else self.stated_variance(j).source,
            "interval": interval_fields((found.lower, found.upper)),
            "maximum_likelihood": self._likely(self.likelihood.prevalence[j]),
        }

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of doubles, one row per input."""
        pandas = import_pandas()
        errors: tuple[tuple[float | Fraction, ...], ...] = (
            self.standard_errors or ((math.nan, math.nan),) * self.mechanism.k
        )
        rows = [
            (float(a), float(e[1]), float(i.lower), float(i.upper), float(b))
            for a, e, i, b in zip(self.prevalence, errors, self.intervals, self.likelihood.prevalence, strict=True)
        ]
        index = pandas.Index(self.mechanism.input_labels, name="input")
        return pandas.DataFrame(rows, index=index, columns=[name.replace(" ", "_") for name in HEADER])  # type: ignore[no-any-return]
