"""More rows by levels than are listed for the checker: some at a time in a program, and all of them priced in floats.

Under one ε and δ > 0 the rows by levels of 7 inputs are 94,465, and of 8 inputs 1,091,422. A program over some of them gives prices
y and z; those rows join at which f(s) exceeds y·s + Σ z_jl (s_j − T s_l)⁺ by most, and so on (column generation).

Of what lacks most one row joins of each two sets of inputs at which rows are 0 and largest: many rows of one kind say the same of
prices that are loose, as they are where e^ε is large, and then leave others out (of 8 inputs at ε = 3 for 40 rounds, not 10).

The bound: where f(s) exceeds what is paid by at most m·p(s) at every row, with p linear, y + m·p and z are prices for all rows
(SPEC.md, section 4). The m is had in floats: both sides are sums of at most k + k² products of numbers that are right to a few
units in the last place, a logarithm of numpy among them, so that each float is off by less than 10^-12 of the sum of its parts'
sizes. Ten times as much is added.

Where e^ε is irrational the mechanism has rows of a rational T′ below it, which keep the demand. The prices are compared at rows of
a rational T″ above it: (s_j − T″ s_l)⁺ is no larger than with e^ε, so that what holds with T″ on all rows s ≥ 0 holds with e^ε.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np

from rropt.designs.rows.classes import Classes
from rropt.designs.rows.generators import Generators, room_of
from rropt.designs.rows.levels import entries_of, levels, number_of_orders, table_of_excess, taken_at
from rropt.designs.rows.listing import MOST_LEVEL, MOST_LEVEL_INPUTS, rows_at
from rropt.exact.element import Bound, is_free
from rropt.exact.infinity import is_infinite
from rropt.exact.patience import ignore_limit, seconds_left
from rropt.exact.sign import enclose

__all__ = ["ENOUGH", "Lacking", "PricedLevels"]

Array: TypeAlias = Any
MOST_INPUTS = 12
MOST_ORDERS = 600_000  # with ties, of inputs up to exchanges: 545,835 of 8 that all differ
BLOCK = 1 << 17
JOIN = 1500
ENOUGH = 1e-9  # relative, of what the prices lack
MOST_ROUNDS = 60
SPARE = 1e-11  # of the size of the parts of a sum, ten times what rounding makes of it
WIDTH = Fraction(1, 10**20)
ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Lacking:
    """The levels of the rows at which prices lack most, and the largest amount, over p(s), that is lacking anywhere."""

    at: Array
    most: Fraction
    """Not below 0, and not below the true number."""
    near: float
    """The same in floats, without what is added for rounding."""


class Asked(Protocol):
    """What is asked of a round: of a program over some rows, with what its prices lack at any row."""

    @property
    def lacking(self) -> Lacking:
        """What the prices lack, and where."""

    @property
    def loss(self) -> float:
        """By how much the prices are too low, or what they bound: the round is best where this is least."""

    @property
    def is_enough(self) -> bool:
        """Whether the prices lack hardly anything."""


Round = TypeVar("Round", bound=Asked)


@dataclass(frozen=True, slots=True)
class PricedLevels:
    """All rows by levels of k inputs under one ε and δ > 0."""

    k: int
    below: Fraction
    """T, or a rational number a little below."""
    above: Fraction
    """T, or a rational number a little above."""
    delta: Fraction
    alike: tuple[int, ...]
    """A number for each input, equal for those that prices and f do not tell apart: one row of each orbit is then enough."""

    @classmethod
    def of(cls, classes: Classes, ratio: Bound, delta: Bound) -> PricedLevels | None:
        """The rows of these inputs; None if there are fewer or more than rows are priced for, or the numbers do not serve."""
        # an orbit has at most as many rows as there are exchanges of inputs
        least = math.factorial(classes.k) // math.prod(map(math.factorial, classes.sizes))
        if not MOST_LEVEL_INPUTS < classes.k <= MOST_INPUTS or least > MOST_ORDERS:
            return None
        if not isinstance(delta, Fraction) or is_infinite(ratio) or is_free(ratio) or ratio == 1:
            return None
        if number_of_orders(classes.sizes) > MOST_ORDERS:
            return None
        below, above = enclose(ratio, width=WIDTH)
        is_held = above**classes.k <= MOST_LEVEL
        return cls(classes.k, max(ONE, below), above, delta, classes.places) if is_held else None

    def first(self) -> Array:
        """The levels of patterns, and of the rows that reveal an input: a mechanism of these keeps the demand."""
        rows = _all_levels(self.alike)
        return rows[((rows.min(axis=1) >= 1) & (rows.max(axis=1) == 2)) | (rows.max(axis=1) == 1)]

    def best(self, solve: Callable[[Array], Round]) -> Round:
        """Solve over a growing set of rows until hardly anything is lacking at the others, or time is over; the best round."""
        at, best = self.first(), None
        for _ in range(MOST_ROUNDS):
            with ignore_limit():
                found = solve(at)
            if best is None or found.loss < best.loss:
                best = found
            if found.is_enough or seconds_left() == 0:
                break
            at = np.unique(np.vstack([at, found.lacking.at]), axis=0)
        assert best is not None
        return best

    def some(self, at: Array) -> Generators:
        """The rows at some levels, the first ones among them."""
        return rows_at(at, self.below, self.delta, is_exact=self.below == self.above)

    @property
    def room(self) -> float:
        """δ minus a rounding reserve."""
        return room_of(self.delta)

    def floats(self, at: Array) -> Array:
        """The rows at some levels, in floats."""
        return np.array([float(x) for x in entries_of(self.below, self.k)])[at]

    def taken(self, at: Array) -> Array:
        """What rows at some levels take of the budgets, in floats, indexed [ordered pair, row]."""
        return taken_at(at, self.below)

    def lacking(self, worth: Callable[[Array], tuple[Array, Array]], y: Array, z: Array, p: Array) -> Lacking:
        """The rows at which y and z lack most of f; `worth` gives f of rows in floats, and sums of the sizes of its parts."""
        best, at, size, most = [], [], 0.0, -np.inf
        for levels_of, rows, taken in self._blocks(z):
            chances = rows @ p
            f, sizes = worth(rows)
            value = (f - rows @ y - taken) / chances
            size = max(size, float(((sizes + rows @ abs(y) + taken) / chances).max()))
            most = max(most, float(value.max()))
            chosen = np.flatnonzero(value > 0)
            chosen = chosen[_some_of_each_kind(levels_of[chosen], value[chosen])]
            best.append(value[chosen])
            at.append(levels_of[chosen])
        values, found = np.concatenate(best), np.vstack(at)
        return Lacking(found[_some_of_each_kind(found, values)], max(Fraction(0), Fraction(most + SPARE * size)), most)

    def _blocks(self, z: Array) -> Iterator[tuple[Array, Array, Array]]:
        """Levels, rows and what these take of the budgets at the prices z ≥ 0, a block at a time."""
        entries = np.array([float(x) for x in entries_of(self.above, self.k)])
        table = table_of_excess(self.above, self.k)
        priced = [
            (j, n, cost * table.ravel()) for (j, n), cost in zip(permutations(range(self.k), 2), z, strict=True) if cost
        ]
        rows = _all_levels(self.alike)
        for start in range(0, len(rows), BLOCK):
            part = rows[start : start + BLOCK]
            columns = [np.ascontiguousarray(part[:, j], dtype=np.intp) for j in range(self.k)]
            taken = np.zeros(len(part))
            for j, n, paid in priced:
                taken += paid[columns[j] * (self.k + 1) + columns[n]]
            yield part, entries[part], taken


@lru_cache(maxsize=1)
def _all_levels(alike: tuple[int, ...]) -> Array:
    return levels(len(alike), alike)


def _some_of_each_kind(at: Array, values: Array) -> Array:
    """The places of the largest values, one for each two sets of inputs at which rows are 0 and largest.

    What lacks most is lacking at many rows of one kind, all of which a price that one of them raises covers.
    """
    order = np.argsort(-values)
    bits = 1 << np.arange(at.shape[1], dtype=np.int64)
    highest = at[order] == at[order].max(axis=1)[:, None]
    _, first = np.unique(((at[order] == 0) @ bits << at.shape[1]) + highest @ bits, return_index=True)
    return order[np.sort(first)[:JOIN]]
