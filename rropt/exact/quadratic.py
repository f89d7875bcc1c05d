"""Real roots of quadratics as exact numbers, and the sign of a quadratic on an interval."""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.ordering import order_of
from rropt.exact.roots import nth_root
from rropt.exact.sign import sign

__all__ = ["is_quadratic_nonnegative", "quadratic_roots", "square_root"]

SMALL_PRIMES = [p for p in range(2, 1000) if all(p % q for q in range(2, math.isqrt(p) + 1))]


def square_root(x: Fraction) -> Number:
    """Compute √x for a nonnegative rational x as a rational times √n, for an integer n that no square of a small prime divides."""
    if x == 0:
        return x
    n, outside = x.numerator * x.denominator, Fraction(1, x.denominator)
    for p in SMALL_PRIMES:
        while n % (p * p) == 0:
            n, outside = n // (p * p), outside * p
    return outside * nth_root(Fraction(n), 2)


def quadratic_roots(c0: Number, c1: Number, c2: Number) -> tuple[Number, ...] | None:
    """The distinct real roots of c0 + c1 x + c2 x² in increasing order; () if there is none or all coefficients are 0.

    Return None if no field known here contains the roots, such as if the discriminant divided by c2² is irrational.
    """
    if not c2:
        return (-c0 / c1,) if c1 else ()
    square = c1 * c1 - 4 * c0 * c2
    where = sign(square)
    if where <= 0:
        return () if where < 0 else (-c1 / (2 * c2),)
    if isinstance(square, Element):
        return None if c2 == 1 else quadratic_roots(c0 / c2, c1 / c2, Fraction(1))
    distance = square_root(square)
    try:
        first, second = (-c1 - distance) / (2 * c2), (-c1 + distance) / (2 * c2)
    except InputError:
        return None
    return (first, second) if sign(c2) > 0 else (second, first)


def is_quadratic_nonnegative(c0: Number, c1: Number, c2: Number, u: Number, v: Number) -> bool:
    """Whether c0 + c1 x + c2 x² ≥ 0 for every x of [u, v]."""

    def value(x: Number) -> Number:
        return c0 + x * (c1 + x * c2)

    if sign(value(u)) < 0 or sign(value(v)) < 0:
        return False
    if sign(c2) <= 0:
        return True
    vertex = -c1 / (2 * c2)
    if order_of(vertex, u) <= 0 or order_of(vertex, v) >= 0:
        return True
    return sign(c1 * c1 - 4 * c0 * c2) <= 0
