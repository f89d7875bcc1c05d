"""The certified answer beside floating-point solvers that certify nothing, in one run; every figure is a ratio to HiGHS alone.

`certified` is everything: the design, the certificate's text and the checker's verdict; `checker` is the checker's verdict alone.
`cvxpy` is the best model in cvxpy, one row an entry, whose Parameter is set and which is solved again, by cvxpy's default solver
or HiGHS, whichever is the quicker; `cvxpy, as posed` the one of `Problem.as_cvxpy()`, re-solved by the default one; `cvxpy, built
anew` the best model built, compiled and solved; `cvxpy, pairs` the vectorised model of all pairs of inputs, built anew. `libqif` is
its program for the same loss, which it has in doubles alone; a way is stopped growing at the size where one run passed the limit.
`scipy` is `linprog` on the pairwise model, `z3` its exact optimiser where e^ε is rational. With δ > 0 the base is the model of
`as_cvxpy()`, re-solved. Times are processor seconds, so that a busy machine changes the ratios little.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

import numpy as np

from benchmarks.engine import highs_alone
from benchmarks.measure import LONG, Line, line
from benchmarks.models import LinearProgram, by_pairs, by_rows, gains_of, linear_program, ratios, resolving, values_of
from rropt import LDP, Trace, Utility, design
from rropt.checker import check
from rropt.problem.problem import Problem

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
    gains = gains_of(program)
    m, k = gains.shape
    epsilon = float(np.log(float(program.ratio)))
    prior = np.full(k, 1.0 / k)
    channel = qif.mechanism.d_privacy.min_loss_given_d(
        prior, m, lambda a, b: 0.0 if a == b else epsilon, lambda x, y: -k * gains[y, x]
    )
    return float((gains.T * np.array(channel)).sum())


def scipy_pairwise(program: LinearProgram) -> float:
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    gains, ratio = gains_of(program), float(program.ratio)
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
                text = design(problem).certificate
                ways: dict[str, Callable[[], object]] = {
                    "certified": lambda p=problem: design(p),
                    "checker": lambda text=text: check(text),
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
                base = partial(highs_alone, gains_of(program), float(program.ratio))
                found = line(f"{name}, k = {k}, ε = {epsilon}", base, asked, repeat)
                left_out |= {way for way, t in found.ratios.items() if t is not None and t.seconds > LONG}
                yield found
    for k in (4, 8) if quick else (4, 8, 12, 16, 24):
        for name, problem in problems(k, LDP("ln3", delta="1/100")).items():
            base = resolving(problem.as_cvxpy, partial(ratios, linear_program(problem).ratio))
            yield line(f"{name}, k = {k}, ε = ln3, δ = 1/100", base, {"certified": partial(design, problem)}, repeat)
