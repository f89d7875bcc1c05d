"""The generators of a demand: rows such that every mechanism splits into multiples of them, on which all budgets are linear.

If nothing is asked but s_j ≤ T·s_l of all pairs, they are the patterns {1, T}^k (SPEC.md, 4.2). Otherwise they are the rows by
trees (SPEC.md, 4.3): on a set of inputs that is closed under the asks without slack, a tree of equalities s_j = T_c·s_l of asks
c.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from flint import fmpq

from rropt.engine.asks import Asked, Ratio
from rropt.engine.reals import shorter
from rropt.exact.errors import InputError
from rropt.solvers.rational import ONE, ZERO

__all__ = ["Generators", "Row", "generators", "rebuild"]

Row = tuple[fmpq, ...]
Places = npt.NDArray[np.int64]
V = TypeVar("V", bound=Any)
MOST_PATTERNS, MOST_RAYS = 1 << 12, 1 << 14
# of what a ratio below an irrational one is above 1
CLOSE = 53


@dataclass(frozen=True)
class Generators:
    """Rows of the cone with few different entries: `places[n, j]` is the place in `values` of the entry of row n at input j.

    They are for the ratios above if `above`, and else for those below.
    """

    asked: Asked
    values: Sequence[fmpq]
    places: Places
    above: bool

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows."""
        return tuple(map(self.row, range(len(self.places))))

    @cached_property
    def used(self) -> tuple[tuple[fmpq, ...], ...]:
        """What each row takes of every budget: `used[c][n]` is h_c(rows[n]), in the order of `Asked.budgets`."""
        uses = (self.of_pairs(partial(c.use, above=self.above), c.j, c.against) for c in self.asked.budgets)
        return tuple(tuple(own.tolist()) for own in uses)

    def row(self, n: int) -> Row:
        """The row of this number."""
        return tuple(self.values[place] for place in self.places[n].tolist())

    def of_pairs(self, f: Callable[[fmpq, fmpq], Any], j: int | slice, n: int | slice) -> npt.NDArray[Any]:
        """f(s_j, s_n) of every row s, for one j or several, computed once for each different pair of entries."""
        pairs = self.places[:, j] * len(self.values) + self.places[:, n]
        kinds = np.unique(pairs)
        found = [f(*(self.values[place] for place in divmod(kind, len(self.values)))) for kind in kinds.tolist()]
        return np.array(found)[np.searchsorted(kinds, pairs)]

    def only(self, numbers: Sequence[int]) -> Generators:
        """Some of the rows, by their numbers."""
        return replace(self, places=self.places[list(numbers)])


def generators(asked: Asked, *, above: bool = False) -> Generators:
    """List the generators for the ratios below, which make a mechanism, or for those above, which make prices."""
    if asked.guesses:
        raise InputError(
            "a vulnerability can be demanded with a linear objective alone; give an epsilon, or a linear objective"
        )
    values, places = _patterns(asked, above=above) if asked.only_pure is not None else _by_trees(asked, above=above)
    return Generators(asked, values, places, above)


def _patterns(asked: Asked, *, above: bool) -> tuple[Sequence[fmpq], Places]:
    """The entries 1 and T, and their places in each row."""
    assert asked.only_pure is not None
    if 1 << asked.k > MOST_PATTERNS:
        raise InputError(
            f"{asked.k} inputs of unequal shares have too many kinds of answers; merge some, so that at most "
            f"{MOST_PATTERNS.bit_length() - 1} remain, or take equal shares"
        )
    t = asked.only_pure.side(above=above)
    # floats tell no nearer ratios apart, and a mechanism has shorter numbers
    t = t if above or asked.is_rational else ONE + shorter(t - ONE, up=False, bits=CLOSE)
    if t == 1:
        return (ONE,), np.zeros((1, asked.k), np.int64)
    # T everywhere is the first row once more
    return (ONE, t), np.arange((1 << asked.k) - 1)[:, None] >> np.arange(asked.k)[::-1] & 1


