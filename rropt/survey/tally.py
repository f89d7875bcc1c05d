"""Tally a survey: count, for every output, its answers, and sum their weights and squared weights.

Without clusters, estimation needs no more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from types import MappingProxyType
from typing import Any, Literal, TypeAlias
from unicodedata import normalize

from rropt.exact.errors import Argument, Either, InputError
from rropt.exact.grammar import read_integer, read_rational
from rropt.exact.spelling import counted
from rropt.results import FieldResult, Table, text_table
from rropt.survey.clustered.clusters import Clusters, Key

__all__ = [
    "DROP_MISSING",
    "DROP_OTHERS",
    "MISSING",
    "Missing",
    "Other",
    "Strange",
    "Tally",
    "added",
    "by_label",
    "composed",
    "count_answers",
    "is_missing",
    "label_of",
    "naming_outputs",
    "refuse_weighted_counts",
    "say_keys",
    "tally_of_answers",
    "tally_of_counts",
    "tally_of_rows",
    "text_of",
]

Other: TypeAlias = Literal["error", "drop"]
Missing: TypeAlias = Literal["error", "drop"]
Row: TypeAlias = tuple[Any, int, Fraction, Fraction]
MISSING = "(missing)"
MOST_ANSWERS = 10**15
DROP_OTHERS = Argument("other", "drop", '"drop"')
DROP_MISSING = Argument("missing", "drop", '"drop"')
MOST_NAMED = 5
LONGEST = 60
"""How many letters of an output a refusal prints; an output that is a set may have thousands."""
MOST_PROPOSED = 8
"""If there are at most this many outputs, a refusal asks for the new name of each one."""


@dataclass(frozen=True, slots=True, repr=False)
class Tally(FieldResult):
    """The answers of a survey, counted by output.

    For output i, `counts[i]` is the number of answers, `weights[i]` the sum of their weights, and `squares[i]` the sum of their
    squared weights.

    `dropped` is the number of answers that were left out because they are not an output. `missing` of these are missing values. The
    others are in `strange`, as pairs of a text and its number of answers, the most frequent first.

    `clusters` has the weights by cluster; it is None if no clusters were drawn. `weightless` is the number of rows with weight 0,
    which do not count as answers.
    """

    counts: tuple[int, ...]
    weights: tuple[Fraction, ...]
    squares: tuple[Fraction, ...]
    dropped: int = 0
    missing: int = 0
    strange: tuple[tuple[str, int], ...] = ()
    clusters: Clusters | None = None
    weightless: int = 0

    @property
    def n(self) -> int:
        """The number of answers that were counted, without those that were left out."""
        return sum(self.counts)

    @property
    def is_weighted(self) -> bool:
        """Whether any weight differs from 1."""
        return any(not w == s == c for c, w, s in zip(self.counts, self.weights, self.squares, strict=True))

    @property
    def freedom(self) -> int | None:
        """The degrees of freedom of the variances, clusters minus strata; None if there are neither clusters nor strata."""
        return None if self.clusters is None else self.clusters.freedom

    @property
    def effective_n(self) -> Fraction:
        """The number of answers of equal weight whose mean varies as much as the weighted mean, (Σw)²/Σw²."""
        return sum(self.weights, Fraction(0)) ** 2 / sum(self.squares, Fraction(0))

    def left_out(self) -> str:
        """Say in brackets which answers were left out: how many are missing, and how many have each of the five most frequent other
        labels. Return an empty text if none were left out."""
        named = [f"{label[:40]!r} ({count})" for label, count in self.strange[:MOST_NAMED]]
        others = len(self.strange) - MOST_NAMED
        more = [counted(others, "other label")] if others > 0 else []
        absent = [f"{self.missing} missing"] if self.missing else []
        parts = [*absent, *named, *more]
        return f" ({', '.join(parts)})" if parts else ""

    def explain(self) -> str:
        """The table, and how many answers were dropped."""
        return f"{text_table(*self.as_table())}\n{counted(self.dropped, 'answer')} dropped"

    def as_table(self) -> Table:
        """A table with one row per output."""
        columns = (tuple(range(len(self.counts))), self.counts, self.weights, self.squares)
        return ("output", "answers", "weight", "squared weights"), [
            tuple(map(str, row)) for row in zip(*columns, strict=True)
        ]


def added(tallies: Sequence[Tally]) -> Tally:
    """Add up tallies of different people, which must all have the same outputs."""
    counts = tuple(map(sum, zip(*(x.counts for x in tallies), strict=True)))
    weights, squares = (
        tuple(sum(column, Fraction(0)) for column in zip(*some, strict=True))
        for some in ([x.weights for x in tallies], [x.squares for x in tallies])
    )
    sums: dict[Key, tuple[tuple[int, Fraction], ...]] = {}
    known = [x.clusters for x in tallies if x.clusters is not None]
    for key, outputs in (pair for x in known for pair in x.sums):
        sums[key] = sums.get(key, ()) + outputs
    clusters = Clusters(tuple(sums.items()), known[0].are_people) if known else None
    dropped, missing, weightless = (sum(getattr(x, f) for x in tallies) for f in ("dropped", "missing", "weightless"))
    strange = tuple(pair for x in tallies for pair in x.strange)
    return Tally(counts, weights, squares, dropped, missing, strange, clusters, weightless)


def is_missing(x: Any) -> bool:
    """Whether x is None, pandas' NA, or a value unequal to itself (NaN, NaT)."""
    return x is None or type(x).__name__ == "NAType" or bool(x != x)


