"""Read the people of a regression: their covariates by a formula, their randomized answers, weights, clusters and strata.

Formulas are read by formulaic, in the words of statsmodels and R. A formula is its user's own text: it may call functions of numpy
and formulaic's transforms, and is run on the columns of the data.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rropt.errors import InputError, need
from rropt.exact.reading import list_near
from rropt.exact.spelling import counted
from rropt.survey.answers import (
    Answers,
    Columns,
    Device,
    Drop,
    Labels,
    bad_number,
    by_label,
    is_missing,
    meaning,
    open_frame,
    require_columns,
    require_meanings,
    require_nested,
    require_single_values,
    text_of,
    with_numbers,
)
from rropt.survey.data_file import is_parquet, open_parquet, printable, read_table, refusing
from rropt.survey.estimates import identifies
from rropt.survey.halves import unrelated_device
from rropt.survey.laws import Array

__all__ = [
    "Covariates",
    "Mechanisms",
    "People",
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
MOST_COUNTED = 10**7
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

    With `is_unrelated` the devices ask a sensitive or an unrelated question, and `labels` are no and yes to the sensitive one.
    """

    by: str | None
    names: tuple[str, ...]
    devices: tuple[Device, ...]
    is_unrelated: bool
    labels: tuple[str, ...]

    def matrices(self, order: Sequence[int]) -> tuple[Array, ...]:
        """The matrices of the devices, with the truths as columns in this order, matched by their labels."""
        if self.is_unrelated:
            return tuple(
                np.hstack([p * np.eye(2)[:, list(order)], (1 - p) * np.eye(2)])
                for p in (d.matrix[1, 2] for d in self.devices)
            )
        wanted = [self.labels[j] for j in order]
        return tuple(d.matrix[:, [d.inputs.index(x) for x in wanted]] for d in self.devices)

    def tell(self, order: Sequence[int]) -> bool:
        """Whether different shares of the truths give different answers of some device, so that shares alone are identified."""
        return identifies(np.vstack(self.matrices(order)))


def read_mechanisms(mechanism: Any, unrelated: Any, by: str | None, outputs: Sequence[str] | None) -> Mechanisms:
    """Read one mechanism, one for every value of a column, or the chances of a sensitive question by half-sample."""
    if (mechanism is None) == (unrelated is None):
        raise InputError("a regression needs mechanism or, with an unrelated question, unrelated; give one of them")
    if unrelated is None and outputs is not None:
        raise InputError(
            f"outputs = {outputs} belong to unrelated, not to mechanism; call relabel(outputs=…) on the mechanism"
        )
    given = mechanism if unrelated is None else unrelated
    several = isinstance(given, Mapping)
    if several != (by is not None) or (unrelated is not None and not several):
        raise InputError(
            f"by = {by} and {'several mechanisms' if several else 'one mechanism'} do not go together; give a mechanism (or "
            "the chance "
            "of the sensitive question) for every value of the column by, or one mechanism without by"
        )
    named = by_label(given, "value of by", ()) if several else {"": given}
    if unrelated is not None:
        devices = [unrelated_device(name, x, outputs) for name, x in named.items()]
        if len({d.matrix[1, 2] for d in devices}) < 2:
            raise InputError(
                f"the half-samples {', '.join(named)} have one chance of the sensitive question; use different chances"
            )
        return Mechanisms(by, tuple(named), tuple(devices), True, devices[0].outputs)
    devices = [Device.of(x) for x in named.values()]
    first = devices[0]
    for name, d in zip(named, devices, strict=True):
        if set(d.inputs) != set(first.inputs):
            raise InputError(
                f"the mechanism of '{name}' has the inputs {d.inputs}, and the first {first.inputs}; use the same inputs"
            )
    return Mechanisms(by, tuple(named), tuple(devices), False, first.inputs)


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """The complete rows of the data: a pandas frame of covariates and outcome, and for each person the index of the answer, of the
    device and of the cluster, and the weight (with mean 1). `strata` has the stratum of each cluster that was drawn.

    `left_out` says which rows were left out.
    """

    frame: Any
    answers: Array
    samples: Array
    weights: Array
    clusters: Array | None
    strata: Array | None
    is_weighted: bool
    left_out: tuple[str, ...]

    @property
    def n(self) -> int:
        """The number of people."""
        return len(self.answers)

    def answers_of(self, sample: int, outputs: int) -> Answers:
        """The answers of the people who were asked by one device, as the sums of a survey."""
        mine = np.flatnonzero(self.samples == sample)
        w, nothing = self.weights[mine], np.zeros(len(mine), int)
        unit, strata, drawn = nothing, np.zeros(1, int), np.array([len(mine)])
        if self.clusters is not None and self.strata is not None:
            unit, strata, drawn = self.clusters[mine], self.strata, np.bincount(self.strata)
        return Answers(
            "", ("",), nothing, unit, self.answers[mine], np.ones(len(mine)), w, w * w,
            "people" if self.clusters is None else "clusters", strata, ("",) * len(drawn), drawn,
            self.is_weighted, outputs,
        )  # fmt: skip


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
        for name, (_, state) in self.recipe.encoder_state.items():
            kept = [x for x in state.get("categories", ()) if any(f"{name}[T.{x}]" in column for column in self.names)]
            lacking = [x for x in state.get("categories", ()) if x not in kept]
            if kept and len(lacking) == 1:
                found[name] = str(lacking[0])
        return found


