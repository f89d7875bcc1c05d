"""Exact numbers that form each product of two objects once, as rows by levels share their entries. This is for speed alone."""

from collections.abc import Iterable

from ..arithmetic.quotient import Products, Quotient, total
from .numbers import Exact, Row, times_count


class Remembered(Products, Exact):
    """Exact numbers whose products are kept."""

    def dot(self, prices: list[Quotient], row: Row) -> Quotient:
        """Sum n x prices_c over the triples of a row."""
        return total([times_count(n, self.times(prices[c], x)) for x, n, c in row])

    def add(self, items: Iterable[tuple[Quotient, Quotient]], start: Quotient) -> Quotient:
        """Add to the number `start` the products of the two numbers of each item."""
        return total([start, *(self.times(a, b) for a, b in items)])