def text_of(label: Any) -> str:
    """Write a label as text. A missing label gives `(missing)`. A number gives the same text as an integer, a float and a decimal,
    so 1.0 and Decimal("1.00") give 1."""
    return MISSING if is_missing(label) else plainly(label)


def plainly(label: Any) -> str:
    """Write a label as `text_of` does, but a missing one as Python does, and an array too."""
    if not isinstance(label, Decimal):
        return str(label).removesuffix(".0") if isinstance(label, Real) else str(label)
    whole, _, rest = f"{label:f}".partition(".")
    return f"{whole}.{rest.rstrip('0')}".removesuffix(".")


def label_of(answer: Any, outputs: Collection[str]) -> str:
    """Return the label of the output that an answer means. A missing answer gives `(missing)`. An answer that means no output gives
    its own text.

    The answers 1.0 and 1 mean the output 1, or the output 1.0. The truth value True, or its text as CSV files have it, means the
    output True, true or 1. In the same way False means the output False, false or 0. A text means an output also if the two differ
    only in their Unicode composition.
    """
    if is_missing(answer):
        return MISSING
    text, plain = str(answer), text_of(answer).removesuffix(".0")
    for spelled in (text, plain, f"{plain}.0" if plain.removeprefix("-").isdecimal() else text):
        if spelled in outputs:
            return spelled
    if text.lower() in ("true", "false"):
        spellings = (text.capitalize(), text.lower(), "1" if text.lower() == "true" else "0")
        return next((x for x in spellings if x in outputs), text)
    if text.isascii():
        return text
    return next((x for x in outputs if composed(x) == composed(text)), text)


def by_label(given: Mapping[Any, Any], what: str, labels: Collection[str] = ()) -> dict[str, Any]:
    """Return the mapping with each key replaced by the one of `labels` that it means, or by its text if it means none.

    Refuse two keys that mean the same; `what` says in the refusal what they name.
    """
    found: dict[str, Any] = {}
    for key, value in given.items():
        if (label := label_of(text_of(key), labels)) in found:
            raise InputError(f"the {what} '{label}' is named twice, in two spellings or types; name it once")
        found[label] = value
    return found


def say_keys(given: object) -> str:
    """Write a mapping with its keys alone, since its values may be whole mechanisms; anything else as it is. Both are cut off."""
    text = f"{{{', '.join(f'{key}: …' for key in given)}}}" if isinstance(given, Mapping) else str(given)
    return text if len(text) <= 60 else f"{text[:60]}…"


def composed(text: str) -> str:
    """Return a text in composed form (NFC), in which a letter and its accent are one character. Files from a Mac often have them as
    two."""
    return normalize("NFC", text)


