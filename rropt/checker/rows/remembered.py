"""Exact numbers that form each product of two objects once, as rows by levels share their entries. This is for speed alone."""

from collections.abc import Iterable

from .. import speed
from ..arithmetic.quotient import Quotient, size_of, total
from ..limits import hold
from .numbers import Exact, Row, times_count

# The most products that are kept: six inputs by levels need some 3,000; rows by trees share no entries, and would fill the memory.
MOST_KEPT = 1 << 13


class Remembered(Exact):
    """Exact numbers whose products are kept by the ids of the two factors; the factors are kept too, so that no id is reused."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], tuple[Quotient, Quotient, Quotient]] = {}

    def times(self, a: Quotient, b: Quotient) -> Quotient:
        """Multiply two numbers, or give the product that is kept."""
        found = self.known.get((id(a), id(b)))
        if found is not None:
            return found[2]
        product = a * b
        if speed.is_on() and len(self.known) < MOST_KEPT:
            hold(200 + size_of(product))
            self.known[id(a), id(b)] = a, b, product
        return product

    def dot(self, prices: list[Quotient], row: Row) -> Quotient:
        """Sum n x prices_c over the triples of a row."""
        return total([times_count(n, self.times(prices[c], x)) for x, n, c in row])

    def add(self, items: Iterable[tuple[Quotient, Quotient]], start: Quotient) -> Quotient:
        """Add to the number `start` the products of the two numbers of each item."""
        return total([start, *(self.times(a, b) for a, b in items)])
