"""Count the answers of each group of a data frame. The frame's own engine counts them, and only these counts are returned.

A single group-by with the columns of groups, of clusters and strata, and of answers counts the rows. It also sums the weights of
the rows, and the squares of the weights. Its result has one row for each combination of labels. So no respondent's own row is
fetched, unless strata are given without clusters, because each respondent is then a cluster. narwhals translates the group-by for
pandas, Polars and PyArrow, and in lazy form for Polars, DuckDB and Spark. Dask runs it on each partition.
`tests/survey/test_frames.py` and `test_spark.py` check how much data is fetched.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from rropt.exact.errors import Argument, InputError
from rropt.exact.grammar import read_rational
from rropt.exact.reading import list_near
from rropt.exact.spelling import counted
from rropt.survey.carriers.doubles import as_double, with_doubles
from rropt.survey.carriers.partitions import is_partitioned, over_partitions
from rropt.survey.clustered.clusters import Clusters, Key, require_nested
from rropt.survey.tally import (
    MISSING,
    MOST_ANSWERS,
    Missing,
    Other,
    Row,
    Tally,
    is_missing,
    label_of,
    tally_of_rows,
    text_of,
)

if TYPE_CHECKING:
    import narwhals as nw

__all__ = [
    "JOIN",
    "answers_as_units",
    "holds_lists",
    "open_frame",
    "several_values",
    "BadCounts",
    "BadWeights",
    "is_frame",
    "joint_name",
    "no_numbers",
    "require_names",
    "respondent_column",
    "rows_of_frame",
    "sort_groups",
    "tallies_of_frame",
]

COUNT, SUM, SQUARES, ROWS = "rropt_count", "rropt_sum", "rropt_squares", "rropt_rows"
OF_DATA = "data_"
"""What precedes the names of the data's columns beside sums, and their places in a group-by, so that none has the name of a sum."""
MOST_ROWS = 1_000_000
LEAST_SQUARES = 1e-290
"""Below this, a sum of squares may have lost digits, because doubles below 2e-308 have fewer of them."""
JOIN = ", "
"""The text that joins the values of several columns to the name of a group."""


def joint_name(by: str | Sequence[str]) -> str:
    """Name the column or columns that divide people into groups."""
    return by if isinstance(by, str) else JOIN.join(by)


class BadWeights(InputError):
    """The error that some weights are missing, are negative, or are not numbers."""


class BadCounts(InputError):
    """The error that some counts are missing, are negative, or are not whole numbers."""


class LacksUnit(InputError):
    """An error: some rows have no label in the column `column`, which names clusters or strata."""

    def __init__(self, said: str, column: str) -> None:
        super().__init__(said)
        self.column = column


def answers_as_units(column: str) -> InputError:
    """Make the error for a column of answers that also names clusters or strata, within which the variance would be 0, or that
    also holds weights or counts, which would then depend on the answers."""
    return InputError(
        f"the column '{column}' holds the answers, which say nothing of how people were drawn, weighted or counted; name another "
        "column"
    )


def is_frame(data: Any) -> bool:
    """Whether the object is a data frame that narwhals knows, eager or lazy, or a Dask data frame."""
    import narwhals as nw

    return is_partitioned(data) or isinstance(open_frame(data), nw.DataFrame | nw.LazyFrame)


def open_frame(data: Any) -> Any:
    """Wrap a data frame for narwhals, and return any other object unchanged. Refuse a pandas frame that has two columns of the same
    name, or whose column names have several levels (a MultiIndex)."""
    import narwhals as nw

    columns = getattr(data, "columns", None) if type(data).__module__.partition(".")[0] == "pandas" else None
    if columns is not None and columns.nlevels > 1:
        raise InputError(
            f"the columns of the data have names of {columns.nlevels} levels, such as {columns[0]}; give names of one level, as by "
            "data.columns = ['_'.join(map(str, x)) for x in data.columns]"
        )
    if columns is not None and not columns.is_unique:
        twice = dict.fromkeys(map(str, columns[columns.duplicated()]))
        raise InputError(f"two columns of the data are named {', '.join(twice)}; rename one")
    return nw.from_native(data, pass_through=True)


