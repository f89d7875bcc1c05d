"""Grids of designs in one process, every row certified, against a cvxpy model built anew for each row.

The base is the vectorised cvxpy model of the row's own question, solved by the solver that cvxpy chooses: all pairs of inputs where
δ = 0, their excesses where δ > 0; for a binary variance, which is no convex program, the programs that rropt's own cvxpy leg
solves (a parametrised linear one at 15 weights, and one along each edge), for one with any number of outputs one linear program.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.designs import cvxpy_pairwise, problems
from benchmarks.measure import Line, line
from rropt import LDP, Problem, Trace, Utility, Variance, sweep
from rropt.linear.cvxpy import solve_linear
from rropt.linear.legs import linear_program
from rropt.linear.program import LinearProgram
from rropt.sweeps.grid import Cell
from rropt.sweeps.sweep import run
from rropt.variance.cvxpy import solve_asymptotic, solve_binary
from rropt.variance.legs import normal_form

NAMES = ("trace", "weighted trace", "random utility")
DELTAS = [f"{n}/100" for n in range(1, 31)]
PREVALENCES = [f"{n}/62" for n in range(1, 31)]
Ways = dict[str, Callable[[], object] | None]
Grid = dict[str, Sequence[str]]


def lines(quick: bool) -> Iterator[Line]:
    """Along epsilon, delta, the prevalence of a variance, and the prior of a utility."""
    repeat = 1 if quick else 3
    sweep(Trace(), {"epsilon": ["ln2"], "k": [2]}, workers=1)  # what is loaded once is no part of a grid
    yield from _along_epsilon(quick, repeat)
    yield from _along_epsilon_with_delta(repeat)
    for epsilon in ("ln3", "1/2"):
        yield from _along_delta(epsilon, quick, repeat)
        yield from _of_variances(epsilon, repeat)
        yield from _of_priors(epsilon, quick, repeat)


def _along_epsilon(quick: bool, repeat: int) -> Iterator[Line]:
    """In memory and with a new store."""
    for count in (30, 200):
        epsilons = [f"{n}/{count * 2 // 3}" for n in range(count // 3, count // 3 + count)]
        for k in (2, 4, 8, 16) if quick or count > 30 else (2, 4, 8, 16, 32, 48):
            for name in NAMES:
                problem = problems(k, LDP("1"))[name]
                programs = [linear_program(problems(k, LDP(epsilon))[name]) for epsilon in epsilons]
                ways = _ways(problem, {"epsilon": epsilons}) | {
                    "certified, with a store": partial(_stored, problem, {"epsilon": epsilons})
                }
                base = partial(_model_each, _pairwise, programs)
                yield line(f"{name}, k = {k}, {count} values of epsilon", base, ways, repeat)


def _along_epsilon_with_delta(repeat: int) -> Iterator[Line]:
    epsilons = [f"{n}/20" for n in range(10, 40)]
    for k in (4, 6):
        for name in NAMES:
            asked = [problems(k, LDP(epsilon, delta="1/10"))[name] for epsilon in epsilons]
            base = partial(_model_each, _excesses, list(map(linear_program, asked)))
            what = f"{name}, k = {k}, 30 values of epsilon with delta 1/10"
            yield line(what, base, _ways(asked[0], {"epsilon": epsilons}), repeat)


def _along_delta(epsilon: str, quick: bool, repeat: int) -> Iterator[Line]:
    for k in (4, 8) if quick or epsilon != "ln3" else (4, 8, 16):
        for name in NAMES:
            asked = [problems(k, LDP(epsilon, delta=delta))[name] for delta in DELTAS]
            base = partial(_model_each, _excesses, [linear_program(x) for x in asked])
            yield line(
                f"{name}, k = {k}, 30 values of delta at {epsilon}", base, _ways(asked[0], {"delta": DELTAS}), repeat
            )


def _of_variances(epsilon: str, repeat: int) -> Iterator[Line]:
    """Along delta and along the prevalence, with two outputs and with any number."""
    for outputs, model in ((2, solve_binary), ("free", solve_asymptotic)):
        for delta in ("0", "1/10"):
            demand = LDP(epsilon, delta=delta)
            asked = [Problem(Variance(x), demand, outputs=outputs) for x in PREVALENCES]
            base = partial(_model_each, partial(model, solver=None), list(map(normal_form, asked)))
            what = f"variance, {outputs} outputs, 30 prevalences at {epsilon}, delta {delta}"
            yield line(what, base, _ways(asked[0], {"prevalence": PREVALENCES}), repeat)
        asked = [Problem(Variance("1/4"), LDP(epsilon, delta=x), outputs=outputs) for x in DELTAS]
        base = partial(_model_each, partial(model, solver=None), list(map(normal_form, asked)))
        what = f"variance, {outputs} outputs, 30 values of delta at {epsilon}"
        yield line(what, base, _ways(asked[0], {"delta": DELTAS}), repeat)


def _of_priors(epsilon: str, quick: bool, repeat: int) -> Iterator[Line]:
    """A random utility at priors on a line between two random ones."""
    for delta, model in (("0", _pairwise), ("1/10", _excesses)):
        for k in (4, 8) if quick or delta != "0" else (4, 8, 16):
            table = problems(k, LDP(epsilon))["random utility"].objective.matrix_of_utilities
            asked = [Problem(Utility(table, prior), LDP(epsilon, delta=delta)) for prior in _priors(k)]
            cells = [Cell({"prior": str(n)}, problem) for n, problem in enumerate(asked)]
            base = partial(_model_each, model, list(map(linear_program, asked)))
            what = f"random utility, k = {k}, 30 priors at {epsilon}, delta {delta}"
            yield line(what, base, {"certified": partial(run, cells, workers=1)}, repeat)


def _priors(k: int) -> list[list[Fraction]]:
    generator = random.Random(k)
    ends = [[Fraction(generator.randint(1, 100)) for _ in range(k)] for _ in range(2)]
    found = [[a * (29 - n) + b * n for a, b in zip(*ends, strict=True)] for n in range(30)]
    return [[x / sum(prior) for x in prior] for prior in found]


def _ways(problem: Problem, grid: Grid) -> Ways:
    return {"certified": partial(sweep, problem, grid, workers=1)}


def _stored(problem: Problem, grid: Grid) -> object:
    with TemporaryDirectory() as folder:
        return sweep(problem, grid, workers=1, store=Path(folder) / "store")


def _model_each(model: Callable[..., object], programs: Sequence[object]) -> None:
    for program in programs:
        model(program)


def _pairwise(program: LinearProgram) -> float:
    return cvxpy_pairwise(program, None)


def _excesses(program: LinearProgram) -> object:
    return solve_linear(program, None)
