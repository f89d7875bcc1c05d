"""Enclose numbers and their square roots between rational bounds or in balls of python-flint, and write them as text.

The lower end of an enclosure is rounded down and its upper end is rounded up. A standard error is rounded up.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from math import isqrt
from numbers import Real
from typing import Any

import flint

from rropt.exact.decimal import DIGITS, decimal, write_few_digits
from rropt.exact.element import Bound, Number
from rropt.exact.enclosure import Bounds, ball, sqrt_bounds
from rropt.exact.sign import enclose
from rropt.results import number_fields

__all__ = [
    "PValue",
    "StandardError",
    "ball_of",
    "bounds_text",
    "estimate_fields",
    "interval_fields",
    "number",
    "root_bounds",
    "root_text",
    "standard_error",
    "tail_beyond",
]


def ball_of(x: Number) -> flint.arb:
    """Return a ball that contains x, with a radius suited to the current working precision.

    The ball is refined until it is narrow, because it is printed and not only compared. The ball of another function,
    `exact.sign.ball_of`, may be too wide to print. That function divides polynomials in t = e^ε at the working precision, which
    loses digits to cancellation near t = 1. A variance at ε = 1e-20 loses all its digits.
    """
    if isinstance(x, Fraction):
        return ball(x)
    lower, upper = enclose(x, width=Fraction(1, 1 << flint.ctx.prec))
    return ball(lower).union(ball(upper))


def tail_beyond(square: flint.arb, degrees: int, freedom: int | None = None) -> flint.arb:
    """Enclose a tail probability of the chi-squared distribution. If `freedom` is given, enclose one of the F distribution instead.

    Without `freedom`, the result is Pr(χ² > square), where χ² has `degrees` degrees of freedom. It is the regularised upper
    incomplete gamma function Q(degrees/2, square/2). With `freedom`, the result is Pr(F > square/degrees). Here F has `degrees`
    degrees of freedom in its numerator and `freedom` in its denominator. It is the regularised incomplete beta function
    I_y(freedom/2, degrees/2) at y = freedom/(freedom + square).
    """
    half = ball(Fraction(degrees, 2))
    if freedom is None:
        return (square / 2).gamma_upper(half, regularized=True)
    return (freedom / (freedom + square)).beta_lower(ball(Fraction(freedom, 2)), half, regularized=True)


class _UpperEnd(tuple[Fraction, Fraction]):
    """A pair (lower, upper) that encloses a number. The pair counts as its upper end when it is printed, compared with a number by
    <, <=, > or >=, or given to `float` or numpy."""

    __slots__ = ()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy as np

        return np.array(float(self), dtype=dtype)

    def __repr__(self) -> str:
        with write_few_digits():
            return decimal(self[1], direction="upper")

    def __format__(self, spec: str) -> str:
        if not spec:
            return repr(self)
        with localcontext(prec=17, rounding=ROUND_CEILING):
            return format(Decimal(self[1].numerator) / Decimal(self[1].denominator), spec)

    def __float__(self) -> float:
        return float(self[1])

    def __lt__(self, other: object) -> bool:
        return self[1] < other if isinstance(other, Real) else tuple.__lt__(self, other)  # type: ignore[operator]

    def __le__(self, other: object) -> bool:
        return self[1] <= other if isinstance(other, Real) else tuple.__le__(self, other)  # type: ignore[operator]

    def __gt__(self, other: object) -> bool:
        return self[1] > other if isinstance(other, Real) else tuple.__gt__(self, other)  # type: ignore[operator]

    def __ge__(self, other: object) -> bool:
        return self[1] >= other if isinstance(other, Real) else tuple.__ge__(self, other)  # type: ignore[operator]


class StandardError(_UpperEnd):
    """A pair (lower, upper) that encloses a standard error. Where a single number is needed, `upper` is used, so that no standard
    error is shown too small."""

    __slots__ = ()


class PValue(_UpperEnd):
    """A pair (lower, upper) that encloses a p-value. Where a single number is needed, `upper` is used. So no test rejects more
    often than its level allows."""

    __slots__ = ()


def standard_error(variance: Number) -> StandardError:
    """Enclose the square root of a variance."""
    return StandardError(root_bounds(variance))


def root_bounds(x: Number, *, width: Fraction = Fraction(1, 10**15)) -> Bounds:
    """Return bounds lower ≤ √max(0, x) ≤ upper with upper − lower ≤ width. If x is a variance, they enclose the standard error."""
    tight = width * width / 4
    lower, upper = enclose(x, width=tight)
    low, high = (sqrt_bounds(max(Fraction(0), y), width=width / 2) for y in (lower, upper))
    return low[0], high[1]


def number(x: Bound, *, digits: int | None = None) -> str:
    """Write a number as a decimal; `inf` for infinity."""
    return decimal(x, digits=digits)


def bounds_text(bounds: Bounds, *, digits: int | None = None) -> tuple[str, str]:
    """Write both ends of an enclosure as decimals, rounded outward."""
    return decimal(bounds[0], digits=digits, direction="lower"), decimal(bounds[1], digits=digits, direction="upper")


def interval_fields(bounds: Bounds) -> dict[str, str]:
    """Return an interval for JSON: `lower` and `upper` as decimals of 12 digits, rounded outward."""
    return dict(zip(("lower", "upper"), bounds_text(bounds, digits=12), strict=True))


def estimate_fields(x: Number) -> dict[str, Any] | None:
    """Return a computed number for JSON: its bounds as decimals, and the number itself as `exact` if it is rational."""
    return number_fields(x if isinstance(x, Fraction) else None, x, x)


def root_text(x: Number, *, digits: int | None = None) -> str:
    """Write √x with the given number of digits, rounded up so that no standard error is shown too small."""
    if isinstance(x, Fraction) and x > 0:
        scale = 10 ** (2 * (DIGITS.get() if digits is None else digits) + 12) * x.denominator
        top = x.numerator * x.denominator * (scale // x.denominator) ** 2
        root = isqrt(top)
        upper = Fraction(root + (root * root != top), scale)
        return decimal(upper, digits=digits, direction="upper")
    width = Fraction(1, 10 ** ((DIGITS.get() if digits is None else digits) + 12))
    return decimal(root_bounds(x, width=width)[1], digits=digits, direction="upper")
