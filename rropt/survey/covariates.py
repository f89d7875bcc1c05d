"""Read the people of a regression: their covariates by a formula, their randomized answers, weights, clusters and strata.

Formulas are read by formulaic, in the words of statsmodels and R. A formula is its user's own text: it may call functions of numpy
and formulaic's transforms, and is run on the columns of the data.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from rropt.errors import InputError, need, refuse, require_known
from rropt.exact.errors import Either
from rropt.exact.spelling import counted
from rropt.files import refusing
from rropt.survey.answers import (
    MISSING,
    Answers,
    Columns,
    Device,
    Labels,
    Rows,
    bad_number,
    by_label,
    open_frame,
    require_columns,
    require_meanings,
    require_single_values,
    sum_up,
    with_numbers,
)
from rropt.survey.contrast import between_units
from rropt.survey.data_file import is_parquet, open_parquet, printable, read_table
from rropt.survey.estimates import identifies
from rropt.survey.halves import unrelated_device
from rropt.survey.laws import Array

__all__ = [
    "LARGEST",
    "Covariates",
    "Mechanisms",
    "People",
    "by_answer",
    "covariates_of",
    "frame_of",
    "people_frame",
    "read_people_file",
    "read_mechanisms",
    "read_people",
    "require_independent",
    "terms_of",
    "variables_of",
    "words_of",
]

NEEDED = ("a regression", "'rropt[analysis]'")
"""What needs formulaic and pandas, and what to install for it."""
PERSON = "rropt_person"
"""The column of clusters where people were drawn in strata: each is a cluster."""
MOST_COUNTED, LARGEST = 10**7, 1e100
BLANKS = ("na", "n/a", "nan", "null", "none", ".", "-", "missing")
"""Texts that files often have in place of a missing value."""

COMMA = r"[+-]?\d*,\d+(?:[eE][+-]?\d+)?"
"""A number with a decimal comma (or with one comma between thousands)."""
NEARLY_ALL = 0.9
# a term such as (1 | school) in the words of lme4; I((a | b)), which Python computes, is none
RANDOM_EFFECT = r"(?:^|[+-])\s*\([^()|]*\|{1,2}\s*(\w+)[^()|]*\)"


@dataclass(frozen=True, slots=True, eq=False)
class Mechanisms:
    """The devices by which people were asked, one for each value of the column `by` (or one without it).

    With `is_unrelated` the devices ask a sensitive or an unrelated question: of their inputs, no and yes to either, `labels` are
    those of the sensitive one.
    """

    by: str | None
    names: tuple[str, ...]
    devices: tuple[Device, ...]
    is_unrelated: bool
    labels: tuple[str, ...]

    def place(self, name: str) -> int:
        """Return the index of the device by which people with this value of the column `by` were asked."""
        if self.by is None or name == MISSING:
            return 0
        return Labels(self.names).find(name, f"there is no mechanism for people whose {self.by} is")

    @property
    def matrices(self) -> tuple[Array, ...]:
        """The matrices of the devices: columns for the truths in the order of `labels`, then for those of an unrelated question."""
        k = len(self.labels)
        return tuple(d.matrix[:, [d.inputs.index(x) for x in (*self.labels, *d.inputs[k:])]] for d in self.devices)

    @property
    def tell(self) -> bool:
        """Whether different shares of the truths give different answers of some device, so that shares alone are identified."""
        return identifies(np.vstack(self.matrices))


def read_mechanisms(
    mechanism: Any, unrelated: Any, by: str | None, outputs: Sequence[str] | None, positive: object
) -> Mechanisms:
    """Read one mechanism, one for every value of a column, or the chances of a sensitive question by half-sample.

    Of two truths `positive` becomes the last one.
    """
    given = mechanism if unrelated is None else unrelated
    several = isinstance(given, Mapping)
    refuse(
        (
            (mechanism is None) == (unrelated is None),
            "a regression needs mechanism or, with an unrelated question, unrelated; give one of them",
        ),
        (
            unrelated is None and outputs is not None,
            f"outputs = {outputs} belong to unrelated, not to mechanism; call relabel(outputs=…) on the mechanism",
        ),
        (
            several != (by is not None) or (unrelated is not None and not several),
            f"by = {by} and {'several mechanisms' if several else 'one mechanism'} do not go together; give a mechanism (or the "
            "chance of the sensitive question) for every value of the column by, or one mechanism without by",
        ),
        (several and not given, f"by = {by} has no mechanism; give one for every value of this column"),
    )
    named = by_label(given, "value of by", ()) if several else {"": given}
    if unrelated is None:
        devices = [Device.of(x) for x in named.values()]
        labels = devices[0].inputs
        for name, d in zip(named, devices, strict=True):
            if set(d.inputs) != set(labels):
                raise InputError(
                    f"the mechanism of '{name}' has the inputs {d.inputs}, and the first {labels}; use the same inputs"
                )
    else:
        devices = [_asks_either(unrelated_device(name, x, outputs)) for name, x in named.items()]
        labels = devices[0].outputs
        if len({d.matrix[0, 0] for d in devices}) < 2:
            raise InputError(
                f"the half-samples {', '.join(named)} have one chance of the sensitive question; use different chances"
            )
    if positive is not None:
        if len(labels) > 2 or str(positive) not in labels:
            raise InputError(
                f"positive = {positive} must be one of two truths, but they are {', '.join(labels)}; leave it out"
            )
        labels = tuple(sorted(labels, key=lambda x: x == str(positive)))
    return Mechanisms(by, tuple(named), tuple(devices), unrelated is not None, labels)


def _asks_either(device: Device) -> Device:
    """Return the device of an unrelated question over no and yes to either question, in place of over pairs of truths."""
    chance, answers = device.matrix[1, 2], device.outputs
    return Device(
        np.hstack([chance * np.eye(2), (1 - chance) * np.eye(2)]),
        (*answers, *(f"unrelated: {x}" for x in answers)),
        answers,
    )


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """The complete rows of the data: a pandas frame of covariates and outcome, and the answers, with an entry for each person.

    Groups of the answers are people asked by one device, whose index in `matrices` is in `samples` for each person. Their answers
    have `chances[truth, person]`, and weights have mean 1. People who were drawn in strata are clusters of their own.
    """

    frame: Any
    answers: Answers
    samples: Array
    matrices: tuple[Array, ...]
    chances: Array

    @property
    def n(self) -> int:
        """The number of people."""
        return len(self.samples)

    @property
    def freedom(self) -> int | None:
        """The degrees of freedom of errors from clusters, as many as clusters less strata; None without clusters."""
        drawn = self.answers.drawn
        return int(drawn.sum()) - len(drawn) if self.answers.drawn_by == "clusters" else None

    def spread(self, scores: Array) -> Array:
        """Return the covariance matrix of the sum of scores: from their sums over clusters, or from people if there are none."""
        a = self.answers
        return between_units(scores, a.unit, a.stratum) if a.drawn_by == "clusters" else scores.T @ scores


@dataclass(frozen=True, slots=True, eq=False)
class Covariates:
    """The columns of a formula: their values, their names, and the recipe by which they are built from other data."""

    values: Array
    names: tuple[str, ...]
    recipe: Any

    def again(self, frame: Any) -> Array:
        """Build the same columns from other people's data."""
        with refusing("the covariates of these people cannot be built", "mend the data"):
            return np.asarray(self.recipe.get_model_matrix(frame, context={}, na_action="raise"), float)

    def terms(self) -> dict[str, list[str]]:
        """The names of the columns of each term of the formula."""
        return {str(t): [self.names[i] for i in at] for t, at in self.recipe.term_indices.items()}

    def references(self) -> dict[str, str]:
        """The category of each column with which the others are compared."""
        found = {}
        for factor, state in self.recipe.factor_contrasts.items():
            others = [x for x in state.levels if not any(f"{factor}[T.{x}]" in column for column in self.names)]
            if len(others) == 1 < len(state.levels):
                found[str(factor)] = str(others[0])
        return found


