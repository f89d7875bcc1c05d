"""A number of Q(t) with another value put for t."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq, fmpz_poly

from rropt.exact.errors import InputError
from rropt.exact.field import Field, Number, lift

__all__ = ["at_point", "polynomial_at"]


def polynomial_at(p: fmpz_poly, t: Fraction) -> Fraction:
    """p(t)."""
    value = p(fmpq(t.numerator, t.denominator))
    return Fraction(int(value.p), int(value.q))


def at_point(x: Number, field: Field, t: Fraction) -> Fraction:
    """The value of x, an element of the field, with the rational t put for the field's own."""
    if isinstance(x, Fraction):
        return x
    y = lift(x, field)
    below = polynomial_at(y.den, t)
    if below == 0:
        raise InputError(f"{x} has no value at t = {t}")
    return polynomial_at(y.num, t) / below
