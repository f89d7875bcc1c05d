"""List the generators of a demand: rows such that multiples of them make up all mechanisms of the demand.

There are six kinds of rows; the file `generators.py` says which kind a demand has. Two kinds are extreme rays and patterns, whose
entries are only the numbers 1 and T, where T is the demand's ratio. The other kinds are called rows by levels, by trees, by regions
and by planes, after the files that list them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.empty import refuse_empty
from rropt.designs.rows.averages import base as base_of
from rropt.designs.rows.averages import is_one_guess, is_tight
from rropt.designs.rows.averages import room as room_of
from rropt.designs.rows.cone import Budget, Cone, Place, Plane
from rropt.designs.rows.generators import Generators, Weights
from rropt.designs.rows.levels import entries_of, levels, taken_at
from rropt.designs.rows.planes import MOST_PLANE_INPUTS, rows_by_planes
from rropt.designs.rows.rays import Ray, extreme_rays, rational_below
from rropt.designs.rows.regions import MOST_REGIONS, number_of_regions, rows_by_regions
from rropt.designs.rows.trees import rows_by_trees
from rropt.exact.decimal import decimal
from rropt.exact.element import Element, Number, is_free
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import total_of
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.privacy import Notion
from rropt.privacy.bounds import Average, PairBounds

__all__ = ["MOST_CONE_INPUTS", "MOST_LEVEL_INPUTS", "generators_of", "require_room"]

Array: TypeAlias = Any
MOST_CONE_INPUTS = 12  # the cone of 12 inputs whose neighbours are bounded against each other has 2,048 extreme rows
MOST_BUDGET_INPUTS = 6
MOST_LEVEL_INPUTS = 6  # 6 inputs have 9,300 rows by levels
MOST_TREE_INPUTS = 6  # under a vulnerability of one guess, regions give far fewer rows than trees for more inputs
MOST_LEVEL = Fraction(10) ** 150  # of e^(k epsilon): floats hold its square
WIDTH = Fraction(1, 10**20)
ZERO, ONE = Fraction(0), Fraction(1)


def generators_of(
    demand: Notion,
    bounds: PairBounds,
    *,
    aim: str,
    is_two_listed: bool = False,
    is_unjudged: bool = False,
    may_be_tight: bool = False,
) -> Generators | None:
    """List rows from which all mechanisms of a demand can be made.

    Every mechanism of the demand results from merging answers of a mechanism whose rows are multiples of the listed rows.

    `aim` names what is designed, for error messages. If `is_unjudged` is True, rows are also listed where the checker lists none:
    for a vulnerability with gains and more than four inputs. If `may_be_tight` is True, the bound of a vulnerability may equal what
    is gained without an answer.

    If all pairs of inputs have the same ratio and the same slack δ, the result is None in three cases: if δ is 0, so that the
    generators are patterns; if the ratio is infinite; or if there are two inputs and `is_two_listed` is False.
    """
    if bounds.common is None:
        return _of_sides(demand, bounds, aim, is_unjudged, may_be_tight)
    ratio, delta = bounds.common
    if delta == 0 or (bounds.k == 2 and not is_two_listed) or is_infinite(ratio):
        return None
    return _of_budgets(bounds.k, ratio, delta, aim)


def _of_sides(demand: Notion, bounds: PairBounds, aim: str, is_unjudged: bool, may_be_tight: bool) -> Generators:
    """List the rows if the pairs of inputs have different ratios or slacks, or vulnerabilities are bounded.

    A budget is a limit on the sum of a function over a mechanism's rows. If some mechanism can use up a budget, the rows are the
    generators for the bounds and the budgets together. Otherwise the budgets do not matter, and the rows are the extreme rays (or
    patterns) for the bounds alone.
    """
    if bounds.k > MOST_CONE_INPUTS:
        raise InputError(
            f"under {demand}, the {aim} is supported for at most {MOST_CONE_INPUTS} inputs, not for {bounds.k}; "
            "give one epsilon for all pairs, as LDP does"
        )
    cone, averages = Cone.of(bounds), tuple(bounds.averages().values())
    if cone.budgets and bounds.k > MOST_BUDGET_INPUTS:
        raise InputError(
            f"with delta > 0 and several budgets for pairs of inputs, the {aim} is supported for at most {MOST_BUDGET_INPUTS} "
            f"inputs, not for {bounds.k}; drop delta, or state only one demand"
        )
    # a vulnerability stated with gains counts as one with gains, even if these amount to one guess
    if any(one.has_gains for one in averages) and not is_unjudged:
        _require_few_inputs(cone.k, aim)
    if not cone.sides and not cone.budgets and not averages:
        raise refuse_empty(demand)
    if cone.budgets or averages:
        for average in averages:
            require_room(demand, average, aim, may_be_tight)
        found = _of_budgets_and_sides(cone, averages, aim)
        idle = not cone.budgets and all(one.is_kept_by_all() for one in averages)
        if not idle and (found.tight or found.may_take_all()):
            return found
    below = rational_below(cone.sides)
    rows = _patterns(cone.k, below) or extreme_rays(cone.k, below)
    is_exact = not any(isinstance(x, Element) for x in cone.sides.values())
    return Generators(rows, is_exact, (), np.zeros((0, len(rows))), equal=_equal(cone))


def _of_budgets_and_sides(cone: Cone, averages: Sequence[Average], aim: str) -> Generators:
    """List the rows of a demand made of bounds without slack, bounds with slack, and vulnerabilities.

    The rows are rows by trees, by regions or by planes, or patterns. A bound with slack, or a vulnerability, is a budget: it limits
    the sum of a function over the rows. Every budget is divided by its limit (`PairBounds.budget_units`), so that each limit is 1.
    If the bound of a vulnerability equals what is gained without an answer, its budget allows nothing. Rows that use some of such a
    budget are not in the list; the result has them in `outside`.
    """
    scaled = [_scaled_planes(average) for average in averages]
    sides, budgets = _rational_asked(cone, aim)
    silent = (ONE,) * cone.k
    bends = [(j, n, ratio) for (j, n, *_), (ratio, _) in budgets.items()]
    is_guessed = all(is_one_guess(average) for average in averages)
    # whether the prior of every guess gives all inputs the same probability
    is_even = is_guessed and all(len({g[a] for a, g in enumerate(one.planes)}) == 1 for one in averages)
    if is_even and not bends and (patterns := _patterns(cone.k, sides)):
        found = patterns
    elif is_guessed and (cone.k <= MOST_TREE_INPUTS or number_of_regions(scaled) << len(bends) > MOST_REGIONS):
        # here the planes of the prior are used as they are: with the base subtracted, a plane has more than one nonzero factor
        shares = [
            [(j, Fraction(plane[j])) for j, plane in enumerate(one.planes) if plane[j]]  # type: ignore[arg-type]
            for one in averages
        ]
        bends += [(j, n, b / a) for one in shares for (j, a), (n, b) in combinations(one, 2)]
        found = rows_by_trees(cone.k, sides, bends)
    elif cone.k > MOST_PLANE_INPUTS or number_of_regions(scaled) << len(bends) <= MOST_REGIONS:
        of_pairs_too = [[(ZERO,) * cone.k, _line(cone.k, *bend)] for bend in bends]
        found = rows_by_regions(cone.k, sides, [*scaled, *of_pairs_too])
    else:
        both = [pair for one in scaled for pair in combinations(one, 2)]
        cuts = [tuple(x - y for x, y in zip(a, b, strict=True)) for a, b in both]
        cuts += [_line(cone.k, *bend) for bend in bends]
        found = rows_by_planes(cone.k, sides, cuts)
    listed = tuple(dict.fromkeys((silent, *found)))
    of_averages = [Budget(tuple(map(_of_factors, one)), ONE) for one in scaled]
    tight = {len(budgets) + n: of_averages[n] for n, one in enumerate(averages) if is_tight(one)}
    rows = tuple(row for row in listed if not any(budget.take(row) for budget in tight.values()))
    of_pairs = [Budget((((j, 1 / d), (n, -t / d)),), ONE) for (j, n, *_), (t, d) in budgets.items()]
    near = np.array([[float(x) for x in row] for row in rows])
    taken = [_taken_of_pair(rows, j, n, t, d) for (j, n, *_), (t, d) in budgets.items()]
    planes = [one for one, average in zip(scaled, averages, strict=True) if not is_tight(average)]
    taken += [np.max(near @ np.array([[float(x) for x in g] for g in one]).T, axis=1) for one in planes]
    made = (*of_pairs, *(Budget(tuple(map(_of_factors, one)), ONE) for one in planes))
    return Generators(
        rows,
        _is_rational(cone),
        made,
        np.array(taken).reshape(len(made), len(rows)),
        # the mechanism whose only row has equal entries uses the least of every budget
        {(0,): ONE},
        "rows by trees or planes",
        tight=tight,
        outside=tuple(row for row in listed if any(budget.take(row) for budget in tight.values())),
        equal=_equal(cone),
    )


def _equal(cone: Cone) -> tuple[tuple[int, int], ...]:
    """List the pairs (j, l) of inputs for which s_j ≤ s_l is demanded of every row s."""
    return tuple(pair for pair, ratio in cone.sides.items() if ratio == 1)


def _patterns(k: int, sides: Mapping[tuple[int, int], Fraction]) -> tuple[Ray, ...] | None:
    """List patterns as generators, if the demand says s_j ≤ T·s_l for all pairs of inputs, with one ratio T > 1.

    A pattern is a row whose entries are 1 and T. Each listed pattern is divided by its first entry. Patterns with equal entries are
    left out. None for other demands.

    Under these inequalities alone the patterns are the extreme rows (`patterns`). The patterns are generators also if a budget
    limits the sum of h(s) = w·max_j s_j for a number w. To see this, take all rows whose largest entry is s_a. They form a box,
    because s_a/T ≤ s_j ≤ s_a implies the other inequalities. On this box h is linear, and the corners of the box are multiples of
    patterns.
    """
    if len(sides) < k * (k - 1) or len(set(sides.values())) > 1:
        return None
    ratio = next(iter(sides.values()))
    listed = itertools.product((ratio, ONE), repeat=k)
    return tuple(tuple(x / row[0] for x in row) for row in listed if len(set(row)) > 1) if ratio > 1 else None


def _is_rational(cone: Cone) -> bool:
    """Whether the ratios of all bounds are rational, so that the listed rows are exactly those of the demand."""
    return not any(isinstance(x, Element) for x in (*cone.sides.values(), *_ratios_of(cone).values()))


def _line(k: int, j: int, against: int, ratio: Fraction) -> tuple[Fraction, ...]:
    """Write the factors of s_j − T·s_l, one for each input; l is `against`, and T is `ratio`."""
    return tuple(ONE if i == j else -ratio if i == against else ZERO for i in range(k))


def _ratios_of(cone: Cone) -> dict[Place, Number]:
    """Return the ratio of each pair of inputs that has a slack above 0, by the name of the pair's bound."""
    return {place: budget.ratio for place, budget in cone.budgets.items()}


