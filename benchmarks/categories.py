"""k categories of unequal shares: certified optima beside a pricing of all 2^k patterns in numpy and a model of cvxpy.

The pricing is one sum a pattern, by doubling, and says how many patterns there are. cvxpy's model has a weight for each pattern and
minimises Tr M⁻¹ as sums of quadratic forms over linear ones; it certifies nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from benchmarks.measure import LONG, Line, line, peak
from rropt import LDP, Determinant, Information, LargestVariance, TotalVariance, design

RATIO = 3.0
LARGE = 16  # inputs, from which the memory is measured too


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


def by_cvxpy(k: int) -> float:
    import cvxpy as cp

    pi = np.array([float(x) for x in shares(k)])
    held = (np.arange(1, 2**k - 1)[:, None] >> np.arange(k)) & 1
    patterns = 1 + (RATIO - 1) * held
    weights = cp.Variable(len(patterns), nonneg=True)
    moments = patterns.T @ cp.multiply((weights / (patterns @ pi))[:, None], patterns)
    value = cp.sum([cp.matrix_frac(unit, moments) for unit in np.eye(k)])
    return float(cp.Problem(cp.Minimize(value), [patterns.T @ weights == 1]).solve(solver="CLARABEL"))


def everything(k: int) -> None:
    """What a line measures of rropt, in one go."""
    for objective in (TotalVariance, Information):
        design(objective(shares(k)), LDP("ln3"))


def lines(quick: bool) -> Iterator[Line]:
    """Sizes; a way that took long at one size is left out at the next."""
    left_out: set[str] = set()
    demand = LDP("ln3")
    for k in (5, 8) if quick else (5, 8, 12, 16, 18, 20, 24):
        pi = shares(k)
        ways: dict[str, Callable[[], object]] = {
            "total variance": lambda pi=pi: design(TotalVariance(pi), demand),
            "information": lambda pi=pi: design(Information(pi), demand),
            "cvxpy, total variance": lambda k=k: by_cvxpy(k),
        }
        if k <= 8:
            ways["determinant"] = lambda pi=pi: design(Determinant(pi), demand)
            ways["largest variance"] = lambda pi=pi: design(LargestVariance(pi), demand)
        asked = {way: None if way in left_out else run for way, run in ways.items()}
        memory = "" if k < LARGE else f", {peak(f'from benchmarks.categories import everything; everything({k})')} MB"
        found = line(f"{k} categories{memory}", lambda k=k: pricing(k), asked, 1 if quick else 3)
        left_out |= {way for way, t in found.ratios.items() if t is not None and t.seconds > LONG and "cvxpy" in way}
        yield found
    for k in (200,) if quick else (200, 1000):
        yield line(
            f"{k} categories of equal shares",
            lambda: pricing(16),
            {"total variance": lambda k=k: design(TotalVariance(), demand, inputs=k)},
            1 if quick else 3,
        )
