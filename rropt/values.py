"""How one value is written: for a reader, in JSON, and in a data frame.

A value is a text, a truth value, a number, or a list of these. A number is a double, a whole number, an exact number, or one that
is known by its bounds `lower` and `upper` and has a `float`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal, localcontext
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from flint import fmpq, fmpz

from rropt.exact.decimal import DIGITS, EXACT, FEW, decimal, double_of_decimal, show_with_decimal
from rropt.exact.element import Element, Number, hand_out, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.exact.spelling import show as spell

__all__ = [
    "Between",
    "Round",
    "as_one_number",
    "digits",
    "down",
    "flat",
    "is_number",
    "near",
    "outward",
    "plain",
    "up",
]

Round: TypeAlias = Literal["near", "up", "down", "exact"]
MODES = {"near": ROUND_HALF_EVEN, "exact": ROUND_HALF_EVEN, "up": ROUND_CEILING, "down": ROUND_FLOOR}
DIRECTIONS: dict[str, Literal["nearest", "upper", "lower"]] = {
    "near": "nearest",
    "exact": "nearest",
    "up": "upper",
    "down": "lower",
}
MOST_DIGITS = 400  # those of the decimal of any double, and of its complement to 1
# Up to this size every whole number is a double.
LARGEST = 2**53


@contextmanager
def digits(n: int, *, exact: bool = False) -> Iterator[None]:
    """While active, words have n significant digits (4 otherwise), and exact numbers beside decimals if `exact` is true."""
    tokens = DIGITS.set(n), EXACT.set(exact)
    try:
        yield
    finally:
        DIGITS.reset(tokens[0])
        EXACT.reset(tokens[1])


def near(x: Any, how: Round = "near") -> str:
    """Write a value for a reader. Numbers have few digits, rounded as `how` says; None and NaN are "none".

    A double is the decimal that prints it. A value with bounds `lower` and `upper` is one number if both bounds are the same number
    after rounding; otherwise it is "a to b", rounded outward. With `how` up or down it is the bound on that side, so rounded.
    With `how` exact an exact number is written exactly too, unless a command writes decimals alone.

    Examples:
        >>> from fractions import Fraction
        >>> near(Fraction(2, 3)), near(0.051234, "up"), near(15716), near(True), near(-0.0)
        ('0.6667', '0.05124', '15,716', 'yes', '0')
    """
    match usual(x):
        case None:
            return "none"
        case bool(answer):
            return "yes" if answer else "no"
        case str(text):
            return text
        case list(items):
            return ", ".join(near(y, how) for y in items)
        case int(n):
            return f"{n:,}"
        case Fraction() | Element() as exact if how == "exact" or EXACT.get(False) or is_free(exact):
            return show_with_decimal(exact, digits=DIGITS.get(FEW), direction=DIRECTIONS[how])
        case value:
            low, high = _bounds(value)
            ends = [_decimal(end, how) for end in (low, high)]
            return ends[how == "up"] if how in ("up", "down") or ends[0] == ends[1] else outward(low, high)


def up(x: Any) -> str:
    """Write a value rounded up, such as a standard error or a p-value."""
    return near(x, "up")


def down(x: Any) -> str:
    """Write a value rounded down, such as a power that is reached."""
    return near(x, "down")


def outward(low: Any, high: Any) -> str:
    """Write an interval as "a to b", where a is rounded down and b is rounded up."""
    return f"{down(low)} to {up(high)}"


def _decimal(x: Any, how: Round) -> str:
    """Write a finite or infinite number as a decimal."""
    if isinstance(x, int | float):
        text = repr(float(x) + 0)  # zero has no sign
    else:
        text = decimal(x, digits=DIGITS.get(FEW), direction=DIRECTIONS[how])
    if "inf" in text:
        return text
    context = Context(prec=DIGITS.get(FEW), rounding=MODES[how], Emax=10**9, Emin=-(10**9))
    found = Decimal(text).normalize(context)
    return f"{found:f}" if -7 <= found.adjusted() < 16 else f"{found:e}"


def usual(x: Any) -> Any:
    """Reduce a value to None, a bool, text, a list, a short whole number, a double, an exact number or one with bounds."""
    match x:
        case Enum():
            return usual(x.value)
        case tuple() | list():
            return [usual(y) for y in x]
        case fmpq():
            return Fraction(int(x.p), int(x.q))
        case fmpz():
            return usual(int(x))
        case Epsilon() if x.is_free or is_infinite(x.t):
            return str(x) if x.is_free else math.inf
        case int() if abs(x) > LARGEST:
            return Fraction(x)
        case float() if math.isnan(x):
            return None
    return usual(x.tolist()) if hasattr(x, "tolist") else x


def _bounds(x: Any) -> tuple[Any, Any]:
    """Return the bounds of a number, which are the number itself if it is known."""
    if isinstance(x, Epsilon):
        return x.bounds(width=Fraction(1, 10 ** (DIGITS.get(FEW) + 17)))
    return (x, x) if isinstance(x, float | Fraction | Element) else (x.lower, x.upper)


def plain(x: Any) -> Any:
    """Write a value as JSON has it.

    A double is a number; infinity is "inf", and NaN is null. An exact number is `{"exact", "lower", "upper"}`: its text, and the
    doubles next to it, rounded outward (null for a function of a free number). So is a value with bounds, whose `exact` is null.
    """
    match usual(x):
        case None | bool() | str() | int() as value:
            return value
        case list(items):
            return [plain(y) for y in items]
        case Mapping() as items:
            return {str(key): plain(y) for key, y in items.items()}
        case float(value):
            return str(float(value)) if math.isinf(value) else float(value)
        case value:
            low, high = _bounds(value)
            exact = spell(value) if low is value else str(value) if isinstance(value, Epsilon) else None
            return {"exact": exact, "lower": _double(low, "down"), "upper": _double(high, "up")}


def _double(x: Any, how: Round) -> Any:
    """Write the double next to a bound, below it or above it as `how` says; None for a function of a free number."""
    if is_free(x) or isinstance(x, int | float):
        return None if is_free(x) else plain(float(x))
    direction = DIRECTIONS[how]
    return plain(double_of_decimal(decimal(x, digits=40, direction=direction), direction=direction))


def flat(x: Any, *, exact: bool = False) -> Any:
    """Write a value for a data frame or CSV: a number as the nearest double, or as its exact text if this is asked for."""
    x = usual(x)
    if isinstance(x, list):
        return ", ".join(str(flat(y, exact=exact)) for y in x)
    if x is None or isinstance(x, bool | str | int | float):
        return x
    if isinstance(x, Mapping):
        return ", ".join(f"{key}: {flat(y, exact=exact)}" for key, y in x.items())
    if is_free(x) or exact:
        found = plain(x)
        if not isinstance(found, dict) or found["exact"] is not None:
            return found["exact"] if isinstance(found, dict) else found
    try:
        return float(x)
    except OverflowError:
        return math.inf if _bounds(x)[1] > 0 else -math.inf


def flat_column(column: Sequence[Any], *, exact: bool = False, digits: int | None = None) -> list[Any]:
    """Write the values of a column by `flat`; exact numbers that sum to 1 as decimals that do, as rropt reads a mechanism by them.

    Doubles have all their digits, or as many as are asked for. The largest decimal takes what rounding left: without a number of
    digits less than the rounding of a double.
    """
    found = [flat(x, exact=exact) for x in column]
    if digits is not None:
        found = [float(f"{x:.{digits}g}") if isinstance(x, float) else x for x in found]
    if exact or not all(isinstance(x, Fraction | Element) and not is_free(x) for x in column) or sum(column) != 1:
        return found
    with localcontext(prec=MOST_DIGITS):
        told = [Decimal(repr(x)) for x in found]
        place = told.index(max(told))
        found[place] = told[place] + (1 - sum(told))
    return found


@dataclass(frozen=True, slots=True)
class Between:
    """A number that is only known to lie between two exact ones, `lower` and `upper`.

    Examples:
        >>> from rropt import Sensitive, from_spec
        >>> found = Sensitive([1], "ln2").tightest(from_spec("warner:p=3/4"))
        >>> print(found)
        1.584962500721 ± 2e-13
        >>> found.lower < found.upper
        True

    Reference: "What does a mechanism in use keep?" (docs/demands.md).
    """

    lower: Number
    upper: Number

    def __float__(self) -> float:
        return float(sum(self._ends) / 2)

    def __format__(self, form: str) -> str:
        return format(float(self), form) if form else str(self)

    @property
    def _ends(self) -> tuple[Fraction, Fraction]:
        return enclose(self.lower)[0], enclose(self.upper)[1]

    def __str__(self) -> str:
        low, high = self._ends
        middle = Fraction(decimal((low + high) / 2, digits=13))
        error = max(high - middle, middle - low)
        return f"{decimal(middle, digits=13)} ± {decimal(error, digits=1, direction='upper')}"

    def __repr__(self) -> str:
        return f"<{self}>"


def as_one_number(lower: Number, upper: Number) -> Number | Between:
    """The number that both bounds are, or the number between them."""
    return hand_out(lower) if lower == upper else Between(lower, upper)


def is_number(x: Any) -> bool:
    """Whether a column with this value can be one of numbers: the value is a number, or there is none."""
    return not isinstance(usual(x), str | bool | list | Mapping)