def _rational_asked(
    cone: Cone, aim: str
) -> tuple[dict[tuple[int, int], Fraction], dict[Place, tuple[Fraction, Fraction]]]:
    """Round the ratios down to rationals; raise an error if a slack is irrational.

    Return two dictionaries: the ratios of the bounds without slack, except bounds that two others imply, by the pair of inputs; and
    the (ratio, slack) of each bound with a slack, by the bound's name.
    """
    slacks = {place: budget.most for place, budget in cone.budgets.items()}
    if strange := [d for d in slacks.values() if not isinstance(d, Fraction)]:
        raise InputError(
            f"with delta > 0, the {aim} is supported for a rational delta, not for {show(strange[0])}; give one such as 1/10"
        )
    sides = cone.without_chains().sides
    # ratios are rounded together, so that powers of one number stay powers of one number
    below = rational_below(dict((*sides.items(), *_ratios_of(cone).items())))
    found = {place: (below[place], d) for place, d in slacks.items() if isinstance(d, Fraction)}
    return {pair: below[pair] for pair in sides}, found


def _taken_of_pair(rows: Sequence[Ray], j: int, against: int, ratio: Fraction, delta: Fraction) -> Array:
    """Compute max(0, s_j − T·s_l)/δ for each row s, as floats; an exact 0 stays 0. Here l is `against`, and T is `ratio`."""
    known: dict[tuple[Fraction, Fraction], float] = {}
    for pair in {(row[j], row[against]) for row in rows}:
        known[pair] = float(max(ZERO, pair[0] - ratio * pair[1]) / delta)
    return np.array([known[row[j], row[against]] for row in rows])