def covariates_of(right: str, frame: Any, *, constant: bool = True) -> Covariates:
    """Build the columns of the right side of a formula by formulaic, without a constant if `constant` is False."""
    formulaic = need("formulaic", *NEEDED)
    with refusing(f"the formula '{right[:80]}' cannot be read on these data", "mend one of both"):
        built = formulaic.Formula(right).get_model_matrix(frame, context={}, na_action="raise")
    recipe = built.model_spec.subset([x for x in built.model_spec.terms if constant or x != "1"])
    names = tuple(recipe.column_names)
    values = np.asarray(built[list(names)], float)
    # squares of larger numbers overflow
    fits = np.abs(values) < LARGEST
    if not fits.all():
        raise InputError(
            f"the covariate '{names[int(fits.all(axis=0).argmin())]}' is not finite, or not below {LARGEST:g}, in some row; leave "
            "these rows out, or transform it otherwise"
        )
    return Covariates(values, names, recipe)


def terms_of(right: str) -> list[str]:
    """Return the terms of the right side of a formula, the constant as "1"."""
    formulaic = need("formulaic", *NEEDED)
    if effect := re.search(RANDOM_EFFECT, right):
        raise InputError(
            f"the formula '{right[:80]}' has a random effect of {effect[1]}, and there are no mixed models here; leave it out, and "
            f"give --cluster {effect[1]} (in Python, cluster = {effect[1]!r}) for errors that allow for these groups"
        )
    with refusing(f"the formula '{right[:80]}' cannot be read", "write one such as said ~ age + region"):
        return [str(term) for term in formulaic.Formula(right)]


