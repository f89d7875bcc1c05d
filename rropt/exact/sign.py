"""Signs, enclosures and doubles of numbers, rational or elements of Q(t)."""

from __future__ import annotations

import math
from fractions import Fraction

import flint

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball
from rropt.exact.errors import Undecided
from rropt.exact.polynomial_sign import (
    ball_of as ball_of_quotient,
    bounds_inside,
    count_roots,
    enclose_quotient,
    enclose_quotient_relative,
    signs_of_quotient,
)

__all__ = [
    "ball_of",
    "bounds_inside",
    "ceiling",
    "count_roots",
    "enclose",
    "enclose_relative",
    "sign",
    "signs",
]

DEFAULT_WIDTH = Fraction(1, 10**15)


def signs(x: Number) -> frozenset[int]:
    """The signs that x takes, as a set: one if t is one number, up to three if t is free (ranges over an interval)."""
    return frozenset({(x > 0) - (x < 0)}) if isinstance(x, Fraction) else signs_of_quotient(x)


def sign(x: Number) -> int:
    """The sign of x, −1, 0 or 1; raises `Undecided` if t is free and x takes several signs."""
    found = signs(x)
    if len(found) > 1:
        raise Undecided(f"the sign of {x} changes within its interval; narrow the interval, or fix epsilon or delta")
    return next(iter(found))


def ball_of(x: Number) -> flint.arb:
    """Return a ball, at the working precision, that contains x. The t in x must stand for a single number."""
    return ball(x) if isinstance(x, Fraction) else ball_of_quotient(x)


def enclose(x: Number, *, width: Fraction = DEFAULT_WIDTH) -> Bounds:
    """Rationals lower ≤ x ≤ upper with upper − lower ≤ width (equal where x is rational)."""
    return (x, x) if isinstance(x, Fraction) else enclose_quotient(x, width=width)


def ceiling(x: Number) -> int:
    """Return the least whole number ≥ x, decided exactly."""
    found = math.ceil(enclose(x)[0])
    return found if found >= x else found + 1


def enclose_relative(x: Number, *, bits: int = 60) -> Bounds:
    """Rationals lower ≤ x ≤ upper of one sign, with upper − lower ≤ 2^−bits · |x|, for x ≠ 0."""
    return (x, x) if isinstance(x, Fraction) else enclose_quotient_relative(x, bits=bits)
