"""Mechanisms of at most m answers of which one is best for every convex f, written down one by one (SPEC.md, 9.12, has the proofs).

Two answers: r and 1 − r for the vertices r of {r : r and 1 − r keep the demand}, which half-spaces bound:

* what (T, δ) asks of a pair: r_j − T·r_l ≤ δ and T·r_l − r_j ≤ T − 1 + δ;
* a condition: Σ a_0j r_j + Σ a_1j (1 − r_j) is at most b, at least, or both;
* a vulnerability with the planes g_a: Σ h = max_a g_a·r + max_c g_c·(1 − r) ≤ v, so (g_a − g_c)·r ≤ v − g_c·1 for all a and c.

More, under one pure demand of all pairs and few inputs: independent patterns that sum to (1, …, 1), merged into m groups.
More of two inputs with a slack: every mechanism of the demand is C times one of four rows, and a convex function of C is largest at
entries 0 and 1: the four rows in m groups.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from rropt.designs.rows.groups import groups_of
from rropt.designs.rows.rays import rational_below
from rropt.designs.rows.two_inputs import dominating_rows
from rropt.exact.matrix import Matrix, independent_rows, solve, transpose
from rropt.exact.sign import enclose
from rropt.problem.problem import Problem
from rropt.solvers.double_description import Inequality, vertices

__all__ = ["MOST_INPUTS", "lists_of"]

MOST_LISTS = 1 << 14
MOST_VERTICES, MOST_PAIRS = 4_000, 2_000_000
MOST_INPUTS = 6  # whose vertices are found
WIDTH = Fraction(1, 10**20)
ZERO, ONE = Fraction(0), Fraction(1)
Ratios = dict[tuple[int, ...], tuple[Fraction, Fraction]]


def lists_of(problem: Problem, most: int, *, above: bool) -> list[Matrix] | None:
    """List the mechanisms for rational numbers at most (or, if `above`, at least) those of the demand; None if they are
    too many."""
    k, asked = problem.k, _rational(problem, above=above)
    if most == 2:
        averages = _averages(problem, above=above)
        if averages is None or k > MOST_INPUTS:
            return None
        return _pairs_of_rows(k, [*_of_pairs(k, asked), *averages, *_of_conditions(problem)])
    common = problem.bounds.common
    if k == 2 and common is not None and common[1] != 0:
        ratio, slack = next(iter(asked.values()), (ONE, ONE))
        return list(groups_of(dominating_rows(ratio, slack), most))
    if common is None or common[1] != 0 or sum(math.comb(1 << k, n) for n in range(1, k + 1)) > MOST_LISTS:
        return None
    (ratio,) = {ratio for ratio, _ in asked.values()}
    return list(_merged_patterns(k, ratio, most))


def _averages(problem: Problem, *, above: bool) -> list[Inequality] | None:
    """The half-spaces of the vulnerabilities; None if a plane is not rational."""
    found: list[Inequality] = []
    for average in problem.bounds.averages().values():
        planes = [[x for x in plane if isinstance(x, Fraction)] for plane in average.planes]
        if any(len(plane) < problem.k for plane in planes):
            return None
        most = enclose(average.most, width=WIDTH)[1 if above else 0]
        pairs = itertools.permutations(dict.fromkeys(map(tuple, planes)), 2)
        found += [(most - sum(c), *(y - x for x, y in zip(a, c, strict=True))) for a, c in pairs]
    return found


def _of_conditions(problem: Problem) -> list[Inequality]:
    """The half-spaces of conditions on the rows r and 1 − r."""
    found: list[Inequality] = []
    for condition in problem.conditions:
        line, rest = [ZERO] * problem.k, condition.bound
        for (i, j), a in condition.terms:
            line[j] += a if i == 0 else -a
            rest -= 0 if i == 0 else a
        at_most, at_least = (rest, *(-a for a in line)), (-rest, *line)
        found += {"<=": [at_most], ">=": [at_least], "==": [at_most, at_least]}[condition.relation]
    return found


def _rational(problem: Problem, *, above: bool) -> Ratios:
    """The ratio and slack of each pair, rounded to rationals at most (or, if `above`, at least) T and δ."""
    asked = {place: both for place, both in problem.bounds.places() if both[1] < 1}
    if above:
        return {place: (enclose(T, width=WIDTH)[1], enclose(d, width=WIDTH)[1]) for place, (T, d) in asked.items()}
    ratios = rational_below({place: T for place, (T, _) in asked.items()})
    return {place: (ratios[place], enclose(d, width=WIDTH)[0]) for place, (_, d) in asked.items()}


def _of_pairs(k: int, asked: Ratios) -> list[Inequality]:
    """The half-spaces of the pairs' ratios and slacks."""
    sides: list[Inequality] = []
    for place, (ratio, slack) in asked.items():
        j, against = place[0], place[1]
        row = [ZERO] * k
        row[j], row[against] = -ONE, ratio
        sides += [(slack, *row), (ratio - 1 + slack, *(-x for x in row))]
    return sides


def _pairs_of_rows(k: int, halves: list[Inequality]) -> list[Matrix] | None:
    """Mechanisms with two answers: for each vertex r of the unit cube cut by the half-spaces, the rows r and 1 − r.

    None if they are too many.
    """
    units = [[ONE if n == j else ZERO for n in range(k)] for j in range(k)]
    cube = [side for unit in units for side in ((ZERO, *unit), (ONE, *(-x for x in unit)))]
    found = vertices([*cube, *halves], most=MOST_VERTICES, pairs=MOST_PAIRS)
    return None if found is None else [(v, tuple(1 - x for x in v)) for v in found]


def _merged_patterns(k: int, ratio: Fraction, most: int) -> Iterator[Matrix]:
    """Linearly independent patterns with positive weights that sum to (1, …, 1), merged in every way.

    They are merged into `most` groups, or kept one by one if they are fewer.
    """
    patterns = list(dict.fromkeys(itertools.product((Fraction(1), ratio), repeat=k)))
    floats = {row: np.array([float(x) for x in row]) for row in patterns}
    for size in range(1, k + 1):
        for chosen in itertools.combinations(patterns, size):
            near, _, rank, _ = np.linalg.lstsq(np.array([floats[row] for row in chosen]).T, np.ones(k), rcond=None)
            if rank < size or near.min() < 1e-9:
                continue
            columns = transpose(chosen)
            own = independent_rows(columns)
            weights = [x for (x,) in solve([columns[j] for j in own], [(Fraction(1),)] * size)]
            rows = [tuple(w * x for x in row) for w, row in zip(weights, chosen, strict=True)]
            if any(sum(column) != 1 for column in zip(*rows, strict=True)) or min(weights) <= 0:
                continue
            yield from groups_of(rows, most)
