"""Column generation over rows by levels, for so many inputs that the checker cannot list all rows.

Let T = e^ε. The entries of a row by levels are 0 or powers 1, T, T², … without a gap. Under one ε and δ > 0 there are 94,465 such
rows of 7 inputs, and 1,091,422 of 8 inputs. So a linear program is solved over some of these rows. It makes the sum of f(s) over
the rows s as large as possible, where f is the objective's function. Its dual prices are y_j for input j, and z_jl for the bound of
the pair (j, l) of inputs. They give a row s the price y·s + Σ z_jl (s_j − T s_l)⁺. These prices are then computed at all rows, in
floats. Rows at which f(s) exceeds the price of s by most are added to the program, and it is solved again.

Two rows are of one kind if they are 0 at the same inputs, and have their largest entry at the same inputs. Of each kind only the
row with the largest excess is added. The reason is that for large e^ε, the dual prices are far off as long as few rows are known.
Without this rule, the rows added in the first rounds would be nearly the same, and other kinds would be left out: for 8 inputs at
ε = 3, 40 rounds were needed, and with the rule 10.

The upper bound is made from the dual prices. Let p be a linear function of the row, and let f(s) exceed the price of s by at most
m·p(s) at every row s. Then y + m·p and z are dual prices that hold at all rows (SPEC.md, section 4). The number m is computed in
floats. The function f and the price are sums of at most k + k² products. The factors, numpy's logarithms among them, are right to a
few units in the last place. So each float sum is off by less than 10^-12 times the sum of the absolute values of its terms. Ten
times this error is added to m.

If e^ε is irrational, two rational numbers replace it. The rows of the mechanism have a T′ just below e^ε, so that the mechanism
keeps the demand. The prices are tried at rows that have a T″ just above e^ε. Because (s_j − T″ s_l)⁺ ≤ (s_j − e^ε s_l)⁺, an
inequality that holds with T″ at all rows s ≥ 0 holds with e^ε too.
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

from rropt.designs.rows.generators import Generators, room_of
from rropt.designs.rows.levels import entries_of, levels, number_of_orders, table_of_excess, taken_at
from rropt.designs.rows.listing import MOST_LEVEL, MOST_LEVEL_INPUTS, rows_at
from rropt.engine.sets import Classes
from rropt.exact.element import Bound, is_free
from rropt.exact.infinity import is_infinite
from rropt.exact.patience import ignore_limit, seconds_left
from rropt.exact.sign import enclose

__all__ = ["ENOUGH", "Lacking", "PricedLevels"]

Array: TypeAlias = Any
MOST_INPUTS = 12
MOST_ORDERS = 600_000  # orders with ties up to exchanges; 8 inputs that all differ have 545,835
BLOCK = 1 << 17
JOIN = 1500
ENOUGH = 1e-9  # relative size of the largest excess of f over its price at which the rounds may stop
MOST_ROUNDS = 60
SPARE = 1e-11  # ten times the rounding error of a sum, relative to the sum of the absolute values of its terms
WIDTH = Fraction(1, 10**20)
ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Lacking:
    """Rows at which dual prices are too small. `at` has the levels of these rows.

    Let f be the objective's function. The dual prices give each row s a price, which is too small if f(s) exceeds it. The excess is
    divided by p(s), a linear function of s. Rows are of one kind if they are 0 at the same inputs, and have their largest entry at
    the same inputs. Of each kind at most one row is given, with the largest excess.
    """

    at: Array
    most: Fraction
    """An upper bound, at least 0, on the excess of f(s) over its price divided by p(s), at any row s."""
    near: float
    """The largest excess of f(s) over its price divided by p(s) in floats, with nothing added for rounding; it may be negative."""


class Asked(Protocol):
    """The result of one round of column generation: a solution over some rows, and how good its dual prices are at all rows.

    The dual prices are good enough if, at every row, the objective's function is at most the price that they give the row.
    """

    @property
    def lacking(self) -> Lacking:
        """The rows at which the objective's function most exceeds the price that the dual prices give the row, with the excess."""

    @property
    def loss(self) -> float:
        """A number by which rounds are compared; it is smaller for a better round.

        It may be the upper bound on the optimum that the dual prices give. Or it may be the largest excess of the objective's
        function f(s) over the price of a row s, divided by a linear function of s.
        """

    @property
    def is_enough(self) -> bool:
        """Whether the objective's function exceeds the price of no row by more than a negligible amount."""


Round = TypeVar("Round", bound=Asked)


