"""The same answers give the same numbers, or the same refusal, in every data frame and every sequence.

The carrier, the type of each column, the function and its options are drawn at random. The oracle is a frame of plain texts and
doubles, with its rows in another order.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import dask
import dask.dataframe
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from rropt import InputError, Mechanism, estimate
from rropt.survey import associate, compare_groups, estimate_mean, over_strata, regress, two_samples

Columns = dict[str, list[Any]]
KINDS = (str, int, float, bool)
PANDAS: dict[type, tuple[Any, ...]] = {
    str: ("object", "category", "str", "string[python]", "string[pyarrow]", "large_string[pyarrow]"),
    int: ("object", "Int8", "Int64", "UInt8", "float32", "float64", "Float32", "int64[pyarrow]", Decimal, Fraction),
    float: ("object", "float32", "float64", "Float64", "double[pyarrow]", pa.decimal128(24, 4), Decimal),
    bool: ("object", "boolean", "bool[pyarrow]", "category"),
}
POLARS: dict[type, tuple[Any, ...]] = {
    str: (pl.String, pl.Categorical, pl.Enum),
    int: (pl.Int8, pl.UInt16, pl.Int64, pl.Int128, pl.Float32, pl.Float64, pl.Decimal(9, 2)),
    float: (pl.Float32, pl.Float64, pl.Decimal(9, 3)),
    bool: (pl.Boolean,),
}
VIEWS = () if int(pa.__version__.partition(".")[0]) < 25 else (pa.string_view(),)
"""Older releases of PyArrow cannot group by texts of this type."""
ARROW: dict[type, tuple[Any, ...]] = {
    str: (pa.string(), pa.large_string(), *VIEWS, pa.dictionary(pa.int8(), pa.string())),
    int: (pa.int8(), pa.uint8(), pa.int64(), pa.float32(), pa.float64(), pa.decimal128(9, 2)),
    float: (pa.float32(), pa.float64(), pa.decimal128(9, 3), pa.decimal128(38, 9)),
    bool: (pa.bool_(),),
}
DUCKDB: dict[type, tuple[str, ...]] = {
    str: ("VARCHAR",),
    int: ("TINYINT", "UTINYINT", "BIGINT", "HUGEINT", "FLOAT", "DOUBLE", "DECIMAL(9, 2)"),
    float: ("FLOAT", "DOUBLE", "DECIMAL(9, 3)"),
    bool: ("BOOLEAN",),
}
CARRIERS = ("pandas", "dask", "polars", "polars lazy", "pyarrow", "duckdb")


def kind_of(values: list[Any]) -> type:
    return next(kind for kind in KINDS if any(type(x) is kind for x in values))


def through(made: Callable[[Any], Any], values: list[Any]) -> list[Any]:
    return [None if x is None else made(x) for x in values]


def decimals(values: list[Any]) -> list[Any]:
    return through(lambda x: Decimal(str(x)), values)


def in_pandas(columns: Columns, rng: random.Random) -> pd.DataFrame:
    def series(values: list[Any]) -> pd.Series:
        kind = rng.choice(PANDAS[kind_of(values)])
        if kind is Fraction:
            return pd.Series(through(Fraction, values), dtype=object)
        if isinstance(kind, str):
            return pd.Series(values, dtype=kind)
        return pd.Series(decimals(values), dtype=object if kind is Decimal else pd.ArrowDtype(kind))

    frame, n = pd.DataFrame({name: series(x) for name, x in columns.items()}), len(columns["said"])
    frame.index = rng.choice(
        [
            frame.index,
            pd.Index([0] * n),
            pd.Index(rng.sample(range(n), n)),
            pd.MultiIndex.from_arrays([[i % 2 for i in range(n)], [i % 3 for i in range(n)]]),
        ]
    )
    return frame


def in_polars(columns: Columns, rng: random.Random) -> pl.DataFrame:
    def series(values: list[Any]) -> pl.Series:
        kind = rng.choice(POLARS[kind_of(values)])
        if kind is pl.Enum:
            return pl.Series(values, dtype=pl.Enum(["unused", *sorted({x for x in values if x is not None})]))
        return pl.Series(decimals(values) if kind.is_decimal() else values).cast(kind)

    return pl.DataFrame({name: series(x) for name, x in columns.items()})


def in_arrow(columns: Columns, rng: random.Random) -> pa.Table:
    def array(values: list[Any]) -> Any:
        kind = rng.choice(ARROW[kind_of(values)])
        if pa.types.is_dictionary(kind):
            names = sorted({x for x in values if x is not None})
            return pa.DictionaryArray.from_arrays(pa.array(through(names.index, values), pa.int8()), pa.array(names))
        return pa.array(decimals(values) if pa.types.is_decimal(kind) else values, kind)

    table, at = pa.table({name: array(x) for name, x in columns.items()}), rng.randrange(20)
    return pa.concat_tables([table.slice(0, at), table.slice(at)])


CONNECTIONS: list[Any] = []
"""A relation of older releases of DuckDB does not keep its connection open."""


def in_duckdb(columns: Columns, rng: random.Random) -> Any:
    connection = duckdb.connect()
    CONNECTIONS.append(connection)
    connection.register("plain", pa.table(columns))
    casts = (f'"{name}"::{rng.choice(DUCKDB[kind_of(x)])} AS "{name}"' for name, x in columns.items())
    connection.execute(f"CREATE TABLE people AS SELECT {', '.join(casts)} FROM plain")
    return connection.table("people")


def carried(carrier: str, columns: Columns, rng: random.Random) -> Any:
    if carrier == "pandas":
        return in_pandas(columns, rng)
    if carrier == "dask":
        with dask.config.set({"dataframe.convert-string": False}):
            return dask.dataframe.from_pandas(
                in_pandas(columns, rng).reset_index(drop=True), npartitions=rng.randint(1, 4)
            )
    if carrier == "duckdb":
        return in_duckdb(columns, rng)
    frame = in_polars(columns, rng)
    return in_arrow(columns, rng) if carrier == "pyarrow" else frame.lazy() if carrier == "polars lazy" else frame


def plain(columns: Columns, rng: random.Random) -> pl.DataFrame:
    """Texts and doubles alone, the rows in another order."""
    order = rng.sample(range(len(columns["said"])), len(columns["said"]))
    made: dict[type, type] = {str: str, bool: str, int: float, float: float}
    return pl.DataFrame({x: [through(made[kind_of(y)], y)[i] for i in order] for x, y in columns.items()})


def people(rng: random.Random, n: int) -> tuple[Columns, Mechanism]:
    """People with columns of every kind. Weights are quarters, so that doubles add them exactly."""

    def of(values: list[Any], lacking: float = 0.0) -> list[Any]:
        return [None if rng.random() < lacking else rng.choice(values) for _ in range(n)]

    lacking = rng.choice([0.0, 0.05])
    labels = rng.choice([["no", "yes"], [0, 1], [False, True], [1, 2, 3], ["a", "b", "c"]])
    k, cluster = len(labels), of(list(range(8)))
    strata: list[Any] = rng.choice([["A", "B"], [1, 2], [False, True]])
    columns = {
        "said": of(labels, lacking),
        "region": of(rng.choice([["north", "south, east"], [1, 2, 10], [0.5, 1.0], [False, True]]), lacking),
        "cluster": cluster if rng.random() < 0.5 else [f"school {c}" for c in cluster],
        "stratum": [strata[c % 2] for c in cluster],
        "half": of(rng.choice([["one", "two"], [1, 2], [False, True]])),
        "w": of([0.0, 0.25, 1.5, 2.75]) if rng.random() < 0.5 else of([0, 1, 2, 3]),
        "n": of([0, 1, 2, 3]),
        "age": of(list(range(18, 80)), lacking),
        "income": of([x / 4 for x in range(-40, 40)], lacking),
        "old": of([False, True], lacking),
        "job": of(["p", "q", "r"]),
    }
    names = [str(x) for x in labels]
    rows = [[Fraction(4, 5) if i == j else Fraction(1, 5 * (k - 1)) for j in range(k)] for i in range(k)]
    return columns, Mechanism(rows, names, names)


def options(rng: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = rng.choice([{}, {}, {"weights": "w"}, {"counts": "n"}])
    drawn: dict[str, Any] = rng.choice(
        [{}, {}, {"cluster": "cluster"}, {"stratum": "stratum"}, {"cluster": "cluster", "stratum": "stratum"}]
    )
    return {**found, **drawn, "confidence": rng.choice(["0.95", 0.9])}


def a_call(rng: random.Random, columns: Columns, mechanism: Mechanism) -> Callable[[Any], Any]:
    """Draw a function with its options; it gives a document of exact numbers as text."""
    how, by = {**options(rng), "missing": rng.choice(["drop", "drop", "error"])}, rng.choice(["region", "old"])
    own: Any = {"mechanism": mechanism, "answer": "said", **how}
    halves = dict(zip(sorted({str(x) for x in columns["half"]}), ("3/4", "1/4"), strict=True))
    scores = {x: i * i for i, x in enumerate(mechanism.input_labels)}

    def strata(data: Any) -> Any:
        found = estimate(data, by=by, **own)
        return over_strata(found, dict.fromkeys(found, 1000)).to_dict()  # type: ignore[arg-type,call-overload]

    def means(data: Any) -> Any:
        found = estimate_mean(data, scores=scores, by=by, **own)
        return {name: x.to_dict() for name, x in found.items()}  # type: ignore[union-attr]

    calls: list[Callable[[Any], Any]] = [
        lambda data: estimate(data, **own).to_dict(),
        lambda data: estimate(data, by=["region", "old"], **own).to_dict(),
        lambda data: compare_groups(data, by=by, **own).to_dict(),
        lambda data: associate(data, ("said", by), mechanisms=(mechanism, None), **how).to_dict(),
        strata,
        means,
    ]
    if mechanism.k == 2:
        names: Any = {"outputs": mechanism.output_labels, "unrelated": halves, "by": "half", "groups": by}
        calls.append(lambda data: two_samples(data, answer="said", **names, **how).to_dict())
    return rng.choice(calls)


def outcome(call: Callable[[Any], Any], data: Any) -> Any:
    try:
        return call(data)
    except InputError as error:
        # a refusal quotes an answer as the column has it, and names a person by the number of the row
        return re.sub(r"(\.0+(?='))|(?<=respondent )\d+", "", str(error))


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("seed", range(100))
def test_estimates_are_the_same_in_every_frame(seed: int, carrier: str) -> None:
    rng = random.Random(f"{seed} {carrier}")
    for _ in range(4):
        columns, mechanism = people(rng, 60)
        call = a_call(rng, columns, mechanism)
        got, wanted = (outcome(call, x) for x in (carried(carrier, columns, rng), plain(columns, rng)))
        assert got == wanted or "a Dask frame does not number its rows" in got


def a_sequence(values: list[Any], rng: random.Random) -> Any:
    """Draw a list, an array or a series of these values."""
    columns = {"said": values}
    kinds: list[Callable[[], Any]] = [
        lambda: values,
        lambda: tuple(values),
        lambda: np.array(values, dtype=object),
        lambda: in_pandas(columns, rng)["said"],
        lambda: in_polars(columns, rng)["said"],
        lambda: in_arrow(columns, rng)["said"],
        lambda: in_arrow(columns, rng)["said"].combine_chunks(),
    ]
    if None not in values:
        typed = {str: (str,), bool: (bool,), int: ("int8", "uint64", "float32"), float: ("float32", float)}
        kinds += [lambda: np.array(values, dtype=rng.choice(typed[kind_of(values)]))] * 2
    return rng.choice(kinds)()


def shares_and_mean(data: Any, mechanism: Mechanism, **how: Any) -> Any:
    scores = [i * i for i in range(mechanism.k)]
    found = estimate(data, mechanism=mechanism, **how), estimate_mean(data, mechanism=mechanism, scores=scores, **how)
    return [x.to_dict() for x in found]  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(100))
def test_sequences_give_the_numbers_of_a_column(seed: int) -> None:
    rng = random.Random(f"sequences {seed}")
    for _ in range(12):
        columns, mechanism = people(rng, 60)
        weights, missing = rng.choice([None, "w"]), rng.choice(["drop", "error"])
        listed = None if weights is None else a_sequence(columns["w"], rng)
        call = partial(shares_and_mean, mechanism=mechanism, missing=missing)
        got = outcome(partial(call, weights=listed), a_sequence(columns["said"], rng))
        assert got == outcome(partial(call, weights=weights, answer="said"), plain(columns, rng))


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("seed", range(100))
def test_regressions_are_the_same_in_every_frame(seed: int, carrier: str) -> None:
    rng = random.Random(f"regress {seed} {carrier}")
    columns, mechanism = people(rng, 150)
    right = rng.choice(
        ["age", "C(old) + log(age)", "job*center(age)", "income + old:job", "I(age // 10) + old", "region"]
    )
    own: Any = {"mechanism": mechanism, **options(rng)}
    formula, more = rng.choice(
        [
            (f"said ~ {right}", {} if mechanism.k == 2 else {"model": "ordinal"}),
            (f"income ~ said + {right.replace('income', 'age')}", {"answer": "said", "model": "linear"}),
            (f"old ~ said + {right.replace('old', 'job')}", {"answer": "said", "model": "logistic"}),
        ]
    )

    def call(data: Any) -> Any:
        found = regress(formula, data, **own, **more)
        names = [x.replace(".0]", "]") for x in found.params.index]
        return names, found.people.left_out, [found.llf, *found.params, *found.bse], found.ascent.is_found

    got, wanted = (outcome(call, x) for x in (carried(carrier, columns, rng), plain(columns, rng)))
    if isinstance(wanted, str) or not wanted[3]:  # without a maximum the parameters run off
        assert isinstance(got, str) == isinstance(wanted, str) and got[:2] == wanted[:2]
        return
    assert got[:2] == wanted[:2]
    np.testing.assert_allclose(got[2], wanted[2], rtol=1e-4, atol=1e-6)
