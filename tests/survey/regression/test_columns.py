"""A regression has the same coefficients whatever types a data frame has for its numbers, texts and truth values."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import duckdb
import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from rropt import InputError, estimate, from_spec
from rropt.survey import regress

WARNER = from_spec("warner:p=3/4").relabel(inputs=("no", "yes"), outputs=("no", "yes"))
N = 240
SAID = [("no", "yes")[i * i % 7 % 2] for i in range(N)]
AGE: list[int | None] = [None if i % 50 == 7 else 18 + i * 7 % 71 for i in range(N)]
OLD: list[bool | None] = [None if i % 60 == 3 else i % 5 < 2 for i in range(N)]
WEIGHT = [(i % 4) / 4 for i in range(N)]


def exact(kind: Callable[[Any], Any], values: list[Any]) -> list[Any]:
    return [None if x is None else kind(x) for x in values]


def pandas_of(number: Any, truth: Any, made: Callable[[Any], Any] = float) -> pd.DataFrame:
    columns = {"age": AGE, "income": AGE[::-1], "w": WEIGHT, "n": [int(4 * x) for x in WEIGHT]}
    frame = pd.DataFrame({name: pd.Series(exact(made, x), dtype=number) for name, x in columns.items()})
    return frame.assign(said=SAID, old=pd.Series(OLD, dtype=truth))


def arrow_of(number: Any) -> pa.Table:
    return pa.Table.from_pandas(pandas_of(pd.ArrowDtype(number), pd.ArrowDtype(pa.bool_()), Decimal))


CONNECTIONS: list[Any] = []
"""A relation of older releases of DuckDB does not keep its connection open."""


def duckdb_of(number: str) -> Any:
    connection = duckdb.connect()
    CONNECTIONS.append(connection)
    connection.register("plain", arrow_of(pa.decimal128(24, 4)))
    names = ("age", "income", "w", "n")
    casts = ", ".join(f"{x}::{'DECIMAL(9, 2)' if x == 'w' else number} as {x}" for x in names)
    connection.execute(f"create table people as select said, old, {casts} from plain")
    return connection.table("people")


FRAMES: dict[str, Callable[[], Any]] = {
    "decimal objects": lambda: pandas_of(object, object, Decimal),
    "fractions": lambda: pandas_of(object, "boolean", Fraction),
    "floats as objects": lambda: pandas_of(object, "bool[pyarrow]", float),
    "float32": lambda: pandas_of("float32", object),
    "Float64": lambda: pandas_of("Float64", "boolean"),
    "double[pyarrow]": lambda: pandas_of("double[pyarrow]", "bool[pyarrow]"),
    "decimal[pyarrow]": lambda: pandas_of(pd.ArrowDtype(pa.decimal128(24, 4)), "bool[pyarrow]", Decimal),
    "arrow decimal": lambda: arrow_of(pa.decimal128(38, 10)),
    "polars decimal": lambda: pl.from_arrow(arrow_of(pa.decimal128(24, 4))),
    "polars lazy decimal": lambda: pl.DataFrame(pl.from_arrow(arrow_of(pa.decimal128(24, 4)))).lazy(),
    "polars 128 bits": lambda: pl.DataFrame(pl.from_arrow(arrow_of(pa.decimal128(24, 4)))).with_columns(
        pl.col("age", "income", "n").cast(pl.Int128)
    ),
    "duckdb decimal": lambda: duckdb_of("DECIMAL(12, 4)"),
    "duckdb 128 bits": lambda: duckdb_of("HUGEINT"),
}


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    ("formula", "how"),
    [
        ("said ~ age + C(old)", {}),
        ("said ~ log(age) + age:old", {"weights": "w"}),
        ("said ~ I(age // 20) + C(income > 30)", {"counts": "n"}),
        ("income ~ said + old", {"answer": "said", "model": "linear"}),
        ("old ~ said + age", {"answer": "said", "model": "logistic", "weights": "w"}),
    ],
)
def test_numbers_and_truth_values_are_the_same_in_every_type(frame: str, formula: str, how: dict[str, Any]) -> None:
    data = FRAMES[frame]()
    found, plain = (regress(formula, x, mechanism=WARNER, **how) for x in (data, pandas_of("float64", object)))
    assert found.params.index.tolist() == plain.params.index.tolist()
    np.testing.assert_allclose(found.params, plain.params, rtol=1e-6)
    np.testing.assert_allclose(found.bse, plain.bse, rtol=1e-6)
    complete = [nw.from_native(x).head(3).to_native() for x in (data, pandas_of("float64", object))]
    np.testing.assert_allclose(found.predict(complete[0]), plain.predict(complete[1]), rtol=1e-6)
    assert found.people.left_out == plain.people.left_out and found.people.n == plain.people.n


@pytest.mark.parametrize("kind", ["date", "datetime", "timedelta"])
def test_dates_and_durations_are_refused_in_every_frame(kind: str) -> None:
    day: Any = {"date": datetime.date(2026, 1, 1), "datetime": datetime.datetime(2026, 1, 1)}.get(kind)
    days = [datetime.timedelta(i % 5) if day is None else day + datetime.timedelta(i % 5) for i in range(N)]
    columns = {"said": SAID, "day": days}
    frames = [pd.DataFrame(columns).assign(day=pd.Series(days, dtype=x)) for x in (object, None)]
    for data in (*frames, pl.DataFrame(columns), pa.table(columns), pl.DataFrame(columns).lazy()):
        what = "durations" if kind == "timedelta" else "dates"
        with pytest.raises(InputError, match=f"the column 'day' has {what}, which a formula would treat as categories"):
            regress("said ~ day", data, mechanism=WARNER)


@pytest.mark.parametrize("order", ["pqr", "rqp", "zqarp"])
@pytest.mark.parametrize("carrier", ["pandas", "polars", "arrow", "duckdb"])
@pytest.mark.parametrize(
    ("formula", "how"),
    [
        ("said ~ job*age", {}),
        ("income ~ said + job", {"answer": "said", "model": "linear"}),
        ("old ~ said + job", {"answer": "said", "model": "logistic"}),
    ],
)
def test_an_order_of_categories_changes_the_reference_alone(
    carrier: str, order: str, formula: str, how: dict[str, Any]
) -> None:
    job = ["pqr"[i * i % 11 % 3] for i in range(N)]
    texts = pandas_of("float64", object).assign(job=job)
    data: Any = texts.assign(job=pd.Categorical(job, categories=list(order)))
    if carrier == "polars":
        data = pl.from_pandas(texts).with_columns(pl.col("job").cast(pl.Enum(list(order))))
    elif carrier == "arrow":
        data = pa.Table.from_pandas(data)
    elif carrier == "duckdb":
        connection = duckdb.connect()
        connection.register("texts", pa.Table.from_pandas(texts))
        connection.execute(f"create type jobs as enum ({', '.join(map(repr, order))})")
        data = connection.sql("select * replace (job::jobs as job) from texts")
    found, plain = (regress(formula, x, mechanism=WARNER, **how) for x in (data, texts))
    used = [x for x in order if x in "pqr"]
    assert [f"job[T.{x}]" in found.params.index for x in used] == [False, True, True]
    assert found.llf == pytest.approx(plain.llf, rel=1e-9)
    new = pd.DataFrame({"job": ["q", "r"], "age": [30, 40], "old": [True, False]})
    wanted = plain.predict(new)
    for given in (new, new.astype({"job": "category"}), pl.from_pandas(new.astype({"job": "category"}))):
        np.testing.assert_allclose(found.predict(given), wanted, rtol=1e-6)


@pytest.mark.parametrize("kind", ["int8", "float64", "Int64", "object"])
def test_clusters_and_strata_that_are_numbers_are_named_alike_in_refusals(kind: str) -> None:
    data = pandas_of("float64", object).assign(school=1, town=[1] * 100 + [2] * 140)
    schools = data.astype({"school": kind, "town": kind})
    alone = data.assign(school=[1] * 100 + [2, 3] * 70).astype({"school": kind, "town": kind})
    for found in (lambda **how: regress("said ~ age", **how), lambda **how: estimate(answer="said", **how)):
        with pytest.raises(InputError, match="there is one cluster, '1', and so no variance"):
            found(data=schools, mechanism=WARNER, cluster="school")
        with pytest.raises(InputError, match="the cluster '1' has rows in two strata, '1' and '2'"):
            found(data=schools, mechanism=WARNER, cluster="school", stratum="town")
        with pytest.raises(InputError, match="the stratum '1' has one cluster, '1', and so no variance"):
            found(data=alone, mechanism=WARNER, cluster="school", stratum="town")


@pytest.mark.parametrize("least", [10**17, 2**63, 10**20])
@pytest.mark.parametrize("first", [None, 0])
def test_numbers_of_clusters_and_strata_that_doubles_merge_stay_apart(least: int, first: int | None) -> None:
    """A missing number makes a column of integers one of doubles in Polars and PyArrow."""
    school = [first, *(i * i % 12 for i in range(1, N))]
    large = [None if x is None else least + x for x in school]
    columns = {"said": SAID, "age": AGE, "town": [None if x is None else least + x % 2 for x in large]}
    small = pd.DataFrame({**columns, "school": school, "town": [None if x is None else x % 2 for x in school]})
    made = pl.DataFrame(columns | {"school": large}, schema_overrides={"school": pl.Int128, "town": pl.Int128})
    objects = pd.DataFrame(columns | {"school": large}, dtype=object).assign(age=small["age"])
    frames: list[Any] = [made, made.lazy(), objects]
    frames += [made.cast({"school": pl.Decimal(30, 0), "town": pl.Decimal(30, 0)})]
    frames += [frames[-1].to_arrow()]
    if least < 2**64 - 20:
        exact = made.cast({"school": pl.UInt64, "town": pl.UInt64})
        frames += [exact, exact.to_arrow(), objects.astype({"school": "UInt64", "town": "UInt64"})]
    for stratum in (None, "town"):
        wanted = regress("said ~ age", small, mechanism=WARNER, cluster="school", stratum=stratum).bse
        for data in frames:
            found = regress("said ~ age", data, mechanism=WARNER, cluster="school", stratum=stratum)
            np.testing.assert_allclose(found.bse, wanted, rtol=1e-9)


@pytest.mark.parametrize("kind", [complex, "complex64", object])
@pytest.mark.parametrize("role", ["covariate", "weights", "cluster", "new"])
def test_complex_numbers_are_refused(kind: Any, role: str) -> None:
    data = pd.DataFrame(
        {"said": SAID, "age": np.arange(N) % 71, "z": pd.Series([i % 5 + 1j for i in range(N)], dtype=kind)}
    )
    with pytest.raises(
        InputError, match=r"the column '(z|age)' holds complex numbers; give their real and imaginary parts"
    ):
        if role == "covariate":
            regress("said ~ age + z", data, mechanism=WARNER)
        elif role == "new":
            regress("said ~ age", data, mechanism=WARNER).predict(data.assign(age=data["z"]))
        else:
            regress("said ~ age", data, mechanism=WARNER, **{role: "z"})


@pytest.mark.parametrize("gap", [None, float("nan"), pd.NA, pd.NaT])
def test_complex_numbers_are_refused_also_beside_missing_values(gap: object) -> None:
    data = pd.DataFrame({"said": SAID, "z": pd.Series([i % 5 + 1j if i % 9 else gap for i in range(N)], dtype=object)})
    with pytest.raises(InputError, match="the column 'z' holds complex numbers"):
        regress("said ~ z", data, mechanism=WARNER)


@pytest.mark.parametrize("kind", [object, "UInt64", pl.Int128, pl.Decimal(30, 0)])
def test_clusters_that_doubles_merge_stay_apart_where_their_column_is_a_covariate_too(kind: Any) -> None:
    """Doubles near 10^17 are 16 apart, so that they merge the schools by pairs."""
    pair, one = [i % 12 // 2 for i in range(N)], [i % 2 for i in range(N)]
    small = pd.DataFrame({"said": SAID, "pair": pair, "school": [f"{a} {b}" for a, b in zip(pair, one, strict=True)]})
    schools = [10**17 + 16 * a + b for a, b in zip(pair, one, strict=True)]
    data: Any = pd.DataFrame({"said": SAID, "school": schools})
    made = pl.DataFrame({"said": SAID, "school": schools})
    data = data.astype({"school": kind}) if kind in (object, "UInt64") else made.cast({"school": kind})
    found = regress("said ~ I((school - 100000000000000000) // 16)", data, mechanism=WARNER, cluster="school")
    wanted = regress("said ~ pair", small, mechanism=WARNER, cluster="school")
    np.testing.assert_allclose(found.bse, wanted.bse, rtol=1e-9)


def test_equal_decimals_are_one_cluster_however_they_are_written() -> None:
    school = [Decimal(i % 12) for i in range(N)]
    data = pd.DataFrame(
        {"said": SAID, "school": [x.quantize(Decimal("1.00")) if i % 5 else x for i, x in enumerate(school)]}
    )
    found, plain = (
        regress("said ~ 1", x, mechanism=WARNER, cluster="school") for x in (data, data.assign(school=school))
    )
    np.testing.assert_allclose(found.bse, plain.bse, rtol=1e-9)


def test_texts_in_place_of_numbers_are_refused_in_new_data() -> None:
    found = regress("said ~ age", pandas_of("float64", object), mechanism=WARNER)
    for new in (pd.DataFrame({"age": ["30", "40"]}), pl.DataFrame({"age": ["30", "40"]})):
        with pytest.raises(InputError, match="the new data have other values where the data had numbers"):
            found.predict(new)