def covariates_of(right: str, frame: Any) -> Covariates:
    """Build the columns of the right side of a formula by formulaic."""
    formulaic = need("formulaic", *NEEDED)
    with refusing(f"the formula '{right[:80]}' cannot be read on these data", "mend one of both"):
        built = formulaic.Formula(right).get_model_matrix(frame, context={}, na_action="raise")
    values = np.asarray(built, float)
    if not np.isfinite(values).all():
        bad = built.columns[int((~np.isfinite(values)).any(axis=0).argmax())]
        raise InputError(
            f"the covariate '{bad}' is not finite in some row; leave these rows out, or transform it otherwise"
        )
    return Covariates(values, tuple(map(str, built.columns)), built.model_spec)


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
    if unknown := [f for f in factors if f.isidentifier() and f not in columns and f != taken]:
        raise InputError(f"the data have no column '{unknown[0]}'; {list_near(unknown[0], list(columns))}")
    return tuple(x for x in columns if x in words)


def words_of(code: str) -> set[str]:
    """Return the words of a factor of a formula, among which its columns are."""
    return set(re.findall(r"\w+", code))


def read_people(data: Any, mechanisms: Mechanisms, columns: Columns, needed: Sequence[str]) -> People:
    """Read the rows that are complete in the columns needed; a row of a table of counts is repeated as its count says."""
    require_columns(columns, people_frame(data).collect_schema().names())
    (answer,), weights, counts = columns.answer, columns.weights, columns.counts
    labels = [x for x in (answer, mechanisms.by, *columns.units) if x is not None]
    number = counts or weights
    frame = frame_of(data, [*needed, *labels, *([number] if number else [])])
    require_single_values(people_frame(frame), {x: x for x in frame.columns})
    if columns.meanings:
        outputs = dict.fromkeys(x for device in mechanisms.devices for x in device.outputs)
        require_meanings(columns.meanings, tuple(outputs))
        frame[answer] = [meaning(x, columns.meanings) for x in frame[answer]]
    if number:
        with refusing("the data could not be added up", "mend them"):
            doubles = with_numbers(people_frame(frame), number, number, columns)
        if doubles["rropt_bad"].sum():
            raise bad_number(number, columns, [number, *doubles["rropt_w"].to_list()])
        frame[number] = doubles["rropt_w"].to_list()
    if counts is not None:
        if frame[counts].sum() > MOST_COUNTED:
            raise InputError(f"the counts '{counts}' are together more than {MOST_COUNTED:,}; give fewer people")
        frame = frame.loc[frame.index.repeat(frame[counts].astype(int))]
    frame = frame.reset_index(drop=True)
    clusters, strata = _units(frame, columns.cluster, columns.stratum)
    lacking = {x: frame[x].isna().to_numpy() for x in dict.fromkeys((*needed, answer, mechanisms.by)) if x is not None}
    kept = ~np.logical_or.reduce(list(lacking.values()))
    if (lost := int((~kept).sum())) and columns.missing == "error":
        raise InputError(
            f"{counted(lost, 'row has', 'rows have')} missing values; fill them, or leave them out with missing = drop"
        )
    answers, samples = _answers(frame, kept, answer, mechanisms, columns.other)
    w = np.ones(len(frame)) if weights is None else frame[weights].to_numpy(float)
    named = ", ".join(f"{int(x.sum())} by {name}" for name, x in lacking.items() if x.any())
    units = "; their clusters count" if clusters is not None else ""
    reasons = (
        (~kept, "row", "rows", f"without a value ({named})"),
        (kept & (answers < 0), "answer that is", "answers that are", "no output of the mechanism"),
        (kept & (w == 0), "row", "rows", f"with a weight of 0{units}"),
    )
    told = [f"Left out: {counted(int(x.sum()), one, many)} {why}." for x, one, many, why in reasons if x.any()]
    rows = np.flatnonzero(kept & (answers >= 0) & (w > 0))
    if not len(rows):
        raise InputError(
            f"none of {len(frame)} rows is complete with a weight above 0, so there is nothing to fit; mend the data"
        )
    covariates = frame.loc[rows, list(dict.fromkeys(needed))].reset_index(drop=True)
    w = w[rows] / w[rows].mean()
    own = None if clusters is None else clusters[rows]
    return People(covariates, answers[rows], samples[rows], w, own, strata, weights is not None, tuple(told))


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
    if lacking := [x for x in wanted if x not in schema]:
        raise InputError(f"the data have no column '{lacking[0]}'; their columns are {', '.join(list(schema)[:12])}")
    frame = frame.lazy().collect().select(*wanted)
    frame = frame.with_columns(*(nw.col(x).cast(nw.Float64) for x in wanted if schema[x].is_decimal()))
    if frame.implementation.is_pandas():
        return frame.to_native().reset_index(drop=True)
    import pandas

    return pandas.DataFrame(
        {x: frame[x].to_pandas() if frame.implementation.is_pyarrow() else frame[x].to_list() for x in wanted}
    )


