"""What one row of a mechanism adds to an information or a divergence: a function f of the row, convex and homogeneous.

    information at a prior w, in nats: sum_j w_j r_j log(r_j/q), q = sum_j w_j r_j; at several priors the mean with weights;
    a divergence between two distributions p, q of the inputs, with a = p^T r and b = q^T r: kl, a log(a/b); chi2, (a - b)^2/b;
    hellinger, (sqrt a - sqrt b)^2/2; tv, |a - b|/2; without p and q the sum of it over all ordered pairs of entries.

0 log 0 = 0 = 0 log(0/b) and 0^2/0 = 0. (Why f is convex and homogeneous: SPEC.md, section 9.7.) chi2 and tv are quotients
like all other numbers, so that `Exact` decides what is asked of them; the others are enclosed by `Enclosed`, which says yes only
where the enclosures show it.

Rows are counted: a row is a list of triples (x, n, c), where n inputs of the class c have the entry x. Where no classes are meant,
n = 1 and c is the input. All lists of numbers have one for each c.
"""

from collections.abc import Iterator
from functools import reduce
from typing import Any, Protocol

from ..arithmetic.interval import UNIT, Interval, halve, logarithm, minus, plus, square_root, times, to_interval
from ..arithmetic.quotient import TWO, ZERO, Quotient, constant, largest, total
from ..limits import spend
from ..speed import remember
from .mechanism import Line

INFORMATION = "information"
# Divergences by name: how a sentence calls them, with what tells one from others of that name.
KINDS = {
    "kl": "Kullback-Leibler divergence in nats",
    "chi2": "chi-squared divergence",
    "hellinger": "squared Hellinger distance (at most 1)",
    "tv": "total variation distance (at most 1)",
}
EXACT = ("chi2", "tv")  # those of them that are quotients of polynomials in t
INFINITE = ("kl", "chi2")  # those that are infinite where one of the two alone can be ruled out

CountedRow = list[tuple[Any, int, int]]


class RowFunction(Protocol):
    """f, with the numbers it reckons with: quotients, or intervals that hold them."""

    def convert(self, x: Quotient) -> Any:
        """A number as f reckons with it."""

    def is_bounded(self, row: CountedRow, paid: CountedRow, prices: list[Any]) -> bool:
        """Whether f(row) is at most the sum of n x prices_c over the triples (x, n, c) of `paid`, all of them converted."""

    def least_sum(self, rows: list[tuple[Quotient, CountedRow]]) -> Quotient:
        """A number that is not above the sum of f over rows with weights, which are not converted."""


def row_function(kind: str, lists: list[Line], weights: Line) -> RowFunction:
    """f of a kind of divergence between two lists or none, or of the information at priors (the lists) with weights."""
    return Exact(kind, lists) if kind in EXACT else Enclosed(kind, lists, weights)


class Exact:
    """chi2 and tv, where every comparison is exact."""

    def __init__(self, kind: str, lists: list[Line]) -> None:
        """The kind, and the two distributions of the inputs, if there are any."""
        self.of_two = _variation if kind == "tv" else _chi_squared
        self.lists = lists

    def convert(self, x: Quotient) -> Quotient:
        """The number itself."""
        return x

    def is_bounded(self, row: CountedRow, paid: CountedRow, prices: Line) -> bool:
        """As it is said of every such function."""
        return self.value(row) <= _sum(prices, paid)

    def least_sum(self, rows: list[tuple[Quotient, CountedRow]]) -> Quotient:
        """The sum itself."""
        return total([w * self.value(row) for w, row in rows])

    def value(self, row: CountedRow) -> Quotient:
        """f of a row."""
        if self.lists:
            p, q = self.lists
            return self.of_two(_sum(p, row), _sum(q, row))
        return total([times_count(n, self.of_two(a, b)) for a, b, n in _pairs(row)])


