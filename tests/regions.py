"""The optimum under a vulnerability by definition: a program over corners of regions, found by choices of tight inequalities."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction as F
from typing import Any, TypeAlias

import numpy as np

from tests.over_rows import largest_over

Array: TypeAlias = Any
NEAR = 1e-10


def corners(halves: Sequence[Array]) -> Array:
    """The vertices of {s : a·s ≥ 0 for each a, Σ s = 1}."""
    table = np.array(halves, float)
    table = np.unique((table / np.abs(table).max(axis=1)[:, None]).round(12), axis=0)
    k, found = table.shape[1], []
    for chosen in itertools.combinations(range(len(table)), k - 1):
        matrix = np.vstack([table[list(chosen)], np.ones(k)])
        if abs(np.linalg.det(matrix)) > NEAR:
            row = np.linalg.solve(matrix, np.eye(k)[-1])
            if (table @ row > -10 * NEAR).all():
                found.append(np.maximum(row, 0))
    return np.unique(np.array(found).reshape(-1, k).round(10), axis=0)


def differences(planes: Array, action: int) -> list[Array]:
    """Where an action gains at least as much as each other that is not the same."""
    return [planes[action] - g for g in planes if np.abs(planes[action] - g).max() > 0]


def optimum(
    f: Callable[[Array], Array], planes: Sequence[Sequence[F]], most: F, ratio: float | None, tight: bool
) -> float:
    """The largest Σ f over mechanisms with Σ_i max_a g_a·r_i ≤ `most` and, with a ratio, r_j ≤ ratio·r_l in each row.

    If it is `tight`, `most` is what is gained without an answer: each best action without one is best at every row.
    """
    g = np.array(planes, float)
    k = g.shape[1]
    sides = [*np.eye(k)]
    if ratio is not None:
        sides += [ratio * np.eye(k)[n] - np.eye(k)[j] for j, n in itertools.permutations(range(k), 2)]
    if tight:
        sums = [sum(plane) for plane in planes]
        best = [a for a, x in enumerate(sums) if x == max(sums)]
        rows = corners([*sides, *(half for a in best for half in differences(g, a))])
        return largest_over(rows, f(rows))
    rows = np.vstack([corners([*sides, *differences(g, a)]) for a in range(len(g))])
    return largest_over(rows, f(rows), [(rows @ g.T).max(axis=1)], [most])


def total_variation(rows: Array) -> Array:
    """max(0, s_0 − s_1) of each row."""
    return np.maximum(rows[:, 0] - rows[:, 1], 0)
