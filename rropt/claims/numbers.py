"""Numbers such as exp(1/2), enclosed by the ball arithmetic of python-flint (Arb), and the truth of a formula at a point.

A truth is True, False, or None: the formula has no value there, or the enclosures do not tell two numbers apart. Nothing here
rounds to nearest, so that True and False are certain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from flint import arb

from rropt.claims.language import RELATIONS, Node, difference, known_value, number, substitute
from rropt.claims.operations import MOST_BITS, OPERATIONS, computed
from rropt.errors import InputError
from rropt.exact.enclosure import ball, enclose_coarsely, precision

__all__ = ["COMPARED", "enclose", "holds", "truth", "value_near"]

BITS = (100, 400, 1600)  # of the balls: the next where these do not decide
LARGEST, SMALLEST = 10**300, 1100  # what is made a float, and the binary places of the smallest one
PLACES = 90  # enclosures are rounded outward to so many binary places, which z3 takes well


class _NoValueError(ArithmeticError):
    """A term has no value at the point, or the balls cannot tell."""


def enclose(term: Node, *, places: int = PLACES) -> tuple[Fraction, Fraction]:
    """Return rationals below and above the value of a term without variables; they are equal if the value is known exactly.

    Args:
        term: The term.
        places: Ends that are not the value itself are rounded outward to so many binary places.

    Raises:
        InputError: The term has no value, a variable, or a value that is too long to be written out.
    """
    for bits in BITS[1:]:
        with precision(bits):
            value = known_value(term, compute=_enclosed)
            if value is not None and abs(value) < 2**MOST_BITS:
                return (value, value) if isinstance(value, Fraction) else enclose_coarsely(value, places)
    raise InputError(f"{str(term)[:60]} has no value that can be enclosed, or too long a one")


def value_near(term: Node) -> Fraction | float | None:
    """Return the value of a term without variables: a rational, or a float near it; None where it has none, or too long a one."""
    try:
        low, high = enclose(term, places=SMALLEST)
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
    for bits in BITS:
        with precision(bits):
            value = known_value(term, compute=_enclosed)
            if value is not None and (value > 0 or value < 0 or value == 0):
                return int(value > 0) - int(value < 0)
    raise _NoValueError


def _enclosed(op: str, x: Sequence[Fraction | arb]) -> Fraction | arb | None:
    """Compute an operation exactly where it can be, else by balls; None where an argument may lie outside the domain."""
    exact: Fraction | None = computed(op, x) if all(isinstance(y, Fraction) for y in x) else None
    if exact is not None or op not in OPERATIONS:  # a comparison is no number
        return exact
    found = OPERATIONS[op].balls(*(ball(y) if isinstance(y, Fraction) else y for y in x))
    return found if isinstance(found, Fraction) or (found is not None and found.is_finite()) else None
