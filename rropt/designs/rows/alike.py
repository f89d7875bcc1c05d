"""The linear program over rows if all inputs are alike and δ > 0. Rows with the same entries in another order get equal weights.

The demand has one ratio T = e^ε and one δ for all pairs of inputs. Let f be the function of a row whose sum over the rows is to be
largest. If exchanging inputs changes neither f nor the demand, a mechanism may be replaced by its mean over all permutations of the
inputs, which is as good. The rows are rows by levels: their entries are 0 or 1, T, T², … without a gap. All rows that have the same
entries in another order are an *orbit*. So one weight θ_s for each orbit suffices, where s is one row of the orbit. Let m(s) be the
mean of the entries of s, and e(s) the mean of max(0, s_j − T s_l) over all ordered pairs (j, l). The program is to find the largest
Σ θ_s f(s) with Σ θ_s m(s) = 1, Σ θ_s e(s) ≤ δ and θ ≥ 0. By duality this largest sum equals the least Y + δZ with Z ≥ 0 and

    f(s) ≤ Y m(s) + Z e(s) at every orbit.

This is the lemma on prices (SPEC.md, section 4) with y = Y/k at each input and z = Z/(k(k − 1)) for each pair. At most two orbits
carry weight, and Y and Z follow from them. The weights, Y and Z are found in rationals by the exact simplex method. Where f has
logarithms or roots, a rational just above f replaces f. If T is irrational, a rational just below T replaces T, because a mechanism
that keeps a smaller ratio also keeps the demand. Y is then raised a little.
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
MOST_INPUTS = 10  # for 10 inputs the checker tries 1,023 rows
MOST_ANSWERS = 500  # of a mechanism that is written down
MOST_SIZE = Fraction(10) ** 150  # of e^(k epsilon): floats hold its square
WIDTH = Fraction(1, 10**20)
SPARE = Fraction(
    1, 1 << 55
)  # by this part Y is raised where T is irrational, as the listed rows have a ratio just below T


@dataclass(frozen=True, slots=True)
class BestOrbits:
    """The rows that carry weight at the optimum, and the dual prices Y (`whole`) and Z (`limit`).

    Let T be e^ε, or a rational number a little below. For a row s let m(s) be the mean of its entries, and e(s) the mean of
    max(0, s_j − T s_l) over all ordered pairs (j, l) of inputs. The objective's function f has f(s) ≤ Y m(s) + Z e(s) at every
    row s.
    """

    rows: tuple[tuple[Row, Fraction], ...]
    """One row of each orbit (all rows that have the same entries in another order), and the weight of the whole orbit."""
    whole: Fraction
    limit: Fraction
    delta: Fraction

    @property
    def most(self) -> Fraction:
        """Return Y + δZ, where the dual price Y is `whole` and the dual price Z is `limit`.

        For every mechanism of the demand, the sum of the objective's function over its rows is at most this number.
        """
        return self.whole + self.delta * self.limit

    def prices(self, k: int) -> tuple[tuple[Number, ...], tuple[Fraction, ...]]:
        """Return the dual prices y of the inputs, and the dual prices z of the ordered pairs of inputs. If all z are 0, the second
        result is empty."""
        return (self.whole / k,) * k, (self.limit / (k * (k - 1)),) * (k * (k - 1)) if self.limit else ()

    @property
    def mechanism(self) -> tuple[Row, ...] | None:
        """The mechanism that has every row of `rows` with its entries in all orders. None if these are too many to write down."""
        if sum(many_orders(row) for row, _ in self.rows) > MOST_ANSWERS:
            return None
        return tuple(order for row, weight in self.rows for order in _orbit(row, weight))


@dataclass(frozen=True, slots=True)
class AlikeRows:
    """The rows whose entries are 0 or powers 1, T, T², … without a gap, with T = e^ε, for k inputs that are all alike and δ > 0.

    All rows that have the same entries in another order are an orbit. Only one row of each orbit is listed.
    """

    k: int
    ratio: Fraction
    """The number T = e^ε or, if it is irrational, a rational number a little below."""
    is_exact: bool
    """Whether `ratio` is T itself."""
    delta: Fraction

    @classmethod
    def of(cls, k: int, ratio: Bound, delta: Bound) -> AlikeRows | None:
        """Prepare the rows for the ratio T and the slack δ.

        None if there are too many inputs, if δ is irrational, or if T is infinite or so large that T^k is above 10^150.
        """
        if k > MOST_INPUTS or not isinstance(delta, Fraction) or is_infinite(ratio):
            return None
        below = ratio if isinstance(ratio, Fraction) else max(Fraction(1), enclose(ratio, width=WIDTH)[0])
        return cls(k, below, below == ratio, delta) if below**k <= MOST_SIZE else None

    @property
    def floats(self) -> Array:
        """One row of each orbit (all rows that have the same entries in another order), as floats, indexed [orbit, input]."""
        return np.array([[float(x) for x in row] for row in _orbits(self.k, self.ratio)[0]])

    def most_in_floats(self, worth: Array, solver: str | None) -> tuple[str, float, str]:
        """Maximise the weighted sum of the numbers in `worth` in floats, over weights of orbits.

        An orbit is all the rows that have the same entries in another order. `worth` has one number for each orbit: the objective's
        function at one of its rows. The weights must make a mechanism that keeps the demand. Return the status, the largest sum,
        and a text that says how it was found.

        Without a solver, the optimum is found among pairs of orbits (`_near`). If a solver of cvxpy is named, it solves the linear
        program.
        """
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
        """Find the exact optimum, with the orbits that carry weight and the dual prices.

        Let f be the objective's function of a row. `above` returns, for a row, f or a rational number just above it. `worth` has f
        in floats, at one row of each orbit (all rows that have the same entries in another order).
        """
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
    """List one row s of each orbit, and in a second list the mean of max(0, s_j − T s_l) over all ordered pairs (j, l) of inputs.

    An orbit is all the rows that have the same entries in another order. The argument `ratio` is T.
    """
    entries = entries_of(ratio, k)
    # at T = 1 rows of different levels are equal
    rows = list(dict.fromkeys(tuple(entries[n] for n in levels) for levels in _levels(k)))
    return rows, [_taken(row, ratio) for row in rows]


def _taken(row: Row, ratio: Fraction) -> Fraction:
    often, k = Counter(row), len(row)
    pairs = ((a, b, m * n) for a, m in often.items() for b, n in often.items())
    return sum((max(Fraction(0), a - ratio * b) * n for a, b, n in pairs), Fraction(0)) / (k * (k - 1))


def _levels(k: int) -> Iterator[tuple[int, ...]]:
    """Yield all sequences of k levels, in rising order and without a gap.

    A level stands for an entry of a row. Level 0 stands for the entry 0, and need not occur. Each level from 1 up to the highest
    level occurs at least once.
    """

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
    """Find the largest Σ θ f in floats over weights θ of orbits, and the indices of the one or two orbits that attain it.

    The weights θ ≥ 0 must satisfy Σ θ m = 1 and Σ θ e ≤ δ. Let s be a row of an orbit. `means` has the mean m of the entries of s.
    `taken` has e, the mean of max(0, s_j − T s_l) over all ordered pairs (j, l) of inputs, where T is e^ε, or a little less.
    `worth` has f, the value of the objective's function at s.

    Draw each orbit as the point (e/m, f/m) of a plane. Connect each point with e/m ≤ δ to each point with e/m > δ by a straight
    line. The optimum is the largest height of these lines at the abscissa δ, or the largest height of a point with e/m ≤ δ if that
    is larger.
    """
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
    """Find optimal weights of the orbits exactly; return the indices of orbits, their weights, and the prices Y and Z.

    An orbit is given by three numbers of a row s in it: the mean m of its entries, the mean e of max(0, s_j − T s_l) over all
    ordered pairs (j, l) of inputs, and the value f of the objective's function at s. Here T is e^ε, or a little less.

    The weights θ ≥ 0 maximise Σ θ f under two conditions: Σ θ m = 1, with the dual price Y, and Σ θ e ≤ δ, with the dual price Z.
    The exact simplex method begins with the orbits `near`, which are optimal in floats, and with all orbits that have e = 0. While
    f > Y m + Z e at some orbit, the orbit with the largest (f − Y m − Z e)/m is added to the program.
    """
    chosen = list(dict.fromkeys((*near, *(n for n, (_, e, _) in enumerate(orbits) if not e))))
    while True:
        require_time()
        table = [[*(orbits[n][place] for n in chosen), Fraction(place)] for place in (0, 1)]
        found = minimise_exactly([*(-orbits[n][2] for n in chosen), Fraction(0)], table, [Fraction(1), delta])
        # the row with equal entries alone is a mechanism, and f is bounded on all rows
        assert found.status == "optimal"
        whole, limit = (Fraction(-x) for x in found.duals)  # type: ignore[arg-type]
        lacking = [(f - whole * m - limit * e) / m for m, e, f in orbits]
        most = max(range(len(orbits)), key=lacking.__getitem__)
        if lacking[most] <= 0:
            weights = [Fraction(w) for w in found.x[: len(chosen)]]  # type: ignore[arg-type]
            return chosen, weights, whole, limit
        chosen.append(most)


def many_orders(row: Sequence[Hashable]) -> int:
    """Return the number of different orders of a row's entries."""
    return math.factorial(len(row)) // math.prod(map(math.factorial, Counter(row).values()))


def _orbit(row: Row, weight: Fraction) -> list[Row]:
    """List the row with its entries in every different order, each multiplied by an equal share of the weight.

    Every column of the result sums to the weight times the mean of the row.
    """
    share = weight / many_orders(row)
    return [tuple(x * share for x in order) for order in orders_of(row)]


def orders_of(row: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Yield the entries in every different order, each order once."""
    return _orders(sorted(Counter(row).items()), len(row))


def _orders(often: list[tuple[Entry, int]], k: int) -> Iterator[list[Entry]]:
    """Yield every different order of k entries; `often` says how often each entry occurs."""
    if not k:
        yield []
    for at, (x, n) in enumerate(often):
        if n:
            left = [*often[:at], (x, n - 1), *often[at + 1 :]]
            for rest in _orders(left, k - 1):
                yield [x, *rest]
