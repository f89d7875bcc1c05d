"""Every data frame gives the same estimate, and only counts ever leave a lazy one."""

import warnings
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

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.survey import associate, compare_groups, over_strata, regress, two_samples
from rropt.survey.estimate import estimate

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"), ("no", "yes"))
N = 5000


def data() -> pd.DataFrame:
    rng = np.random.default_rng(7)
    answers = np.where(rng.random(N) < 0.4, "yes", "no")
    return pd.DataFrame({"said": answers, "town": rng.choice(["a", "b", "c"], N), "w": rng.integers(1, 9, N) / 4})


def dask_frame(frame: pd.DataFrame) -> Any:
    import dask.dataframe as dd

    return dd.from_pandas(frame, npartitions=3)


MAKERS = {
    "pandas": lambda frame: frame,
    "polars": pl.from_pandas,
    "pyarrow": pa.Table.from_pandas,
    "polars lazy": lambda frame: pl.from_pandas(frame).lazy(),
    "duckdb": duckdb.from_df,
    "dask": dask_frame,
}
LAZY = ["polars lazy", "duckdb", "dask"]


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.slow_at("dask")
def test_every_frame_gives_the_same_estimate(maker: str) -> None:
    frame = MAKERS[maker](data())
    counts = data()["said"].value_counts().to_dict()
    assert estimate(frame, answer="said", mechanism=WARNER) == estimate(counts, mechanism=WARNER)
    found = estimate(frame, answer="said", by="town", weights="w", mechanism=WARNER)
    for town in "abc":
        part = data().query("town == @town")
        assert found[town] == estimate(part["said"], weights=part["w"], mechanism=WARNER)