def holds_lists(cells: Iterable[Any]) -> bool:
    """Whether one of the cells holds several values, such as a list. Such a cell is recognised by having no hash."""
    return any(x.__hash__ is None for x in cells)


def several_values(column: str) -> InputError:
    """Make the error for a column whose cells hold several values."""
    return InputError(f"a cell of the column '{column}' holds several values, such as a list; give one value a cell")


def tallies_of_frame(
    data: Any,
    outputs: Sequence[str],
    *,
    answer: str,
    by: str | Sequence[str] | None = None,
    weights: str | None = None,
    counts: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    other: Other = "error",
    missing: Missing = "error",
) -> dict[str, Tally]:
    """Count the answers of every group, and return the groups in the order of their labels. Without `by` there is one group, named
    ''.

    If `cluster` is given, each tally also has the sums of the weights in each cluster. `stratum` then says in which stratum a
    cluster lies. If `stratum` is given without `cluster`, each respondent is a cluster. Rows of weight 0 are not counted as
    answers.
    """
    found, are_people = {}, stratum is not None and cluster is None
    if are_people:
        data, cluster = _with_respondents(data)
    units = [] if cluster is None else [cluster] if stratum is None else [cluster, stratum]
    every = _units_of_frame(data, answer, by, weights, counts, units)
    keys = sorted({_key(x.unit) for some in every.values() for x in some}) if units else []
    require_nested(keys)
    # a row of weight 0 is no answer, but its cluster was drawn all the same
    groups = {name: [(x.unit, x.row) for x in some if weights is None or x.row[1]] for name, some in every.items()}
    # all groups are tallied together first, so that a refusal has the numbers of all groups
    tally_of_rows((row for some in groups.values() for _, row in some), outputs, other=other, missing=missing)
    for name, some in groups.items():
        tally = tally_of_rows((row for _, row in some), outputs, other=other, missing=missing)
        clusters = replace(_clusters(keys, some, outputs), are_people=are_people) if units else None
        found[name] = replace(tally, clusters=clusters, weightless=sum(x.weightless for x in every[name]))
    return found


def respondent_column(columns: Collection[str]) -> str:
    """Return a name for the column of respondents that is none of `columns`."""
    name = "rropt_respondent"
    while name in columns:
        name += "_"
    return name


def _with_respondents(data: Any) -> tuple[Any, str]:
    """Add a column that gives each row a different name, so that each respondent can be a cluster. Return the data and the column's
    name. Refuse a Dask frame, because it does not number its rows."""
    import narwhals as nw

    if is_partitioned(data):
        raise InputError(
            "people drawn in strata are told apart by the numbers of their rows, and a Dask frame does not number its rows; name "
            "a column that numbers the people, with ",
            Argument("cluster", "COLUMN"),
        )
    frame = open_frame(data)
    frame = frame.collect() if isinstance(frame, nw.LazyFrame) else frame
    name = respondent_column(frame.columns)
    said = nw.concat_str([nw.lit("respondent "), (nw.col(name) + 1).cast(nw.String)])
    return frame.with_row_index(name).with_columns(said.alias(name)).to_native(), name


def _key(unit: tuple[str, ...]) -> Key:
    return unit[1] if len(unit) > 1 else "", unit[0]


def _clusters(keys: Iterable[Key], some: Iterable[tuple[tuple[str, ...], Row]], outputs: Sequence[str]) -> Clusters:
    """Sum the survey weights by output in each of the clusters `keys`; answers that are no output are left out."""
    places = {label: i for i, label in enumerate(outputs)}
    sums: dict[Key, dict[int, Fraction]] = {key: {} for key in keys}
    for unit, (answer, _, weight, _) in some:
        if (place := places.get(label_of(answer, outputs))) is not None:
            mine = sums[_key(unit)]
            mine[place] = mine.get(place, Fraction(0)) + weight
    return Clusters(tuple((key, tuple(mine.items())) for key, mine in sums.items()))


def rows_of_frame(
    data: Any,
    *,
    answer: str,
    by: str | Sequence[str] | None = None,
    weights: str | None = None,
    counts: str | None = None,
) -> dict[str, list[Row]]:
    """Return the different answers of every group.

    Each row of the frame counts as one answer, or as none if its weight is 0. With `counts` it counts as many answers as this
    column says. Each different answer comes with how often it was given, the sum of its weights, and the sum of their squares. From
    a Dask frame it may come several times, once for each partition.
    """
    groups = _units_of_frame(data, answer, by, weights, counts, [])
    return {name: [x.row for x in some] for name, some in groups.items()}


