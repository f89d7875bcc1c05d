"""Quotients whose products are formed once for each two factors: rows by levels share their entries. Here for speed alone."""

from collections.abc import Iterable

from .. import speed
from ..arithmetic.quotient import Quotient, size_of, total
from ..limits import hold
from .numbers import Exact, Row, times_count

# Products that are kept: six inputs by levels have some 3,000; rows by trees share no entries, and would fill the memory.
MOST_KEPT = 1 << 13


class Remembered(Exact):
    """Exact numbers that keep products of two objects, with the factors, so that no other object takes the place of one."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], tuple[Quotient, Quotient, Quotient]] = {}

    def times(self, a: Quotient, b: Quotient) -> Quotient:
        """The product."""
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
        """Add products of two numbers to a number."""
        return total([start, *(self.times(a, b) for a, b in items)])
