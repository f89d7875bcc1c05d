"""The inverse Kronecker product in place, against copying the array eight times and against the dense matrix.

Run: python benchmarks/kronecker.py [bits]. Ratios are taken within one run; the dense construction is the listing
printed in Vinterbo (2018, Implementation 1), run as far as its 2^n × 2^n matrix goes. Each number is the best of a few.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy

from rropt.mechanism import Mechanism
from rropt.questions.bits import inverse_bit
from rropt.questions.kronecker import apply_in_place

MOST_DENSE_BITS = 13
A = 0.75


def dense_matrix(n: int, a: float) -> Any:
    """The paper's C(n, a)."""
    c, z = numpy.array([[a, 1 - a], [1 - a, a]]), numpy.array([1])
    return z if n < 1 else numpy.kron(c, dense_matrix(n - 1, a))


def best(f: Callable[[], Any], times: int = 3) -> float:
    """The least wall time of some runs."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        f()
        taken.append(time.perf_counter() - start)
    return min(taken)


def copies(x: Any) -> Callable[[], None]:
    """Copying the array eight times."""

    def run() -> None:
        for _ in range(8):
            x.copy()

    return run


def main(bits: int = 24) -> None:
    """Print one line for each number of bits, and the verdict at the last."""
    inverse = numpy.array([[float(x) for x in row] for row in inverse_bit(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]))])
    print("bits  in place (s)  eight copies (s)  ratio  dense, paper's listing (s)  dense / in place")
    ratio = peak = 0.0
    for n in [*range(6, MOST_DENSE_BITS + 1), *([16, 20, bits] if bits > MOST_DENSE_BITS else [])]:
        x = numpy.random.default_rng(n).random(1 << n)
        work = x.copy()
        # copying in the data is not part of the transform; applying it again and again keeps finite for these few runs
        ours, copying = best(lambda n=n, work=work: apply_in_place([inverse] * n, work)), best(copies(x))
        ratio = ours / copying
        dense = ""
        if n <= MOST_DENSE_BITS:
            work = apply_in_place([inverse] * n, x.copy())
            found = dense_matrix(n, A / (2 * A - 1)).dot(x)
            assert numpy.allclose(found, work), n
            seconds = best(lambda n=n, x=x: dense_matrix(n, A / (2 * A - 1)).dot(x), 1)
            dense = f"{seconds:26.5f}  {seconds / ours:16.1f}"
        print(f"{n:4d}  {ours:12.5f}  {copying:16.5f}  {ratio:5.2f}  {dense}")
    x = numpy.random.default_rng(0).random(1 << bits)
    tracemalloc.start()
    apply_in_place([inverse] * bits, x)
    peak = 1 + tracemalloc.get_traced_memory()[1] / x.nbytes
    print(f"at {bits} bits: {ratio:.2f} times eight copies, {peak:.4f} arrays of memory")
    assert ratio < 3 and peak < 3


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