class _Read(NamedTuple):
    """One row of the group-by's result. `unit` has the labels of cluster and stratum. `row` has the answer, how often it was given,
    and the sums of weights. `weightless` counts the rows of weight 0."""

    unit: tuple[str, ...]
    row: Row
    weightless: int


def _units_of_frame(
    data: Any,
    answer: str,
    by: str | Sequence[str] | None,
    weights: str | None,
    counts: str | None,
    units: Sequence[str],
) -> dict[str, list[_Read]]:
    """Return the different answers of every group as `rows_of_frame` does, but count them separately in each cluster or stratum.

    `units` names the columns whose labels say in which cluster and in which stratum a row lies. Raise an error if some row has no
    label in one of these columns, or if two groups would get the same name.
    """
    if answer in (*units, weights, counts):
        raise answers_as_units(answer)
    columns = [] if by is None else [by] if isinstance(by, str) else list(by)
    groups: dict[str, list[_Read]] = {}
    names: dict[str, tuple[str, ...]] = {}
    rows = _group(data, answer, [*columns, *units], weights, counts)
    for column in units:
        if lacking := sum(int(row.get(ROWS, row[COUNT])) for row in rows if is_missing(row[OF_DATA + column])):
            these = "this row" if lacking == 1 else "these rows"
            raise LacksUnit(
                f"{counted(lacking, 'row has', 'rows have')} no cluster or stratum in the column '{column}'; fill in a label (rows "
                f"with one label, such as unknown, are one cluster or stratum), or delete {these}",
                column,
            )
    for row in rows:
        cells = tuple(text_of(row[OF_DATA + column]) for column in columns)
        name = JOIN.join(cells)
        if names.setdefault(name, cells) != cells:
            raise InputError(f"two groups would be called '{name}'; rename a value of {columns[0]} that holds a comma")
        unit = tuple(text_of(row[OF_DATA + column]) for column in units)
        weightless = 0 if weights is None else int(row[ROWS]) - int(row[COUNT])
        groups.setdefault(name, []).append(_Read(unit, _read(row, answer, weights, counts), weightless))
    return {name: groups[name] for name in sort_groups(groups)}


def sort_groups(names: Iterable[str]) -> list[str]:
    """Sort the names of groups, as numbers if all are numbers. Names with a missing label come last."""
    listed = sorted(names)
    known = [name for name in listed if MISSING not in name.split(JOIN)]
    lacking = [name for name in listed if MISSING in name.split(JOIN)]
    try:
        return [*sorted(known, key=float), *lacking]
    except ValueError:
        return [*known, *lacking]


def _read(row: dict[str, Any], answer: str, weights: str | None, counts: str | None) -> Row:
    if counts is not None and (row[COUNT] is None or int(row["rropt_bad"])):
        raise BadCounts(f"the column '{counts}' has counts that are missing, negative or not whole; give whole numbers")
    if counts is not None and not float(row[COUNT]) <= MOST_ANSWERS:
        raise InputError(
            f"the column '{counts}' counts {float(row[COUNT]):.17g} people with one answer; it may count up to {MOST_ANSWERS:,}"
        )
    given, number = row[OF_DATA + answer], int(row[COUNT])
    if weights is None:
        return given, number, Fraction(number), Fraction(number)
    total, squares = row[SUM], row[SQUARES]
    if is_missing(total) or int(row["rropt_bad"]) or float(total) == math.inf:
        raise BadWeights(
            f"the weights column '{weights}' has weights that are missing, negative or not numbers; give numbers such as 0.98"
        )
    if math.isinf(float(squares)):
        raise InputError(
            f"the squares of the weights in '{weights}' overflow doubles; divide the weights by a constant"
        )
    if float(total) > 0 and float(squares) < LEAST_SQUARES:
        raise InputError(
            f"the squares of the weights in '{weights}' are too near 0 for doubles; multiply the weights by a constant"
        )
    return given, number, read_rational(str(total)), read_rational(str(squares))


