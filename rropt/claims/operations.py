"""The operations of terms, and all that is known of each: its value, where it has one, its slope, and facts for z3.

Domains, facts and slopes are written in the grammar of claims. The letters are x and n for the arguments, y for the value, and u, m
and v for those of a second application; `whole` is a whole number. A fact holds wherever all applications that it speaks of have
values, so that no fact excludes a point at which one of them has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from operator import add, mul, truediv
from typing import Any

from flint import arb

__all__ = ["FUNCTIONS", "MOST_BITS", "MOST_POWER", "OPERATIONS", "Operation", "computed"]

MOST_POWER = 400
MOST_BITS = 13_000  # of a number that is written out; Python writes no more than 4,300 digits


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of one argument or two.

    Args:
        exact: Computes it in a field of numbers; it returns None where there is no value. None: only balls have one.
        balls: Computes it by balls of Arb; None, or a ball that is not finite, where an argument may lie outside the domain.
        domain: Where it has a value; empty for everywhere.
        slope: The derivative by x.
        facts: What holds of y. Without any, z3 knows nothing of it.
        beside: For each argument, what holds of two applications that differ in it alone; each is stated both ways.
    """

    exact: Callable[..., Any] | None
    balls: Callable[..., Any]
    domain: str = ""
    slope: str = ""
    facts: tuple[str, ...] = ()
    beside: tuple[tuple[str, ...], ...] = ((), ())


def computed(op: str, x: Sequence[Any]) -> Any:
    """Compute an operation of numbers of one field exactly; None where it has no value, or only balls have one."""
    known = OPERATIONS.get(op)
    return known.exact(*x) if known is not None and known.exact is not None else None


def _divided(x: Any, n: Any) -> Any:
    return x / n if n else None


def _raised(base: Any, exponent: Any) -> Any:
    if not isinstance(exponent, Fraction) or exponent.denominator != 1 or (base == 0 and exponent < 0):
        return None
    digits = max(base.numerator.bit_length(), base.denominator.bit_length()) if isinstance(base, Fraction) else 0
    return base ** int(exponent) if abs(exponent) * digits <= MOST_BITS else None


def _raised_by_balls(base: arb, exponent: arb) -> arb | None:
    """A power of a base that may be 0 or less has a value only for a whole exponent, and a root for half of one above 0."""
    half = 2 * exponent
    is_root = half.is_exact() and half > 0 and half.is_integer()
    return base**exponent if base > 0 or exponent.is_integer() or is_root else None


def _first(term: Any, _: Any) -> Any:
    return term


def _floor_of_ball(x: arb) -> Fraction | None:
    whole = x.floor().unique_fmpz() if abs(x) < arb(2) ** MOST_BITS else None
    return None if whole is None else Fraction(int(whole))


def _normal_cdf(x: arb) -> arb:
    return (1 + (x / arb(2).sqrt()).erf()) / 2


INCREASES = (("x < u iff y < v",),)

FUNCTIONS: Mapping[str, Operation] = {
    "abs": Operation(abs, abs, facts=("x >= 0 implies y = x", "x <= 0 implies y = -x")),
    "sqrt": Operation(None, arb.sqrt, "x >= 0", "1/(2*y)", ("y >= 0", "y*y = x")),
    "exp": Operation(
        None,
        arb.exp,
        slope="y",
        facts=(
            "y > 0",
            "y >= 1 + x",
            "y*(1 - x) <= 1",
            "y > 1 iff x > 0",
            "y < 1 iff x < 0",
            "x != 0 implies y > 1 + x",
        ),
        beside=INCREASES,
    ),
    "log": Operation(
        None,
        arb.log,
        "x > 0",
        "1/x",
        ("x >= 1 + y", "x*(1 - y) <= 1", "x > 1 iff y > 0", "x < 1 iff y < 0", "y != 0 implies x > 1 + y"),
        INCREASES,
    ),
    "normal_cdf": Operation(None, _normal_cdf),
    "floor": Operation(lambda x: Fraction(floor(x)), _floor_of_ball, facts=("y = whole", "y <= x and x < y + 1")),
    "min": Operation(min, arb.min, facts=("x <= n implies y = x", "n <= x implies y = n")),
    "max": Operation(max, arb.max, facts=("x <= n implies y = n", "n <= x implies y = x")),
}

# What holds of x^n for a real x > 0, and for every x where n is whole and at least 0 (0^0 is 1); its domain depends on n. The last
# three facts are Bernoulli's inequality: x^n ≥ 1 + n(x − 1) for x ≥ 0 and n ≥ 1, and for x > 0 and n ≤ 0; the same of 1/x, times x;
# and the reverse for n between 0 and 1.
POWER = Operation(
    _raised,
    _raised_by_balls,
    facts=(
        "x > 0 implies y > 0",
        "n = 0 implies y = 1",
        "n = 1 implies y = x",
        "x = 1 implies y = 1",
        "x = 0 and n > 0 implies y = 0",
        "x >= 1 and n >= 0 implies y >= 1",
        "x > 1 and n > 0 implies y > 1",
        "x >= 1 and n >= 1 implies y >= x",
        "x >= 0 and x <= 1 and n >= 0 implies y >= 0 and y <= 1",
        "x >= 0 and x < 1 and n > 0 implies y < 1",
        "x >= 0 and x <= 1 and n >= 1 implies y <= x",
        "x >= 0 and n >= 1 or x > 0 and n <= 0 implies y >= 1 + n*(x - 1)",
        "x > 0 and n >= 1 implies y*(x + n*(1 - x)) <= x",
        "x > 0 and n >= 0 and n <= 1 implies y <= 1 + n*(x - 1)",
    ),
    beside=(
        ("x >= 0 and x <= u and n >= 0 implies y <= v", "x = u implies y = v"),
        ("x >= 1 and n <= m implies y <= v", "x > 0 and x <= 1 and n <= m implies v <= y"),
    ),
)

OPERATIONS: Mapping[str, Operation] = {
    "+": Operation(add, add),
    "*": Operation(mul, mul),
    "/": Operation(_divided, truediv, "n != 0"),
    "^": POWER,
    "where": Operation(_first, _first),
    **FUNCTIONS,
}
