"""A number of Q(t) with another value put for t."""

from __future__ import annotations

from fractions import Fraction
from typing import overload

from flint import fmpq, fmpz_poly

from rropt.exact.element import Number, lift
from rropt.exact.errors import InputError
from rropt.exact.fields import Field

__all__ = ["at_point", "polynomial_at", "value_at"]


@overload
def polynomial_at(p: fmpz_poly, t: Fraction) -> Fraction: ...
@overload
def polynomial_at(p: fmpz_poly, t: Number) -> Number: ...
def polynomial_at(p: fmpz_poly, t: Number) -> Number:
    """p(t)."""
    if isinstance(t, Fraction):
        found = p(fmpq(t.numerator, t.denominator))
        return Fraction(int(found.p), int(found.q))
    value: Number = Fraction(0)
    for c in reversed(p.coeffs()):
        value = value * t + int(c)
    return value


@overload
def value_at(x: Number, t: Fraction) -> Fraction: ...
@overload
def value_at(x: Number, t: Number) -> Number: ...
def value_at(x: Number, t: Number) -> Number:
    """The value of a rational function at a number t that is no pole."""
    return x if isinstance(x, Fraction) else polynomial_at(x.num, t) / polynomial_at(x.den, t)


def at_point(x: Number, field: Field, t: Fraction) -> Fraction:
    """The value of x, an element of the field, with the rational t put for the field's own."""
    if isinstance(x, Fraction):
        return x
    y = lift(x, field)
    below = polynomial_at(y.den, t)
    if below == 0:
        raise InputError(f"{x} has no value at t = {t}")
    return polynomial_at(y.num, t) / below
