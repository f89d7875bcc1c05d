"""Fetch the columns that a regression needs from a data frame of any kind, with types that patsy knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rropt.exact.errors import InputError
from rropt.survey.carriers.doubles import with_doubles
from rropt.survey.frames import holds_lists, is_frame, open_frame, require_names, several_values

__all__ = ["columns_of", "frame_and_labels", "frame_of", "frame_of_new"]


def columns_of(data: Any) -> list[str]:
    """List the names of a data frame's columns."""
    if is_frame(data):
        return list(map(str, open_frame(data).collect_schema().names()))
    raise InputError(f"the data must be a data frame with columns of covariates, not {type(data).__name__}")


def frame_of(data: Any, columns: Sequence[str]) -> Any:
    """Return the columns as a pandas frame. Numbers become doubles or integers of 64 bits, and texts become Python objects, because
    patsy knows neither decimals nor pandas' own types."""
    return frame_and_labels(data, columns, [])[0]


def frame_and_labels(data: Any, columns: Sequence[str], labels: Sequence[str]) -> tuple[Any, Any]:
    """Return the columns as `frame_of` does, and a second frame of the columns `labels`, some of the same, which keeps numbers that
    doubles would not tell apart."""
    import narwhals as nw
    import pandas

    frame = open_frame(data)
    require_names(frame, columns)
    # a selection of no column would have no rows
    chosen = list(columns) or frame.collect_schema().names()[:1]
    frame = frame.select(*chosen)
    if nested := [name for name, kind in frame.collect_schema().items() if kind.is_nested()]:
        raise several_values(nested[0])
    frame = frame.collect() if isinstance(frame, nw.LazyFrame) else frame
    found = _in_pandas(with_doubles(frame, chosen))[list(columns)].copy()
    for name in found.columns:
        if found[name].dtype == object and holds_lists(found[name]):
            raise several_values(name)
        found[name] = _known_to_patsy(found[name])
    kept = found[list(labels)].copy()
    for name in labels:
        if _is_rounded(frame[name]):
            kept[name] = pandas.Series(frame[name].to_list(), dtype=object).to_numpy()
    return found, kept


def frame_of_new(data: Any, columns: Sequence[str]) -> Any:
    """Return the columns of new data as `frame_of` does, but without lists of categories, because the regression's own hold."""
    import pandas

    found = frame_of(data, columns)
    for name in found.columns:
        if isinstance(found[name].dtype, pandas.CategoricalDtype):
            found[name] = _known_to_patsy(found[name].astype(object).infer_objects())
    return found


def _is_rounded(column: Any) -> bool:
    """Whether `with_doubles`, pandas or `_known_to_patsy` would round the numbers of a column to doubles that may be equal."""
    import narwhals as nw

    kind = column.dtype
    is_wide = kind.is_decimal() or kind in (nw.UInt64, nw.Int128, nw.UInt128, nw.Object)
    return is_wide or (kind.is_integer() and column.null_count() > 0)


def _in_pandas(frame: Any) -> Any:
    """Convert the frame to pandas. Columns of Polars are converted one by one, because its own conversion needs pyarrow."""
    import narwhals as nw
    import pandas

    if frame.implementation.is_pyarrow():
        return _with_signed_indices(frame.to_native()).to_pandas()
    if not frame.implementation.is_polars():
        return frame.to_pandas()
    found = {}
    for name in frame.columns:
        column = frame[name]
        if isinstance(column.dtype, nw.Enum):
            found[name] = pandas.Categorical(column.to_list(), categories=column.dtype.categories)
        else:
            found[name] = column.to_numpy()
    return pandas.DataFrame(found)


def _with_signed_indices(table: Any) -> Any:
    """Return a PyArrow table whose categories have indices of 32 bits. Those of DuckDB are unsigned, which older releases of
    PyArrow cannot convert to pandas."""
    import pyarrow as pa

    kinds = [x.type for x in table.schema]
    signed = [pa.dictionary(pa.int32(), x.value_type, x.ordered) if pa.types.is_dictionary(x) else x for x in kinds]
    return table.cast(pa.schema(zip(table.column_names, signed, strict=True)))


def _known_to_patsy(column: Any) -> Any:
    """Convert a column of numbers to doubles or integers of 64 bits, and one of pandas' or pyarrow's own types to Python objects.
    Categories and dates stay as they are, and complex numbers are refused."""
    import numpy
    from pandas.api import types

    if types.is_complex_dtype(column.dropna().infer_objects()):
        raise InputError(
            f"the column '{column.name}' holds complex numbers; give their real and imaginary parts as two columns"
        )
    if types.is_numeric_dtype(column) and not types.is_bool_dtype(column):
        # squares of fewer than 64 bits would overflow, and their logarithms have few digits
        is_whole = types.is_integer_dtype(column) and not column.hasnans and not (column > 2**63 - 1).any()
        return column.astype("int64" if is_whole else "float64")
    is_known = isinstance(column.dtype, numpy.dtype | types.CategoricalDtype) or types.is_datetime64_any_dtype(column)
    return column if is_known else column.astype(object)
