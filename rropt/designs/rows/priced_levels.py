"""More rows by levels than are listed for the checker: some at a time in a program, and all of them priced in floats.

Under one ε and δ > 0 the rows by levels of 7 inputs are 94,465, and of 8 inputs 1,091,422. A program over some of them gives prices
y and z; those rows join at which f(s) exceeds y·s + Σ z_jl (s_j − T s_l)⁺ by most, and so on (column generation).

The bound: where f(s) exceeds what is paid by at most m·p(s) at every row, with p linear, y + m·p and z are prices for all rows
(SPEC.md, section 4). The m is had in floats: both sides are sums of at most k + k² products of numbers that are right to a few
units in the last place, a logarithm of numpy among them, so that each float is off by less than 10^-12 of the sum of its parts'
sizes. A thousand times as much is added.

Where e^ε is irrational the mechanism has rows of a rational T′ below it, which keep the demand. The prices are compared at rows of a
rational T″ above it: (s_j − T″ s_l)⁺ is no larger than with e^ε, so that what holds with T″ on all rows s ≥ 0 holds with e^ε.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.rows.generators import Generators
from rropt.designs.rows.levels import levels
from rropt.designs.rows.listing import MOST_LEVEL, MOST_LEVEL_INPUTS, rows_at, table_of_excess
from rropt.exact.element import is_free
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.problem.problem import Problem

__all__ = ["Lacking", "PricedLevels"]

Array: TypeAlias = Any
MOST_INPUTS = 8
BLOCK = 1 << 17
JOIN = 400
SPARE = 1e-9  # of the size of the parts of a sum, a thousand times what rounding makes of it
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


@dataclass(frozen=True, slots=True)
class PricedLevels:
    """All rows by levels of k inputs under one ε and δ > 0."""

    k: int
    below: Fraction
    """T, or a rational number a little below."""
    above: Fraction
    """T, or a rational number a little above."""
    delta: Fraction

    @classmethod
    def of(cls, problem: Problem) -> PricedLevels | None:
        """The rows of a problem; None if there are fewer or more inputs than rows are priced for, or its numbers do not serve."""
        ratio, delta = problem.ratio_and_delta
        if not MOST_LEVEL_INPUTS < problem.k <= MOST_INPUTS:
            return None
        if not isinstance(delta, Fraction) or is_infinite(ratio) or is_free(ratio) or ratio == 1:
            return None
        below, above = enclose(ratio, width=WIDTH) if not isinstance(ratio, Fraction) else (ratio, ratio)
        return cls(problem.k, max(ONE, below), above, delta) if above**problem.k <= MOST_LEVEL else None

    def first(self) -> Array:
        """The levels of patterns, and of the rows that reveal an input: a mechanism of these keeps the demand."""
        rows = _all_levels(self.k)
        return rows[((rows.min(axis=1) >= 1) & (rows.max(axis=1) == 2)) | (rows.max(axis=1) == 1)]

    def some(self, at: Array) -> Generators:
        """The rows at some levels, the first ones among them."""
        return rows_at(at, self.below, self.delta, is_exact=self.below == self.above)

    def lacking(self, worth: Callable[[Array], Array], sizes: Callable[[Array], Array], y: Array, z: Array, p: Array) -> Lacking:
        """The rows at which y and z lack most of `worth`, which gives f of rows; `sizes` gives the sum of the sizes of its parts."""
        best, at, size = [], [], 0.0
        for levels_of, rows, taken in self._blocks(z):
            chances = rows @ p
            value = (worth(rows) - rows @ y - taken) / chances
            size = max(size, float(((sizes(rows) + rows @ abs(y) + taken) / chances).max()))
            chosen = np.argpartition(-value, min(JOIN, len(value) - 1))[:JOIN]
            best.append(value[chosen])
            at.append(levels_of[chosen])
        values, found = np.concatenate(best), np.vstack(at)
        order = np.argsort(-values)[:JOIN]
        near = float(values[order[0]])
        return Lacking(found[order[values[order] > 0]], max(Fraction(0), Fraction(near + SPARE * size)), near)

    def _blocks(self, z: Array) -> Iterator[tuple[Array, Array, Array]]:
        """Levels, rows and what these take of the budgets at the prices z ≥ 0, a block at a time."""
        powers = [Fraction(0), *(self.above**n for n in range(self.k))]
        values, table = np.array([float(x) for x in powers]), table_of_excess(powers)
        priced = [(j, n, cost * table.ravel()) for (j, n), cost in zip(permutations(range(self.k), 2), z, strict=True) if cost]
        rows = _all_levels(self.k)
        for start in range(0, len(rows), BLOCK):
            part = rows[start : start + BLOCK]
            columns = [np.ascontiguousarray(part[:, j], dtype=np.intp) for j in range(self.k)]
            taken = np.zeros(len(part))
            for j, n, paid in priced:
                taken += paid[columns[j] * (self.k + 1) + columns[n]]
            yield part, values[part], taken


@lru_cache(maxsize=1)
def _all_levels(k: int) -> Array:
    return levels(k)

