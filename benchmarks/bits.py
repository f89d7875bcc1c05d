"""Many bits and many rows: the inverse Kronecker product, marginals, and files that are never loaded.

The dense matrix is the listing printed in Vinterbo (2018, Implementation 1), run as far as its 2^n × 2^n numbers go. Memory is
the most that a process of its own held at once, or for the product the arrays of 2^n numbers at once, the data's own counted.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import Line, line, peak
from rropt.mechanism import Mechanism
from rropt.questions import apply_bitwise, inverse_bit, marginal

KEPT = 0.75
BIT = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"), ("no", "yes"))
INVERSE = np.array([[float(x) for x in row] for row in inverse_bit(BIT)])
MOST_DENSE_BITS = 12
Ways = dict[str, Callable[[], object] | None]
STREAMED = """import sys, polars
from rropt import Mechanism, estimate
warner = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"), ("no", "yes"))
estimate(polars.scan_parquet(sys.argv[1]), mechanism=warner, answer="answer")"""


def dense_matrix(n: int, a: float) -> Any:
    """The paper's C(n, a)."""
    c, z = np.array([[a, 1 - a], [1 - a, a]]), np.array([1])
    return z if n < 1 else np.kron(c, dense_matrix(n - 1, a))


def copies(x: Any) -> None:
    """Copying the array eight times."""
    for _ in range(8):
        x.copy()


def arrays_held(n: int) -> float:
    """How many arrays of 2^n numbers the product holds at once."""
    x = np.ones(1 << n)
    tracemalloc.start()
    apply_bitwise([INVERSE] * n, x)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return float(1 + most / x.nbytes)


def products(quick: bool) -> Iterator[Line]:
    """The product of n inverses, and the dense matrix of the paper's listing where it fits."""
    for n in (12, 16, 20) if quick else (12, 16, 20, 24):
        x = np.random.default_rng(n).random(1 << n)
        ways: Ways = {"bitwise": lambda n=n, x=x: apply_bitwise([INVERSE] * n, x)}
        if n <= MOST_DENSE_BITS:
            there = apply_bitwise([INVERSE] * n, x)
            assert np.allclose(dense_matrix(n, KEPT / (2 * KEPT - 1)).dot(x), there)
            ways["dense, the paper's listing"] = lambda n=n, x=x: dense_matrix(n, KEPT / (2 * KEPT - 1)).dot(x)
        held = f"{arrays_held(n):.2f} arrays held"
        yield line(
            f"inverse of {n} bits, {held}; eight copies of the array", lambda x=x: copies(x), ways, 3 if quick else 7
        )


def answers(people: int, questions: int) -> Any:
    """Answers of people half of whom say yes to every question, each answer kept with probability 9/10."""
    rng = np.random.default_rng(0)
    found = np.empty((people, questions), dtype=np.uint8)
    for start in range(0, people, 1 << 18):
        block = found[start : start + (1 << 18)]
        block[:] = rng.integers(0, 2, size=(len(block), 1), dtype=np.uint8)
        block ^= rng.integers(0, 10, size=block.shape, dtype=np.uint8) == 0
    return found


def tables(quick: bool) -> Iterator[Line]:
    """The joint shares of 16 questions."""
    people = 10**6 if quick else 10**7
    given = answers(people, 16)
    yield line(
        f"joint shares of {people:,} people × 16 questions; one sum of the array",
        lambda: given.sum(),
        {"shares with errors": lambda: marginal(given, BIT)},
        1 if quick else 7,
    )


def write_answers(path: Path, rows: int) -> None:
    """A Parquet file of one column of yes and no, written a million rows at a time."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(0)
    words = pa.array(["no", "yes"])
    with pq.ParquetWriter(path, pa.schema([("answer", pa.dictionary(pa.int8(), pa.string()))])) as writer:
        for start in range(0, rows, 10**6):
            codes = pa.array(rng.integers(0, 2, size=min(10**6, rows - start), dtype=np.int8))
            writer.write_table(pa.table({"answer": pa.DictionaryArray.from_arrays(codes, words)}))


def streamed(path: Path) -> int:
    """The most memory, in MB, of a process that estimates from a file."""
    return peak(STREAMED, str(path))


def files(quick: bool) -> Iterator[Line]:
    """Rows of Parquet estimated without being loaded; the same on a Dask frame and on Spark's, where their runtime is there."""
    import polars

    for rows in (10**5, 10**6) if quick else (10**6, 10**7, 10**8):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "answers.parquet"
            write_answers(path, rows)
            ways: Ways = {"estimate, a process": lambda path=path: streamed(path)}
            if rows <= 10**7:
                ways["pandas, all loaded"] = lambda path=path: by_pandas(path)
            if find_spec("dask") and rows <= 10**7:
                ways["Dask"] = lambda path=path: by_dask(path)
            if find_spec("pyspark") and (shutil.which("java") or os.environ.get("JAVA_HOME")) and not quick:
                ways["Spark, a session"] = lambda path=path: by_spark(path)
            what = f"{rows:,} rows of Parquet, {streamed(path)} MB at most; polars counts the answers"

            def counted(path: Path = path) -> object:
                return polars.scan_parquet(path).group_by("answer").len().collect(engine="streaming")

            yield line(what, counted, ways, 1 if quick else 3)


def by_pandas(path: Path) -> object:
    import pandas

    from rropt import estimate

    return estimate(pandas.read_parquet(path), mechanism=BIT, answer="answer")


def by_dask(path: Path) -> object:
    import dask.dataframe as dd

    from rropt import estimate

    return estimate(dd.read_parquet(path), mechanism=BIT, answer="answer")


def by_spark(path: Path) -> object:
    from pyspark.sql import SparkSession

    from rropt import estimate

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.host", "localhost").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    try:
        return estimate(session.read.parquet(str(path)), mechanism=BIT, answer="answer")
    finally:
        session.stop()


def lines(quick: bool) -> Iterator[Line]:
    for part in (products, tables, files):
        yield from part(quick)