def tally_of_rows(
    rows: Iterable[Row], outputs: Sequence[str], *, other: Other = "error", missing: Missing = "error"
) -> Tally:
    """Tally rows of data.

    A row is an answer, the number of people who gave it, the sum of their weights, and the sum of their squared weights. Answers
    that are not an output are refused, and so are missing answers. If `other` is drop, both are left out instead. If `missing` is
    drop, only missing answers are left out.
    """
    for name, value in (("other", other), ("missing", missing)):
        if value not in ("error", "drop"):
            raise InputError(f"{name} = '{value}' must be error or drop")
    places = {label: i for i, label in enumerate(outputs)}
    sums: list[list[Any]] = [[0, Fraction(0), Fraction(0)] for _ in outputs]
    strange: dict[str, int] = {}
    for answer, *sizes in rows:
        values: list[Any] = sizes
        label = label_of(answer, outputs)
        if label not in places:
            if values[0]:  # a table of counts may have a row of an answer that nobody gave
                strange[label] = strange.get(label, 0) + values[0]
            continue
        mine = sums[places[label]]
        for i, value in enumerate(values):
            mine[i] += value
    absent = strange.pop(MISSING, 0)
    refused = strange | ({MISSING: absent} if absent and missing == "error" else {})
    if refused and other == "error":
        raise _strange(refused, outputs, sum(int(mine[0]) for mine in sums))
    counts, weights, squares = zip(*sums, strict=True)
    left_out = tuple(sorted(strange.items(), key=lambda x: -x[1]))
    dropped = sum(strange.values()) + absent
    return Tally(tuple(int(c) for c in counts), weights, squares, dropped, absent, left_out)


class Strange(InputError):
    """The error that some answers are not an output of the mechanism.

    `counts` maps each such answer to its number, the most frequent first. `others` is the number of answers that are outputs.
    """

    outputs: tuple[str, ...] = ()
    counts: Mapping[str, int] = MappingProxyType({})
    others: int = 0


def _strange(strange: Mapping[str, int], outputs: Sequence[str], others: int) -> InputError:
    counts = dict(sorted(strange.items(), key=lambda x: (-x[1], x[0])))
    named = [f"{label[:40]!r} ({number})" for label, number in counts.items()]
    listed = ", ".join(named[:5]) + (f" and {len(named) - 5} more" if len(named) > 5 else "")
    wanted = ", ".join(map(_short, outputs[:8])) + (", …" if len(outputs) > 8 else "")
    number = sum(strange.values())
    who = "1 answer is" if number == 1 else f"{number} answers are"
    if set(strange) == {MISSING}:
        way: tuple[str | Either | Argument, ...] = ("; leave them out with ", DROP_MISSING)
    else:
        way = (
            "; mend the data, or ",
            naming_outputs(strange, outputs),
            ", or leave these answers out with ",
            DROP_OTHERS,
        )
    found = Strange(f"{who} no output of the mechanism (outputs: {wanted}): {listed}", *way)
    found.outputs, found.others = tuple(outputs), others
    found.counts = counts
    return found


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else f"{label[:LONGEST]}…"


def naming_outputs(strange: Mapping[str, int], outputs: Sequence[str]) -> Either:
    """Advise how to rename the mechanism's outputs to the labels that the data have.

    If the labels in the data differ from the outputs only in case and in spaces at the ends, the advice names these labels.
    Otherwise nothing says which label is which output, so the advice has letters as placeholders. If there are more than
    `MOST_PROPOSED` outputs, it lists no names.
    """
    theirs = {composed(x.strip().casefold()): x for x in strange}
    same = [theirs.get(composed(x.strip().casefold())) for x in outputs]
    if len(outputs) > MOST_PROPOSED:
        how = "(…)), with one name for each output, in the mechanism's order"
    elif None not in same and len(set(same)) == len(outputs):
        how = f"{tuple(same)})"
    else:
        blanks = [chr(ord("A") + i) for i in range(len(outputs))]
        meant = ", ".join(f"{blank} for {label[:LONGEST]!r}" for blank, label in zip(blanks, outputs, strict=True))
        how = f"({', '.join(blanks)})), where the data have {meant}"
    return Either(
        f"rename the outputs as in the data with mechanism.relabel(outputs={how}",
        "say what the file calls the outputs, in their order, with --outputs A,B,…",
    )


