"""Exact arithmetic that stores products and uses them again if the same two objects are multiplied. This is for speed alone.

It pays because rows made of powers of one number share their entries. A plain check stores no products.
"""

from collections.abc import Iterable

from ..arithmetic.quotient import Products, Quotient, total
from .numbers import Exact, Row, times_count


class Remembered(Products, Exact):
    """Exact arithmetic of rows that stores products, up to a limit, and uses them again if the same two objects are multiplied."""

    def dot(self, prices: list[Quotient], row: Row) -> Quotient:
        """Compute the sum of n * x * prices[c] over the triples (x, n, c) of the row.

        The inputs are divided into classes. A triple (x, n, c) says that n inputs of the class c have the entry x.
        """
        return total([times_count(n, self.times(prices[c], x)) for x, n, c in row])

    def add(self, items: Iterable[tuple[Quotient, Quotient]], start: Quotient) -> Quotient:
        """Add to `start` the product of the two numbers of every item."""
        return total([start, *(self.times(a, b) for a, b in items)])
