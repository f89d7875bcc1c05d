"""Grids of designs in one process, every row certified, against one model of cvxpy with Parameters that is solved at each row.

The base is the best such model, built once, its Parameters set and solved again for each row, by the solver that cvxpy chooses or
by HiGHS, whichever is the quicker: one row an entry where δ = 0, the excesses of ordered pairs where δ > 0. A variance of two
answers is no convex program: there it is the linear program in (x, y), searched over its Parameter s at each row, five or so times.
`built anew` are models made for each row: all pairs of inputs, or their excesses; for a variance `Problem.as_cvxpy()`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.designs import problems
from benchmarks.measure import Line, line
from benchmarks.models import (
    Values,
    ask_cvxpy,
    by_excesses,
    by_pairs,
    by_rows,
    each,
    gains_of,
    least_product,
    linear_program,
    sweeping,
)
from rropt import LDP, Problem, Trace, Utility, Variance, sweep
from rropt.objectives.base import Objective

NAMES = ("trace", "weighted trace", "random utility")
DELTAS = [f"{n}/100" for n in range(1, 31)]
PREVALENCES = [f"{n}/62" for n in range(1, 31)]
ANEW = "cvxpy, built anew"
Ways = dict[str, Callable[[], object] | None]
Grid = Mapping[str, Sequence[object]]


def lines(quick: bool) -> Iterator[Line]:
    """Along epsilon, delta, the prevalence of a variance, and the prior of a utility."""
    repeat = 1 if quick else 3
    sweep(Trace(), {"epsilon": ["ln2"], "inputs": [2]}, workers=1)  # what is loaded once is no part of a grid
    yield from _along_epsilon(quick, repeat)
    yield from _along_epsilon_with_delta(repeat)
    for epsilon in ("ln3", "1/2"):
        yield from _along_delta(epsilon, quick, repeat)
        yield from _of_variances(epsilon, repeat)
        yield from _of_priors(epsilon, quick, repeat)


def _along_epsilon(quick: bool, repeat: int) -> Iterator[Line]:
    """In memory and with a new store."""
    epsilons = [f"{n}/20" for n in range(10, 40)]
    for k in (2, 4, 8, 16) if quick else (2, 4, 8, 16, 32):
        for name in NAMES:
            problem, grid = problems(k, LDP("1"))[name], {"epsilon": epsilons, "inputs": [k]}
            programs = [linear_program(problems(k, LDP(epsilon))[name]) for epsilon in epsilons]
            ways: Ways = _ways(problem.objective, grid) | {
                "certified, with a store": partial(_stored, problem.objective, grid),
                "cvxpy, pairs, built anew": partial(each, partial(by_pairs, solver=None), programs),
            }
            base = sweeping(partial(by_rows, programs[0]), [{"excess": float(x.ratio) - 1} for x in programs])
            yield line(f"{name}, k = {k}, 30 values of epsilon", base, ways, repeat)


def _along_epsilon_with_delta(repeat: int) -> Iterator[Line]:
    epsilons = [f"{n}/20" for n in range(10, 40)]
    for k in (4, 6):
        for name in NAMES:
            asked = [problems(k, LDP(epsilon, delta="1/10"))[name] for epsilon in epsilons]
            programs = list(map(linear_program, asked))
            base = sweeping(asked[0].as_cvxpy, [{"ratio": float(x.ratio)} for x in programs])
            grid = {"epsilon": epsilons, "delta": ["1/10"], "inputs": [k]}
            ways = _ways(asked[0].objective, grid) | {ANEW: partial(each, ask_cvxpy, asked)}
            yield line(f"{name}, k = {k}, 30 values of epsilon with delta 1/10", base, ways, repeat)


def _along_delta(epsilon: str, quick: bool, repeat: int) -> Iterator[Line]:
    for k in (4, 8) if quick or epsilon != "ln3" else (4, 8, 16):
        for name in NAMES:
            asked = [problems(k, LDP(epsilon, delta=delta))[name] for delta in DELTAS]
            programs = list(map(linear_program, asked))
            base = sweeping(asked[0].as_cvxpy, [{"delta": float(x.delta)} for x in programs])
            grid = {"delta": DELTAS, "epsilon": [epsilon], "inputs": [k]}
            ways = _ways(asked[0].objective, grid) | {ANEW: partial(each, ask_cvxpy, asked)}
            yield line(f"{name}, k = {k}, 30 values of delta at {epsilon}", base, ways, repeat)


def _of_variances(epsilon: str, repeat: int) -> Iterator[Line]:
    """Along delta and along the prevalence, with two outputs."""
    for delta in ("0", "1/10"):
        asked = [Problem(Variance(x), LDP(epsilon, delta=delta)) for x in PREVALENCES]
        values = [{"prevalence": float(Fraction(x))} for x in PREVALENCES]
        grid = {"prevalence": PREVALENCES, "epsilon": [epsilon], "delta": [delta]}
        yield _variances(f"variance, 30 prevalences at {epsilon}, delta {delta}", asked, values, grid, repeat)
    asked = [Problem(Variance("1/4"), LDP(epsilon, delta=x)) for x in DELTAS]
    values = [{"delta": float(Fraction(x))} for x in DELTAS]
    grid = {"prevalence": ["1/4"], "epsilon": [epsilon], "delta": DELTAS}
    yield _variances(f"variance, 30 values of delta at {epsilon}", asked, values, grid, repeat)


def _variances(what: str, asked: Sequence[Problem], values: Sequence[Values], grid: Grid, repeat: int) -> Line:
    base = sweeping(asked[0].as_cvxpy, values, least_product)
    return line(what, base, _ways("variance", grid) | {ANEW: partial(each, ask_cvxpy, asked)}, repeat)


def _of_priors(epsilon: str, quick: bool, repeat: int) -> Iterator[Line]:
    """A random utility at priors on a line between two random ones."""
    for delta, model, anew in (
        ("0", by_rows, partial(by_pairs, solver=None)),
        ("1/10", by_excesses, None),
    ):
        for k in (4, 8) if quick or delta != "0" else (4, 8, 16):
            table = linear_program(problems(k, LDP(epsilon))["random utility"]).gains
            asked = [Problem(Utility(table, prior), LDP(epsilon, delta=delta)) for prior in _priors(k)]
            programs = list(map(linear_program, asked))
            grid = {"objective": [x.objective for x in asked], "epsilon": [epsilon], "delta": [delta]}
            base = sweeping(partial(model, programs[0], gains=True), [{"gains": gains_of(x)} for x in programs])
            what = f"random utility, k = {k}, 30 priors at {epsilon}, delta {delta}"
            posed = partial(each, ask_cvxpy, asked) if anew is None else partial(each, anew, programs)
            ways: Ways = {"certified": partial(sweep, None, grid, workers=1), ANEW: posed}
            yield line(what, base, ways, repeat)


def _priors(k: int) -> list[list[Fraction]]:
    generator = random.Random(k)
    ends = [[Fraction(generator.randint(1, 100)) for _ in range(k)] for _ in range(2)]
    found = [[a * (29 - n) + b * n for a, b in zip(*ends, strict=True)] for n in range(30)]
    return [[x / sum(prior) for x in prior] for prior in found]


def _ways(objective: Objective | str, grid: Grid) -> Ways:
    return {"certified": partial(sweep, objective, grid, workers=1)}


def _stored(objective: Objective, grid: Grid) -> object:
    with TemporaryDirectory() as folder:
        return sweep(objective, grid, workers=1, store=Path(folder) / "store")
