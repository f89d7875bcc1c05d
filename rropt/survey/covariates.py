"""Read the people of a regression: their covariates by a formula, their randomized answers, weights, clusters and strata.

Formulas are read by formulaic, in the words of statsmodels and R. A formula is its user's own text: it may call functions of numpy
and formulaic's transforms, and is run on the columns of the data.
"""

from __future__ import annotations

import re
import warnings
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
    are_right,
    bad_number,
    by_label,
    open_frame,
    require_columns,
    require_meanings,
    require_single_values,
    sum_up,
    text_of,
)
from rropt.survey.contrast import between_units
from rropt.survey.data_file import is_parquet, number_of, open_parquet, printable, read_table
from rropt.survey.halves import unrelated_device
from rropt.survey.laws import Array

__all__ = [
    "LARGEST",
    "Covariates",
    "Mechanisms",
    "People",
    "covariates_of",
    "frame_of",
    "names_column",
    "people_frame",
    "read_people_file",
    "read_mechanisms",
    "read_people",
    "require_independent",
    "variables_of",
]

# What needs formulaic and pandas, and what to install for it.
NEEDED = ("a regression", "'rropt[analysis]'")
# The column of clusters where people were drawn in strata: each is a cluster.
PERSON = "rropt_person"
MOST_COUNTED, LARGEST = 10**7, 1e100
# Texts that files often have in place of a missing value.
BLANKS = ("na", "n/a", "nan", "null", "none", ".", "-", "missing")
CODE = r"[+-]?(?:0\d+|\d{16,})"
# a term such as (1 | school) in the words of lme4; I((a | b)), which Python computes, is none
RANDOM_EFFECT = r"(?:^|[+-])\s*\([^()|]*\|{1,2}\s*(\w+)[^()|]*\)"


@dataclass(frozen=True, slots=True, eq=False)
class Mechanisms:
    """The devices by which people were asked, one for each value of the column `by` (or one without it).

    The truths of each are `labels`, in this order. With `is_unrelated` the devices ask a sensitive or an unrelated question: their
    truths are pairs of the answers to both, and `labels` are those to the sensitive one.
    """

    by: str | None
    devices: Mapping[str, Device]
    is_unrelated: bool
    labels: tuple[str, ...]

    def of(self, name: str) -> Device:
        """Return the device by which people with this value of the column `by` were asked."""
        names, at = tuple(self.devices), 0
        if self.by is not None and name != MISSING:
            at = Labels(names).find(name, f"there is no mechanism for people whose {self.by} is")
        return self.devices[names[at]]


def read_mechanisms(
    mechanism: Any, unrelated: Any, by: str | None, outputs: Sequence[str] | None, positive: object
) -> Mechanisms:
    """Read one mechanism, one for every value of a column, or the chances of a sensitive question by half-sample.

    Of two truths `positive` becomes the last one.
    """
    is_unrelated = unrelated is not None
    given = unrelated if is_unrelated else mechanism
    several = isinstance(given, Mapping)
    refuse(
        (
            (mechanism is None) != is_unrelated,
            "a regression needs mechanism or, with an unrelated question, unrelated; give one of them",
        ),
        (
            not is_unrelated and outputs is not None,
            f"outputs = {outputs} belong to unrelated, not to mechanism; call relabel(outputs=…) on the mechanism",
        ),
        (
            several != (by is not None) or (is_unrelated and not several),
            f"by = {by} and {'several mechanisms' if several else 'one mechanism'} do not go together; give a mechanism (or the "
            "chance of the sensitive question) for every value of the column by, or one mechanism without by",
        ),
        (several and not given, f"by = {by} has no mechanism; give one for every value of this column"),
    )
    named = by_label(given, "value of by", ()) if several else {"": given}
    devices = {name: unrelated_device(name, x, outputs) if is_unrelated else Device.of(x) for name, x in named.items()}
    truths = {name: d.outputs if is_unrelated else d.inputs for name, d in devices.items()}
    labels = next(iter(truths.values()))
    refuse(
        *(
            (
                set(own) != set(labels),
                f"the mechanism of '{name}' has the inputs {own}, and the first {labels}; use the same inputs",
            )
            for name, own in truths.items()
        ),
        (
            is_unrelated and len({d.matrix[1, 2] for d in devices.values()}) < 2,
            f"the half-samples {', '.join(named)} have one chance of the sensitive question; use different chances",
        ),
        (
            positive is not None and (len(labels) > 2 or str(positive) not in labels),
            f"positive = {positive} must be one of two truths, but they are {', '.join(labels)}; leave it out",
        ),
    )
    if positive is not None:
        labels = tuple(sorted(labels, key=lambda x: x == str(positive)))
    for name, d in devices.items():
        # pairs of truths stay together
        places = np.arange(len(d.inputs)).reshape(len(labels), -1)[[truths[name].index(x) for x in labels]].ravel()
        devices[name] = Device(d.matrix[:, places], tuple(d.inputs[i] for i in places), d.outputs)
    return Mechanisms(by, devices, is_unrelated, labels)


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """The complete rows of the data: a pandas frame of covariates and outcome, and the answers, with an entry for each person.

    Groups of the answers are people asked by one device, whose matrix is `devices`[group], with rows of 0 in place of outputs that
    it lacks. The answers of people have the logarithms of chances `log_chances`[truth, person], and weights have mean 1. People who
    were drawn in strata are clusters of their own.
    """

    frame: Any
    answers: Answers
    devices: Array
    log_chances: Array

    @property
    def n(self) -> int:
        """The number of people."""
        return len(self.answers.group)

    @property
    def freedom(self) -> int | None:
        """The degrees of freedom of errors from clusters, as many as clusters less strata; None without clusters."""
        drawn = self.answers.drawn
        return int(drawn.sum()) - len(drawn) if self.answers.drawn_by == "clusters" else None

    def spread(self, scores: Array) -> Array:
        """Return the covariance matrix of the sum of scores: from their sums over clusters, or from people if there are none."""
        a = self.answers
        return between_units(scores, a.unit, a.stratum).toarray() if a.drawn_by == "clusters" else scores.T @ scores


