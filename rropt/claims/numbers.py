"""Numbers such as exp(1/2), enclosed by the ball arithmetic of python-flint (Arb), and the truth of a formula at a point.

A truth is True, False, or None: the formula has no value there, or the enclosures do not tell two numbers apart. Nothing here
rounds to nearest, so that True and False are certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from math import ceil, floor
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from flint import arb

from rropt.claims.language import RELATIONS, Node, computed, difference, known_value, number, substitute
from rropt.errors import InputError
from rropt.exact.enclosure import ball, enclose_ball, precision

__all__ = ["COMPARED", "enclose", "holds", "truth", "value_near"]

BITS = (100, 400, 1600)  # of the balls: the next where these do not decide
LARGEST = 10**300  # that is made a float
SCALE = Fraction(2**90)  # enclosures are rounded outward to fractions of this denominator, which z3 takes well


class _NoValueError(ArithmeticError):
    """A term has no value at the point, or the balls cannot tell."""


def enclose(term: Node) -> tuple[Fraction, Fraction]:
    """Return rationals below and above the value of a term without variables; they are equal if the value is known exactly.

    Raises:
        InputError: The term has no value, or a variable.
    """
    exact = known_value(term)
    if exact is not None:
        return exact, exact
    for low, high in _enclosures(term, BITS[1:]):
        return (low, high) if low == high else (floor(low * SCALE) / SCALE, ceil(high * SCALE) / SCALE)
    raise InputError(f"{str(term)[:60]} has no value that can be enclosed")


def value_near(term: Node) -> Fraction | float | None:
    """Return the value of a term without variables: a rational, or a float near it; None where it has no value."""
    try:
        low, high = enclose(term)
    except InputError:
        return None
    return low if low == high or abs(high) > LARGEST else float(low + high) / 2


def holds(formula: Node, point: Mapping[str, Fraction] | None = None) -> bool | None:
    """Compute whether a formula is true at a rational point; None where this is not known."""
    ground = substitute(formula, {name: number(x) for name, x in (point or {}).items()})
    try:
        return truth(ground, _sign)
    except _NoValueError:
        return None


def truth(node: Node, value: Callable[[Node], Any]) -> bool:
    """Compute the truth of a formula whose parts are read from left to right, as far as needed, by the values of terms."""
    parts = (truth(x, value) for x in node.args)
    match node.op:
        case "and":
            return all(parts)
        case "or":
            return any(parts)
        case "not":
            return not next(parts)
        case "implies":
            return not next(parts) or next(parts)
        case "iff":
            return next(parts) == next(parts)
        case op if op in RELATIONS:
            return bool(COMPARED[op](value(difference(*node.args)), 0))
    raise _NoValueError


COMPARED: dict[str, Callable[[Any, Any], Any]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "!=": ne}


def _sign(term: Node) -> int:
    exact: Fraction | None = known_value(term)
    if exact is not None:
        return (exact > 0) - (exact < 0)
    for low, high in _enclosures(term, BITS):
        if low > 0 or high < 0 or low == high:
            return (low > 0) - (high < 0)
    raise _NoValueError


def _enclosures(term: Node, all_bits: Iterable[int]) -> Iterator[tuple[Fraction, Fraction]]:
    """Enclose a term without variables by balls of so many bits; those are left out that do not tell that it has a value."""
    for bits in all_bits:
        try:
            with precision(bits):
                found = enclose_ball(_ball(term))
        except _NoValueError:
            continue
        yield found


def _ball(term: Node) -> arb:
    """Enclose a term without variables; raise where an argument may lie outside the domain."""
    exact = known_value(term)
    if exact is not None:
        return ball(exact)
    if not term.args:
        raise _NoValueError
    found = _function(term, [_ball(x) for x in term.args])
    if not found.is_finite():
        raise _NoValueError
    return found


def _function(term: Node, x: list[arb]) -> arb:
    match term.op:
        case "+" | "*" | "where" | "abs":
            return arb(computed(term.op, x))
        case "/" if not x[1].contains(0):
            return x[0] / x[1]
        case "^":
            return _raise(x[0], x[1], known_value(term.args[1]))
        case "sqrt" if x[0] >= 0:
            return x[0].sqrt()
        case "log" if x[0] > 0:
            return x[0].log()
        case "exp" | "erf":
            return x[0].exp() if term.op == "exp" else x[0].erf()
        case "normal_cdf":
            return (1 + (x[0] / arb(2).sqrt()).erf()) / 2
        case "min" | "max":
            return reduce(arb.min if term.op == "min" else arb.max, x)
        case "floor" | "ceil":
            return _whole(x[0], term.op)
    raise _NoValueError


def _raise(base: arb, exponent: arb, known: Fraction | None) -> arb:
    if known is not None and known.denominator == 1:
        if known < 0 and base.contains(0):
            raise _NoValueError
        return base ** int(known)
    if base > 0:
        return base**exponent
    if known is not None and known.denominator == 2 and known > 0 and base >= 0:
        return base.sqrt() ** int(known.numerator)
    raise _NoValueError


def _whole(x: arb, op: str) -> arb:
    low, high = (getattr(end, f"__{op}__")() for end in enclose_ball(x))
    if low != high:
        raise _NoValueError
    return arb(low)