def tally_of_counts(
    counts: Mapping[Any, object], outputs: Sequence[str], *, other: Other = "error", missing: Missing = "error"
) -> Tally:
    """Tally a mapping from answers to numbers of respondents."""
    whole = (
        (label, read_integer(x, least=0, most=MOST_ANSWERS, name=f"the count of '{label}'"))
        for label, x in counts.items()
    )
    return tally_of_rows(
        ((label, x, Fraction(x), Fraction(x)) for label, x in whole), outputs, other=other, missing=missing
    )


def tally_of_answers(
    answers: Iterable[Any],
    outputs: Sequence[str],
    *,
    weights: Iterable[Any] | None = None,
    other: Other = "error",
    missing: Missing = "error",
) -> Tally:
    """Tally one answer per respondent, with weights if given."""
    if weights is None:
        rows = (
            (answer, number, Fraction(number), Fraction(number))
            for answer, number in count_answers(answers, outputs[0])
        )
        return tally_of_rows(rows, outputs, other=other, missing=missing)
    sums: dict[str, list[Any]] = {}
    given, values = list(_of_python(answers)), [read_weight(w) for w in _of_python(weights)]
    if len(values) != len(given):
        raise InputError(
            f"the number of weights is {len(values)}, but that of answers is {len(given)}; give one weight per answer"
        )
    for answer, w in zip(given, values, strict=True):
        if w == 0:
            continue
        mine = sums.setdefault(label_of(answer, outputs), [0, Fraction(0), Fraction(0)])
        mine[0], mine[1], mine[2] = mine[0] + 1, mine[1] + w, mine[2] + w * w
    found = tally_of_rows(((label, *mine) for label, mine in sums.items()), outputs, other=other, missing=missing)
    return replace(found, weightless=values.count(Fraction(0)))


def count_answers(answers: Any, example: str) -> Iterable[tuple[Any, int]]:
    """Count the different answers. Refuse an answer that holds several values, such as a list; the refusal shows the example of an
    answer.

    A numpy array must have one dimension. If it has numbers or texts, numpy counts them.
    """
    if type(answers).__module__ != "numpy":
        return _times(_of_python(answers), example)
    if answers.ndim != 1:
        raise InputError(
            f"the array of answers must have 1 dimension, with one answer per respondent, not {answers.ndim}"
        )
    if answers.dtype.kind not in "biufUS":
        return _times(answers.tolist(), example)
    import numpy as np

    values, numbers = np.unique(answers, return_counts=True)
    return zip(values.tolist(), map(int, numbers), strict=True)


def _of_python(values: Any) -> Any:
    """Convert an array of PyArrow, whose own values are no numbers and whose missing ones are not recognised, to a list."""
    return values.to_pylist() if hasattr(values, "to_pylist") else values


def _times(answers: Iterable[Any], example: str) -> Iterable[tuple[Any, int]]:
    times: dict[Any, int] = {}
    for x in answers:
        try:
            times[x] = times.get(x, 0) + 1
        except TypeError:
            held = f"the answer {str(x)[:LONGEST]} is of type {type(x).__name__}"
            raise InputError(f"{held}; give each answer by its label, such as {_short(example)!r}") from None
    return times.items()


def refuse_weighted_counts(weights: object, counts: object) -> None:
    """Refuse a column of weights together with a column of counts."""
    if weights is not None and counts is not None:
        either = Either("weights= or counts=", "--weights or --counts")
        raise InputError("a table of counts has no weights of respondents; give ", either, ", not both")


def read_weight(x: Any) -> Fraction:
    """Read a weight, a rational of at least 0."""
    value = read_rational(x)
    if value < 0:
        raise InputError(f"the weight {x} is negative; weights are at least 0")
    return value
