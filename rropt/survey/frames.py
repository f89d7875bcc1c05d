"""For any data frame, the tallies of its groups, computed by the frame's own engine: only counts come back.

narwhals translates one group-by (answer and group columns; how many rows, Σw, Σw²) to pandas, Polars, PyArrow, and
lazily to Polars, DuckDB, Dask and Spark. Its result has one row per group and answer; no respondent's row is
collected. (`tests/survey/test_frames.py` and `test_spark.py` count what comes back.)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.reading import list_near
from rropt.survey.tally import MISSING, Missing, Other, Row, Tally, is_missing, tally_of_rows

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["JOIN", "BadWeights", "is_frame", "rows_of_frame", "tallies_of_frame"]

COUNT, SUM, SQUARES = "rropt_count", "rropt_sum", "rropt_squares"
MOST_ROWS = 1_000_000
JOIN = ", "
"""Between the values that name a group of several columns."""


class BadWeights(InputError):
    """Weights that are missing, negative or no numbers."""


def is_frame(data: Any) -> bool:
    """Whether narwhals knows the object as a data frame, eager or lazy."""
    import narwhals as nw

    return isinstance(nw.from_native(data, pass_through=True), nw.DataFrame | nw.LazyFrame)


def tallies_of_frame(
    data: Any,
    outputs: Sequence[str],
    *,
    answer: str,
    by: str | Sequence[str] | None = None,
    weights: str | None = None,
    other: Other = "error",
    missing: Missing = "error",
) -> dict[str, Tally]:
    """The tally of every group (of the one group '' without `by`), in the order of the groups' labels: as numbers where
    all are numbers."""
    groups = rows_of_frame(data, answer=answer, by=by, weights=weights)
    return {name: tally_of_rows(rows, outputs, other=other, missing=missing) for name, rows in groups.items()}


def rows_of_frame(
    data: Any, *, answer: str, by: str | Sequence[str] | None = None, weights: str | None = None
) -> dict[str, list[Row]]:
    """The different answers of every group, each with how many there are, their weights and squared weights."""
    columns = [] if by is None else [by] if isinstance(by, str) else list(by)
    groups: dict[str, list[Row]] = {}
    names: dict[str, tuple[str, ...]] = {}
    for row in _group(data, answer, columns, weights):
        cells = tuple(_text(row[column]) for column in columns)
        name = JOIN.join(cells)
        if names.setdefault(name, cells) != cells:
            raise InputError(f"two groups would be called '{name}'; rename a value of {columns[0]} that holds a comma")
        groups.setdefault(name, []).append(_read(row, answer, weights))
    return {name: groups[name] for name in _sort_groups(groups)}


def _sort_groups(names: Iterable[str]) -> list[str]:
    listed = sorted(names)
    try:
        return sorted(listed, key=lambda name: (name == MISSING, 0.0 if name == MISSING else float(name)))
    except ValueError:
        return listed


def _text(label: Any) -> str:
    return MISSING if is_missing(label) else str(label)


def _read(row: dict[str, Any], answer: str, weights: str | None) -> Row:
    number = int(row[COUNT])
    if weights is None:
        return row[answer], number, Fraction(number), Fraction(number)
    total, squares = row[SUM], row[SQUARES]
    if is_missing(total) or int(row["rropt_bad"]) or float(total) == math.inf:
        raise BadWeights(
            f"the weights column '{weights}' has weights that are missing, negative or no numbers; give numbers of at least 0"
        )
    if math.isinf(float(squares)):
        raise InputError(
            f"the squares of the weights in '{weights}' overflow doubles; divide the weights by a constant"
        )
    return row[answer], number, read_rational(str(total)), read_rational(str(squares))


def _group(data: Any, answer: str, by: Sequence[str], weights: str | None) -> list[dict[str, Any]]:
    """The rows of the one group-by, computed where the data live."""
    import narwhals as nw

    frame = nw.from_native(data)
    keys = list(dict.fromkeys([*by, answer]))
    columns = list(dict.fromkeys([*keys, *([] if weights is None else [weights])]))
    _require(frame, columns)
    if weights is not None and frame.collect_schema()[weights] in (nw.String, nw.Categorical, nw.Enum, nw.Boolean):
        raise InputError(
            f"the weights column '{weights}' holds no numbers; convert it to numbers, or name another column"
        )
    frame, wanted = frame.select(*columns), [nw.len().alias(COUNT)]
    if weights is not None:
        frame = frame.with_columns(
            (nw.col(weights) * nw.col(weights)).alias(SQUARES),
            ((nw.col(weights) < 0) | nw.col(weights).is_null()).cast(nw.Int64).alias("rropt_bad"),
        )
        wanted += [nw.col(weights).sum().alias(SUM), nw.col(SQUARES).sum(), nw.col("rropt_bad").sum()]
    return list(_collect(frame.group_by(keys, drop_null_keys=False).agg(*wanted)).iter_rows(named=True))


def _require(frame: Any, columns: Sequence[str]) -> None:
    names = frame.collect_schema().names()
    for column in columns:
        if column not in names:
            raise InputError(f"the data have no column '{column}'; {list_near(column, names)}")


def _collect(grouped: Any) -> nw.DataFrame[Any]:
    """The aggregated rows as an eager frame; their number is bounded, since a column of free text is no answer."""
    import narwhals as nw

    if isinstance(grouped, nw.LazyFrame):
        streams = grouped.implementation.is_polars()
        grouped = grouped.head(MOST_ROWS + 1)
        grouped = grouped.collect(engine="streaming") if streams else grouped.collect()
    found: nw.DataFrame[Any] = grouped
    if len(found) > MOST_ROWS:
        raise InputError(f"more than {MOST_ROWS} different answers and groups were found; name the answer column")
    return found