def variables_of(right: str, columns: Sequence[str], *, taken: str) -> tuple[str, ...]:
    """Return the columns of the data that the right side of a formula names; `taken` is the column of randomized answers."""
    factors = [x for term in terms_of(right) for x in term.split(":")]
    words = {x for f in factors for x in words_of(f)} | set(factors)
    require_known((f for f in factors if f.isidentifier() and f != taken), columns, "the data have no column")
    return tuple(x for x in columns if x in words)


def words_of(code: str) -> set[str]:
    """Return the words of a factor of a formula, among which its columns are."""
    return set(re.findall(r"\w+", code))


def read_people(data: Any, mechanisms: Mechanisms, columns: Columns, needed: Sequence[str]) -> People:
    """Read the rows whose covariates are complete, and that say who was asked how; a row of a table of counts is repeated as its
    count says."""
    require_columns(columns, people_frame(data).collect_schema().names())
    counts, number = columns.counts, columns.counts or columns.weights
    frame = frame_of(data, [*needed, *columns.keys, *([number] if number else [])])
    require_single_values(people_frame(frame), {x: x for x in frame.columns})
    outputs = dict.fromkeys(x for device in mechanisms.devices for x in device.outputs)
    require_meanings(columns.meanings, tuple(outputs))
    if number:
        with refusing("the data could not be added up", "mend them"):
            doubles = with_numbers(people_frame(frame), number, number, columns)
        if doubles["rropt_bad"].sum():
            raise bad_number(number, columns, np.flatnonzero(doubles["rropt_bad"].to_list()))
        frame[number] = doubles["rropt_w"].to_list()
    if counts is not None:
        if frame[counts].sum() > MOST_COUNTED:
            raise InputError(f"the counts '{counts}' are together more than {MOST_COUNTED:,}; give fewer people")
        frame = frame.loc[frame.index.repeat(frame[counts].astype(int))]
    frame = frame.reset_index(drop=True)
    lacking = frame[list(dict.fromkeys((*needed, *columns.by)))].isna()
    lost = lacking.any(axis=1).to_numpy()
    left_out: tuple[str, ...] = ()
    if lost.any():
        named = ", ".join(f"{n} by {name}" for name, n in lacking.sum().items() if n)
        if columns.missing == "error" or lost.all():
            who = counted(int(lost.sum()), "row has", "rows have")
            also = () if lost.all() else (", or leave them out with ", Either("missing='drop'", "--missing drop"))
            raise InputError(f"{who} missing values ({named}); fill them", *also)
        left_out = (f"Left out: {counted(int(lost.sum()), 'row')} without a value ({named}).",)
    if columns.stratum and not columns.cluster:
        frame[PERSON], columns = frame.index, replace(columns, cluster=PERSON)
    w = None if columns.weights is None else frame[columns.weights].to_numpy(float)
    # the clusters of incomplete rows count
    rows = Rows.of([frame[x].tolist() for x in columns.keys], ~lost, w)
    a = sum_up(rows, lambda name: [mechanisms.devices[mechanisms.place(name)].outputs], columns)
    a.require_several_units()
    mean = a.w.mean()
    a = replace(a, w=a.w / mean, w2=a.w2 / mean**2, left_out=(*left_out, *a.left_out))
    covariates = frame.loc[a.row, list(dict.fromkeys(needed))].reset_index(drop=True)
    samples, matrices = np.array([mechanisms.place(x) for x in a.groups])[a.group], mechanisms.matrices
    return People(covariates, a, samples, matrices, by_answer(matrices, samples, a.output).T.copy())


def by_answer(tables: Sequence[Array], samples: Array, answers: Array) -> Array:
    """Return each person's row, that of the answer, of the table of the device by which they were asked."""
    starts = np.cumsum([0, *map(len, tables)])
    return np.asarray(np.vstack(tables)[starts[samples] + answers])


