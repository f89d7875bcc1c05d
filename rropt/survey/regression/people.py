"""Read what a likelihood needs from a data frame: answers, mechanisms by sample, weights, clusters and complete covariates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.engine.sets import answers_of
from rropt.exact.errors import Argument, InputError
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.privacy.given import require_matrix
from rropt.survey.clustered.clusters import NO_VARIANCE, require_nested
from rropt.survey.frames import BadCounts, BadWeights, no_numbers, respondent_column
from rropt.survey.halves.unrelated import with_unrelated
from rropt.survey.regression.columns import frame_and_labels
from rropt.survey.tally import Other, by_label, label_of, say_keys, tally_of_rows, text_of

__all__ = [
    "Mechanisms",
    "People",
    "read_mechanisms",
    "read_people",
    "read_unrelated",
]

NO_OUTPUT, NO_WEIGHT = "answers that are no output", "a weight of 0"

MOST_COUNTED = 10_000_000
"""The most people that a table of counts may stand for, because each person gets a row."""


@dataclass(frozen=True, slots=True)
class Mechanisms:
    """A mechanism for each value of the column `by`, all with the same truths. A single mechanism for everybody has the name ''."""

    by: str | None
    of: tuple[tuple[str, Mechanism], ...]
    has_unrelated: bool = False
    """Whether the truths are those of a sensitive and an unrelated question, of which the device asks one (`with_unrelated`)."""

    @property
    def tell_nothing(self) -> bool:
        """Whether answers have the same probabilities whatever the truth."""
        return all(len(set(row)) == 1 for _, p in self.of for row in p.rows)

    @property
    def labels(self) -> tuple[str, ...]:
        """The truths, in the order of the first mechanism. With an unrelated question: no and yes to the sensitive question."""
        return self.of[0][1].output_labels if self.has_unrelated else self.of[0][1].input_labels

    def matrices(self, order: Sequence[int]) -> tuple[Any, ...]:
        """Return the matrices of the mechanisms, in doubles. The columns are the truths in the given order. With an unrelated
        question they are no and yes to the sensitive question, in the given order, then no and yes to the unrelated one."""
        if self.has_unrelated:
            return tuple(_of_two_questions(float(p.rows[1][2]), order) for _, p in self.of)
        first = self.of[0][1]
        found = []
        for _, p in self.of:
            by_label = p.inputs is not None and first.inputs is not None
            places = [p.inputs.index(x) for x in first.inputs] if by_label else list(range(p.k))  # type: ignore[union-attr]
            found.append(p.to_numpy()[:, [places[j] for j in order]])
        return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """The complete rows of the data. `frame` is a pandas frame with the formula's columns, without the randomized answers. `index`
    has its rows' labels in the data. Four arrays have one entry per person: `answers`, `samples` and `clusters` have indices,
    `weights` has weights. `strata` has each cluster's stratum. `left_out` counts the other rows by reason (a missing value, …)."""

    frame: Any
    answers: Any
    samples: Any
    weights: Any
    clusters: Any | None
    strata: Any | None
    left_out: tuple[tuple[str, int], ...]
    is_weighted: bool
    index: Any
    are_clusters: bool = False
    """Whether people were drawn one by one in strata, so that each person is a cluster."""

    @property
    def n(self) -> int:
        """The number of rows that are used: they are complete, their answer is an output, and their weight is above 0."""
        return len(self.answers)

    def left_out_said(self) -> list[str]:
        """Say how many rows were left out, and why."""
        rest, lines = dict(self.left_out), []
        if dropped := rest.pop(NO_OUTPUT, 0):
            whole = counted(dropped, "answer that is", "answers that are")
            lines.append(f"Left out: {whole} no output of the mechanism.")
        if nothing := rest.pop(NO_WEIGHT, 0):
            clusters = "" if self.clusters is None or self.are_clusters else "; their clusters count"
            lines.append(f"Left out: {counted(nothing, 'row')} with a weight of 0{clusters}.")
        if rest:
            named = ", ".join(f"{n} by {name}" for name, n in rest.items())
            lines.append(f"Left out: {counted(sum(rest.values()), 'row')} without a value ({named}).")
        return lines


