"""The rows of which every mechanism of a demand is a sum with weights ≥ 0, written once for floats and for symbols.

Under one ratio T these are the patterns of {1, T}^k. With a slack δ they are the rows by levels 0, 1, T, …, T^(k−1), which take
max(0, r_j − T·r_l) of the slack of each ordered pair (j, l); for two inputs with bounds of their own, the rows where
some r_j = T·r_l and those that tell an input for certain. Where the rows of a cone are handed in, they are these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

from rropt.designs.rows.levels import levels
from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.exact.stochastic import direction_of
from rropt.privacy.bounds import Average
from rropt.problem.conditions import Condition
from rropt.problem.posed.demand import Ratios
from rropt.problem.problem import Problem
from rropt.problem.split import parts_of_labels

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism

__all__ = ["Limit", "RowTable", "placed_weights", "relations_of_rows", "rows_of"]

MOST_PATTERN_INPUTS = 12
MOST_LEVEL_INPUTS = 5
ZERO = Fraction(0)
NEAR = Fraction(1, 10**15)
"""How far, relatively, the ratio of listed rows may lie below the one of the demand."""
Row = tuple[Any, ...]
Ratio = Any
"""One number or symbol; or one a place, where there are bounds by pair."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit on the slack that rows use: that of the pair (j, l) at the n-th place, or of one shared by all pairs (None)."""

    j: int
    against: int
    place: int | None


