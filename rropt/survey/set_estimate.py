"""`estimate_sets`: shares from answers that are sets of inputs, through a mechanism too large for a matrix.

At shares that are equal within each class, M and the best weights L = M⁻¹PᵀD⁻¹ are left as they are by exchanges of inputs inside
of classes. So what a set adds to the estimate of the input j depends only on how many inputs of each class it holds and on
whether it holds j: on the output of a small mechanism, which is `SetMechanism.seen_from` the class of j at every prevalence. Best
weights of the small one are unbiased for the large one too, and the best of the large one are among them; so they are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.exact.counted import counted
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer
from rropt.problem.sets import SetMechanism
from rropt.results import Result, Table
from rropt.survey.estimate import estimate
from rropt.survey.frames import answers_of_frame, is_frame
from rropt.survey.groups import Estimates
from rropt.survey.result import Estimate, text_of_shares
from rropt.survey.tally import MOST_ANSWERS, Missing, Other, Tally, tally_of_rows

__all__ = ["SetEstimate", "estimate_sets"]

SCHEMA = "rropt/set-estimate/1"


@dataclass(frozen=True, slots=True, repr=False)
class SetEstimate(Result):
    """Unbiased shares of all inputs, each by an `Estimate` of its own of that input against the others."""

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
        """Unbiased estimates of the variances of the shares; none from a single answer."""
        found = [x.variances[0] for x in self.shares if x.variances is not None]
        return tuple(found) if len(found) == len(self.shares) else None

    def as_table(self) -> Table:
        """One row an input: its share, the standard error, the interval and the maximum likelihood against all others."""
        tables = [x.as_table() for x in self.shares]
        rows = [[label, *rows[0][1:]] for label, (_, rows) in zip(self.mechanism.input_labels, tables, strict=True)]
        return tables[0][0], rows

    def explain(self) -> str:
        """The most frequent truth, the table, and what all shares have in common."""
        header, rows = self.as_table()
        j = max(range(len(self.shares)), key=self.prevalence.__getitem__)
        label, share, error, _, low, high, *_ = rows[j]
        level = header[4].split("%")[0]
        with_error = "" if self.variances is None else f", with a standard error of {error}"
        first = (
            f'Of {self.mechanism.k} truths "{label}" is the most frequent: its share is estimated at {share}{with_error}; '
            f"the {level}% interval is from {low} to {high}."
        )
        lost = f"Left out: {self.tally.dropped} answers{self.tally.left_out()}." if self.tally.dropped else ""
        lines = [
            first,
            lost,
            "",
            f"From {counted(self.n, 'answer')}, each a set of truths:",
            text_of_shares(header, rows),
        ]
        return "\n".join([*(x for n, x in enumerate(lines) if x or n != 1), *self.notes()])

    def notes(self) -> list[str]:
        """What holds of every share."""
        every = [x.notes() for x in self.shares]
        return [note for note in every[0] if all(note in notes for notes in every)]

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        first = self.shares[0].to_dict()
        documents = [x.to_dict()["inputs"]["this one"] for x in self.shares]
        return {
            "schema": SCHEMA,
            "answers": str(self.n),
            "dropped": str(self.tally.dropped),
            **{key: first[key] for key in ("sampling", "population", "sampling_model", "method", "confidence")},
            "inputs": dict(zip(self.mechanism.input_labels, documents, strict=True)),
            "notes": self.notes(),
        }


def estimate_sets(
    data: Any,
    *,
    mechanism: SetMechanism,
    answer: str | None = None,
    sampling: str = "replacement",
    population: int | None = None,
    other: Other = "error",
    missing: Missing = "error",
    method: str | None = None,
    confidence: object = "0.95",
) -> SetEstimate:
    """The shares of the inputs among respondents whose answers, sets as `draw` gives them, `data` holds.

    Args:
        data: Counts by answer, answers, or a data frame with a column of answers.
        mechanism: The mechanism that made the answers (`Design.sets`).
        answer: Of a frame, the column of the answers.
        sampling: replacement, census, or srs with its `population`.
        other: What becomes of answers that are no set of the mechanism: error or drop.
        missing: What becomes of missing answers alone: error or drop.
        method: The interval, at its `confidence`.

    Returns:
        The estimate of every share, with errors and intervals.

    Raises:
        InputError: The data have no answers, or others than the mechanism's.

    Example:
        >>> from rropt import LDP, TotalVariance, design, draw, estimate_sets
        >>> p = design(TotalVariance(), LDP("ln3"), inputs=40).sets
        >>> sum(estimate_sets([draw(p, j) for j in range(40)], mechanism=p).prevalence)
        Fraction(1, 1)
    """
    given: object = mechanism
    if not isinstance(given, SetMechanism):
        raise InputError(f"the mechanism is {str(given)[:60]!r}; give the `sets` of a design, or call estimate")
    mechanism.require_pairs_alike()
    rows = [(x, n, Fraction(n), Fraction(n)) for x, n in _counted(data, answer)]
    known = {text: held for text in {str(x) for x, *_ in rows} if (held := mechanism.read_label(text)) is not None}
    tally = tally_of_rows(rows, list(known) or [_example(mechanism)], other=other, missing=missing)
    if tally.n == 0:
        raise InputError(
            f"there are no answers{tally.left_out()}, so there is nothing to estimate; an answer is a set such as "
            f"{_example(mechanism)}"
        )
    small = [mechanism.seen_from(a) for a in range(len(mechanism.members))]
    seen = _seen(mechanism, zip(known.values(), tally.counts, strict=True))
    found = []
    for j, a in enumerate(mechanism.places):
        counts = dict(zip(mechanism.seen_labels, map(int, seen[:, :, j].flatten()), strict=True))
        mine = {label: counts[label] for label in small[a].output_labels}
        one = estimate(
            mine, mechanism=small[a], sampling=sampling, population=population, method=method, confidence=confidence
        )
        assert not isinstance(one, Estimates)
        found.append(one)
    return SetEstimate(mechanism, tally, tuple(found))


def _seen(p: SetMechanism, answers: Iterable[tuple[tuple[int, ...], int]]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """For each of the counts and each input, how many answers hold it, and how many do not."""
    held, every = np.zeros((len(p.counts), p.k), np.int64), np.zeros(len(p.counts), np.int64)
    for inputs, n in answers:
        place = p.place_of(inputs)
        held[place, list(inputs)] += n
        every[place] += n
    return np.stack([held, every[:, None] - held], axis=1)


def _example(p: SetMechanism) -> str:
    """An answer of the mechanism."""
    if p.blocks:
        return p.label(sorted(p.blocks[0][0][0]))
    return p.label(sorted(j for inputs, c in zip(p.members, p.counts[0], strict=True) for j in inputs[:c]))


def _counted(data: Any, answer: str | None) -> Iterable[tuple[Any, int]]:
    """The different answers with their numbers."""
    if is_frame(data):
        if answer is None:
            raise InputError("a data frame needs the name of the column of answers; give answer=COLUMN")
        return answers_of_frame(data, answer)
    if answer is not None:
        raise InputError("answer= names a column of a data frame, and the data are none; leave it out")
    if isinstance(data, Mapping):
        return [(x, read_integer(n, least=0, most=MOST_ANSWERS, name=f"the count of '{x}'")) for x, n in data.items()]
    if isinstance(data, str) or not isinstance(data, Iterable):
        raise InputError(f"the data are {str(data)[:60]!r}; give counts, a sequence of answers or a data frame")
    return Counter(data).items()
