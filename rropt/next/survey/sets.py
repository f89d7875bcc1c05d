"""Estimate shares from answers that are sets of inputs, by a mechanism that may be too large for a matrix.

With the matrix P, D = diag(Pπ) and M = PᵀD⁻¹P, the best weights are M⁻¹PᵀD⁻¹. The mechanism divides the inputs into classes. Let
the shares be equal within each class. If two inputs of a class are exchanged, M and the weights stay as they are. So what a set
adds to the share of input j depends on two things alone: how many inputs of each class it holds, and whether it holds j. These
are the output of a small mechanism (`SetMechanism.seen_from`), whose best weights are those of the large one.

Reference: Ye and Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from rropt.designs.rows.sets import SetMechanism, answers_of
from rropt.exact.errors import InputError
from rropt.next.survey.answers import (
    Answers,
    Columns,
    Device,
    Drop,
    read_level,
    read_rows,
    read_sampling,
    sum_up,
    text_of,
)
from rropt.next.survey.estimates import Estimate, choose_weights, estimate_answers, one_by_note, read_shares
from rropt.show import Block, Col, Result, Say, Table, Warn, near, outward, up

__all__ = ["SetEstimate", "device_or_sets", "estimate_sets", "seen_shares", "sets_of"]

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SetEstimate(Result):
    """The shares of all inputs in every group: `each[j]` estimates the share of input j as its first, apart from all others."""

    schema: ClassVar[str] = "rropt/set-estimate/2"
    inputs: tuple[str, ...]
    answers: Answers
    each: tuple[Estimate, ...]

    def _field(self, name: str) -> Any:
        """One field of all inputs, indexed [group, input]."""
        return np.array([getattr(x, name)[:, 0] for x in self.each]).T

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups."""
        return self.answers.groups

    @property
    def shares(self) -> Floats:
        """The estimated shares [group, input]."""
        return np.asarray(self._field("shares"))

    @property
    def errors(self) -> Floats:
        """The standard errors [group, input]."""
        return np.asarray(self._field("errors"))

    @property
    def prevalence(self) -> tuple[float, ...]:
        """The shares of the only group."""
        if len(self.groups) > 1:
            raise InputError(f"there are {len(self.groups)} groups; take a row of shares")
        return tuple(self.shares[0].tolist())

    @property
    def n(self) -> int:
        """The number of answers."""
        return int(self.answers.n.sum())

    def show(self) -> Iterator[Block]:
        """The most frequent truth in a sentence, the table, and what holds for all shares."""
        low, high, empty, likely = (self._field(x) for x in ("lower", "upper", "empty", "likely"))
        shares, errors, sources = self.shares, self.errors, self._field("sources")
        first = self.each[0]
        warned = [
            tuple(dict.fromkeys(_misfits(self.inputs, shares[g], low[g], high[g], empty[g])))
            for g in range(len(shares))
        ]
        yield from map(Warn, [*one_by_note(self.groups, warned), *self.answers.left_out])
        percent = f"{100 * first.level:g}%"
        if len(shares) == 1 and not empty[0].any():
            j = int(shares[0].argmax())
            error = "" if np.isnan(errors[0, j]) else f", with a standard error of {up(float(errors[0, j]))}"
            yield Say(
                f'Of {len(self.inputs)} truths "{self.inputs[j]}" is the most frequent: its share is estimated at '
                f"{near(float(shares[0, j]))}{error}; the {percent} interval is from "
                f"{outward(float(low[0, j]), float(high[0, j]))}.",
                key="",
            )
        cols = (
            Col("group", self.answers.by or "group", shown=bool(self.answers.by)),
            Col("input", "input"),
            Col("estimate", "estimate"),
            Col("standard_error", "standard error", "up"),
            Col("variance", "its variance", shown=not np.isin(sources, ("unbiased", "linearised")).all()),
            Col("lower", f"{percent} lower", "down"),
            Col("upper", f"{percent} upper", "up"),
            Col("maximum_likelihood", "maximum likelihood of it against all others"),
        )
        each = (shares, errors, sources, low, high, likely)
        rows = [
            (group, label, *(x[g, j].item() for x in each))
            for g, group in enumerate(self.groups)
            for j, label in enumerate(self.inputs)
        ]
        yield Table("shares", cols, rows)
        yield Say(f"From {self.n} answers, each a set of truths; every share is estimated by itself.")
        drawn = "independent draws with weights or of units" if self.answers.is_linearised else str(first.sampling)
        yield Say(f"Sampling: {drawn}. Intervals: {first.method}.")


def _misfits(labels: Sequence[str], x: Floats, low: Floats, high: Floats, empty: NDArray[Any]) -> Iterator[str]:
    """Say that no share of an input fits, or that its interval is short because the answers are unlikely."""
    beyond = np.maximum(x - 1, -x)
    if empty.any():
        j = int(x.argmax()) if empty[int(x.argmax())] else int(empty.argmax())
        yield (
            f'No share of "{labels[j]}" fits these answers (the linear estimate is {near(float(x[j]))}): some may have answered '
            "otherwise than the mechanism says, or it is chance."
        )
    elif (short := beyond > high - low).any():
        j = int(np.where(short, beyond, -np.inf).argmax())
        yield (
            f'The linear estimate of "{labels[j]}", {near(float(x[j]))}, lies further outside of [0, 1] than its interval is long: '
            "the answers are unlikely at any share."
        )