def _of_two_questions(chance: float, order: Sequence[int]) -> Any:
    """Return the matrix (a row per answer) of a device that asks a sensitive question with probability `chance`, else an unrelated
    one. Columns: no and yes to the sensitive question, in the given order, then no and yes to the unrelated one."""
    import numpy as np

    return np.hstack([chance * np.eye(2)[:, list(order)], (1 - chance) * np.eye(2)])


def read_unrelated(given: object, by: str | None, outputs: Sequence[str] | None) -> Mechanisms:
    """Read, for every value of the column `by`, the chance of being asked the sensitive question in place of the unrelated one."""
    if by is None:
        raise InputError(
            "an unrelated question of unknown share needs the column that says in which half-sample a respondent is; give ",
            Argument("by", "COLUMN", '"half"'),
        )
    if not isinstance(given, Mapping) or len(given) < 2:
        raise InputError(
            f"unrelated={say_keys(given)} does not name two half-samples; give each one's chance of the sensitive question, "
            "such as ",
            Argument("unrelated", "a=3/4 --unrelated b=1/4", '{"a": "3/4", "b": "1/4"}'),
        )
    found = tuple((name, with_unrelated(name, x, outputs)) for name, x in by_label(given, "half-sample").items())
    if len({p.rows for _, p in found}) == 1:
        raise InputError(
            f"the half-samples {', '.join(name for name, _ in found)} have the same chance of the sensitive question, so rropt "
            "cannot estimate both the coefficients and the share of yes to the unrelated question; use different chances"
        )
    return Mechanisms(by, found, has_unrelated=True)


def read_mechanisms(mechanism: object, by: str | None) -> Mechanisms:
    """Read one mechanism, or one for every value of a column."""
    if not isinstance(mechanism, Mapping):
        if by is not None:
            raise InputError(f"by = '{by}' needs a mechanism for every value of that column, such as ", _EXAMPLE)
        return Mechanisms(None, (("", _mechanism(mechanism)),))
    if by is None:
        raise InputError(
            "several mechanisms need the column that says by which of them a respondent was asked; give ",
            Argument("by", "COLUMN"),
        )
    if not mechanism:
        raise InputError("there is no mechanism; give one for every value of the column ", Argument("by", by))
    found = tuple((name, _mechanism(p)) for name, p in by_label(mechanism, "value").items())
    first = found[0][1]
    for name, p in found[1:]:
        same = p.inputs is None or first.inputs is None or set(p.inputs) == set(first.inputs)
        if p.k != first.k or not same:
            raise InputError(
                f"the mechanism of '{name}' has {p.k} inputs ({', '.join(p.input_labels[:8])}), and that of '{found[0][0]}' has "
                f"{first.k} ({', '.join(first.input_labels[:8])}); all mechanisms of a regression must have the same inputs"
            )
    return Mechanisms(by, found)


_EXAMPLE = Argument("mechanism", "A=FILE", '{"A": p, "B": q}')


def _mechanism(given: object) -> Mechanism:
    p = require_matrix(answers_of(given), "a regression", "give one with fewer answers")
    if p.is_free:
        raise InputError(
            "the mechanism has a free epsilon, so its answers have no probabilities; fix epsilon, for instance with p.at(1)"
        )
    return p