def require_room(demand: Notion, average: Average, aim: str, may_be_tight: bool) -> None:
    """Raise an error if a vulnerability has irrational numbers, or if its bound is below what is gained without an answer.

    A bound that equals what is gained without an answer is an error too, unless `may_be_tight`.
    """
    if not all(isinstance(x, Fraction) for x in (average.most, *(x for g in average.planes for x in g))):
        raise InputError(
            f"under a vulnerability, the {aim} is supported only if prior, gain and bound are rational, but {demand} has an "
            f"irrational one; give fractions{_say_less(average)}"
        )
    known = average.take([ONE] * len(average.planes[0]))
    if average.most < known or (is_tight(average) and not may_be_tight):
        best = "guess" if is_one_guess(average) else "action"
        what = f"no answer may then change the best {best}, which rropt cannot design for; give more than {show(known)}"
        if average.most < known:
            what = f"no mechanism keeps that; give at least {show(known)}"
        elif is_one_guess(average) and len({total_of(list(plane)) for plane in average.planes}) == 1:
            # each guess must stay a best one, so that all entries of a row are equal
            what = f"no answer may then depend on the truth, so that nothing is estimated; give more than {show(known)}"
        raise InputError(
            f"without any answer the vulnerability is already {show(known)}, and the demand allows at most {show(average.most)}: "
            f"{what}"
        )