@pytest.mark.parametrize("maker", [x for x in LAZY if x != "dask"])
def test_no_respondent_is_collected_from_a_lazy_frame(maker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frame, collected, original = MAKERS[maker](data()), [], nw.LazyFrame.collect

    def counted(self: nw.LazyFrame[Any], *args: Any, **options: Any) -> Any:
        result = original(self, *args, **options)
        collected.append(result)
        return result

    monkeypatch.setattr(nw.LazyFrame, "collect", counted)
    estimate(frame, answer="said", by="town", mechanism=WARNER)
    assert len(collected) == 1
    assert len(collected[0]) == 6
    assert set(collected[0].columns) == {"data_0", "data_1", "rropt_count"}


def test_no_respondent_is_collected_from_a_partition_of_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    import dask

    collected, original = [], dask.compute

    def counted(*args: Any, **options: Any) -> Any:
        result = original(*args, **options)
        collected.extend(result)
        return result

    monkeypatch.setattr(dask, "compute", counted)
    found = estimate(dask_frame(data()), answer="said", by="town", mechanism=WARNER)
    assert len(collected) == 3 and all(len(rows) == 6 for rows in collected)
    assert sum(row["rropt_count"] for rows in collected for row in rows) == N == sum(x.n for _, x in found.groups)


def test_dask_is_counted_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", FutureWarning)
        assert estimate(dask_frame(data()), answer="said", mechanism=WARNER).n == N


def test_millions_of_rows_are_counted_where_they_live() -> None:
    connection = duckdb.connect()
    rows = connection.sql("select case when i % 5 < 2 then 'yes' else 'no' end as said from range(3000000) t(i)")
    assert estimate(rows, answer="said", mechanism=WARNER).tally.counts == (1_800_000, 1_200_000)


def test_a_lazy_polars_source_streams_only_the_columns_named(tmp_path: Any) -> None:
    path = tmp_path / "survey.csv"
    data().to_csv(path, index=False)
    lazy = pl.scan_csv(path)
    assert estimate(lazy, answer="said", mechanism=WARNER).n == N
    with pytest.raises(InputError, match="no column 'answer'"):
        estimate(lazy, answer="answer", mechanism=WARNER)


def test_missing_answers_and_bad_weights_are_named() -> None:
    frame = data()
    frame.loc[:3, "said"] = None
    for maker in ("pandas", "polars lazy", "duckdb", "dask"):
        with pytest.raises(InputError, match=r"'\(missing\)' \(4\)"):
            estimate(MAKERS[maker](frame), answer="said", mechanism=WARNER)
        assert estimate(MAKERS[maker](frame), answer="said", mechanism=WARNER, other="drop").tally.dropped == 4
    for bad in (-1.0, float("nan")):
        frame = data()
        frame.loc[2, "w"] = bad
        for maker in ("pandas", "polars lazy", "duckdb"):
            with pytest.raises(InputError, match="missing, negative or not numbers"):
                estimate(MAKERS[maker](frame), answer="said", weights="w", mechanism=WARNER)


def test_a_column_may_be_answer_and_group_at_once() -> None:
    found = estimate(data(), answer="said", by="said", mechanism=WARNER)
    assert found["yes"].tally.counts[0] == 0


OWN = ["rropt_count", "rropt_sum", "rropt_squares", "rropt_rows", "rropt_bad", "rropt_respondent", "data_said"]


@pytest.mark.parametrize("maker", ["pandas", "polars lazy", "duckdb"])
@pytest.mark.parametrize("own", OWN)
def test_a_column_may_have_the_name_of_one_that_rropt_makes(own: str, maker: str) -> None:
    plain, how = data().head(60), {"answer": "said", "stratum": "town", "weights": "w"}
    wanted = estimate(plain, mechanism=WARNER, **how)
    for role, column in how.items():
        found = MAKERS[maker](plain.rename(columns={column: own}))
        assert str(estimate(found, mechanism=WARNER, **how | {role: own})) == str(wanted)


@pytest.mark.parametrize(
    ("maker", "name"),
    [("polars", "^said$"), ("polars lazy", "^said$"), ("polars", "*"), ("polars lazy", "*")]
    + [("duckdb", "q.a")] * (int(duckdb.__version__.partition(".")[0]) >= 2),
)
def test_a_column_is_not_taken_for_another_that_its_name_could_mean(maker: str, name: str) -> None:
    """Polars reads ^said$ as a pattern, and * as all columns; DuckDB reads q.a as a column of a table q,
    and before its second version it cannot be told otherwise."""
    plain = data().head(60)
    found = estimate(MAKERS[maker](plain.rename(columns={"town": name})), answer="said", by=name, mechanism=WARNER)
    wanted = estimate(plain, answer="said", by="town", mechanism=WARNER)
    assert all(found[town] == wanted[town] for town in "abc")


def test_a_covariate_may_have_the_name_of_the_respondents() -> None:
    frame = data().head(200).rename(columns={"w": "rropt_respondent"})
    found = regress("said ~ rropt_respondent", frame, mechanism=WARNER, stratum="town")
    wanted = regress("said ~ w", data().head(200), mechanism=WARNER, stratum="town")
    assert list(found.params) == list(wanted.params) and list(found.bse) == list(wanted.bse)


@pytest.mark.parametrize("maker", MAKERS)
def test_groups_that_are_numbers_stand_in_the_order_of_numbers(maker: str) -> None:
    frame = pd.DataFrame({"said": ["yes"] * 4 + ["no"] * 4, "age": [10, 9, 2, 100] * 2})
    found = estimate(MAKERS[maker](frame), answer="said", by="age", mechanism=WARNER)
    assert [name for name, _ in found.groups] == ["2", "9", "10", "100"]
    frame["age"] = ["b", "a", None, "10"] * 2
    found = estimate(MAKERS[maker](frame), answer="said", by="age", mechanism=WARNER)
    assert [name for name, _ in found.groups] == ["10", "a", "b", "(missing)"]
    found = estimate(MAKERS[maker](frame), answer="said", by=["said", "age"], mechanism=WARNER)
    assert [name for name, _ in found.groups][-2:] == ["no, (missing)", "yes, (missing)"]


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("scale", [1e-200, 1e-160, 1e-146, 1e-140, 1e-8, 1e140])
def test_errors_are_those_of_the_weights_whatever_their_scale_or_there_are_none(maker: str, scale: float) -> None:
    frame = pd.DataFrame({"said": ["yes", "no", "yes", "no"], "w": [scale * x for x in (1.0, 2.0, 3.0, 5.0)]})
    made = MAKERS[maker](frame)
    if scale < 1e-145:
        with pytest.raises(InputError, match="too near 0 for doubles; multiply the weights by a constant"):
            estimate(made, answer="said", weights="w", mechanism=WARNER)
        return
    found = estimate(made, answer="said", weights="w", mechanism=WARNER)
    listed = estimate(["yes", "no", "yes", "no"], weights=[1, 2, 3, 5], mechanism=WARNER)
    assert [float(x) for x in found.variances] == pytest.approx([float(x) for x in listed.variances], rel=1e-12)


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize(
    ("dtype", "scale"), [("int8", 1), ("uint8", 1), ("int16", 250), ("int64", 4 * 10**9), ("float32", 1)]
)
def test_sums_and_squares_do_not_overflow_the_type_of_a_column(maker: str, dtype: str, scale: int) -> None:
    said, weights = ["yes", "no", "yes", "no", "yes"], [scale * x for x in (100, 50, 120, 7, 127)]
    frame = pd.DataFrame({"said": said, "w": pd.Series(weights, dtype=dtype)})
    found = estimate(MAKERS[maker](frame), answer="said", weights="w", mechanism=WARNER)
    listed = estimate(said, weights=weights, mechanism=WARNER)
    assert (found.tally.weights, found.tally.squares) == (listed.tally.weights, listed.tally.squares)
    assert found.variances == listed.variances
    counted = estimate(MAKERS[maker](frame), answer="said", counts="w", mechanism=WARNER)
    assert counted.tally.counts == (57 * scale, 347 * scale)


@pytest.mark.parametrize("maker", [x for x in MAKERS if x != "dask"])
def test_weights_that_no_double_holds_are_rounded_to_doubles(maker: str) -> None:
    frame = data().head(100).assign(w=[2**53 + 1, 2**60 + 7] * 50)
    rounded = frame.assign(w=frame["w"].astype("float64"))
    found, expected = (
        estimate(MAKERS[maker](x), answer="said", weights="w", mechanism=WARNER) for x in (frame, rounded)
    )
    assert np.allclose([float(x) for x in found.variances], [float(x) for x in expected.variances], rtol=1e-12, atol=0)


def test_decimals_of_python_are_weights_and_other_objects_are_refused() -> None:
    frame = data().head(100)
    decimals = frame.assign(w=[Decimal(str(x)) for x in frame["w"]])
    assert estimate(decimals, answer="said", by="town", weights="w", mechanism=WARNER) == estimate(
        frame, answer="said", by="town", weights="w", mechanism=WARNER
    )
    with pytest.raises(InputError, match="holds values that are not numbers"):
        estimate(frame.assign(w=[1, "x"] * 50), answer="said", weights="w", mechanism=WARNER)
    with pytest.raises(InputError, match="holds values that are not numbers"):
        objects = pl.DataFrame({"said": ["no", "yes"], "w": pl.Series([1, "x"], dtype=pl.Object)})
        estimate(objects, answer="said", weights="w", mechanism=WARNER)
    with pytest.raises(InputError, match="missing, negative or not numbers"):
        estimate(frame.assign(w=[Decimal(1), None] * 50), answer="said", weights="w", mechanism=WARNER)


def test_counts_that_no_integer_holds_are_refused() -> None:
    frame = pd.DataFrame({"said": ["yes", "yes", "no"], "n": [2**62, 2**62, 1]})
    with pytest.raises(InputError, match=r"counts 9.2\d*e\+18 people with one answer"):
        estimate(frame, answer="said", counts="n", mechanism=WARNER)


def test_weights_whose_squares_overflow_and_names_with_spaces_are_said() -> None:
    frame = pl.DataFrame({" said": ["no", "yes"], "w": [1e300, 1.0]})
    with pytest.raises(InputError, match="overflow doubles; divide"):
        estimate(frame, answer=" said", weights="w", mechanism=WARNER)
    with pytest.raises(InputError, match="their columns are ' said', w"):
        estimate(frame, answer="said", mechanism=WARNER)


def test_a_refusal_counts_the_strange_answers_of_all_groups() -> None:
    frame = data()
    frame.loc[[1, 2, 3, 50], "said"] = ["maybe", "maybe", "maybe", "perhaps"]
    assert frame.loc[[1, 2, 3, 50], "town"].nunique() > 1
    with pytest.raises(InputError, match=r"^4 answers are no output .*'maybe' \(3\), 'perhaps' \(1\)"):
        estimate(frame, mechanism=WARNER, answer="said", by="town")


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("kind", ["int8", "float32", "float64", "Int16", "decimal"])
def test_groups_answers_and_halves_that_are_numbers_have_one_name_whatever_their_type_is(maker: str, kind: str) -> None:
    mechanism = WARNER.relabel(inputs=("0", "1"), outputs=("0", "1"))
    numbers = pd.DataFrame({"said": [0, 1, 1] * 40, "region": [1, 2, 10, 2] * 30, "half": [1] * 60 + [2] * 60})
    frame = numbers.astype(pd.ArrowDtype(pa.decimal128(24, 2)) if kind == "decimal" else kind)
    frame, plain = MAKERS[maker](frame), MAKERS[maker](numbers.astype(str))
    groups: Any = {"answer": "said", "by": "region"}
    size: Any = {1.0: 500, 2: 600, "10": 700}
    found = estimate(frame, mechanism=mechanism, sampling="srs", population=size, **groups)
    assert list(found) == ["1", "2", "10"] and found[2] == found[2.0] == found["2"] and 1.0 in found
    assert found == estimate(plain, mechanism=mechanism, sampling="srs", population=size, **groups)
    assert over_strata(found, size) == over_strata(found, {"1": 500, "2": 600, "10": 700})
    compared = compare_groups(frame, mechanism=mechanism, **groups)
    assert compared.between(1.0, 10) == compared.between("1", "10")
    items: Any = {"items": ("said", "region"), "mechanisms": (mechanism, None)}
    assert associate(frame, **items).to_dict() == associate(plain, **items).to_dict()
    halves: Any = {"unrelated": {1.0: "3/4", 2: "1/4"}, "by": "half", "answer": "said", "outputs": ("0", "1")}
    assert two_samples(frame, **halves).to_dict() == two_samples(plain, **halves).to_dict()


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("places", [4, 9])
def test_decimal_weights_have_the_squares_of_doubles(maker: str, places: int) -> None:
    said, weights = ["yes", "no", "yes", "no", "yes"], ["0.0123", "0.0456", "1.5", "2.25", "0.0001"]
    kind = pd.ArrowDtype(pa.decimal128(12 if places == 4 else 30, places))
    frame = pd.DataFrame({"said": said, "w": pd.Series(list(map(Decimal, weights)), dtype=kind)})
    found = estimate(MAKERS[maker](frame), answer="said", weights="w", mechanism=WARNER)
    listed = estimate(said, weights=weights, mechanism=WARNER)
    assert [float(x) for x in found.tally.squares] == pytest.approx([float(x) for x in listed.tally.squares], rel=1e-12)
    assert [float(x) for x in found.variances] == pytest.approx([float(x) for x in listed.variances], rel=1e-12)


@pytest.mark.parametrize("kind", ["pandas", "polars"])
@pytest.mark.parametrize("option", ["weights", "counts"])
def test_objects_of_python_are_numbers_or_are_refused(kind: str, option: str) -> None:
    def found(*numbers: Any) -> Any:
        said = ["yes", "no"] * 3
        if kind == "pandas":
            frame: Any = pd.DataFrame({"said": said, "w": pd.Series(numbers, dtype=object, index=range(6))})
        else:
            frame = pl.DataFrame({"said": said, "w": pl.Series(numbers, dtype=pl.Object)})
        return estimate(frame, answer="said", mechanism=WARNER, **{option: "w"})

    for number in (Decimal, Fraction, int, float, np.int8):
        assert found(*map(number, (3, 1, 2, 2, 1, 5))) == found(3, 1, Decimal(2), 2.0, Fraction(1), np.float32(5))
    for bad in (None, float("nan"), pd.NA, Decimal("NaN"), -1, 10**400, -(10**400)):
        with pytest.raises(InputError, match=r"missing, negative or not|overflow|counts inf"):
            found(bad, Decimal(1), 1, 1, 1, 1)
    for bad in ("1", "x", True, 1j):
        with pytest.raises(InputError, match=f"the {option} column 'w' holds values that are not numbers"):
            found(bad, 1, 1, 1, 1, 1)
