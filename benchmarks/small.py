"""Closed forms, the shell, orders, draws and sweeps: what one call costs beside the plainest thing that could be done instead."""

from __future__ import annotations

import compileall
import math
import random
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import rropt
from benchmarks.designs import cvxpy_pairwise, problems
from benchmarks.measure import Line, command, line
from rropt import LDP, Mechanism, Problem, binary_optima, compare, draw, from_spec, sweep
from rropt.linear.legs import linear_program
from rropt.linear.program import LinearProgram

PEOPLE = 1_000_000
MANY = 10_000


def shell(quick: bool) -> Iterator[Line]:
    """From the shell, each a process of its own, against a process that imports numpy; modules are compiled, as by an installer."""
    compileall.compile_dir(Path(rropt.__file__).parent, quiet=1)
    repeat = 3 if quick else 7
    program = [sys.executable, "-m", "rropt"]
    best = [*program, "design", "--epsilon", "1", "--objective"]
    yield line(
        "import numpy",
        command([sys.executable, "-c", "import numpy"]),
        {
            "import rropt": command([sys.executable, "-c", "import rropt"]),
            "rropt --help": command([*program, "--help"]),
            "a certified closed form": command([*best, "variance", "--prevalence", "1/10"]),
            "a certified trace, k = 8": command([*best, "trace", "--inputs", "8"]),
        },
        repeat,
    )


def closed_forms(quick: bool) -> Iterator[Line]:
    """Ten thousand binary optima from arrays against their cheapest part, ten thousand exponentials; and a hundred certificates."""
    rng = np.random.default_rng(0)
    epsilon, delta, prevalence = rng.uniform(0.1, 3, MANY), rng.uniform(0, 0.1, MANY), rng.uniform(0, 1, MANY)
    found = binary_optima(epsilon, delta, prevalence)
    ways: dict[str, Callable[[], object] | None] = {
        "10,000 optima": lambda: binary_optima(epsilon, delta, prevalence),
        "100 of them certified": lambda: [found.design(i) for i in range(100)],
    }
    yield line("10,000 exponentials one by one", lambda: [math.exp(x) for x in epsilon], ways, 3 if quick else 7)


def mechanism(rng: random.Random, m: int, k: int) -> Mechanism:
    columns = [[rng.randint(1, 100) for _ in range(m)] for _ in range(k)]
    return Mechanism([[Fraction(column[i], sum(column)) for column in columns] for i in range(m)])


def garbling_in_scipy(first: Mechanism, second: Mechanism) -> bool:
    """Whether some C ≥ 0 with columns summing to 1 has C·first = second, in floats."""
    from scipy.optimize import linprog

    a, b = first.to_numpy(), second.to_numpy()
    m, n = len(a), len(b)
    rows = np.concatenate([np.kron(np.eye(n), a.T), np.kron(np.ones((1, n)), np.eye(m))])
    sums = np.concatenate([b.ravel(), np.ones(m)])
    return linprog(np.zeros(n * m), A_eq=rows, b_eq=sums, method="highs").status == 0


def orders(quick: bool) -> Iterator[Line]:
    """A verdict with its witness against the same linear program in floats."""
    for size in (4, 8) if quick else (4, 8, 12, 16, 24):
        rng = random.Random(size)
        first, garbling = mechanism(rng, size, size), mechanism(rng, size, size)
        below = Mechanism(
            [
                [
                    sum((c * x for c, x in zip(row, column, strict=True)), Fraction(0))
                    for column in zip(*first.rows, strict=True)
                ]
                for row in garbling.rows
            ]
        )
        pairs = {"a garbling of it": below, "another mechanism": mechanism(rng, size, size)}
        for name, second in pairs.items():
            ways: dict[str, Callable[[], object] | None] = {"certified": lambda s=second, f=first: compare(f, s)}
            yield line(
                f"{size} × {size} against {name}",
                lambda s=second, f=first: garbling_in_scipy(f, s),
                ways,
                3 if quick else 7,
            )


def draws(quick: bool) -> Iterator[Line]:
    """A million answers: exact ones from the system's entropy against NumPy's in doubles from a seed."""
    for spec in ("warner:p=3/4", "krr:k=8,epsilon=1", "krr:k=64,epsilon=1"):
        p = from_spec(spec)
        given = np.random.default_rng(0).integers(0, p.k, PEOPLE)
        matrix = p.to_numpy()

        def in_numpy(p: Mechanism = p, given: object = given, matrix: object = matrix) -> None:
            rng = np.random.default_rng(1)
            for j in range(p.k):
                rng.choice(p.m, size=int((given == j).sum()), p=matrix[:, j])

        yield line(
            f"{spec}, NumPy's choice",
            in_numpy,
            {"exact draws": lambda p=p, given=given: draw(p, given)},
            3 if quick else 7,
        )


def sweeps(quick: bool) -> Iterator[Line]:
    """A grid of epsilons in one process, every row certified, in memory and with a new store, against the vectorised cvxpy model
    built anew for each row and solved by the solver that cvxpy chooses."""
    for count in (30, 200):
        epsilons = [f"{n}/{count * 2 // 3}" for n in range(count // 3, count // 3 + count)]
        for k in (2, 4, 8, 16) if quick or count > 30 else (2, 4, 8, 16, 32, 48):
            for name in ("trace", "weighted trace", "random utility"):
                problem = problems(k, LDP("1"))[name]
                programs = [linear_program(problems(k, LDP(epsilon))[name]) for epsilon in epsilons]

                def in_cvxpy(programs: list[LinearProgram] = programs) -> None:
                    for program in programs:
                        cvxpy_pairwise(program, None)

                def in_memory(problem: Problem = problem, epsilons: list[str] = epsilons) -> object:
                    return sweep(problem, {"epsilon": epsilons}, workers=1)

                def stored(problem: Problem = problem, epsilons: list[str] = epsilons) -> object:
                    with TemporaryDirectory() as folder:
                        return sweep(problem, {"epsilon": epsilons}, workers=1, store=Path(folder) / "store")

                ways: dict[str, Callable[[], object] | None] = {
                    "certified": in_memory,
                    "certified, with a store": stored,
                }
                yield line(f"{name}, k = {k}, {count} values of epsilon", in_cvxpy, ways, 1 if quick else 3)