@dataclass(frozen=True, slots=True, eq=False)
class Covariates:
    """The columns of a formula: their values, their names, and the recipe by which they are built from other data."""

    values: Array
    names: tuple[str, ...]
    recipe: Any

    def again(self, frame: Any) -> Array:
        """Build the same columns from other people's data."""
        return np.asarray(
            _build(self.recipe, frame, "the covariates of these people cannot be built", "mend the data"), float
        )

    def categories(self, name: str) -> list[Any]:
        """The categories of a column of the data as the formula orders them; none if it takes the column as a number."""
        return next(
            (
                list(x.levels)
                for f, x in self.recipe.factor_contrasts.items()
                if name in self.recipe.factor_variables[f]
            ),
            [],
        )

    def references(self) -> dict[str, str]:
        """The category of each column with which the others are compared."""
        found = {}
        # formulaic has them in the order of a set
        for factor, state in sorted(self.recipe.factor_contrasts.items(), key=str):
            others = [x for x in state.levels if not any(f"{factor}[T.{x}]" in column for column in self.names)]
            if len(others) == 1 < len(state.levels):
                found[str(factor)] = str(others[0])
        return found


def covariates_of(right: Any, frame: Any, *, constant: bool = True) -> Covariates:
    """Build the columns of the right side of a formula, a text or a list of terms, by formulaic, without a constant if `constant`
    is False."""
    built = _build(right, frame, f"the formula '{str(right)[:80]}' cannot be read on these data", "mend one of both")
    recipe = built.model_spec.subset([x for x in built.model_spec.terms if constant or x != "1"])
    if empty := [term for term, at in recipe.term_indices.items() if not at]:
        raise InputError(
            f"the covariate '{empty[0]}' has one value in all rows, so there is nothing to compare; leave it out"
        )
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


def _build(recipe: Any, frame: Any, fault: str, advice: str) -> Any:
    """Build the columns of a formula, or of a recipe; refuse a category that the recipe, or the formula's own levels, lack."""
    formulaic = need("formulaic", *NEEDED)
    # formulaic writes the kinds of other data into the recipe
    own = recipe.update(encoder_state={**recipe.encoder_state}) if isinstance(recipe, formulaic.ModelSpec) else recipe
    with refusing(fault, advice), warnings.catch_warnings():
        # of a category that it lacks it warns, and takes it for the reference
        warnings.simplefilter("ignore")
        maker = formulaic.ModelSpec.from_spec(own).get_materializer(frame, context={})
        built = maker.get_model_matrix(own, na_action="raise")
    for factor, state in (built.model_spec if own is recipe else recipe).factor_contrasts.items():
        found = maker.factor_cache[str(factor)]
        if found.metadata.kind.value == "numerical":
            raise InputError(f"'{factor}' has numbers where the regression knows categories; give them as categories")
        values = dict.fromkeys(np.asarray(found.values, object))
        # the text '1' is not the number 1
        known = {text_of(x): x for x in state.levels}
        lacking = [repr(x) if text_of(x) in known else text_of(x) for x in values if x not in {*state.levels}]
        require_known(lacking, [*known], f"the categories of {factor} lack")
    return built


