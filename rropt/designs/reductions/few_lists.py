"""List mechanisms of at most m answers such that Σ f(r) over the rows r is largest at one of them, for any sublinear f.

A function is sublinear if it is convex and homogeneous. SPEC.md, 9.12, has the proofs.

A convex function of the rows r_1 … r_m is nowhere larger on a polytope than at some vertex. In two cases the mechanisms are a
polytope, and its vertices are listed: for two answers without conditions, and for any small number of answers under conditions. The
unknowns are the entries of all rows but the last, because the rows sum to (1, …, 1). These inequalities bound the polytope:

* All entries are at least 0.
* A bound (T, δ) of a pair (j, l) of inputs asks Σ_i max(0, r_ij − T·r_il) ≤ δ. This means Σ_{i in S} (r_ij − T·r_il) ≤ δ for every
  set S of answers. If δ = 0, sets S of a single answer are enough.
* A condition asks that Σ a_ij r_ij is at most b, at least b, or equal to b.
* Let action a of a vulnerability have the gains g_a, one for each input. The vulnerability asks Σ_i max_a g_a·r_i ≤ v. This means
  Σ_i g_a(i)·r_i ≤ v for every way to choose an action a(i) for each answer i.

If heights σ_j from 0 to 1 are given, one for each input j, the rows of two answers must be affine in the heights: r_0j = (1 − σ_j)u
+ σ_j v. Then the unknowns are u and v.

For three or more answers without conditions, a list is known in two cases:

* All pairs have one ratio and no slack, and the inputs are few. Take every set of linearly independent patterns such that some
  positive weights θ_s give Σ θ_s s = (1, …, 1). The rows θ_s·s are a mechanism. They are put into m groups, and the rows of each
  group are added up. The list has the results for all such sets and all groupings.
* There are two inputs, with one ratio and one slack. One mechanism dominates all others of the demand: every other mechanism is C
  times this one, where C is a column-stochastic matrix. A convex function of C is largest where all entries of C are 0 or 1.
  So the four rows of the dominating mechanism are put into m groups, and the rows of each group are added up. The list has the
  results of all groupings.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from rropt.designs.empty import refuse_empty
from rropt.designs.rows.groups import groups_of
from rropt.designs.rows.rays import rational_below
from rropt.designs.rows.two_inputs import dominating_rows
from rropt.exact.element import Number
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix, independent_rows, solve, transpose
from rropt.exact.sign import enclose
from rropt.problem.problem import Problem
from rropt.solvers.double_description import Inequality, vertices

__all__ = ["lists_of", "vertices_of"]

MOST_LISTS = 1 << 14
# the limit on pairs of vertices holds for two answers; for m answers it is 2/m of that
MOST_VERTICES, MOST_PAIRS = 4_000, 2_000_000
MOST_INPUTS, MOST_UNKNOWNS = 6, 9  # the most inputs, and the most unknown entries, for which vertices are found
MOST_HALVES = 2_000  # the most half-spaces of one vulnerability
WIDTH = Fraction(1, 10**20)
ZERO, ONE = Fraction(0), Fraction(1)
Ratios = dict[tuple[int, ...], tuple[Fraction, Fraction]]


def lists_of(problem: Problem, most: int, *, above: bool) -> list[Matrix] | None:
    """List finitely many mechanisms such that Σ f(r) over the rows r is largest at one of them, for any convex homogeneous f.

    The mechanisms have at most `most` answers. They keep the problem's demand with its numbers rounded to rationals: rounded down
    or, if `above`, up. A list is known in four cases:

    * `most` is 2.
    * The problem has conditions.
    * There are two inputs, under one ε and one δ > 0.
    * There are few inputs, under one ε and δ = 0.

    None in all other cases. None also if the list would be too long, or if `vertices_of` gives None.
    """
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
    """List the vertices of the polytope of mechanisms with `most` answers.

    The demand's numbers are rounded to rationals: down or, if `above`, up. `heights`, if given, has a number σ_j from 0 to 1 for
    each input j. Then `most` is 2, and the polytope has only those mechanisms in which each row has the entries (1 − σ_j)u + σ_j v
    for some numbers u and v. A demand of one infinite ratio for all pairs is refused, as no certificate states it. The result is
    None in these cases:

    * There are too many vertices.
    * A vulnerability has gains that are not rational, or needs too many inequalities.
    * There are too many inputs or unknowns, and `heights` is not given.
    """
    if problem.bounds.common is not None and is_infinite(problem.bounds.common[0]):
        raise refuse_empty(problem.demand)
    k, averages = problem.k, _averages(problem, most, above=above)
    is_large = heights is None and (k > MOST_INPUTS or k * (most - 1) > MOST_UNKNOWNS)
    if averages is None or is_large:
        return None
    asked = _of_pairs(k, most, _rational(problem, above=above))
    return _vertices(k, most, [*asked, *averages, *_of_conditions(problem, most)], heights)


def _half(k: int, most: int, terms: Iterable[tuple[tuple[int, int], Fraction]], constant: Fraction) -> Inequality:
    """Write the inequality constant + Σ a·r_ij ≥ 0, where r_ij is the probability of answer i at input j.

    `terms` lists pairs of a place (i, j) and its factor a. The unknowns are the entries of all rows but the last; the entries of
    the last row are replaced by 1 minus the other entries of their column.
    """
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
    """Write the inequalities that bound the vulnerabilities. Irrational bounds are rounded down or, if `above`, up.

    None if a vulnerability has gains that are not rational, or would need too many inequalities.
    """
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
    """Write the inequalities of the conditions on answers: two for an equality, one for any other condition."""
    found: list[Inequality] = []
    for condition in problem.conditions:
        at_least = _half(problem.k, most, condition.terms, -condition.bound)
        at_most = tuple(-x for x in at_least)
        found += {"<=": [at_most], ">=": [at_least], "==": [at_most, at_least]}[condition.relation]
    return found


def _rational(problem: Problem, *, above: bool) -> Ratios:
    """Round the ratio T and the slack δ of each pair to rationals: down or, if `above`, up.

    Pairs with δ = 1 are left out, because nothing is demanded of them.
    """
    asked = {place: both for place, both in problem.bounds.places() if both[1] < 1}
    if above:
        return {place: (enclose(T, width=WIDTH)[1], enclose(d, width=WIDTH)[1]) for place, (T, d) in asked.items()}
    ratios = rational_below({place: T for place, (T, _) in asked.items()})
    return {place: (ratios[place], enclose(d, width=WIDTH)[0]) for place, (_, d) in asked.items()}


def _of_pairs(k: int, most: int, asked: Ratios) -> list[Inequality]:
    """Write the inequalities that the ratio and the slack of each pair of inputs demand: one inequality for each set of answers.

    If the slack of a pair is 0, only the sets of a single answer are used.
    """
    sides: list[Inequality] = []
    for place, (ratio, slack) in asked.items():
        j, against = place[0], place[1]
        sizes = range(1, most + 1 if slack else 2)
        for chosen in itertools.chain.from_iterable(itertools.combinations(range(most), n) for n in sizes):
            terms = ((at, a) for i in chosen for at, a in (((i, j), -ONE), ((i, against), ratio)))
            sides.append(_half(k, most, terms, slack))
    return sides


def _vertices(k: int, most: int, halves: list[Inequality], heights: Sequence[Fraction] | None) -> list[Matrix] | None:
    """List the mechanisms at the vertices of a polytope; None if there are too many.

    The polytope is given by the inequalities `halves`, and by entries ≥ 0. If `heights` is given, it has a number σ from 0 to 1 for
    each input. Then `most` is 2, and every row has the entries (1 − σ)u + σv, with two numbers u and v for the row.
    """
    kept = [*(_half(k, most, [((i, j), ONE)], ZERO) for i in range(most) for j in range(k)), *halves]
    if heights is not None:
        sides = [1 - x for x in heights], heights
        kept = [(a, *(sum((x * y for x, y in zip(b, side, strict=True)), ZERO) for side in sides)) for a, *b in kept]
    # a half-space in which no unknown occurs is all of the space, unless its constant is negative and it is empty
    found = vertices([h for h in kept if any(h[1:]) or h[0] < 0], most=MOST_VERTICES, pairs=MOST_PAIRS * 2 // most)
    return None if found is None else [_rows_at(v, k, most, heights) for v in found]


def _rows_at(at: Sequence[Number], k: int, most: int, heights: Sequence[Fraction] | None) -> Matrix:
    """Return all rows of the mechanism that the vertex `at` stands for. The mechanism has `most` rows for k inputs.

    Without `heights`, `at` lists the entries of all rows but the last. The last row is (1, …, 1) minus the sum of the others.
    If `heights` is given, `most` is 2, and `heights` has a number x from 0 to 1 for each input. The first row's entry at that input
    is (1 − x)·at[0] + x·at[1].
    """
    if heights is not None:
        at = [(1 - x) * at[0] + x * at[1] for x in heights]
    rows = [tuple(at[i * k : (i + 1) * k]) for i in range(most - 1)]
    return (*rows, tuple(1 - sum(column, ZERO) for column in zip(*rows, strict=True)))


def _merged_patterns(k: int, ratio: Fraction, most: int) -> Iterator[Matrix]:
    """Yield mechanisms of at most `most` rows that are made of linearly independent patterns.

    Patterns are rows with the entries 1 and `ratio`. Multiplied by positive weights, the patterns of a mechanism sum to (1, …, 1).
    If they are more than `most`, they are put into `most` groups in every possible way, and the rows of each group are added up.
    """
    patterns = list(dict.fromkeys(itertools.product((Fraction(1), ratio), repeat=k)))
    for size in range(1, k + 1):
        for chosen in itertools.combinations(patterns, size):
            columns = transpose(chosen)
            own = independent_rows(columns)
            if len(own) < size:
                continue
            weights = [x for (x,) in solve([columns[j] for j in own], [(Fraction(1),)] * size)]
            rows = [tuple(w * x for x in row) for w, row in zip(weights, chosen, strict=True)]
            if any(sum(column) != 1 for column in zip(*rows, strict=True)) or min(weights) <= 0:
                continue
            yield from groups_of(rows, most)
