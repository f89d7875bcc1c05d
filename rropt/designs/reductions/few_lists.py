"""Mechanisms of at most m answers of which one is best for every convex f, written down one by one (SPEC.md, 9.12, has the proofs).

A convex function of the rows r_1 … r_m is nowhere larger on a polytope than at some vertex. Two answers without conditions, and any
few under conditions, are the polytope of the entries of all rows but the last, which is what these leave of (1, …, 1), cut by
half-spaces:

* all entries are at least 0;
* what (T, δ) asks of a pair, Σ_i max(0, r_ij − T·r_il) ≤ δ, is Σ_{i in S} (r_ij − T·r_il) ≤ δ for every set S of answers,
  and for every single one where δ = 0;
* a condition Σ a_ij r_ij is at most b, at least, or both;
* a vulnerability with the planes g_a, Σ_i max_a g_a·r_i ≤ v, is Σ_i g_a(i)·r_i ≤ v for every choice of a plane a(i) an answer.

Where the rows are to be affine in heights σ from 0 to 1, r_0j = (1 − σ_j)u + σ_j v of two answers, the unknowns are u and v.

More without conditions, under one pure demand of all pairs and few inputs: independent patterns that sum to (1, …, 1), merged into
m groups. More of two inputs with a slack: every mechanism of the demand is C times one of four rows, and a convex function of C is
largest at entries 0 and 1: the four rows in m groups.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import numpy as np

from rropt.designs.rows.groups import groups_of
from rropt.designs.rows.rays import rational_below
from rropt.designs.rows.two_inputs import dominating_rows
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, independent_rows, solve, transpose
from rropt.exact.sign import enclose
from rropt.problem.problem import Problem
from rropt.solvers.double_description import Inequality, vertices

__all__ = ["lists_of", "vertices_of"]

MOST_LISTS = 1 << 14
MOST_VERTICES, MOST_PAIRS = 4_000, 2_000_000  # of pairs that of two answers, and fewer of more
MOST_INPUTS, MOST_UNKNOWNS = 6, 9  # and entries, whose vertices are found
MOST_HALVES = 2_000  # of vulnerabilities
WIDTH = Fraction(1, 10**20)
ZERO, ONE = Fraction(0), Fraction(1)
Ratios = dict[tuple[int, ...], tuple[Fraction, Fraction]]


def lists_of(problem: Problem, most: int, *, above: bool) -> list[Matrix] | None:
    """List the mechanisms for rational numbers at most (or, if `above`, at least) those of the demand; None if they are
    too many."""
    if most == 2 or problem.conditions:
        return vertices_of(problem, most, above=above)
    k, asked, common = problem.k, _rational(problem, above=above), problem.bounds.common
    if k == 2 and common is not None and common[1] != 0:
        ratio, slack = next(iter(asked.values()), (ONE, ONE))
        return list(groups_of(dominating_rows(ratio, slack), most))
    if common is None or common[1] != 0 or sum(math.comb(1 << k, n) for n in range(1, k + 1)) > MOST_LISTS:
        return None
    (ratio,) = {ratio for ratio, _ in asked.values()}
    return list(_merged_patterns(k, ratio, most))


def vertices_of(
    problem: Problem, most: int, *, above: bool, heights: Sequence[Fraction] | None = None
) -> list[Matrix] | None:
    """List the vertices of all mechanisms with so many answers, or of two whose rows are affine in the heights, for numbers on one
    side of those of the demand; None if they are too many."""
    k, averages = problem.k, _averages(problem, most, above=above)
    is_large = heights is None and (k > MOST_INPUTS or k * (most - 1) > MOST_UNKNOWNS)
    if averages is None or is_large:
        return None
    asked = _of_pairs(k, most, _rational(problem, above=above))
    return _vertices(k, most, [*asked, *averages, *_of_conditions(problem, most)], heights)


def _half(k: int, most: int, terms: Iterable[tuple[tuple[int, int], Fraction]], constant: Fraction) -> Inequality:
    """The half-space where the constant and Σ a·r_ij are at least 0, in the entries of all rows but the last."""
    found = [constant, *[ZERO] * (k * (most - 1))]
    for (i, j), a in terms:
        if i < most - 1:
            found[1 + i * k + j] += a
        else:
            found[0] += a
            for n in range(most - 1):
                found[1 + n * k + j] -= a
    return tuple(found)


def _averages(problem: Problem, most: int, *, above: bool) -> list[Inequality] | None:
    """The half-spaces of the vulnerabilities; None if a plane is not rational, or they are too many."""
    k, found = problem.k, []
    for average in problem.bounds.averages().values():
        planes = dict.fromkeys(tuple(x for x in plane if isinstance(x, Fraction)) for plane in average.planes)
        if any(len(plane) < k for plane in planes) or len(planes) ** most > MOST_HALVES:
            return None
        largest = enclose(average.most, width=WIDTH)[1 if above else 0]
        for chosen in itertools.product(planes, repeat=most):
            found.append(_half(k, most, (((i, j), -g) for i, c in enumerate(chosen) for j, g in enumerate(c)), largest))
    return found


def _of_conditions(problem: Problem, most: int) -> list[Inequality]:
    """The half-spaces of conditions on the rows."""
    found: list[Inequality] = []
    for condition in problem.conditions:
        at_least = _half(problem.k, most, condition.terms, -condition.bound)
        at_most = tuple(-x for x in at_least)
        found += {"<=": [at_most], ">=": [at_least], "==": [at_most, at_least]}[condition.relation]
    return found


def _rational(problem: Problem, *, above: bool) -> Ratios:
    """The ratio and slack of each pair, rounded to rationals at most (or, if `above`, at least) T and δ."""
    asked = {place: both for place, both in problem.bounds.places() if both[1] < 1}
    if above:
        return {place: (enclose(T, width=WIDTH)[1], enclose(d, width=WIDTH)[1]) for place, (T, d) in asked.items()}
    ratios = rational_below({place: T for place, (T, _) in asked.items()})
    return {place: (ratios[place], enclose(d, width=WIDTH)[0]) for place, (_, d) in asked.items()}


def _of_pairs(k: int, most: int, asked: Ratios) -> list[Inequality]:
    """The half-spaces of the pairs' ratios and slacks."""
    sides: list[Inequality] = []
    for place, (ratio, slack) in asked.items():
        j, against = place[0], place[1]
        sizes = range(1, most + 1 if slack else 2)
        for chosen in itertools.chain.from_iterable(itertools.combinations(range(most), n) for n in sizes):
            terms = ((at, a) for i in chosen for at, a in (((i, j), -ONE), ((i, against), ratio)))
            sides.append(_half(k, most, terms, slack))
    return sides