def _group(data: Any, answer: str, by: Sequence[str], weights: str | None, counts: str | None) -> list[dict[str, Any]]:
    """Group the frame by the columns `by` and by the answer, in one query that the frame's own engine runs. Return one dictionary
    for each combination, with its count and its sums of weights. If the frame is in partitions, each partition has its own
    dictionary for a combination, so a combination may occur several times."""
    import narwhals as nw

    if is_partitioned(data):
        count = partial(_group, answer=answer, by=by, weights=weights, counts=counts)
        return [row for rows in over_partitions(count, data) for row in rows]
    frame = open_frame(data)
    keys = list(dict.fromkeys([*by, answer]))
    numbers = {name: column for name, column in (("weights", weights), ("counts", counts)) if column is not None}
    columns = list(dict.fromkeys([*keys, *numbers.values()]))
    require_names(frame, columns)
    schema = frame.collect_schema()
    for column in columns:
        # only an eager frame has objects of Python
        if schema[column].is_nested() or (schema[column] == nw.Object and holds_lists(frame.get_column(column))):
            raise several_values(column)
    # columns are chosen and grouped by their places, as Polars reads ^x.*$ as a pattern and DuckDB a.b as a column of a table a
    places = {x: f"{OF_DATA}{i}" for i, x in enumerate(columns)}
    frame = frame.select(nw.nth(*map(schema.names().index, columns))).rename(places)
    frame, wanted = with_doubles(frame, [places[x] for x in numbers.values()]), [nw.len().alias(COUNT)]
    schema = frame.collect_schema()
    for name, column in numbers.items():
        if not schema[places[column]].is_numeric():
            raise no_numbers(name, column)
    if weights is not None:
        w = as_double(places[weights])
        frame = frame.with_columns(
            w.alias(SUM),
            (w * w).alias(SQUARES),
            ((w < 0) | w.is_null()).cast(nw.Int64).alias("rropt_bad"),
            (w > 0).cast(nw.Int64).alias(COUNT),
        )
        wanted = [
            nw.col(COUNT).sum(),
            nw.col(SUM).sum(),
            nw.col(SQUARES).sum(),
            nw.col("rropt_bad").sum(),
            nw.len().alias(ROWS),
        ]
    if counts is not None:
        n = as_double(places[counts])
        frame = frame.with_columns(
            n.alias(COUNT), ((n < 0) | n.is_null() | (n - n.floor() != 0)).cast(nw.Int64).alias("rropt_bad")
        )
        wanted = [nw.col(COUNT).sum(), nw.col("rropt_bad").sum()]
    grouped = frame.group_by([places[x] for x in keys], drop_null_keys=False).agg(*wanted)
    return list(_collect(grouped).rename({places[x]: OF_DATA + x for x in keys}).iter_rows(named=True))


def require_names(frame: Any, columns: Sequence[str]) -> None:
    """Refuse names that are not those of columns of a frame that narwhals has wrapped."""
    names = frame.collect_schema().names()
    for column in columns:
        if column not in names and column in map(str, names):
            raise InputError(
                f"in the data the name of the column {column} is not a text; rename it, as by "
                "data.columns = data.columns.map(str)"
            )
        if column not in names:
            raise InputError(f"the data have no column '{column}'; {list_near(column, list(map(str, names)))}")


def no_numbers(option: str, column: str) -> InputError:
    """Make the error for a column of weights or counts whose type is not one of numbers."""
    return InputError(f"the {option} column '{column}' holds values that are not numbers; convert it, or name another")


def _collect(grouped: Any) -> nw.DataFrame[Any]:
    """Fetch the rows of the group-by's result, as an eager frame. Refuse more than `MOST_ROWS` rows; so many arise if a column has
    text that differs from person to person."""
    import narwhals as nw

    if isinstance(grouped, nw.LazyFrame):
        streams = grouped.implementation.is_polars()
        grouped = grouped.head(MOST_ROWS + 1)
        grouped = grouped.collect(engine="streaming") if streams else grouped.collect()
    found: nw.DataFrame[Any] = grouped
    if len(found) > MOST_ROWS:
        raise InputError(
            f"more than {MOST_ROWS} different answers and groups were found; name columns that have few values"
        )
    return found
