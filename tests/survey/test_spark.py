"""A real Spark session groups the answers itself: the same estimate, and only counts cross to Python.

Skipped where the `spark` extra (pyspark) or a Java runtime is missing.
"""

import os
import random
import shutil
from collections.abc import Iterator
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.questions.patterns import count_patterns
from rropt.survey.estimate import estimate

pytestmark = pytest.mark.peer

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"), ("no", "yes"))
NUMBERS = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
# what a Spark frame can be turned into rows by
DOORS = ("collect", "toPandas", "toArrow", "toLocalIterator", "take", "head", "_collect_as_arrow")


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed (the extra spark)")
    if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        pytest.skip("Spark needs a Java runtime, and there is none here")
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "2").config("spark.driver.host", "localhost").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def people(number: int = 3000) -> list[tuple[str, str, float]]:
    draw = random.Random(7)
    return [
        ("yes" if draw.random() < 0.4 else "no", draw.choice("abc"), draw.randrange(1, 9) / 4) for _ in range(number)
    ]


@pytest.fixture
def crossed(spark: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each call brought from Spark to Python; nested calls count each time."""
    from pyspark.sql.classic.dataframe import DataFrame

    found: list[int] = []
    for door in DOORS:
        original = getattr(DataFrame, door)

        def counted(self: Any, *args: Any, _original: Any = original, **options: Any) -> Any:
            result = _original(self, *args, **options)
            found.append(len(result) if hasattr(result, "__len__") else 10**9)
            return result

        monkeypatch.setattr(DataFrame, door, counted)
    return found


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The plan of every query that Spark ran for rows that went to Python."""
    from pyspark.sql.classic.dataframe import DataFrame

    found: list[str] = []
    for door in DOORS:
        original = getattr(DataFrame, door)

        def told(self: Any, *args: Any, _original: Any = original, **options: Any) -> Any:
            result = _original(self, *args, **options)
            found.append(self._jdf.queryExecution().executedPlan().toString())
            return result

        monkeypatch.setattr(DataFrame, door, told)
    return found


def test_a_spark_frame_gives_the_estimate_of_the_same_answers(spark: Any) -> None:
    rows = people()
    frame = spark.createDataFrame(rows, ["said", "town", "w"])
    assert estimate(frame, answer="said", mechanism=WARNER) == estimate([r[0] for r in rows], mechanism=WARNER)
    found = estimate(frame, answer="said", by="town", weights="w", mechanism=WARNER)
    for town in "abc":
        said, weights = zip(*((r[0], r[2]) for r in rows if r[1] == town), strict=True)
        assert found[town] == estimate(said, weights=weights, mechanism=WARNER)


def test_only_counts_cross_from_spark(spark: Any, crossed: list[int]) -> None:
    frame = spark.createDataFrame(people(), ["said", "town", "w"])
    frame.head(5)
    assert crossed[-1] == 5  # the counter counts
    crossed.clear()
    estimate(frame, answer="said", by="town", weights="w", mechanism=WARNER)
    assert crossed and max(crossed) <= 6  # two answers in three towns


def test_millions_of_rows_are_counted_in_spark(spark: Any, crossed: list[int]) -> None:
    frame = spark.range(5_000_000).selectExpr("case when id % 5 < 2 then 'yes' else 'no' end as said")
    found = estimate(frame, answer="said", mechanism=WARNER)
    assert found.tally.counts == (3_000_000, 2_000_000)
    assert found.prevalence[1] == F(3, 10)
    assert max(crossed) <= 2


def test_the_query_that_spark_ran_groups_and_reads_one_column(spark: Any, tmp_path: Path, plans: list[str]) -> None:
    path = str(tmp_path / "answers.parquet")
    spark.createDataFrame(people(), ["said", "town", "w"]).write.parquet(path)
    frame = spark.read.parquet(path)
    assert estimate(frame, answer="said", mechanism=WARNER).n == 3000
    # the file has three columns; the query that ran groups in Spark and reads one of them
    assert "HashAggregate" in plans[-1] and "struct<said:string>" in plans[-1] and "town" not in plans[-1]


def test_null_nan_boolean_and_number_answers(spark: Any) -> None:
    frame = spark.createDataFrame([("yes",), (None,), ("no",), ("no",)], ["said"])
    with pytest.raises(InputError, match=r"'\(missing\)' \(1\)"):
        estimate(frame, answer="said", mechanism=WARNER)
    assert estimate(frame, answer="said", mechanism=WARNER, other="drop").tally.dropped == 1
    for values in ([(1.0,), (0.0,), (float("nan"),)], [(True,), (False,), (None,)], [(1,), (0,), (None,)]):
        frame = spark.createDataFrame(values, ["said"])
        assert estimate(frame, answer="said", mechanism=NUMBERS, other="drop").tally.counts == (1, 1)


@pytest.mark.parametrize("bad", [-1.0, float("nan"), None, float("inf")])
def test_bad_weights_are_named(spark: Any, bad: float | None) -> None:
    frame = spark.createDataFrame([("yes", 1.0), ("no", bad)], "said string, w double")
    with pytest.raises(InputError, match="missing, negative or not numbers"):
        estimate(frame, answer="said", weights="w", mechanism=WARNER)


def test_a_missing_column_is_named(spark: Any) -> None:
    with pytest.raises(InputError, match="no column 'answer'; their columns are said"):
        estimate(spark.createDataFrame([("yes",)], ["said"]), answer="answer", mechanism=WARNER)


def test_patterns_of_many_questions_are_counted_in_spark(spark: Any, crossed: list[int]) -> None:
    columns = "cast(id % 2 as int) a", "(id div 2) % 2 = 1 b", "cast((id div 4) % 3 = 0 as string) c"
    found = count_patterns(spark.range(12_000).selectExpr(*columns))
    assert found.questions == ("a", "b", "c") and found.counts.tolist() == [2000, 1000] * 4
    assert max(crossed) <= 8
    with pytest.raises(InputError, match=r"question 'a' has a missing answer"):
        count_patterns(spark.createDataFrame([(1,), (None,)], "a int"))
