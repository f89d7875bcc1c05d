"""Real roots of quadratics as exact numbers, and the order of numbers that need not share a field."""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.exact.element import Element, Number, generator, is_free
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Free, Radical
from rropt.exact.roots import root
from rropt.exact.sign import enclose, sign

__all__ = ["number_between", "compare", "is_quadratic_nonnegative", "quadratic_roots", "square_root"]

MOST_BITS = 1 << 14
SMALL_PRIMES = [p for p in range(2, 1000) if all(p % q for q in range(2, math.isqrt(p) + 1))]


def _rational_root(x: Fraction) -> Fraction | None:
    top, below = math.isqrt(x.numerator), math.isqrt(x.denominator)
    return Fraction(top, below) if (top * top, below * below) == (x.numerator, x.denominator) else None


def square_root(x: Fraction) -> Number:
    """√x of a nonnegative rational as a rational multiple of √n, n an integer without small square factors."""
    if x == 0:
        return x
    n, outside = x.numerator * x.denominator, Fraction(1, x.denominator)
    for p in SMALL_PRIMES:
        while n % (p * p) == 0:
            n, outside = n // (p * p), outside * p
    return outside * root(Fraction(n), 2)


def _same_field(a: Element, b: Element) -> Element | None:
    """b over a's field where both are quadratic irrationals of one number field (√20 = 2·√5), else None."""
    f, g = a.field, b.field
    if not (isinstance(f, Radical) and isinstance(g, Radical) and f.degree == g.degree == 2):
        return None
    common = _rational_root(f.radicand * g.radicand)
    if common is None:
        return None
    c0, c1, below = int(b.num[0]), int(b.num[1]), int(b.den[0])
    moved = Fraction(c0, below) + Fraction(c1, below) * common / f.radicand * generator(f)
    return moved if isinstance(moved, Element) else None


def compare(a: Number, b: Number) -> int:
    """−1, 0 or 1 as a < b, a = b, a > b, also for numbers of different fields.

    Irrational numbers of two different quadratic fields, or one algebraic and one transcendental, differ, so their
    enclosures separate; anything that has not separated at 2^14 bits raises `Undecided`.
    """
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return (a > b) - (a < b)
    try:
        return sign(a - b)
    except InputError:
        assert isinstance(a, Element) and isinstance(b, Element)
    if isinstance(a.field, Free) or isinstance(b.field, Free):
        raise Undecided(f"{a} and {b} cannot be compared while t is free; fix epsilon")
    if (moved := _same_field(a, b)) is not None:
        return sign(a - moved)
    bits = 64
    while bits <= MOST_BITS:
        (a0, a1), (b0, b1) = (enclose(x, width=Fraction(1, 2**bits)) for x in (a, b))
        if a1 < b0 or b1 < a0:
            return -1 if a1 < b0 else 1
        bits *= 2
    raise Undecided(f"{a} and {b} agree to {MOST_BITS} bits and have no common field in which they can be compared")


def number_between(a: Number, b: Number) -> Number:
    """A number strictly between a < b: a short rational where both have a value, else (t is free) their mean."""
    if any(is_free(x) for x in (a, b)):
        return (a + b) / 2
    width = Fraction(1, 2**20)
    while True:
        lower, upper = enclose(a, width=width)[1], enclose(b, width=width)[0]
        if lower < upper:
            middle = (lower + upper) / 2
            short = middle.limit_denominator(max(2, math.ceil(4 / (upper - lower))))
            return short if lower < short < upper else middle
        width /= 2**20


def quadratic_roots(c0: Number, c1: Number, c2: Number) -> tuple[Number, ...] | None:
    """The distinct real roots of c0 + c1 x + c2 x², increasing; () if identically zero; None if a root of an
    irrational number would be needed, which no field here holds."""
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
    if compare(vertex, u) <= 0 or compare(vertex, v) >= 0:
        return True
    return sign(c1 * c1 - 4 * c0 * c2) <= 0
