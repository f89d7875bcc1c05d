"""k categories of unequal shares: certified optima beside a pricing of all 2^k patterns in numpy and models of cvxpy.

The pricing is one sum a pattern, by doubling, and says how many patterns there are. `cvxpy, …` is the best model with e^ε as a
Parameter, or the numbers of the rows at that e^ε, built and compiled before, set to another e^ε each time and solved again by
Clarabel, information by the quicker of Clarabel and HiGHS: of the total variance the program in prices, of the others
`Problem.as_cvxpy()`. `as posed` is that of the total variance, and `built anew` the program in prices built, compiled and solved.
None certifies anything.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import cycle
from typing import Any

import numpy as np

from benchmarks.measure import Line, line, peak
from benchmarks.models import CONVEX, LINEAR, MOVES, Values, by_prices, resolving
from rropt import LDP, Determinant, Information, LargestVariance, Problem, TotalVariance, design

RATIO = 3.0
MOST_POSED = 8
"""Inputs up to which covariances are asked as they are posed. More than 12 unequal shares are refused."""
LARGE = 12  # inputs, from which the memory is measured too


def shares(k: int) -> list[Fraction]:
    generator = random.Random(k)
    numbers = [generator.randint(20, 100) for _ in range(k)]
    return [Fraction(n, sum(numbers)) for n in numbers]


def pricing(k: int) -> float:
    """The sum of shares over every pattern, by doubling."""
    found = np.ones(1)
    for share in map(float, shares(k)):
        found = np.concatenate([found, found + (RATIO - 1) * share])
    return float(found.max())


def parameters(objective: Any) -> list[Values]:
    """The Parameters of a problem as it is posed at e^ε = 3 and a little above it. Those of covariances are numbers of all rows."""
    models = [Problem(objective, LDP(f"ln({Fraction(RATIO) * Fraction(str(x))})")).as_cvxpy() for x in MOVES]
    return [{name: x.value for name, x in model.param_dict.items()} for model in models]


def by_cvxpy(k: int) -> dict[str, Callable[[], object] | None]:
    """Each way, built, compiled and once solved; None where it takes too long."""
    pi = shares(k)
    prices = partial(by_prices, pi, RATIO)
    excesses = [{"excess": RATIO * x - 1} for x in MOVES]

    def posed(objective: Any, *solvers: str) -> Callable[[], object]:
        return resolving(Problem(objective, LDP("ln3")).as_cvxpy, lambda: cycle(parameters(objective)), solvers)

    is_small = k <= MOST_POSED
    return {
        "cvxpy, total variance": resolving(prices, lambda: cycle(excesses), (CONVEX,)),
        "cvxpy, total variance, as posed": posed(TotalVariance(pi), CONVEX) if is_small else None,
        "cvxpy, total variance, built anew": (lambda: prices().solve(solver=CONVEX)),
        "cvxpy, information": posed(Information(pi), CONVEX, LINEAR),
        "cvxpy, determinant": posed(Determinant(pi), CONVEX) if is_small else None,
        "cvxpy, largest variance": posed(LargestVariance(pi), CONVEX) if is_small else None,
    }


def everything(k: int) -> None:
    """What a line measures of rropt, in one go."""
    for objective in (TotalVariance, Information):
        design(objective(shares(k)), LDP("ln3"))


def lines(quick: bool) -> Iterator[Line]:
    """Sizes of unequal shares, then two of equal ones."""
    demand = LDP("ln3")
    for k in (5, 8) if quick else (5, 8, 12):
        pi = shares(k)
        ways: dict[str, Callable[[], object] | None] = {
            "total variance": lambda pi=pi: design(TotalVariance(pi), demand),
            "information": lambda pi=pi: design(Information(pi), demand),
        }
        if k <= MOST_POSED:
            ways["determinant"] = lambda pi=pi: design(Determinant(pi), demand)
            ways["largest variance"] = lambda pi=pi: design(LargestVariance(pi), demand)
        memory = "" if k < LARGE else f", {peak(f'from benchmarks.categories import everything; everything({k})')} MB"
        yield line(f"{k} categories{memory}", lambda k=k: pricing(k), ways | by_cvxpy(k), 1 if quick else 3)
    for k in (200,) if quick else (200, 1000):
        yield line(
            f"{k} categories of equal shares",
            lambda: pricing(16),
            {"total variance": lambda k=k: design(TotalVariance(), demand, inputs=k)},
            1 if quick else 3,
        )
