"""The operations of the language of claims, each told once: how it is written, what it means, and what z3 is told of it.

An operation has a meaning in exact numbers (rationals, and any field of numbers) and in balls of Arb. z3 takes it as one of its
own, or as a new variable with facts. Domains, slopes, facts and laws are written in the language itself: x and n are the arguments,
y is the value, and u, m and v are those of a second application. A fact holds wherever the applications that it speaks of have
values.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any

import z3
from flint import arb

__all__ = [
    "AND",
    "COMPARISON",
    "FUNCTION",
    "LAWS",
    "MOST_BITS",
    "NOT",
    "OPERATIONS",
    "POWER",
    "SUM",
    "NoValueError",
    "Operation",
    "exactly",
]

MOST_BITS = 13_000  # of a number that is written out; Python writes no more than 4,300 digits
IFF, IMPLIES, OR, AND, NOT, COMPARISON, SUM, PRODUCT, POWER, FUNCTION = range(10)  # what binds least is first


class NoValueError(ArithmeticError):
    """A term has no value, or enclosures do not tell two numbers apart."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of truths (up to the level `NOT`) or of numbers (above it).

    Args:
        level: How strongly it binds its operands; `FUNCTION` is written with brackets.
        exact: Computes it of exact numbers; of truths, from an iterator that computes one after another. None: only balls have one.
        balls: Computes it by balls; None or a ball that is not finite, where an argument may lie outside the domain.
        z3: Writes it for z3; None where z3 has a new variable, of which the facts hold.
        domain: Where it has a value; empty for everywhere.
        slopes: Its derivatives by x and by n.
        facts: What holds of y.
        beside: For each argument, what holds of two applications that differ in it alone; each is stated both ways.
    """

    level: int
    exact: Callable[..., Any] | None
    balls: Callable[..., Any] | None = None
    z3: Callable[..., Any] | None = None
    domain: str = ""
    slopes: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    beside: tuple[tuple[str, ...], ...] = ((), ())


def exactly(known: Operation, *x: Any) -> Any:
    """Compute an operation of exact numbers.

    Raises:
        NoValueError: It has no value, or none that is computed exactly.
    """
    if known.exact is None:
        raise NoValueError
    return known.exact(*x)


def _compared(relation: Callable[[Any, Any], bool], left: Any, right: Any) -> bool:
    gap = left - right
    if not (gap > 0 or gap < 0 or gap == 0):
        raise NoValueError
    return relation(int(gap > 0) - int(gap < 0), 0)


def _relation(relation: Callable[[Any, Any], Any]) -> Operation:
    return Operation(COMPARISON, partial(_compared, relation), partial(_compared, relation), relation)


def _divided(x: Any, n: Any) -> Any:
    if n == 0:
        raise NoValueError
    return x / n


def _raised(base: Any, exponent: Any) -> Any:
    """A power with a whole exponent; other powers and longer ones have no exact value."""
    if not isinstance(exponent, Fraction) or exponent.denominator != 1 or (base == 0 and exponent < 0):
        raise NoValueError
    digits = max(base.numerator.bit_length(), base.denominator.bit_length()) if isinstance(base, Fraction) else 0
    if abs(exponent) * digits > MOST_BITS:
        raise NoValueError
    return base ** int(exponent)


def _raised_by_balls(base: arb, exponent: arb) -> arb | None:
    """A power of a base that may be 0 or less has a value only for a whole exponent."""
    return base**exponent if base > 0 or exponent.is_integer() else None


def _first(term: Any, _: Any) -> Any:
    return term


def _floor_of_ball(x: arb) -> Fraction | None:
    whole = x.floor().unique_fmpz() if abs(x) < arb(2) ** MOST_BITS else None
    return None if whole is None else Fraction(int(whole))


def _normal_cdf(x: arb) -> arb:
    return (1 + (x / arb(2).sqrt()).erf()) / 2


INCREASES = (("x < u iff y < v",),)

# What holds of x^n for a real x > 0, and for every x where n is whole and at least 0 (0^0 is 1); its domain depends on whether n
# is whole, see `smt`. The last three facts are Bernoulli's inequality: x^n ≥ 1 + n(x − 1) for x ≥ 0 and n ≥ 1, and for x > 0 and
# n ≤ 0; the same of 1/x, times x; and the reverse for n between 0 and 1.
RAISED = Operation(
    POWER,
    _raised,
    _raised_by_balls,
    slopes=("n*x^(n-1)",),
    facts=(
        "x > 0 implies y > 0",
        "x != 0 implies y != 0",
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
    "iff": Operation(IFF, lambda parts: next(parts) == next(parts), z3=operator.eq),
    "implies": Operation(IMPLIES, lambda parts: not next(parts) or next(parts), z3=z3.Implies),
    "or": Operation(OR, any, z3=z3.Or),
    "and": Operation(AND, all, z3=lambda *x: z3.And(*x) if x else z3.BoolVal(True)),  # cvc5 reads no `and` of nothing
    "not": Operation(NOT, lambda parts: not next(parts), z3=z3.Not),
    "<": _relation(operator.lt),
    "<=": _relation(operator.le),
    ">": _relation(operator.gt),
    ">=": _relation(operator.ge),
    "=": _relation(operator.eq),
    "!=": _relation(operator.ne),
    "+": Operation(SUM, operator.add, operator.add, operator.add, slopes=("1", "1")),
    "-": Operation(SUM, operator.sub, operator.sub, operator.sub, slopes=("1", "-1")),
    "neg": Operation(SUM, operator.neg, operator.neg, operator.neg, slopes=("-1",)),
    "*": Operation(PRODUCT, operator.mul, operator.mul, operator.mul, slopes=("n", "x")),
    "/": Operation(PRODUCT, _divided, operator.truediv, operator.truediv, "n != 0", ("1/n", "-x/n^2")),
    "^": RAISED,
    "abs": Operation(FUNCTION, abs, abs, facts=("x >= 0 implies y = x", "x <= 0 implies y = -x")),
    "sqrt": Operation(FUNCTION, None, arb.sqrt, None, "x >= 0", ("1/(2*y)",), ("y >= 0", "y*y = x")),
    "exp": Operation(
        FUNCTION,
        None,
        arb.exp,
        slopes=("y",),
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
        FUNCTION,
        None,
        arb.log,
        None,
        "x > 0",
        ("1/x",),
        ("x >= 1 + y", "x*(1 - y) <= 1", "x > 1 iff y > 0", "x < 1 iff y < 0", "y != 0 implies x > 1 + y"),
        INCREASES,
    ),
    "normal_cdf": Operation(FUNCTION, None, _normal_cdf),
    "floor": Operation(FUNCTION, lambda x: Fraction(floor(x)), _floor_of_ball, facts=("y <= x and x < y + 1",)),
    "min": Operation(FUNCTION, min, arb.min, facts=("x <= n implies y = x", "n <= x implies y = n")),
    "max": Operation(FUNCTION, max, arb.max, facts=("x <= n implies y = n", "n <= x implies y = x")),
    "where": Operation(FUNCTION, _first, _first, _first),
}

# An application, a term that has the same value, and where, if the application has one; `whole` stands for a whole number.
LAWS = (
    ("exp(log(x))", "x", "x > 0"),
    ("log(exp(x))", "x", "1 = 1"),
    ("log(x*n)", "log(x) + log(n)", "x > 0 and n > 0"),
    ("log(x/n)", "log(x) - log(n)", "x > 0 and n > 0"),
    ("log(x^n)", "n*log(x)", "x > 0"),
    ("exp(x + n)", "exp(x)*exp(n)", "1 = 1"),
    ("exp(x - n)", "exp(x)/exp(n)", "1 = 1"),
    ("exp(-x)", "1/exp(x)", "1 = 1"),
    ("exp(whole*x)", "exp(x)^whole", "1 = 1"),
    ("x^(n + m)", "x^n*x^m", "x != 0 or n >= 0 and m >= 0"),
    ("x^(n - m)", "x^n/x^m", "x != 0"),
    ("x^(-n)", "1/x^n", "x != 0"),
    ("x^(whole*n)", "(x^n)^whole", "x != 0 or n >= 0 and whole >= 0"),
)
