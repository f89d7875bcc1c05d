"""The certified answer beside floating-point solvers that certify nothing, in one run; every figure is a ratio to HiGHS alone.

    python benchmarks/designs.py [--sizes 8,16,32,64] [--epsilon 1/2]

`certified` is everything: the numeric leg, the exact multipliers, the certificate's text and the checker's verdict, with
closed forms switched off (`certified, theorem` has them on); `unlisted` is that without the list of all optimal vertices, which
no other program here gives. `cvxpy` is the vectorised pairwise model, `libqif` its
double-precision program for the same loss; both are stopped growing at the size where one run passed the limit. `pairs of
rows` is HiGHS alone on u_i ≤ p_ij ≤ T·u_i, two sparse rows an entry, which rropt's numeric leg no longer uses. Times are
processor seconds, so that a busy machine changes the ratios little.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from rropt import LDP, Trace, Utility, design
from rropt.linear.legs import linear_program
from rropt.linear.numeric import solve_linear
from rropt.linear.program import LinearProgram
from rropt.problem.problem import Problem
from rropt.solvers.highs import SparseRows, minimise

LIMIT = 60.0


def cvxpy_pairwise(program: LinearProgram) -> float:
    import cvxpy as cp

    gains, ratio = np.array([[float(x) for x in row] for row in program.gains]), float(program.ratio)
    m, k = gains.shape
    pairs = [(j, el) for j in range(k) for el in range(k) if j != el]
    first, second = (list(index) for index in zip(*pairs, strict=True))
    p = cp.Variable((m, k), nonneg=True)
    constraints = [cp.sum(p, axis=0) == 1, p[:, first] <= ratio * p[:, second]]
    problem = cp.Problem(cp.Maximize(cp.sum(cp.multiply(gains, p))), constraints)
    return float(problem.solve(solver="HIGHS"))


def libqif(program: LinearProgram) -> float | None:
    try:
        import qif
    except ImportError:
        return None
    gains = np.array([[float(x) for x in row] for row in program.gains])
    m, k = gains.shape
    epsilon = float(np.log(float(program.ratio)))
    prior = np.full(k, 1.0 / k)
    channel = qif.mechanism.d_privacy.min_loss_given_d(
        prior, m, lambda a, b: 0.0 if a == b else epsilon, lambda x, y: -k * gains[y, x]
    )
    return float((gains.T * np.array(channel)).sum())


def pairs_of_rows(program: LinearProgram) -> float:
    """HiGHS alone on u_i ≤ p_ij ≤ T·u_i."""
    gains, ratio = np.array([[float(x) for x in row] for row in program.gains]), float(program.ratio)
    m, k = gains.shape
    n = m * k
    p, u = np.arange(n, dtype=np.int32), n + np.repeat(np.arange(m, dtype=np.int32), k)
    entries = np.stack([p, u.astype(np.int32)], axis=1).ravel()
    columns = np.arange(n, dtype=np.int32).reshape(m, k).T.ravel()
    rows = SparseRows(
        np.concatenate([np.arange(0, 4 * n + 1, 2), 4 * n + m * np.arange(1, k + 1)]).astype(np.int32),
        np.concatenate([entries, entries, columns]).astype(np.int32),
        np.concatenate([np.tile([-1.0, 1.0], n), np.tile([1.0, -ratio], n), np.ones(n)]),
        np.concatenate([np.full(2 * n, -np.inf), np.ones(k)]),
        np.concatenate([np.zeros(2 * n), np.ones(k)]),
    )
    return minimise(np.concatenate([-gains.ravel(), np.zeros(m)]), rows).value


def unlisted(problem: Problem) -> object:
    """Model, solve, exact certificate and check, but no search for other optima."""
    return design(problem, closed_forms=False, optima="one")


def timed(run: Callable[[], object], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
        if times[-1] > LIMIT / 4:
            break
    return statistics.median(times)


def problems(k: int, epsilon: str) -> dict[str, Problem]:
    generator = random.Random(k)
    weights = [Fraction(generator.randint(1, 1000), 1000) for _ in range(k)]
    utility = [[Fraction(generator.randint(-1000, 1000), 1000) for _ in range(k)] for _ in range(k)]
    demand = LDP(epsilon)
    return {
        "trace": Problem(Trace(), demand, inputs=k),
        "weighted trace": Problem(Trace(weights), demand, inputs=k),
        "random utility": Problem(Utility(utility), demand),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="8,16,32,64")
    parser.add_argument("--epsilon", default="1/2")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    stopped: set[str] = set()
    print(f"{'problem':16} {'k':>4} {'HiGHS alone':>12}  ratios to it")
    for k in map(int, options.sizes.split(",")):
        for name, problem in problems(k, options.epsilon).items():
            program = linear_program(problem)
            ways: dict[str, Callable[[], object]] = {
                "certified": lambda p=problem: design(p, closed_forms=False),
                "unlisted": lambda p=problem: unlisted(p),
                "certified, theorem": lambda p=problem: design(p),
                "pairs of rows": lambda p=program: pairs_of_rows(p),
                "cvxpy": lambda p=program: cvxpy_pairwise(p),
                "libqif": lambda p=program: libqif(p),
            }
            base = timed(lambda p=program: solve_linear(p), options.repeat)
            parts = []
            for way, run in ways.items():
                if way in stopped:
                    parts.append(f"{way} –")
                    continue
                seconds = timed(run, options.repeat)
                parts.append(f"{way} {seconds / base:.2f}")
                if seconds > LIMIT:
                    stopped.add(way)
            print(f"{name:16} {k:4} {base:10.4f} s  {'  '.join(parts)}", flush=True)


if __name__ == "__main__":
    main()