def read_people(
    data: Any,
    mechanisms: Mechanisms,
    *,
    answer: str,
    columns: Sequence[str],
    weights: str | None,
    cluster: str | None,
    stratum: str | None = None,
    counts: str | None = None,
    other: Other = "error",
    missing: str = "drop",
) -> People:
    """Read the rows that are complete in the columns needed, and count the others by the reason why they are left out.

    A row of a table of counts is repeated as many times as its count says.
    """
    import numpy as np
    import pandas

    names = [x for x in dict.fromkeys((answer, mechanisms.by, cluster, stratum)) if x is not None]
    needed = dict.fromkeys(x for x in (*names, weights, counts, *columns) if x is not None)
    # a column may be both: patsy knows a covariate in doubles alone, which would merge large numbers of clusters
    frame, labels = frame_and_labels(data, list(needed), names)
    if counts is not None:
        each = np.repeat(np.arange(len(frame)), _counts(frame[counts], counts))
        frame, labels = frame.iloc[each], labels.iloc[each]
    left_out, complete = _complete(frame, [x for x in frame.columns if x != weights], missing)
    are_clusters = stratum is not None and cluster is None
    if are_clusters:
        # people drawn one by one in strata are clusters of one
        cluster = respondent_column(list(labels.columns))
        labels = labels.assign(**{cluster: [f"respondent {i + 1}" for i in range(len(labels))]})
    # clusters are read before rows are left out, because a cluster without complete rows was drawn all the same
    clusters, strata = (None, None) if cluster is None else _clusters(labels, cluster, stratum)
    rows = np.flatnonzero(complete)
    samples = _samples(labels.iloc[rows], mechanisms)
    answers = _answers(labels[answer].iloc[rows], samples, mechanisms, other)
    kept = answers >= 0
    if not kept.all():
        left_out += ((NO_OUTPUT, int((~kept).sum())),)
        rows, samples, answers = rows[kept], samples[kept], answers[kept]
    if not len(rows):
        raise InputError("no row is complete, so there is nothing to fit; look at the columns with missing values")
    values = np.ones(len(rows)) if weights is None else _weights(frame[weights].iloc[rows], weights)
    if nothing := int((values == 0).sum()):
        left_out += ((NO_WEIGHT, nothing),)
        kept = values > 0
        rows, samples, answers, values = rows[kept], samples[kept], answers[kept], values[kept]
    index, frame = frame.index[rows], frame.iloc[rows].reset_index(drop=True)
    clusters = None if clusters is None else clusters[rows]
    if clusters is not None and len(set(clusters.tolist())) == 1:
        raise InputError(f"there is one cluster, '{text_of(labels[cluster].iloc[rows[0]])}', {NO_VARIANCE}")
    covariates = frame[list(columns)].copy()
    for name in covariates.columns:
        if isinstance(covariates[name].dtype, pandas.CategoricalDtype):
            covariates[name] = covariates[name].cat.remove_unused_categories()
    return People(
        covariates,
        answers,
        samples,
        values / values.mean(),
        clusters,
        strata,
        left_out,
        weights is not None,
        index,
        are_clusters,
    )


def _clusters(frame: Any, cluster: str, stratum: str | None) -> tuple[Any, Any]:
    """Return each person's cluster as an index (−1 if it or its stratum is missing), and each cluster's stratum as an index."""
    import numpy as np

    units = [cluster] if stratum is None else [stratum, cluster]
    known = frame[units].notna().all(axis=1).to_numpy()
    frame, found = frame[known], np.full(len(frame), -1)
    of = np.zeros(len(frame), dtype=int) if stratum is None else _codes(frame[stratum])
    pairs, places = np.unique(np.column_stack([of, _codes(frame[cluster])]), axis=0, return_inverse=True)
    strata, places = pairs[:, 0], places.ravel()
    first = frame.iloc[np.unique(places, return_index=True)[1]][units].map(text_of)
    require_nested(zip(first[stratum] if stratum is not None else [""] * len(first), first[cluster], strict=True))
    for place, n in zip(*np.unique(strata, return_counts=True), strict=True):
        if n == 1:
            one = frame[strata[places] == place][units].iloc[0].map(text_of)
            where = "there is one cluster" if stratum is None else f"the stratum '{one[stratum]}' has one cluster"
            raise InputError(f"{where}, '{one[cluster]}', {NO_VARIANCE}, or merge strata")
    found[known] = places
    return found, strata