def _units(frame: Any, cluster: str | None, stratum: str | None) -> tuple[Array | None, Array | None]:
    """Return the index of each row's cluster, and the stratum of each cluster; people are clusters where only strata are given."""
    if cluster is None and stratum is None:
        return None, None
    for name in (cluster, stratum):
        if name is not None and frame[name].isna().any():
            raise InputError(f"some rows have no label in the column '{name}' of units; fill it, or leave them out")
    strata = map(text_of, frame[stratum]) if stratum else [""] * len(frame)
    units = list(zip(strata, map(text_of, frame[cluster]) if cluster else map(str, frame.index), strict=True))
    require_nested(units)
    places, listed = {x: i for i, x in enumerate(dict.fromkeys(units))}, sorted({h for h, _ in units})
    of = np.array([listed.index(h) for h, _ in places])
    if (single := np.bincount(of) == 1).any():
        raise InputError(
            f"the stratum '{listed[int(single.argmax())]}' has one cluster, and so no variance; give two or more, or merge"
        )
    return np.array([places[x] for x in units]), of


def _answers(frame: Any, kept: Array, answer: str, mechanisms: Mechanisms, other: Drop) -> tuple[Array, Array]:
    """Return the index of each answer (−1 if it is no output), and that of each person's device."""
    samples = np.zeros(len(frame), dtype=int)
    if mechanisms.by is not None:
        known = Labels(mechanisms.names)
        of = {x: known.place(x) for x in dict.fromkeys(frame[mechanisms.by][kept].tolist())}
        if strange := [x for x, at in of.items() if at is None]:
            raise InputError(
                f"the column '{mechanisms.by}' has '{strange[0]}' without a mechanism; there is one for "
                f"{', '.join(mechanisms.names[:8])}"
            )
        samples[kept] = [of[x] for x in frame[mechanisms.by][kept].tolist()]
    found = np.full(len(frame), -1)
    said = frame[answer].to_numpy()
    for g, device in enumerate(mechanisms.devices):
        labels, mine = Labels(device.outputs), np.flatnonzero(kept & (samples == g))
        of = {x: labels.place(x) for x in dict.fromkeys(said[mine].tolist()) if not is_missing(x)}
        if other == "error" and (strange := [x for x, at in of.items() if at is None]):
            raise InputError(
                f"the answer {str(strange[0])[:40]!r} in '{answer}' is no output of the mechanism, whose outputs are "
                f"{', '.join(device.outputs[:8])}; relabel the mechanism, or leave such answers out with other = drop"
            )
        found[mine] = [-1 if of.get(x) is None else of[x] for x in said[mine].tolist()]
    return found, samples


def require_independent(x: Array, names: Sequence[str]) -> None:
    """Refuse covariates that are 0, that depend linearly on earlier ones, or that outnumber the rows."""
    size = np.sqrt((x**2).sum(axis=0))
    if (size == 0).any():
        raise InputError(f"the covariate '{names[int(size.argmin())]}' is 0 in every row; leave it out")
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
    with_comma = text.str.fullmatch(COMMA).eq(True)
    if with_comma.any() and (with_comma | number.notna()).sum() >= NEARLY_ALL * text.notna().sum():
        row = int(with_comma.argmax())
        point, whole = text[row].replace(",", "."), text[row].replace(",", "")
        such = (
            f"{point}, or {whole} if the comma parts thousands" if re.search(r"^[+-]?\d+,\d{3}$", text[row]) else point
        )
        raise InputError(
            f"the column '{name}' of {file} has {text[row]!r} in row {row + 2}, a number with a comma; write its numbers with "
            f"points ({such}) and without commas, or write C({name}) for categories"
        )
    if number.notna().any():
        row = int(strange.argmax())
        raise InputError(
            f"the column '{name}' of {file} has numbers, and {text[row]!r} in row {row + 2}; mend it, or write C({name}) "
            "for categories"
        )
    return column
