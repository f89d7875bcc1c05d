"""Writes numbers as decimals for a person to read, rounded down, up or to the nearest."""

from __future__ import annotations

import math
import re
from contextvars import ContextVar
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import Literal

from rropt.exact.element import Bound, Number, is_free
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose_relative
from rropt.exact.spelling import show

__all__ = [
    "DIGITS",
    "Direction",
    "EXACT",
    "FEW",
    "decimal",
    "double_of_decimal",
    "exact_or_decimal",
    "is_long",
    "say_more",
    "show_with_decimal",
    "spell_decimals",
    "spell_plainly",
]

MANY = 6
DIGITS: ContextVar[int] = ContextVar("DIGITS", default=MANY)
"""The number of significant digits where a function is told none; `write_few_digits` and the command line set it."""

MANIFOLD = 10
"""From this ratio of two numbers on, a sentence says "18 times", and below it "31 % more"."""

FEW = 4
"""The number of significant digits in sentences and tables, unless the user asks for another."""

EXACT: ContextVar[bool] = ContextVar("EXACT", default=True)
"""Whether exact forms such as sqrt(2) are shown beside decimals; the command line shows them only with --proof."""

LONGEST = 6
LINE = 80
# a fraction in a sentence, of at most six digits above and below, that is no part of a longer number, term or function call
FRACTION = re.compile(r"(?<![\w/^*])(?<![\w^*]\()(?<!\d\.)(\d{1,6})/([1-9]\d{0,5})(?![\w/^*]|\.\d)")
Direction = Literal["lower", "upper", "nearest"]
MODES = {"lower": ROUND_FLOOR, "upper": ROUND_CEILING, "nearest": ROUND_HALF_EVEN}


def _round(x: Fraction, digits: int, direction: Direction) -> Decimal:
    return Context(prec=digits, rounding=MODES[direction], Emax=10**9, Emin=-(10**9)).divide(
        Decimal(x.numerator), Decimal(x.denominator)
    )


def _plain(value: Decimal) -> str:
    text = format(value, "f") if -7 <= value.adjusted() < 16 else format(value, "e")
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


def decimal(x: Bound, *, digits: int | None = None, direction: Direction = "nearest") -> str:
    """Write x with `digits` significant digits (`DIGITS` if None), rounded in the stated direction, without float arithmetic.

    Infinity is written as `inf`, minus infinity as `-inf`.
    """
    digits = DIGITS.get() if digits is None else digits
    if is_infinite(x):
        return str(x)
    if isinstance(x, Fraction):
        return _plain(_round(x, digits, direction))
    bits = 4 * digits + 8
    while True:
        lower, upper = (_round(b, digits, direction) for b in enclose_relative(x, bits=bits))
        if lower == upper:
            return _plain(lower)
        bits *= 2


def double_of_decimal(text: str, *, direction: Direction) -> float:
    """Convert a decimal to the nearest double. With the direction `lower`, take the nearest double that is not above the decimal,
    and with `upper` the nearest that is not below it."""
    x, exact = float(text), Fraction(text)
    if direction == "lower" and x > exact:
        return math.nextafter(x, -math.inf)
    return math.nextafter(x, math.inf) if direction == "upper" and x < exact else x


def show_with_decimal(x: Bound, *, digits: int | None = None, direction: Direction = "nearest") -> str:
    """Write x as `exact ≈ decimal`, or as `≈ decimal` if the exact form is long.

    Only the exact form is written for infinity, for a short whole number, and for a function of a free t (a t that ranges over an
    interval). If exact forms are not wanted (`EXACT`), only the decimal is written for every other number.
    """
    exact = show(x)
    if is_infinite(x) or (is_free(x)):
        return exact
    if isinstance(x, Fraction) and x.denominator == 1 and len(exact) < 16:
        return exact
    if not EXACT.get():
        return decimal(x, digits=digits, direction=direction)
    rounded = decimal(x, digits=digits, direction=direction)
    return f"≈ {rounded}" if is_long(x) else f"{exact} ≈ {rounded}"


def is_long(x: Bound) -> bool:
    """Whether the exact form is longer than a line, so that a decimal is shown instead. False if the number has no decimal, because
    it is infinite or a function of a free t (a t that ranges over an interval)."""
    return not is_infinite(x) and not is_free(x) and len(show(x)) > LINE


def exact_or_decimal(x: Bound) -> str:
    """Write x exactly if exact forms are wanted (`EXACT`), else as a decimal.

    If x is infinite or a function of a free t (a t that ranges over an interval), it is always written exactly.
    """
    no_value = is_infinite(x) or (is_free(x))
    return show(x) if no_value or EXACT.get() else decimal(x)


def spell_plainly(x: Bound) -> str:
    """Write a number as people do: as a short decimal if it is one, else in a short exact form, else as a rounded decimal."""
    if isinstance(x, Fraction):
        text = decimal(x, digits=LONGEST)
        if Fraction(text) == x:
            return text
    exact = show(x)
    return exact if len(exact) <= LONGEST else decimal(x)


def spell_decimals(text: str) -> str:
    """Write a fraction in a sentence as a decimal if a short one equals it, or rounded if it is long: 1/10 is 0.1, 1/3 stays."""
    return FRACTION.sub(lambda found: spell_plainly(Fraction(int(found[1]), int(found[2]))), text)


def say_more(times: Number, what: str, than: str) -> str:
    """Say that something has `times` as much of `what` as `than` has, where `times` is at least 1.

    An example is `30.9 % more people than the optimum`. If `times` is at least 10, the text is like `18 times the people of the
    optimum`. Numbers are rounded up. If `what` is empty, no noun is named.
    """
    if times >= MANIFOLD:
        many = math.ceil(enclose_relative(times, bits=64)[1])
        return f"{many} times {f'the {what} of ' if what else ''}{than}"
    more = decimal(100 * (times - 1), digits=3, direction="upper")
    return f"{more} % more {f'{what} ' if what else ''}than {than}"