def _codes(column: Any) -> Any:
    """Return the index of each label among the different texts of the column's labels."""
    import numpy as np
    import pandas

    places, labels = pandas.factorize(column)
    texts = np.array(list(map(text_of, labels)), dtype=object)
    return np.unique(texts, return_inverse=True)[1][places]


def _complete(frame: Any, columns: Sequence[str], missing: str) -> tuple[tuple[tuple[str, int], ...], Any]:
    """Count the incomplete rows by the first column in which a value is missing, and return a mask of the complete rows. Refuse
    incomplete rows if `missing` is error."""
    import numpy as np

    complete, found = np.ones(len(frame), dtype=bool), []
    for name in columns:
        lacks = frame[name].isna().to_numpy() & complete
        if lacks.any():
            found.append((name, int(lacks.sum())))
        complete &= ~lacks
    if found and missing == "error":
        named = ", ".join(f"{n} in {name}" for name, n in found)
        raise InputError(
            f"{counted(sum(n for _, n in found), 'row')} have missing values ({named}); fill them, or leave them out with ",
            Argument("missing", "drop", '"drop"'),
        )
    return tuple(found), complete


def _samples(frame: Any, mechanisms: Mechanisms) -> Any:
    import numpy as np

    if mechanisms.by is None:
        return np.zeros(len(frame), dtype=int)
    names = [name for name, _ in mechanisms.of]
    found = np.empty(len(frame), dtype=int)
    texts = frame[mechanisms.by].to_numpy()
    for value in dict.fromkeys(texts.tolist()):
        label = label_of(value, names)
        if label not in names:
            raise InputError(
                f"the column '{mechanisms.by}' has '{label}', which has no mechanism; there is one for {', '.join(names[:8])}"
            )
        found[texts == value] = names.index(label)
    return found


def _answers(column: Any, samples: Any, mechanisms: Mechanisms, other: Other) -> Any:
    """Return the index of each answer in its mechanism; −1 if the answer is no output and `other` is drop."""
    import numpy as np

    found = np.full(len(column), -1)
    given = column.to_numpy()
    for g, (name, p) in enumerate(mechanisms.of):
        mine = np.flatnonzero(samples == g)
        counts = Counter(given[mine].tolist())
        rows = [(value, n, Fraction(n), Fraction(n)) for value, n in counts.items()]
        try:
            tally_of_rows(rows, p.output_labels, other=other)
        except InputError as error:
            if mechanisms.by is None:
                raise
            raise InputError(f"where {mechanisms.by} is '{name}': ", *error.args) from None
        places = {label: i for i, label in enumerate(p.output_labels)}
        of = {value: places.get(label_of(value, p.output_labels), -1) for value in counts}
        found[mine] = [of[value] for value in given[mine].tolist()]
    return found


def _numbers(column: Any, option: str) -> Any:
    """Return the weights or counts of a column as doubles, NaN for those that are missing. Refuse a column of other values."""
    from pandas.api import types

    if not types.is_numeric_dtype(column) or types.is_bool_dtype(column):
        raise no_numbers(option, column.name)
    return column.to_numpy(dtype=float)


def _counts(column: Any, name: str) -> Any:
    import numpy as np

    values = _numbers(column, "counts")
    if not np.isfinite(values).all() or (values < 0).any() or (values % 1).any():
        raise BadCounts(f"the column '{name}' has counts that are missing, negative or not whole; give whole numbers")
    if values.sum() > MOST_COUNTED:
        raise InputError(
            f"the column '{name}' counts {values.sum():.0f} people; a regression takes up to {MOST_COUNTED:,}"
        )
    return values.astype(int)


def _weights(column: Any, name: str) -> Any:
    import numpy as np

    values = _numbers(column, "weights")
    if not np.isfinite(values).all() or (values < 0).any():
        raise BadWeights(
            f"the weights column '{name}' has weights that are missing, negative or not numbers; give numbers such as 0.98"
        )
    if not values.any():
        raise InputError(
            f"all complete rows have {NO_WEIGHT} in '{name}', so there is nothing to fit; give positive weights"
        )
    return values