def device_or_sets(mechanism: Any) -> Device | SetMechanism:
    """Return the device of a mechanism or a design, or the mechanism whose answers are sets."""
    if isinstance(mechanism, Device):
        return mechanism
    given = answers_of(mechanism)
    return given if isinstance(given, SetMechanism) else Device.of(given)


def sets_of(mechanism: Any) -> SetMechanism:
    """Return the mechanism whose answers are sets, of a design or as given; refuse another."""
    given = answers_of(mechanism)
    if not isinstance(given, SetMechanism):
        raise InputError(
            f"{str(mechanism)[:60]!r} is no mechanism whose answers are sets, such as the `sets` of a design; call estimate"
        )
    given.require_pairs_alike()
    return given


def estimate_sets(
    data: Any,
    *,
    mechanism: Any,
    answer: str | None = None,
    by: str | Sequence[str] | None = None,
    sampling: str = "replacement",
    population: int | Mapping[Any, int] | None = None,
    weights: Any = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    other: Drop = "error",
    missing: Drop = "error",
    method: str | None = None,
    confidence: object = "0.95",
    working: object = None,
) -> SetEstimate:
    """Estimate the shares of the inputs from answers that are sets, as `draw` gives them.

    Args:
        data: Counts by answer, a list of answers, any data frame, or a CSV or Parquet file.
        mechanism: The mechanism that made the answers (`Design.sets`), or the design.
        answer: The column of the answers.
        by: The column or columns of groups.
        sampling: replacement, census, or srs with its population.
        population: The size of the population for srs; with groups one number for each.
        weights: The column of survey weights; for a list of answers, the list of their weights.
        counts: In a table of counts, the column that says how many people a row stands for.
        cluster: The column of clusters that were drawn independently.
        stratum: The column of the strata in which clusters were drawn, or respondents where there are no clusters.
        other: What becomes of answers that are no set of the mechanism: error or drop.
        missing: What becomes of missing answers: error or drop.
        method: The kind of interval (wilson if not given; normal with weights, clusters or strata).
        confidence: The confidence of the intervals.
        working: The shares of all inputs at which weights vary least; by default the design's, else what the data suggest.

    Returns:
        The estimate of every share, with errors and intervals.

    Raises:
        InputError: The data have no answers, or answers that are no set of the mechanism.

    Example:
        >>> from rropt import LDP, TotalVariance, design
        >>> from rropt.next.survey import draw, estimate_sets
        >>> p = design(TotalVariance(), LDP("ln3"), inputs=40).sets
        >>> round(sum(estimate_sets([draw(p, j) for j in range(40)], mechanism=p).prevalence), 9)
        1.0

    Reference: Ye and Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy.
    """
    p, level = sets_of(mechanism), read_level(confidence)
    columns = Columns.of(
        answer=answer,
        by=by,
        weights=weights,
        counts=counts,
        cluster=cluster,
        stratum=stratum,
        other=other,
        missing=missing,
    )
    rows = read_rows(data, columns)
    held = {text: found for text in {text_of(row.said[0]) for row in rows} if (found := p.read_label(text)) is not None}
    a = sum_up(rows, [list(held) or [p.label([0])]], columns)
    model = read_sampling(sampling, population, a.groups)
    at = None if working is None else read_shares(working, p.k)
    small = [p.seen_from(c) for c in range(len(p.members))]
    devices = [Device.of(x) for x in small]
    seen = _seen(p, list(held.values()))
    every = []
    for j, c in enumerate(p.places):
        names = {label: i for i, label in enumerate(devices[c].outputs)}
        table = np.array([names.get(p.seen_labels[x], 0) for x in seen[j]])
        own = replace(a, output=table[a.output], outputs=len(names))
        best = None if at is None or devices[c].matrix.shape[0] == devices[c].matrix.shape[1] else seen_shares(p, j, at)
        chosen = choose_weights(devices[c], best, own.total(own.w).sum(axis=0))
        every.append(estimate_answers(own, devices[c], chosen, model, method, level))
    return SetEstimate(tuple(p.input_labels), a, tuple(every))


def seen_shares(p: SetMechanism, j: int, shares: Sequence[float]) -> tuple[float, ...]:
    """Return the shares of the inputs of the small mechanism by which input j is estimated."""
    return tuple(map(float, p.shares_from(j, tuple(map(Fraction, shares)))))


def _seen(p: SetMechanism, held: Sequence[tuple[int, ...]]) -> NDArray[Any]:
    """Return for each input and each set the index of what is seen of it in `seen_labels`: the counts, and whether it holds the
    input."""
    found = np.empty((p.k, len(held)), dtype=np.int64)
    for i, inputs in enumerate(held):
        place = p.place_of(inputs)
        assert place is not None  # it was read as an answer of this mechanism
        found[:, i] = 2 * place + 1
        found[list(inputs), i] = 2 * place
    return found
