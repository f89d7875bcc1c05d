"""Rows by levels where all inputs are alike and δ > 0: one weight for each orbit, by the exact simplex method.

If exchanging inputs changes neither f nor the demand, the mean of a mechanism over all permutations is as good, so that what is
sought is one weight θ_s for each orbit of rows by levels, which is a row up to the order of its entries. With m(s) the mean of the
entries and e(s) that of max(0, s_j − T s_l) over all ordered pairs, the largest Σ θ_s f(s) is sought with Σ θ_s m(s) = 1,
Σ θ_s e(s) ≤ δ and θ ≥ 0. By duality it is the least Y + δZ with Z ≥ 0 and

    f(s) ≤ Y m(s) + Z e(s) at every orbit,

which is the lemma on prices (SPEC.md, section 4) with y = Y/k at each input and z = Z/(k(k − 1)) for each pair. Two orbits at most
carry weight; they name Y and Z, which are solved for in rationals, with numbers just above f where this has logarithms or roots.
Where T is irrational, rows of a rational one below serve, which the demand allows, and Y is raised a little.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

import numpy as np

from rropt.designs.rows.levels import entries_of
from rropt.exact.element import Bound, Number
from rropt.exact.infinity import is_infinite
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose
from rropt.solvers.simplex import minimise as minimise_exactly

__all__ = ["AlikeRows", "BestOrbits", "many_orders", "orders_of"]

Array: TypeAlias = Any
Row = tuple[Fraction, ...]
Entry = TypeVar("Entry", bound=Fraction | int)
MOST_INPUTS = 10  # of which the checker tries 1,023 rows
MOST_ANSWERS = 500  # of a mechanism that is written down
MOST_SIZE = Fraction(10) ** 150  # of e^(k epsilon): floats hold its square
WIDTH = Fraction(1, 10**20)
SPARE = Fraction(1, 1 << 55)  # of Y, for rows a little outside of those that are listed


@dataclass(frozen=True, slots=True)
class BestOrbits:
    """The orbits that carry weight, with the dual prices `whole` (Y) and `limit` (Z) that follow from them."""

    rows: tuple[tuple[Row, Fraction], ...]
    """One row of each orbit, and the weight of all its orders together."""
    whole: Fraction
    limit: Fraction
    delta: Fraction

    @property
    def most(self) -> Fraction:
        """Y + δZ: no mechanism has a larger Σ f."""
        return self.whole + self.delta * self.limit

    def prices(self, k: int) -> tuple[tuple[Number, ...], tuple[Fraction, ...]]:
        """y by input, and z by pair: none where all are 0."""
        return (self.whole / k,) * k, (self.limit / (k * (k - 1)),) * (k * (k - 1)) if self.limit else ()

    @property
    def mechanism(self) -> tuple[Row, ...] | None:
        """All orders of the rows; None if they are too many to be written down."""
        if sum(many_orders(row) for row, _ in self.rows) > MOST_ANSWERS:
            return None
        return tuple(order for row, weight in self.rows for order in _orbit(row, weight))


@dataclass(frozen=True, slots=True)
class AlikeRows:
    """The orbits of rows by levels of k inputs under one ε and δ > 0."""

    k: int
    ratio: Fraction
    """T, or a rational number a little below."""
    is_exact: bool
    """Whether the ratio is T."""
    delta: Fraction

    @classmethod
    def of(cls, k: int, ratio: Bound, delta: Bound) -> AlikeRows | None:
        """The orbits under T and δ; None if inputs are too many, or the numbers do not serve."""
        if k > MOST_INPUTS or not isinstance(delta, Fraction) or is_infinite(ratio):
            return None
        below = ratio if isinstance(ratio, Fraction) else max(Fraction(1), enclose(ratio, width=WIDTH)[0])
        return cls(k, below, below == ratio, delta) if below**k <= MOST_SIZE else None

    @property
    def floats(self) -> Array:
        """One row of each orbit."""
        return np.array([[float(x) for x in row] for row in _orbits(self.k, self.ratio)[0]])

    def most_in_floats(self, worth: Array, solver: str | None) -> tuple[str, float, str]:
        """Status, largest Σ θ f and source: of the highest chord, or of a linear program by a solver of cvxpy."""
        if solver is None:
            return "Optimal", self._near(worth)[0], "two orbits of rows by levels, in floats"
        import cvxpy as cp

        from rropt.solvers.cvxpy import require_solver, run

        means, taken = self._means_and_taken()
        x = cp.Variable(len(worth), nonneg=True)
        asked = cp.Problem(cp.Maximize(worth @ x), [means @ x == 1, taken @ x <= float(self.delta)])
        found = run(asked, require_solver(solver))
        return found.status, found.value, f"cvxpy with {solver}"

    def best(self, above: Callable[[Row], Fraction], worth: Array) -> BestOrbits:
        """Settle the optimum exactly; `above` gives f of a row, or a number just above, and `worth` f in floats."""
        rows, taken = _orbits(self.k, self.ratio)
        exact = [(Fraction(sum(row), self.k), e, above(row)) for row, e in zip(rows, taken, strict=True)]
        chosen, weights, whole, limit = _settle(exact, self.delta, self._near(worth)[1])
        if not self.is_exact:
            whole += SPARE * abs(whole)
        carrying = tuple((rows[n], w) for n, w in zip(chosen, weights, strict=True) if w)
        return BestOrbits(carrying, whole, limit, self.delta)

    def _means_and_taken(self) -> tuple[Array, Array]:
        taken = _orbits(self.k, self.ratio)[1]
        return self.floats.mean(axis=1), np.array([float(x) for x in taken])

    def _near(self, worth: Array) -> tuple[float, list[int]]:
        return _near(*self._means_and_taken(), worth, float(self.delta))


@lru_cache(maxsize=4)
def _orbits(k: int, ratio: Fraction) -> tuple[list[Row], list[Fraction]]:
    """One row of each orbit, and e: the mean over ordered pairs of what it takes of a budget."""
    entries = entries_of(ratio, k)
    # at T = 1 several are the same
    rows = list(dict.fromkeys(tuple(entries[n] for n in levels) for levels in _levels(k)))
    return rows, [_taken(row, ratio) for row in rows]


def _taken(row: Row, ratio: Fraction) -> Fraction:
    often, k = Counter(row), len(row)
    pairs = ((a, b, m * n) for a, m in often.items() for b, n in often.items())
    return sum((max(Fraction(0), a - ratio * b) * n for a, b, n in pairs), Fraction(0)) / (k * (k - 1))


def _levels(k: int) -> Iterator[tuple[int, ...]]:
    """The levels of one row of each orbit, rising: level 0 is the number 0, and no level above it is left out."""

    def rising(left: int, level: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield ()
        for n in range(1, left + 1):
            for rest in rising(left - n, level + 1):
                yield (*[level] * n, *rest)

    for zeros in range(k):
        for rest in rising(k - zeros, 1):
            yield (*[0] * zeros, *rest)


def _near(means: Array, taken: Array, worth: Array, delta: float) -> tuple[float, list[int]]:
    """The optimum in floats with its orbits: at δ, the highest chord between two points (e/m, f/m), or point to the left."""
    x, y = taken / means, worth / means
    left, right = np.flatnonzero(x <= delta), np.flatnonzero(x > delta)
    alone = int(left[y[left].argmax()])
    if not len(right):
        return float(y[alone]), [alone]
    share = (delta - x[left, None]) / (x[right] - x[left, None])
    heights = (1 - share) * y[left, None] + share * y[right]
    a, b = np.unravel_index(heights.argmax(), heights.shape)
    if heights[a, b] <= y[alone]:
        return float(y[alone]), [alone]
    return float(heights[a, b]), [int(left[a]), int(right[b])]


def _settle(
    orbits: Sequence[tuple[Fraction, Fraction, Fraction]], delta: Fraction, near: Sequence[int]
) -> tuple[list[int], list[Fraction], Fraction, Fraction]:
    """Orbits (m, e and f of each are given), their weights, Y and Z, by the exact simplex method.

    It begins from those near in floats and from those that take nothing, and adds the one that lacks most until none does.
    """
    chosen = list(dict.fromkeys((*near, *(n for n, (_, e, _) in enumerate(orbits) if not e))))
    while True:
        require_time()
        table = [[*(orbits[n][place] for n in chosen), Fraction(place)] for place in (0, 1)]
        found = minimise_exactly([*(-orbits[n][2] for n in chosen), Fraction(0)], table, [Fraction(1), delta])
        assert found.status == "optimal"  # the even row alone is a mechanism, and f is bounded on all
        whole, limit = (Fraction(-x) for x in found.duals)  # type: ignore[arg-type]
        lacking = [(f - whole * m - limit * e) / m for m, e, f in orbits]
        most = max(range(len(orbits)), key=lacking.__getitem__)
        if lacking[most] <= 0:
            weights = [Fraction(w) for w in found.x[: len(chosen)]]  # type: ignore[arg-type]
            return chosen, weights, whole, limit
        chosen.append(most)


def many_orders(row: Sequence[Hashable]) -> int:
    """The number of orders of a row's entries."""
    return math.factorial(len(row)) // math.prod(map(math.factorial, Counter(row).values()))


def _orbit(row: Row, weight: Fraction) -> list[Row]:
    """All orders of a row, which together have this weight; every column then sums to the weight times the row's mean."""
    share = weight / many_orders(row)
    return [tuple(x * share for x in order) for order in orders_of(row)]


def orders_of(row: Sequence[Entry]) -> Iterator[list[Entry]]:
    """All orders of the entries, each once."""
    return _orders(sorted(Counter(row).items()), len(row))


def _orders(often: list[tuple[Entry, int]], k: int) -> Iterator[list[Entry]]:
    """All orders of so many entries of each kind."""
    if not k:
        yield []
    for at, (x, n) in enumerate(often):
        if n:
            left = [*often[:at], (x, n - 1), *often[at + 1 :]]
            for rest in _orders(left, k - 1):
                yield [x, *rest]