def _by_trees(asked: Asked, *, above: bool) -> tuple[Sequence[fmpq], Places]:
    """The different entries, and their places in each row."""
    found: list[set[tuple[int, ...]]] = []
    numbers = _Numbers()
    for size in range(1, asked.k + 1):
        for support in combinations(range(asked.k), size):
            if any(ask.j in support and ask.against not in support for ask in asked.firm):
                continue
            found.append(_rows_on(support, asked, numbers, above=above))
            _limit(sum(map(len, found)))
    order = sorted(range(len(numbers.values)), key=numbers.values.__getitem__)
    rank = {n: place for place, n in enumerate(order)}
    rows = [row for rows in found for row in sorted(tuple(rank[n] for n in row) for row in rows)]
    return [numbers.values[n] for n in order], np.array(rows)


class _Numbers:
    """The different entries of rows, each told by its place in a list, as rationals are slow to compare; 0 stands at place 0."""

    def __init__(self) -> None:
        self.values = [ZERO, ONE]
        self.places = {ZERO: 0, ONE: 1}

    def factor(self, x: fmpq) -> Callable[[int], int]:
        """Multiplication by x."""
        products: dict[int, int] = {}

        def times(n: int) -> int:
            if n not in products:
                value = self.values[n] * x
                if value not in self.places:
                    self.places[value] = len(self.values)
                    self.values.append(value)
                products[n] = self.places[value]
            return products[n]

        return times

    def bound(self, t: fmpq) -> Callable[[int, int], bool]:
        """Whether a number is at most t times another, or one of them is 0."""
        known: dict[tuple[int, int], bool] = {}

        def is_kept(a: int, b: int) -> bool:
            if (a, b) not in known:
                known[a, b] = not a or not b or self.values[a] <= t * self.values[b]
            return known[a, b]

        return is_kept


def _rows_on(support: Sequence[int], asked: Asked, numbers: _Numbers, *, above: bool) -> set[tuple[int, ...]]:
    """The rows by trees on one set of inputs, grown from its first input, edge by edge, inside of the cone."""
    inside = [
        (ask.j, ask.against, ask.ratio.side(above=above), not ask.slack)
        for ask in asked.asks
        if ask.j in support and ask.against in support
    ]
    bounds = {t: numbers.bound(t) for _, _, t, _ in inside}
    firm = [(j, n, bounds[t]) for j, n, t, is_firm in inside if is_firm]
    factors = {x: numbers.factor(x) for t in bounds for x in (t, 1 / t)}
    # the equality s_j = T·s_n, read both ways: from an input to another by a factor
    steps = [step for j, n, t, _ in inside for step in ((n, j, factors[t]), (j, n, factors[1 / t]))]
    rows = {tuple(int(j == support[0]) for j in range(asked.k))}
    for _ in support[1:]:
        longer = {
            (*row[:to], times(row[at]), *row[to + 1 :])
            for row in rows
            for at, to, times in steps
            if row[at] and not row[to]
        }
        rows = {row for row in longer if all(is_kept(row[j], row[n]) for j, n, is_kept in firm)}
        _limit(len(rows))
    return rows


def _limit(rows: int) -> None:
    if rows > MOST_RAYS:
        raise InputError(
            f"these demands have more than {MOST_RAYS} extreme rows, the most that a certificate lists; give fewer inputs, "
            "or, if there is one, no delta"
        )


def rebuild(asked: Asked, row: Row, side: Callable[[Ratio], V], one: V, *, above: bool) -> list[V]:
    """A generator with other numbers in place of its ratios: from its first input on, along the equalities s_j = T·s_l that its
    rationals show, or entry by entry of a pattern."""
    if asked.only_pure is not None:
        return [one if x == 1 else side(asked.only_pure) for x in row]
    first = next(j for j, v in enumerate(row) if v)
    zero: V = one - one
    found, todo = {first: one}, [first]
    while todo:
        at = todo.pop()
        for ask in asked.asks:
            j, n = ask.j, ask.against
            if at not in (j, n) or not row[j] or row[j] != ask.ratio.side(above=above) * row[n]:
                continue
            if at == n and j not in found:
                found[j] = found[n] * side(ask.ratio)
                todo.append(j)
            elif at == j and n not in found:
                found[n] = found[j] / side(ask.ratio)
                todo.append(n)
    return [found.get(j, zero) for j in range(asked.k)]
