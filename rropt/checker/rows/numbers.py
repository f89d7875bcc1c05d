"""The two kinds of numbers with which functions of rows are computed: exact quotients, and intervals that enclose numbers.

A row is a list of triples (x, n, c): n inputs of the class c have the entry x. If no classes are named, each input is a class of
its own, so that n = 1 and c is the input. All lists that are multiplied with a row (prices, priors, prevalences) have one number
per class.
"""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from ..arithmetic.interval import Interval, logarithm, plus, times, to_interval
from ..arithmetic.quotient import Quotient, constant, total
from ..limits import hold

Row = list[tuple[Any, int, int]]


class ByValue:
    """Base class of functions f of a row whose values are all exact numbers, or all intervals, so that they can be compared."""

    numbers: Any
    # whether patterns with the entries 1 and T are tried over an interval of t too; else a rational above T replaces T there
    is_tried_at_ratio = False

    @abstractmethod
    def value(self, row: Row) -> Any:
        """Compute f(row), as an exact number or as an interval that encloses it."""

    def is_at_most(self, row: Row, right: Any) -> bool:
        """Tell whether f(row) <= right is shown."""
        return bool(self.numbers.is_at_most(self.value(row), right))


class Exact:
    """Computes with rows in exact quotients of polynomials in t; a comparison is true only if it holds at every t."""

    def convert(self, x: Quotient) -> Quotient:
        """Return the number unchanged."""
        return x

    def convert_row(self, row: Row) -> Row:
        """Return the row unchanged."""
        return row

    def dot(self, prices: list[Quotient], row: Row) -> Quotient:
        """Sum n*x*prices[c] over the triples (x, n, c) of the row. A triple says that n inputs of the class c have the entry x."""
        return total([times_count(n, prices[c] * x) for x, n, c in row])

    def add(self, items: Iterable[tuple[Quotient, Quotient]], start: Quotient) -> Quotient:
        """Add to `start` the product of the two numbers of every item."""
        return total([start, *(a * b for a, b in items)])

    def is_at_most(self, a: Quotient, b: Quotient) -> bool:
        """Tell whether a <= b at every t."""
        return a <= b


class Enclosed:
    """Arithmetic of rows in intervals, rounded outward; a comparison is true only if the intervals show it."""

    def __init__(self) -> None:
        """Begin with empty tables of intervals, logarithms and products.

        The tables are filled during the check of one certificate. They save time and change no result.
        """
        # by the id of a quotient; the quotient is kept beside its interval, so that no other object gets its id
        self.known: dict[int, tuple[Quotient, Interval]] = {}
        self.logarithms: dict[Interval, Interval] = {}
        self.entropies: dict[Interval, Interval] = {}
        # by the ids of the two factors, which are kept beside their product
        self.products: dict[tuple[int, int], tuple[Interval, Interval, Interval]] = {}

    def convert(self, x: Quotient) -> Interval:
        """Enclose the number by an interval, computed once for the same object."""
        if id(x) not in self.known:
            hold(600)
            self.known[id(x)] = (x, to_interval(x))
        return self.known[id(x)][1]

    def convert_row(self, row: Row) -> Row:
        """Enclose every entry of the row by an interval."""
        return [(self.convert(x), n, c) for x, n, c in row]

    def log(self, x: Interval) -> Interval:
        """Enclose the natural logarithm, computed once for equal intervals."""
        if x not in self.logarithms:
            hold(600)
            self.logarithms[x] = logarithm(x)
        return self.logarithms[x]

    def entropy(self, x: Interval) -> Interval:
        """Enclose x log x, which is 0 if x is 0.

        Intervals are rounded outward. So the interval of a number is (0, 0) only if the number itself is 0.
        """
        if x == (0, 0):
            return x
        if x not in self.entropies:
            hold(600)
            self.entropies[x] = times(x, logarithm(x))
        return self.entropies[x]

    def product(self, a: Interval, b: Interval) -> Interval:
        """Enclose the product of a and b.

        The result is stored, because rows have few different entries. So the product of the same two objects is computed only once.
        """
        found = self.products.get((id(a), id(b)))
        if found is None:
            hold(600)
            found = self.products[id(a), id(b)] = (a, b, times(a, b))
        return found[2]

    def dot(self, prices: list[Interval], row: Row) -> Interval:
        """Enclose the sum of n x prices[c] over the triples (x, n, c) of the row: n inputs of the class c have the entry x."""
        least = most = 0
        for x, n, c in row:
            low, high = self.product(prices[c], x)
            least += n * low
            most += n * high
        return least, most

    def add(self, items: Iterable[tuple[Interval, Interval]], start: Interval) -> Interval:
        """Enclose the sum of `start` and the product of the two numbers of every item."""
        found = start
        for a, b in items:
            found = plus(found, times(a, b))
        return found

    def is_at_most(self, a: Interval, b: Interval) -> bool:
        """Whether the intervals show a <= b: the upper end of a is at most the lower end of b."""
        return a[1] <= b[0]


def is_flat(row: Row) -> bool:
    """Whether all entries of a row of intervals are surely equal: all are the same interval of width 0."""
    low, high = row[0][0]
    return bool(low == high) and all(x == (low, high) for x, _, _ in row)


def times_count(n: int, x: Quotient) -> Quotient:
    """Multiply the number by the integer n."""
    return x if n == 1 else constant(n) * x
