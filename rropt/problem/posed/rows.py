"""Lists of rows of which mechanisms are made: each row of a mechanism that keeps the demand is a sum of listed rows with weights ≥
0. The same lists serve for floats and for symbols.

Which rows are listed depends on the demand. For an ordered pair (j, l) of inputs, a demand with a ratio T bounds the entries of
each row r by r_j ≤ T·r_l. If the pair also has a slack δ, the rows may break this bound, but the excesses max(0, r_j − T·r_l) must
sum to at most δ.

* If all pairs have the same T and no slack, the listed rows are those whose entries are 1 and T.
* If all pairs have the same T and the same slack, they are rows with entries 0, 1, T, …, T^(k−1) for k inputs.
* For two inputs whose ordered pairs have different bounds, they are (1, 0), (0, 1), (1, 1) and, for each bound, the row r with r_j
  = T·r_l.
* If the caller gives rows that generate the cone of rows under a demand, these are used instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from rropt.designs.rows.levels import levels
from rropt.designs.rows.listing import generators_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.privacy.bounds import Average
from rropt.problem.conditions import Condition
from rropt.problem.problem import Problem

__all__ = ["Limit", "Ratio", "RowTable", "refuse_few", "rows_of", "table_of"]

MOST_PATTERN_INPUTS = 12
MOST_LEVEL_INPUTS = 5
Row = tuple[Any, ...]
Ratio = Any
"""The ratio T of the demand, a number or a symbol; or a list of them, one for each place of `PairBounds.places`, if pairs have
bounds of their own."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit on the slack that rows use, for the ordered pair of inputs (`j`, `against`).

    A row r uses max(0, r_j − T·r_against) of the slack, where T is the ratio that the demand sets for the pair. `place` is the
    index of the pair's slack among `PairBounds.places`. It is None if one slack holds for all pairs.
    """

    j: int
    against: int
    place: int | None


@dataclass(frozen=True, slots=True)
class RowTable:
    """A list of rows, and the constraints on mechanisms whose rows are weighted sums of them.

    `rows` is a function that returns the list for a ratio T of the demand. There are three kinds of constraints. `limits` bound how
    much slack the mechanism uses. `averages` bound sums over its rows, such as a guesser's expected gain. `conditions` are linear
    conditions.

    `fixed` is True if the rows depend on no ratio.
    """

    k: int
    rows: Callable[[Ratio], list[Row]]
    limits: tuple[Limit, ...] = ()
    fixed: bool = False
    averages: tuple[Average, ...] = ()
    conditions: tuple[Condition, ...] = ()
    labels: int = 1
    """The number of labels that conditions name: the rows are listed once for each, one label after another."""
    rounded: Fraction | None = None
    """A rational a little below e^ε that replaces e^ε in the rows; None if they use e^ε itself."""

    @property
    def names_ratios(self) -> bool:
        """Whether the rows, or the slack that they use, depend on a ratio."""
        return not self.fixed or bool(self.limits)

    def counted_as(self, labels: int, conditions: tuple[Condition, ...]) -> RowTable:
        """Return this table with its list of rows repeated once for each of `labels` labels. `conditions`, which name the labels,
        replace the conditions of this table."""
        return replace(self, rows=lambda ratio: self.rows(ratio) * labels, conditions=conditions, labels=labels)

    def left_of(self, condition: Condition, rows: Sequence[Row], number: Callable[[Number], Any]) -> list[Any]:
        """For each listed row, return the amount that the row with weight 1 adds to the left side of a condition. `number` converts
        the factors of the condition to the type of the result."""
        each = len(rows) // self.labels
        terms = [[(j, number(a)) for (i, j), a in condition.terms if i == label] for label in range(self.labels)]
        return [sum(a * row[j] for j, a in terms[n // each]) for n, row in enumerate(rows)]

    def taken(self, limit: Limit, ratio: Ratio, rows: Sequence[Row], most: Callable[[Any, Any], Any]) -> list[Any]:
        """For each row r, return max(0, r_j − T·r_l), where T is the ratio for the pair (j, l) of `limit`: so much of the pair's
        slack the row uses. `most` takes the maximum of two numbers or symbols."""
        t = ratio if limit.place is None else ratio[limit.place]
        return [most(0, row[limit.j] - t * row[limit.against]) for row in rows]


def table_of(problem: Problem) -> RowTable:
    """List the rows of which a problem's mechanisms are made. If conditions name labels, the list is repeated for each label.

    If pairs of inputs have bounds of their own, or there are several demands, the rows are numbers. Otherwise they are functions of
    the ratio. A problem with a limited number of answers is refused.
    """
    if problem.outputs != "free" and not problem.splits_answers:
        raise refuse_few(problem)
    bounds = problem.bounds
    generators = generators_of(
        problem.demand, bounds, aim=problem.objective.called, is_unjudged=True, may_be_tight=True
    )
    if generators is None:
        found = rows_of(problem)
    elif not generators.has_budgets or bounds.common is None:
        found = rows_of(problem, generators.rows)
    else:
        found = replace(rows_of(problem), rounded=generators.ratio)
    return found.counted_as(problem.m, problem.conditions) if problem.splits_answers else found


def rows_of(problem: Problem, rays: Sequence[Sequence[Fraction]] | None = None) -> RowTable:
    """List the rows of which a problem's mechanisms are made.

    If `rays` are given, the rows are these. The caller makes sure that they suffice: if the cone of rows that the demand allows is
    cut into pieces on which the slack and the vulnerability of a row are linear, the rays must generate every piece. Without
    `rays`, the rows are the usual ones for a demand with a ratio T, such as those with entries 1 and T.
    """
    k = problem.k
    if rays is not None:
        listed = [tuple(row) for row in rays]
        limits = tuple(Limit(at[0], at[1], n) for n, (at, (_, d)) in enumerate(problem.bounds.places()) if d != 0)
        averages = tuple(problem.bounds.averages().values())
        return RowTable(k, lambda ratio: listed, limits, fixed=True, averages=averages)
    if problem.bounds.common is None:
        return _of_sides(problem)
    if problem.ratio_and_delta[1] == 0:
        _require_few(k, MOST_PATTERN_INPUTS, problem)
        masks = [mask for mask in product((False, True), repeat=k) if not all(mask)]
        return RowTable(k, lambda t: [tuple(t if held else 1 for held in mask) for mask in masks])
    _require_few(k, MOST_LEVEL_INPUTS, problem)
    tuples = levels(k).tolist()
    pairs = tuple(Limit(j, el, None) for j, el in permutations(range(k), 2))
    return RowTable(k, lambda t: [tuple(t ** (n - 1) if n else 0 for n in x) for x in tuples], pairs)


def refuse_few(problem: Problem) -> InputError:
    """Make the error that refuses a problem with a limit on the number of answers. No convex program can state this limit."""
    return InputError(
        f"rropt cannot write a convex program for designs with at most {problem.outputs} answers; pose the problem with outputs "
        "free to get a bound"
    )


def _require_few(k: int, most: int, problem: Problem) -> None:
    if k > most:
        raise InputError(
            f"with {k} inputs the program has too many rows to list; pose the {problem.objective.called} with at most {most} "
            "inputs, or call design, which needs no list"
        )


def _of_sides(problem: Problem) -> RowTable:
    """List the rows for two inputs whose ordered pairs have bounds of their own. These are (1, 0), (0, 1), (1, 1), and for each
    bound r_j ≤ T·r_l the row that meets it with equality: r_j = T, r_l = 1."""
    if problem.k != 2:
        raise InputError(
            f"under {problem.demand}, rropt can write a convex program for the {problem.objective.called} with 2 inputs, not with "
            f"{problem.k}; give a demand with one budget for all pairs, such as LDP(1)"
        )
    places = [place for place, _ in problem.bounds.places()]
    limits = tuple(Limit(place[0], place[1], n) for n, place in enumerate(places))

    def rows(ratios: Ratio) -> list[Row]:
        bends = [(ratios[n], 1) if place[0] == 0 else (1, ratios[n]) for n, place in enumerate(places)]
        return [(1, 0), (0, 1), (1, 1), *bends]

    return RowTable(2, rows, limits)