def _say_less(average: Average) -> str:
    """If the bound of a vulnerability is irrational, suggest for an error message the bound to ask for: a decimal just below it.

    If the bound is rational, return an empty text.
    """
    if isinstance(average.most, Fraction):
        return ""
    return f", such as at most {decimal(enclose(average.most)[0], digits=6, direction='lower')}, which keeps the demand"


def _scaled_planes(average: Average) -> list[tuple[Fraction, ...]]:
    """Write a vulnerability as a limit on the maximum of linear functions; return the factors of each function.

    A vulnerability limits a sum over a mechanism's rows: at each row, the largest gain of any action, which is a linear function of
    the row. The vector `Average.base` is subtracted from the factors of each action. Then the sum may be at most `Average.room`.
    All factors are divided by that number, so that the sum may be at most 1. If the limit equals the gain without an answer,
    `Average.room` is 1, although the sum may only be 0.
    """
    base, room = base_of(average), room_of(average)
    return [tuple(Fraction((x - y) / room) for x, y in zip(g, base, strict=True)) for g in average.planes]  # type: ignore[arg-type]


def _of_factors(factors: Sequence[Fraction]) -> Plane:
    """Write a linear function as pairs (input, factor), without the factors 0."""
    return tuple((j, x) for j, x in enumerate(factors) if x)


def _require_few_inputs(k: int, aim: str) -> None:
    """Raise an InputError if there are more than MOST_PLANE_INPUTS inputs.

    For a vulnerability with gains, the checker lists rows only up to this number of inputs. `aim` names what is designed, for the
    message.
    """
    if k > MOST_PLANE_INPUTS:
        raise InputError(
            f"under a vulnerability with a gain, the {aim} is supported for at most {MOST_PLANE_INPUTS} inputs, not for {k}; leave "
            "gain out (a right guess of the input then gains 1), or take the objective Trace, Utility or Linear"
        )


def _of_budgets(k: int, ratio: Number, delta: Number, aim: str) -> Generators:
    """List the rows of which all mechanisms under one ε and δ > 0 are made.

    The entries of a row are 0 or 1, T, T², …, with T = e^ε and no power left out. If T is irrational, a rational number just below
    it takes its place. Raise an InputError if there are too many inputs, if ε is free or so large that floats overflow, or if δ is
    irrational.
    """
    if k > MOST_LEVEL_INPUTS:
        raise InputError(
            f"with delta > 0, the {aim} is supported for at most {MOST_LEVEL_INPUTS} inputs, not for {k}; "
            "drop delta, or give fewer inputs"
        )
    if is_free(ratio) or not isinstance(delta, Fraction):
        raise InputError(
            f"with delta > 0, the {aim} needs one epsilon and a rational delta; give a number for each, such as 1 and 1/10"
        )
    t = ratio if isinstance(ratio, Fraction) else max(ONE, enclose(ratio, width=WIDTH)[0])
    if t**k > MOST_LEVEL:
        raise InputError(
            f"with delta > 0 and {k} inputs, an epsilon this large overflows floats, so that the {aim} cannot be designed; give "
            f"an epsilon of at most {math.floor(math.log(MOST_LEVEL) / k)}"
        )
    return rows_at(levels(k), t, delta, is_exact=isinstance(ratio, Fraction))


def rows_at(at: Array, t: Fraction, delta: Fraction, *, is_exact: bool) -> Generators:
    """Return the rows with these levels, with a budget δ for each ordered pair of inputs.

    Each line of `at` describes a row by a level for each input. Level 0 is the entry 0, and level n ≥ 1 is the entry T^(n−1), where
    T is `t`. The lines must include the rows of k-ary randomized response, which are T at one input and 1 elsewhere.
    """
    k = at.shape[1]
    entries = entries_of(t, k)
    listed: dict[Ray, list[int]] = {}
    for found in at.tolist():
        # at T = 1 several levels are one row
        listed.setdefault(tuple(entries[n] for n in found), found)
    taken = taken_at(np.array(list(listed.values())), t)
    rows = tuple(listed)
    # k-ary randomized response uses no budget
    likely = [rows.index(tuple(t if j == n else ONE for n in range(k))) for j in range(k)]
    least: Weights = {(n,): 1 / (t + k - 1) for n in likely} if t > 1 else {(likely[0],): ONE}
    budgets = tuple(Budget.of_pair(j, n, t, delta) for j, n in permutations(range(k), 2))
    return Generators(rows, is_exact, budgets, taken, least, "rows by levels", is_symmetric=True)
