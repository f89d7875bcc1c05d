"""Exact arithmetic that keeps the products of two objects, because rows made of powers share their entries; for speed alone."""

from collections.abc import Iterable

from ..arithmetic.quotient import Products, Quotient, total
from .numbers import Exact, Row, times_count


class Remembered(Products, Exact):
    """Arithmetic of rows in exact numbers, in which the product of the same two objects is kept and computed once."""

    def dot(self, prices: list[Quotient], row: Row) -> Quotient:
        """Sum n x prices[c] over the triples (x, n, c) of the row: n inputs of the class c have the entry x."""
        return total([times_count(n, self.times(prices[c], x)) for x, n, c in row])

    def add(self, items: Iterable[tuple[Quotient, Quotient]], start: Quotient) -> Quotient:
        """Add to `start` the product of the two numbers of every item."""
        return total([start, *(self.times(a, b) for a, b in items)])
