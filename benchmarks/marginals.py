"""All 2^20 cells of 20 randomized questions from 10^7 people, inside 2 GiB: from an array, and from a Parquet file.

Run: python benchmarks/marginals.py [people]. The peak is that of the whole process, the data included.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy

from rropt.mechanism import Mechanism
from rropt.questions.patterns import count_patterns
from rropt.questions.questions import marginal

BITS = 20
LIMIT = 2 << 30


def peak() -> int:
    """The largest resident size of this process so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def draw(people: int) -> Any:
    """Answers of people half of whom say yes to every question, each answer kept with probability 9/10."""
    rng = numpy.random.default_rng(0)
    answers = numpy.empty((people, BITS), dtype=numpy.uint8)
    for start in range(0, people, 1 << 18):
        block = answers[start : start + (1 << 18)]
        block[:] = rng.integers(0, 2, size=(len(block), 1), dtype=numpy.uint8)
        block ^= rng.integers(0, 10, size=block.shape, dtype=numpy.uint8) == 0
    return answers


def main(people: int = 10**7) -> None:
    """Print times and the peak; fail beyond 2 GiB."""
    bit = Mechanism([["9/10", "1/10"], ["1/10", "9/10"]])
    answers = draw(people)
    start = time.perf_counter()
    found = marginal(answers, bit)
    print(f"array: {people} people in {time.perf_counter() - start:.1f} s, peak {peak() / 2**30:.2f} GiB")
    print(f"all no {found.estimate[0]:.4f}, all yes {found.estimate[-1]:.4f}, error {found.standard_error[0]:.4f}")
    assert abs(found.estimate[0] - 0.5) < 5 * found.standard_error[0]
    with tempfile.TemporaryDirectory() as folder:
        import polars

        path = Path(folder) / "answers.parquet"
        polars.DataFrame({f"q{i + 1}": answers[:, i] for i in range(BITS)}).write_parquet(path)
        start = time.perf_counter()
        counts = count_patterns(polars.scan_parquet(path)).counts
        print(f"file: {time.perf_counter() - start:.1f} s, peak {peak() / 2**30:.2f} GiB")
    assert int(counts.sum()) == people and peak() < LIMIT


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
