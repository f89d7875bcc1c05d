"""Rational powers of positive rationals: x^(1/n) as a `Fraction` or an `Element` of a `Radical` field."""

from __future__ import annotations

import math
from fractions import Fraction

from flint import fmpz

from rropt.exact.element import Number, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Radical

__all__ = ["MOST_DEGREE", "nth_root", "rational_power"]

MOST_BITS = 4096
MOST_DEGREE = 1000


def _exact_root(a: int, n: int) -> int | None:
    """The n-th root of a positive integer if it is an integer; else None."""
    candidate = int(fmpz(a).root(n))
    return candidate if candidate**n == a else None


def _primitive(x: Fraction) -> tuple[Fraction, int]:
    """Write a positive rational x ≠ 1 as q^a with a as large as possible, and return (q, a)."""
    q, exponent = x, 1
    for p in range(2, max(x.numerator, x.denominator).bit_length() + 1):
        while (top := _exact_root(q.numerator, p)) and (below := _exact_root(q.denominator, p)):
            q, exponent = Fraction(top, below), exponent * p
    return q, exponent


def nth_root(x: Fraction, n: int) -> Number:
    """The nonnegative n-th root of a nonnegative rational, exactly."""
    if x < 0 or n < 1:
        raise InputError(f"the root of order {n} of {x} is not a real number here; give x >= 0 and an order >= 1")
    if x in (0, 1) or n == 1:
        return x
    if max(x.numerator, x.denominator).bit_length() > MOST_BITS or n > MOST_DEGREE:
        raise InputError(
            f"cannot take the root of order {n} of a number of {max(x.numerator, x.denominator).bit_length()} bits; give an order "
            f"of at most {MOST_DEGREE} and a number of at most {MOST_BITS} bits"
        )
    if x < 1:
        return 1 / nth_root(1 / x, n)
    q, a = _primitive(x)
    common = math.gcd(a, n)
    power, degree = a // common, n // common
    return q**power if degree == 1 else generator(Radical(q, degree)) ** power


def rational_power(x: Fraction, exponent: Fraction) -> Number:
    """x^exponent for a positive rational x, exactly."""
    return nth_root(x, exponent.denominator) ** exponent.numerator