def people_frame(data: Any) -> Any:
    """Wrap a data frame of any kind for narwhals; refuse other data."""
    if (frame := open_frame(data)) is None:
        raise InputError(f"the data of type {type(data).__name__} must be a data frame with columns of covariates")
    return frame


def frame_of(data: Any, columns: Sequence[str] | None = None) -> Any:
    """Fetch columns of a data frame of any kind, or all, as a pandas frame, with decimals as doubles."""
    import narwhals as nw

    frame = people_frame(data)
    schema = frame.collect_schema()
    wanted = list(schema if columns is None else dict.fromkeys(columns))
    require_known(wanted, schema, "the data have no column")
    frame = frame.lazy().collect().select(*wanted)
    frame = frame.with_columns(*(nw.col(x).cast(nw.Float64) for x in wanted if schema[x].is_decimal()))
    if frame.implementation.is_pandas():
        return frame.to_native().reset_index(drop=True)
    import pandas

    return pandas.DataFrame({x: frame[x].to_list() for x in wanted})


def require_independent(x: Array, names: Sequence[str]) -> None:
    """Refuse covariates that are 0, that depend linearly on earlier ones, or that outnumber the rows."""
    size = np.sqrt((x**2).sum(axis=0))
    if (size < 1 / LARGEST).any():
        raise InputError(f"the covariate '{names[int(size.argmin())]}' is 0, or nearly, in every row; leave it out")
    if len(x) < x.shape[1]:
        raise InputError(f"{len(x)} rows cannot determine {x.shape[1]} coefficients; leave some covariates out")
    own = np.abs(np.diag(np.linalg.qr(x / size)[1]))
    if (own < 2e-5).any():
        name = names[int((own < 2e-5).argmax())]
        how = "is a linear combination of those before it; leave it out"
        if own.min() >= 1e-9:
            how = "is so near to a combination of those before it that doubles cannot tell; subtract its mean, as by center(…)"
        raise InputError(f"the covariate '{name}' {how}")


# files


def read_people_file(
    file: Path, formula: str, *, labels: Collection[str | None] = (), answer: str | None = None
) -> Any:
    """Read a CSV or Parquet file as a frame of pandas. Columns that the formula uses become numeric where all their texts are
    numbers.

    Columns of `labels` stay text, as does that of the answers, in which the text NA may be an answer.
    """
    pandas = need("pandas", *NEEDED)
    if is_parquet(file):
        frame = frame_of(open_parquet(file)).map(printable)
    else:
        table = read_table(file)
        frame = pandas.DataFrame(table.rows, columns=list(table.names), dtype=object)
        others = [x for x in table.names if x != answer]
        frame[others] = frame[others].replace("NA", None)
    used = [x for x in frame.columns if x in formula and x not in {answer, *labels}]
    for name in used:
        if pandas.api.types.infer_dtype(frame[name], skipna=True) == "string":
            frame[name] = _numbers_of(frame[name], file, formula)
    return frame


def _numbers_of(column: Any, file: Path, formula: str) -> Any:
    """Convert a column of texts to numbers, if all its texts are numbers; else return it as it is.

    Texts that stand for a missing value, such as NA, do not count here; in a column of numbers they are missing. A column that the
    formula marks as categories by C(column) stays text, unless all its texts are numbers. Two kinds of other columns are refused.
    In the first kind, some texts are numbers and others are not. In the second kind, some text is a number with a decimal comma,
    and nearly all texts are numbers with a comma or a point.
    """
    import pandas

    name, text = column.name, column.str.strip()
    text = text.where(~text.str.lower().isin(BLANKS), None)
    number = pandas.to_numeric(text, errors="coerce")
    strange = text.notna() & number.isna()
    if not strange.any() or f"C({name}" in formula:
        return column if strange.any() else number.astype(float)
    with_comma, row, advice = text.str.fullmatch(COMMA).eq(True), int(strange.argmax()), "mend it"
    are_commas = with_comma.any() and (with_comma | number.notna()).sum() >= NEARLY_ALL * text.notna().sum()
    if are_commas:
        row = int(with_comma.argmax())
        such = text[row].replace(",", ".")
        if re.search(r"^[+-]?\d+,\d{3}$", text[row]):
            such += f", or {text[row].replace(',', '')} if the comma parts thousands"
        advice = f"write its numbers with points ({such}) and without commas"
    if are_commas or number.notna().any():
        raise InputError(
            f"the column '{name}' of {file} has numbers, and {text[row]!r} in row {row + 2}; {advice}, or write C({name}) "
            "for categories"
        )
    return column