class Enclosed:
    """f where it has logarithms or roots, in intervals that hold its values at every t: what they do not show is not said."""

    def __init__(self, kind: str, lists: list[Line], weights: Line) -> None:
        """The kind; the priors of an information, else the two distributions of the inputs, if any; the weights of priors."""
        self.kind = kind
        self.lists = [[to_interval(x) for x in v] for v in lists]
        self.weights = [to_interval(x) for x in weights]
        self.logarithms: dict[Interval, Interval] = {}

    def convert(self, x: Quotient) -> Interval:
        """An interval that holds the number."""
        return to_interval(x)

    def is_bounded(self, row: CountedRow, paid: CountedRow, prices: list[Interval]) -> bool:
        """The upper end of what holds f does not exceed the lower end of what holds the sum."""
        return self.value(row)[1] <= _mean(prices, paid)[0]

    def least_sum(self, rows: list[tuple[Quotient, CountedRow]]) -> Quotient:
        """A rational below the sum; at least 0, as the sum of f over the rows of a mechanism is (Jensen)."""
        found = [times(to_interval(w), self.value([(to_interval(x), n, c) for x, n, c in row])) for w, row in rows]
        return constant(max(0, sum(low for low, _ in found)), UNIT)

    def value(self, row: CountedRow) -> Interval:
        """An interval that holds f of a row."""
        if self.kind == INFORMATION:
            return self._information(row)
        of_two = self._relative_entropy if self.kind == "kl" else _hellinger
        if self.lists:
            p, q = self.lists
            return of_two(_mean(p, row), _mean(q, row))
        pairs = [(n, of_two(a, b)) for a, b, n in _pairs(row)]
        return sum(n * low for n, (low, _) in pairs), sum(n * high for n, (_, high) in pairs)

    def _information(self, row: CountedRow) -> Interval:
        """sum_j w_j r_j log r_j - q log q, which is f, of each prior w; of several the mean."""
        entropies = [(self._entropy(x), n, c) for x, n, c in row]
        found = [minus(_mean(prior, entropies), self._entropy(_mean(prior, row))) for prior in self.lists]
        if len(found) == 1:
            return found[0]
        return reduce(plus, [times(w, x) for w, x in zip(self.weights, found, strict=True)])

    def _entropy(self, x: Interval) -> Interval:
        """x log x, which is 0 at 0; only of 0 itself is the interval (0, 0), as everything is rounded outward."""
        return x if x == (0, 0) else times(x, self._log(x))

    def _relative_entropy(self, a: Interval, b: Interval) -> Interval:
        """a log(a/b), which is 0 where a is."""
        spend(8)
        return a if a == (0, 0) else times(a, minus(self._log(a), self._log(b)))

    def _log(self, x: Interval) -> Interval:
        """The natural logarithm, which equal entries share."""
        return remember(self.logarithms, x, lambda: logarithm(x))


def _pairs(row: CountedRow) -> Iterator[tuple[Any, Any, int]]:
    """The entries of ordered pairs of different inputs, and how many such pairs there are; f is 0 where both are one entry."""
    for i, (a, n, _) in enumerate(row):
        for j, (b, m, _) in enumerate(row):
            if i != j:
                yield a, b, n * m


def times_count(n: int, x: Quotient) -> Quotient:
    """n x."""
    return x if n == 1 else constant(n) * x


def _sum(numbers: Line, row: CountedRow) -> Quotient:
    """sum n x numbers_c over the triples."""
    return total([times_count(n, numbers[c] * x) for x, n, c in row])


def _mean(numbers: list[Interval], row: CountedRow) -> Interval:
    """The same in intervals."""
    found = (0, 0)
    for x, n, c in row:
        low, high = times(numbers[c], x)
        found = plus(found, (n * low, n * high))
    return found


def _hellinger(a: Interval, b: Interval) -> Interval:
    """(a + b)/2 - sqrt(a b)."""
    return minus(halve(plus(a, b)), square_root(times(a, b)))


def _variation(a: Quotient, b: Quotient) -> Quotient:
    """|a - b|/2."""
    return largest([a - b, b - a]) / TWO


def _chi_squared(a: Quotient, b: Quotient) -> Quotient:
    """(a - b)^2/b, which is 0 where both are equal."""
    difference = a - b
    return ZERO if difference.is_zero() else difference * difference / b
