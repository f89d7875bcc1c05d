"""What optima under conditions on labels are held against: rows by brute force, demands at random, and entries by label."""

from __future__ import annotations

import itertools
from fractions import Fraction as F
from typing import Any

import numpy as np
from rropt.problem.split import parts_of_labels

from rropt import LDP, PairwiseLDP, Vulnerability

__all__ = ["DEMANDS", "Asked", "asked_of", "demand_of", "rows_of", "summed"]

Asked = tuple[int, int, float, float]
DEMANDS = (
    LDP("1/2"),
    LDP("1/2", delta="1/10"),
    PairwiseLDP([[0, 1, 1], [1, 0, 1], [2, 1, 0]]),
    Vulnerability("3/5"),
    Vulnerability("3/5") & LDP("1"),
)
"""One of each kind that conditions go with, of three inputs."""


def asked_of(demand: Any, k: int) -> list[Asked]:
    """What each demand asks of each ordered pair: input, against, ratio, slack."""
    found = []
    for one in getattr(demand, "demands", (demand,)):
        for (j, n, *_), (ratio, slack) in one.bounds(k).places():
            found.append((j, n, float(ratio), float(slack)))
    return found


def rows_of(asked: list[Asked], k: int) -> np.ndarray:
    """Every row, of mean 1, on a spanning tree of equalities s_j = T s_l of its support, that is in the cone."""
    found = {}
    for size in range(1, k + 1):
        for support in itertools.combinations(range(k), size):
            inside = [c for c in asked if c[0] in support and c[1] in support]
            for edges in itertools.combinations(inside, size - 1):
                s = {support[0]: 1.0}
                for _ in edges:
                    for j, n, ratio, _ in edges:
                        if n in s and j not in s:
                            s[j] = ratio * s[n]
                        elif j in s and n not in s:
                            s[n] = s[j] / ratio
                if len(s) < size:
                    continue
                row = np.array([s.get(j, 0.0) for j in range(k)])
                if all(d or row[j] <= ratio * row[n] * (1 + 1e-12) for j, n, ratio, d in asked):
                    row = row / row.mean()
                    found[tuple(np.round(row, 11))] = row
    return np.array(list(found.values()))


def demand_of(rng: np.random.Generator, k: int, kind: int) -> Any:
    epsilon = F(int(rng.integers(1, 13)), 4)
    if kind == 0:
        return LDP(epsilon)
    if kind == 1:
        return LDP(epsilon, delta=F(int(rng.integers(1, 9)), 40))
    if kind == 2:
        table = [[0 if i == j else int(rng.integers(1, 9)) for j in range(k)] for i in range(k)]
        return PairwiseLDP([[F(x, 4) for x in row] for row in table])
    if kind == 3:
        return LDP(epsilon, delta=F(int(rng.integers(1, 9)), 40)) & LDP(2 * epsilon)
    return LDP(F(1, int(rng.integers(10, 400))))


def summed(found: Any) -> list[list[F]]:
    """The entries by label, where several answers may share one."""
    parts = parts_of_labels(found.problem, found.mechanism.output_labels)
    labels = [a for a, n in enumerate(parts) for _ in range(n)]
    total = [[F(0)] * found.problem.k for _ in parts]
    for a, row in zip(labels, found.mechanism.rows, strict=True):
        total[a] = [x + y for x, y in zip(total[a], row, strict=True)]
    return total