@dataclass(frozen=True, slots=True)
class RowTable:
    """The rows at a ratio, the limits on the slack that they use, and the averages asked for.

    They are `fixed` if they depend on no ratio.
    """

    k: int
    rows: Callable[[Ratio], list[Row]]
    limits: tuple[Limit, ...] = ()
    fixed: bool = False
    averages: tuple[Average, ...] = ()
    conditions: tuple[Condition, ...] = ()
    labels: int = 1
    """How many labels there are where conditions name these: the rows are listed once for each, one label after another."""

    @property
    def names_ratios(self) -> bool:
        """Whether the rows, or the slack that they use, depend on a ratio."""
        return not self.fixed or bool(self.limits)

    def counted_as(self, labels: int, conditions: tuple[Condition, ...]) -> RowTable:
        """Repeat the rows for each of the labels that conditions name."""
        return replace(self, rows=lambda ratio: self.rows(ratio) * labels, conditions=conditions, labels=labels)

    def left_of(self, condition: Condition, rows: Sequence[Row], number: Callable[[Number], Any]) -> list[Any]:
        """For each row with its label, its coefficient on the left side of a condition; `number` converts factors."""
        each = len(rows) // self.labels
        terms = [[(j, number(a)) for (i, j), a in condition.terms if i == label] for label in range(self.labels)]
        return [sum(a * row[j] for j, a in terms[n // each]) for n, row in enumerate(rows)]

    def taken(self, limit: Limit, ratio: Ratio, rows: Sequence[Row], most: Callable[[Any, Any], Any]) -> list[Any]:
        """The slack that each row uses; `most` is the maximum of two."""
        t = ratio if limit.place is None else ratio[limit.place]
        return [most(0, row[limit.j] - t * row[limit.against]) for row in rows]


def rows_of(problem: Problem, rays: Sequence[Sequence[Fraction]] | None = None) -> RowTable:
    """The rows of a problem; `rays` are those of a cone of bounds by pair, cut where slacks and vulnerabilities bend."""
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
    tuples = levels(k)
    pairs = tuple(Limit(j, el, None) for j, el in permutations(range(k), 2))
    return RowTable(k, lambda t: [tuple(t ** (n - 1) if n else 0 for n in x) for x in tuples], pairs)


def _require_few(k: int, most: int, problem: Problem) -> None:
    if k > most:
        raise InputError(
            f"{k} inputs have too many rows to list in a program of weights; pose the {problem.objective.called} with at most "
            f"{most}, or design it, which needs no list"
        )


def _of_sides(problem: Problem) -> RowTable:
    """The rows of two inputs at which their bounds bend."""
    if problem.k != 2:
        raise InputError(
            f"under {problem.demand} the {problem.objective.called} of {problem.k} inputs with a slack is not posed; drop delta"
        )
    places = [place for place, _ in problem.bounds.places()]
    limits = tuple(Limit(place[0], place[1], n) for n, place in enumerate(places))

    def rows(ratios: Ratio) -> list[Row]:
        bends = [(ratios[n], 1) if place[0] == 0 else (1, ratios[n]) for n, place in enumerate(places)]
        return [(1, 0), (0, 1), (1, 1), *bends]

    return RowTable(2, rows, limits)


def _ratio_near(mechanism: Mechanism, ratio: Number) -> Number:
    """The rational ratio of a mechanism's rows if it is a little below an irrational one, as for listed rows."""
    if isinstance(ratio, Fraction):
        return ratio
    rational = [[x for x in row if isinstance(x, Fraction) and x > 0] for row in mechanism.rows]
    largest = max((max(row) / min(row) for row in rational if len(row) == mechanism.k), default=Fraction(1))
    low, high = enclose(ratio)
    return largest if low * (1 - NEAR) < largest <= high else ratio


def placed_weights(
    table: RowTable, symbols: Sequence[Any], problem: Problem, mechanism: Mechanism, rounded: Fraction | None = None
) -> dict[Any, Any]:
    """The weights of the rows of a mechanism, in sympy; `rounded` is the ratio of its rows if it differs from the demand's."""
    if problem.bounds.common is not None:
        ratio: Ratio = rounded or _ratio_near(mechanism, problem.ratio_and_delta[0])
    else:
        ratio = [t for _, (t, _) in problem.bounds.places()]
    found: list[Number] = [ZERO] * len(symbols)
    rows = table.rows(ratio)
    each = len(rows) // table.labels
    places = {(n // each, direction_of([x + ZERO for x in known])): n for n, known in reversed(list(enumerate(rows)))}
    for label, row in zip(_labels_of(table, problem, mechanism), mechanism.rows, strict=True):
        if table.labels > 1 and not any(row):
            continue
        place = places.get((label, direction_of(row)))
        if place is None:
            said = ", ".join(map(show, row))[:80]
            raise InputError(
                f"the row {said} of the mechanism is no multiple of a row of the program; give a design for the same demand"
            )
        j = next(j for j, x in enumerate(rows[place]) if x != 0)
        found[place] = found[place] + row[j] / rows[place][j]
    return {symbol: sympy_of(w) for symbol, w in zip(symbols, found, strict=True)}


def _labels_of(table: RowTable, problem: Problem, mechanism: Mechanism) -> list[int]:
    """The label of each row of a mechanism, if conditions name labels."""
    if table.labels == 1:
        return [0] * mechanism.m
    parts = parts_of_labels(problem, mechanism.output_labels)
    return [label for label, n in enumerate(parts) for _ in range(n)]


def _coverage(rows: Sequence[Row], weights: Sequence[Any]) -> list[Any]:
    """The weighted sum of the rows at each input."""
    return [sum(w * row[j] for w, row in zip(weights, rows, strict=True)) for j in range(len(rows[0]))]


def relations_of_rows(table: RowTable, rows: Sequence[Row], weights: Sequence[Any], ratios: Ratios) -> tuple[Any, ...]:
    """Relations: weights ≥ 0 cover every input, and use no more of a slack than there is."""
    import sympy

    found = [sympy.Eq(x, 1) for x in _coverage(rows, weights)] + [sympy.Ge(w, 0) for w in weights]
    places = list(ratios.by_place.values()) if ratios.by_place is not None else []
    ratio = [t for t, _ in places] or ratios.ratio
    for limit in table.limits:
        taken = table.taken(limit, ratio, rows, sympy.Max)
        slack = ratios.delta if limit.place is None else places[limit.place][1]
        found.append(sympy.Le(sum(w * x for w, x in zip(weights, taken, strict=True)), slack))
    for average in table.averages:
        gained = [
            sympy.Max(*(sum(sympy_of(a) * x for a, x in zip(plane, row, strict=True)) for plane in average.planes))
            for row in rows
        ]
        found.append(sympy.Le(sum(w * x for w, x in zip(weights, gained, strict=True)), sympy_of(average.most)))
    for c in table.conditions:
        left = sum(w * x for w, x in zip(weights, table.left_of(c, rows, sympy_of), strict=True))
        relation = {"<=": sympy.Le, ">=": sympy.Ge, "==": sympy.Eq}[c.relation]
        found.append(relation(left, sympy_of(c.bound)))
    return tuple(found)