def names_column(text: str, name: str) -> bool:
    """Whether a formula, or a term of one, has the name of a column as a word; `id` is no word of `said`."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def variables_of(right: str, columns: Sequence[str], *, taken: str) -> tuple[str, ...]:
    """Return the columns of the data that the right side of a formula names; `taken` is the column of randomized answers."""
    formulaic = need("formulaic", *NEEDED)
    if effect := re.search(RANDOM_EFFECT, right):
        raise InputError(
            f"the formula '{right[:80]}' has a random effect of {effect[1]}, and there are no mixed models here; leave it out, and "
            f"give --cluster {effect[1]} (in Python, cluster = {effect[1]!r}) for errors that allow for these groups"
        )
    with refusing(f"the formula '{right[:80]}' cannot be read", "write one such as said ~ age + region"):
        factors = [str(factor) for term in formulaic.Formula(right) for factor in term.factors]
    require_known((f for f in factors if f.isidentifier() and f != taken), columns, "the data have no column")
    return tuple(x for x in columns if x in {*factors, *re.findall(r"\w+", right)})


def read_people(data: Any, mechanisms: Mechanisms, columns: Columns, needed: Sequence[str]) -> People:
    """Read the rows whose covariates are complete, and that say who was asked how; a row of a table of counts is repeated as its
    count says."""
    require_columns(columns, people_frame(data).collect_schema().names())
    counts, number = columns.counts, columns.counts or columns.weights
    frame = frame_of(data, [*needed, *columns.keys, *([number] if number else [])])
    require_single_values(people_frame(frame), {x: x for x in frame.columns})
    require_meanings(columns.meanings, tuple(dict.fromkeys(x for d in mechanisms.devices.values() for x in d.outputs)))
    numbers = np.array([number_of(x) for x in frame[number]] if number else np.ones(len(frame)))
    if not (fine := are_right(numbers, columns)).all():
        raise bad_number(number, columns, np.flatnonzero(~fine))
    if counts is not None:
        if numbers.sum() > MOST_COUNTED:
            raise InputError(f"the counts '{counts}' are together more than {MOST_COUNTED:,}; give fewer people")
        frame = frame.loc[frame.index.repeat(numbers.astype(int))]
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
    # the clusters of incomplete rows count
    a = sum_up(
        Rows.of([frame[x].tolist() for x in columns.keys], ~lost, None if columns.weights is None else numbers),
        lambda name: [mechanisms.of(name).outputs],
        columns,
    )
    a.require_several_units()
    mean = a.w.mean()
    a = replace(a, w=a.w / mean, w2=a.w2 / mean**2, left_out=(*left_out, *a.left_out))
    covariates = frame.loc[a.row, list(dict.fromkeys(needed))].reset_index(drop=True)
    for name in covariates.select_dtypes("category"):
        covariates[name] = covariates[name].cat.remove_unused_categories()
    devices = np.stack(
        [np.pad(p, ((0, a.outputs - len(p)), (0, 0))) for p in (mechanisms.of(x).matrix for x in a.groups)]
    )
    with np.errstate(divide="ignore"):
        return People(covariates, a, devices, np.log(devices[a.group, a.output]).T)


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
    for name in frame.columns:
        is_used = names_column(formula, name) and name not in {answer, *labels}
        if is_used and pandas.api.types.infer_dtype(frame[name], skipna=True) == "string":
            frame[name] = _numbers_of(frame[name], file, formula)
    return frame


def _numbers_of(column: Any, file: Path, formula: str) -> Any:
    """Convert a column of texts to numbers, if all its texts are numbers; else return it as it is.

    A whole number with leading zeros or of more than 15 digits is a code, as others would be read as the same number. 1 and 1.0 are
    one number, and decimals are measured: digits beyond those of a double may go.

    Texts that stand for a missing value, such as NA, do not count here; in a column of numbers they are missing. A column that has
    both numbers and other texts (a number with a comma among them) is refused, unless the formula marks it as categories by
    C(column).
    """
    import pandas

    name, text = column.name, column.str.strip()
    text = text.where(~text.str.lower().isin(BLANKS), None)
    number = pandas.to_numeric(text, errors="coerce")
    strange = text.notna() & (number.isna() | text.str.fullmatch(CODE).eq(True))
    is_marked = re.search(rf"\bC\(\s*{re.escape(name)}\b", formula)
    if not strange.any():
        # the category 1 is not called 1.0
        return number.astype("Int64" if is_marked and (number.dropna() % 1 == 0).all() else float)
    with_points = pandas.to_numeric(text.str.replace(",", ".", regex=False), errors="coerce")
    if with_points.notna().any() and not is_marked:
        row = int(strange.argmax())
        raise InputError(
            f"the column '{name}' of {file} has numbers, and {text[row]!r} in row {row + 2}; mend it (numbers have points and no "
            f"commas, nor leading zeros or more than 15 digits), or write C({name}) for categories"
        )
    return column
