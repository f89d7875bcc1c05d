"""Compute the value of a rational function of t when a number is put in place of t."""

from __future__ import annotations

from fractions import Fraction
from typing import overload

from flint import fmpq, fmpz_poly

from rropt.exact.conversion import cut_text
from rropt.exact.element import Element, Number, generator, lift
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import DELTA, Exponential, Field, Free
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show

__all__ = ["at_epsilon", "at_point", "is_in_range", "polynomial_at", "value_at"]


@overload
def polynomial_at(p: fmpz_poly, t: Fraction) -> Fraction: ...
@overload
def polynomial_at(p: fmpz_poly, t: Number) -> Number: ...
def polynomial_at(p: fmpz_poly, t: Number) -> Number:
    """The value of p at t."""
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
    if isinstance(x, Fraction):
        return x
    if isinstance(t, Element) and isinstance(t.field, Exponential | Free) and t == generator(t.field):
        return Element(t.field, x.num, x.den)  # such a t is no root of a polynomial, so nothing cancels
    return polynomial_at(x.num, t) / polynomial_at(x.den, t)


def at_point(x: Number, field: Field, t: Fraction) -> Fraction:
    """Compute the value of x, an element of `field`, when the generator of `field` is replaced by the rational number `t`.

    Refuse a `t` at which the denominator of x is 0.
    """
    if isinstance(x, Fraction):
        return x
    y = lift(x, field)
    below = polynomial_at(y.den, t)
    if below == 0:
        raise InputError(f"{x} has no value at t = {t}, where its denominator is 0; choose another t")
    return polynomial_at(y.num, t) / below


def at_epsilon(x: Number, epsilon: object) -> Number:
    """Compute the value of x, a function of the free letter t = e^epsilon, at one epsilon.

    A rational x is returned as it is. Refuse an epsilon outside the range in which t is free. If the free letter of x stands for
    delta, the argument `epsilon` is a value of delta.
    """
    if isinstance(x, Fraction):
        return x
    if not isinstance(x.field, Free):
        raise InputError(
            f"cannot evaluate {cut_text(x)} at another epsilon, because it was computed for {x.field}; compute it with "
            "epsilon='every'"
        )
    name, t = (DELTA, read_number(epsilon)) if x.field.is_delta else ("epsilon", _ratio(epsilon))
    if not is_in_range(t, x.field):
        said = show(t) if x.field.is_delta else str(read_epsilon(epsilon))
        raise InputError(f"{name} = {said} lies outside the interval for which this number was computed ({x.field})")
    return value_at(x, t)


def _ratio(epsilon: object) -> Number:
    """The ratio e^epsilon for one finite epsilon; an infinite or free one is refused."""
    read = read_epsilon(epsilon)
    if read.is_free or is_infinite(read.t):
        raise InputError(f"epsilon = {read} is not one finite epsilon; give one, such as 1/2 or ln3")
    return read.t


def is_in_range(t: Number, interval: Free) -> bool:
    """Whether t lies in the interval."""
    above = order_of(t, interval.lower)
    below = -1 if is_infinite(interval.upper) else order_of(t, interval.upper)
    return (above > 0 or (above == 0 and not interval.lower_open)) and (
        below < 0 or (below == 0 and not interval.upper_open)
    )