def _vertices(k: int, most: int, halves: list[Inequality], heights: Sequence[Fraction] | None) -> list[Matrix] | None:
    """Mechanisms with so many answers: the vertices of the simplices cut by the half-spaces; None if they are too many."""
    kept = [*(_half(k, most, [((i, j), ONE)], ZERO) for i in range(most) for j in range(k)), *halves]
    if heights is not None:
        sides = [1 - x for x in heights], heights
        kept = [(a, *(sum((x * y for x, y in zip(b, side, strict=True)), ZERO) for side in sides)) for a, *b in kept]
    # a half-space of no entry is all of the space, or nothing
    found = vertices([h for h in kept if any(h[1:]) or h[0] < 0], most=MOST_VERTICES, pairs=MOST_PAIRS * 2 // most)
    return None if found is None else [_rows_at(v, k, most, heights) for v in found]


def _rows_at(at: Sequence[Number], k: int, most: int, heights: Sequence[Fraction] | None) -> Matrix:
    """The rows at a vertex, the last of which is what the others leave."""
    if heights is not None:
        at = [(1 - x) * at[0] + x * at[1] for x in heights]
    rows = [tuple(at[i * k : (i + 1) * k]) for i in range(most - 1)]
    return (*rows, tuple(1 - sum(column, ZERO) for column in zip(*rows, strict=True)))


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