@dataclass(frozen=True, slots=True)
class PricedLevels:
    """All rows by levels of k inputs under one ε and δ > 0, for column generation.

    A row by levels has the entry 0 at inputs of level 0, and e^((n−1)ε) at inputs of level n ≥ 1.
    """

    k: int
    below: Fraction
    """T = e^ε, or a rational number a little below."""
    above: Fraction
    """T = e^ε, or a rational number a little above."""
    delta: Fraction
    alike: tuple[int, ...]
    """A number for each input. Inputs with the same number may be exchanged without changing f or any price, so that one row of
    each orbit suffices."""

    @classmethod
    def of(cls, classes: Classes, ratio: Bound, delta: Bound) -> PricedLevels | None:
        """Prepare the rows by levels of these inputs for column generation.

        Let k be the number of inputs, and T = e^ε the number `ratio`. None if k is so small that all rows can be listed, or so
        large that there are too many rows. None also if ε is free, 0 or infinite, if T^k is too large for floats, or if δ is
        irrational.
        """
        # orders without ties, up to exchanges: a lower bound that is quick to compute
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
        """List the levels of the rows whose entries are 1 and e^ε, and of the rows that reveal an input.

        Some mechanism with these rows keeps the demand.
        """
        rows = _all_levels(self.alike)
        return rows[((rows.min(axis=1) >= 1) & (rows.max(axis=1) == 2)) | (rows.max(axis=1) == 1)]

    def best(self, solve: Callable[[Array], Round]) -> Round:
        """Solve a linear program over a growing set of rows, and return the best round.

        In each round `solve` gets the levels of some rows, and returns a solution with its dual prices. Then rows are added at
        which these prices are too small. The rounds end when the prices are large enough at all rows, up to a negligible amount.
        They also end when the time or the number of rounds is used up.
        """
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
        """Return the rows that `at` describes, with the demand's limits on sums over the rows of a mechanism.

        Each line of `at` has a level for each input: level 0 is the entry 0, and level n ≥ 1 is the entry T^(n−1). T is `below`.
        `at` must include the levels of the rows of k-ary randomized response, which are T at one input and 1 elsewhere.
        """
        return rows_at(at, self.below, self.delta, is_exact=self.below == self.above)

    @property
    def room(self) -> float:
        """Return δ minus a small reserve for rounding."""
        return room_of(self.delta)

    def floats(self, at: Array) -> Array:
        """Return the rows that `at` describes, as floats indexed [row, input].

        Each line of `at` has a level for each input: level 0 is the entry 0, and level n ≥ 1 is the entry T^(n−1). Here T is
        `below`.
        """
        return np.array([float(x) for x in entries_of(self.below, self.k)])[at]

    def taken(self, at: Array) -> Array:
        """Compute how much each row uses of the budget of each ordered pair of inputs.

        Each line of `at` describes a row by a level for each input: level 0 is the entry 0, and level n ≥ 1 is the entry T^(n−1).
        A row s uses max(0, s_j − T·s_l) of the budget of the pair (j, l). Here T is `below`. The result is in floats, indexed
        [ordered pair, row].
        """
        return taken_at(at, self.below)

    def lacking(self, worth: Callable[[Array], tuple[Array, Array]], y: Array, z: Array, p: Array) -> Lacking:
        """Find rows s at which the objective's function f(s) exceeds the price of s, and the largest excess.

        The price of s is y·s + Σ z_jl max(0, s_j − T″ s_l), a sum over the ordered pairs (j, l) of inputs, where T″ is `above`.
        Every excess is divided by p(s), a linear function with the factors `p`. `worth` gets rows in floats, and returns two
        numbers for each row. The first is f(s), which is a sum of several terms. The second is the sum of the absolute values of
        these terms.
        """
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
        """Yield all rows, many at a time, as three arrays: their levels, their entries as floats, and their costs.

        The cost of a row s is Σ z_jl (s_j − T″ s_l)⁺ over the ordered pairs (j, l) of inputs. Here z ≥ 0 has a dual price for each
        pair, and T″ is `above`.
        """
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
    """Return the indices of the largest values, at most one for each kind of row.

    Rows are of one kind if they are 0 at the same inputs and have their largest entry at the same inputs. `at` has the levels of
    the rows. One row of a kind is enough: dual prices that rise for one row rise for the other rows of its kind too.
    """
    order = np.argsort(-values)
    bits = 1 << np.arange(at.shape[1], dtype=np.int64)
    highest = at[order] == at[order].max(axis=1)[:, None]
    _, first = np.unique(((at[order] == 0) @ bits << at.shape[1]) + highest @ bits, return_index=True)
    return order[np.sort(first)[:JOIN]]
