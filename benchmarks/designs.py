"""The certified answer beside floating-point solvers that certify nothing, in one run; every figure is a ratio to HiGHS alone.

`certified` is everything: the numeric leg, the exact multipliers, the certificate's text and the checker's verdict, with closed
forms switched off (`certified, theorem` has them on); `unlisted` is that without the list of all optimal vertices, which no other
program here gives. Of `certified`, `checker` is the checker's verdict alone, and `basis` the exact basis with the HiGHS run it
begins from. `cvxpy` is the best model in cvxpy, one row an entry, whose Parameter is set and which is solved again, by cvxpy's
default solver or HiGHS, whichever is the quicker; `cvxpy, as posed` the one of `Problem.as_cvxpy()`, re-solved by the default
one; `cvxpy, built anew` the best model built, compiled and solved; `cvxpy, pairs` the vectorised model of all pairs of inputs,
built anew. `libqif` is its program for the same loss, which it has in doubles alone; a way is stopped growing at the size where
one run passed the limit. `pairs of rows` is HiGHS alone on u_i ≤ p_ij ≤ T·u_i, two sparse rows an entry, which rropt's numeric
leg no longer uses. `scipy` is `linprog` on the pairwise model, `z3` its exact optimiser where e^ε is rational. Times are
processor seconds, so that a busy machine changes the ratios little.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

import numpy as np
from rropt.designs.linear.exact import near
from rropt.designs.linear.legs import linear_program
from rropt.designs.linear.numeric import solve_linear
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.pure.exact import optimal_staircase

from benchmarks.measure import LONG, Line, line
from benchmarks.models import by_pairs, by_rows, ratios, resolving, values_of
from rropt import LDP, Trace, Utility, design
from rropt.checker import check
from rropt.problem.problem import Problem
from rropt.solvers.highs import SparseRows, minimise

RATIONAL = "ln3"
MOST_PAIRS = (
    32  # inputs up to which models of all pairs are asked: the trace of 64 took cvxpy 670 s, scipy 71 and libqif 63
)
OF_PAIRS = {"cvxpy, pairs", "scipy", "libqif"}


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


def scipy_pairwise(program: LinearProgram) -> float:
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    gains, ratio = np.array([[float(x) for x in row] for row in program.gains]), float(program.ratio)
    m, k = gains.shape
    j, el = (index.ravel() for index in np.nonzero(~np.eye(k, dtype=bool)))
    i = np.repeat(np.arange(m), len(j))
    j, el, row = np.tile(j, m), np.tile(el, m), np.arange(len(i))
    values = np.concatenate([np.ones(len(i)), np.full(len(i), -ratio)])
    pairs = coo_array((values, (np.tile(row, 2), np.concatenate([i * k + j, i * k + el]))), shape=(len(i), m * k))
    columns = coo_array((np.ones(m * k), (np.tile(np.arange(k), m), np.arange(m * k))), shape=(k, m * k))
    found = linprog(-gains.ravel(), A_ub=pairs, b_ub=np.zeros(len(i)), A_eq=columns, b_eq=np.ones(k), method="highs")
    return float(-found.fun)


def in_z3(program: LinearProgram) -> str | None:
    """The exact optimum on u_i ≤ p_ij ≤ T·u_i."""
    try:
        import z3
    except ImportError:
        return None
    m, k = len(program.gains), len(program.gains[0])
    p, low = [[z3.Real(f"p{i},{j}") for j in range(k)] for i in range(m)], [z3.Real(f"u{i}") for i in range(m)]
    found = z3.Optimize()
    ratio = z3.RealVal(str(program.ratio))
    for u, row in zip(low, p, strict=True):
        found.add(u >= 0, *(limit for x in row for limit in (u <= x, x <= ratio * u)))
    found.add([z3.Sum(column) == 1 for column in zip(*p, strict=True)])
    gains = [z3.RealVal(str(g)) for row in program.gains for g in row]
    best = found.maximize(z3.Sum([g * x for g, x in zip(gains, (x for row in p for x in row), strict=True)]))
    found.check()
    return str(found.upper(best))


def problems(k: int, demand: LDP) -> dict[str, Problem]:
    generator = random.Random(k)
    weights = [Fraction(generator.randint(1, 1000), 1000) for _ in range(k)]
    dense = [[Fraction(generator.randint(-1000, 1000), 1000) for _ in range(k)] for _ in range(k)]
    degenerate = [[Fraction(generator.randint(0, 1)) for _ in range(k)] for _ in range(k)]
    return {
        "trace": Problem(Trace(), demand, inputs=k),
        "weighted trace": Problem(Trace(weights), demand, inputs=k),
        "random utility": Problem(Utility(dense), demand),
        "utility of zeros and ones": Problem(Utility(degenerate), demand),
    }


def lines(quick: bool) -> Iterator[Line]:
    """Sizes and budgets; a way that took long at one size is left out at the next."""
    repeat = 3
    budgets = ("1/2",) if quick else ("1/2", "1/1000", "ln3", "5", "20")
    for epsilon in budgets:
        left_out: set[str] = set()
        for k in (8, 16) if quick else (8, 16, 32, 64, 128) if epsilon == budgets[0] else (8, 16, 32):
            if k > MOST_PAIRS:
                left_out |= OF_PAIRS
            for name, problem in problems(k, LDP(epsilon)).items():
                program = linear_program(problem)
                text = design(problem, closed_forms=False).certificate
                ways: dict[str, Callable[[], object]] = {
                    "certified": lambda p=problem: design(p, closed_forms=False),
                    "one optimum": lambda p=problem: design(p, closed_forms=False, optima="one"),
                    "certified, theorem": lambda p=problem: design(p),
                    "checker": lambda text=text: check(text),
                    "basis": lambda p=program: optimal_staircase(p, partial(near, p.ratio)),
                    "pairs of rows": lambda p=program: pairs_of_rows(p),
                    "scipy": lambda p=program: scipy_pairwise(p),
                    "cvxpy": resolving(partial(by_rows, program), partial(values_of, program)),
                    "cvxpy, as posed": resolving(problem.as_cvxpy, partial(ratios, program.ratio), (None,)),
                    "cvxpy, built anew": lambda p=program: by_rows(p).solve(),
                    "cvxpy, pairs": lambda p=program: by_pairs(p),
                    "libqif": lambda p=program: libqif(p),
                }
                if epsilon == RATIONAL:
                    ways["z3"] = lambda p=program: in_z3(p)
                asked = {way: None if way in left_out else run for way, run in ways.items()}
                found = line(f"{name}, k = {k}, ε = {epsilon}", lambda p=program: solve_linear(p), asked, repeat)
                left_out |= {way for way, t in found.ratios.items() if t is not None and t.seconds > LONG}
                yield found
    # at 64 inputs both the base and the design take alternating directions: HiGHS alone has no answer in minutes
    for k in (4, 8) if quick else (4, 8, 12, 16, 24, 64):
        for name, problem in problems(k, LDP("ln3", delta="1/100")).items():
            program = linear_program(problem)
            yield line(
                f"{name}, k = {k}, ε = ln3, δ = 1/100",
                lambda p=program: solve_linear(p),
                {
                    "certified": lambda p=problem: design(p),
                    "one optimum": None if k > 24 else lambda p=problem: design(p, optima="one"),
                    "cvxpy": None if k > 24 else resolving(problem.as_cvxpy, partial(ratios, program.ratio)),
                },
                1 if k > 24 else repeat,
            )
