"""Facts: exact comparisons of two values of the same kind. Values that cannot be compared exactly are refused."""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Complex
from numbers import Rational as RationalNumber
from typing import Any

import numpy as np
from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from rropt.claims.evidence import Fact
from rropt.claims.language.grammar import read_term
from rropt.claims.language.syntax import free_variables
from rropt.exact.conversion import ExactNumber
from rropt.exact.errors import InputError, Undecided
from rropt.exact.grammar import parse

__all__ = ["fact_holds", "shown"]

KINDS = (str, bytes, tuple, frozenset, dict)  # a dataclass is a kind of its own; all others are numbers


def shown(x: object) -> str:
    shown = _plain(x)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _plain(x: object) -> str:
    """Write a value with `str`, also inside tuples and dictionaries, where Python would use `repr`."""
    match x:
        case tuple():
            return f"({', '.join(map(_plain, x))}{',' * (len(x) == 1)})"
        case dict():
            return f"{{{', '.join(f'{_plain(k)}: {_plain(v)}' for k, v in x.items())}}}"
    return str(x)


def fact_holds(fact: Fact) -> bool | None:
    """Whether a fact holds, by an exact comparison; None if the comparison is undecided.

    Raise `InputError` for values that cannot be compared exactly.
    """
    left, right = _exact(fact, fact.left), _exact(fact, fact.right)
    _require_alike(fact, left, right)
    try:
        match fact.relation:
            case "=":
                return bool(left == right)
            case "!=":
                return bool(left != right)
            case "<":
                return bool(left < right)
            case "<=":
                return bool(left <= right)
            case ">":
                return bool(left > right)
            case ">=":
                return bool(left >= right)
    except Undecided:
        return None
    except TypeError:
        raise InputError(
            f"the fact '{fact.label}' compares {shown(fact.left)} with {shown(fact.right)} by {fact.relation}, but only numbers "
            "have an order; use = or !="
        ) from None
    raise InputError(f"the relation '{fact.relation}' of the fact '{fact.label}' must be one of = != < <= > >=")


def _exact(fact: Fact, value: Any) -> Any:
    """Copy a value, with rational numbers of every library as fractions and with lists as tuples; refuse inexact numbers inside it.

    An object of a dataclass, such as a mechanism, is returned as it is. It is refused unless each of its fields that == compares is
    None, or is exact and equal to its copy.
    """
    match value:
        case str() | bytes():
            return value
        case list() | tuple():
            return tuple(_exact(fact, x) for x in value)
        case set() | frozenset():
            return frozenset(_exact(fact, x) for x in value)
        case dict():
            return {_exact(fact, x): _exact(fact, y) for x, y in value.items()}
        case bool() | np.bool_():
            raise InputError(f"the fact '{fact.label}' compares truth values; compare the numbers they came from")
        case RationalNumber():  # also whole numbers, and the numbers of sympy
            return Fraction(int(value.numerator), int(value.denominator))
        case fmpz():
            return Fraction(int(value))
        case fmpq():
            return Fraction(int(value.p), int(value.q))
        case fmpz_poly() | fmpq_poly():
            return fmpq_poly(value) if value.degree() > 0 else _exact(fact, fmpq_poly(value)[0])
        case ExactNumber():
            return value
    if isinstance(value, Decimal | float) and value in (math.inf, -math.inf):
        return float(value)
    kind = "float" if isinstance(value, float) else type(value).__name__
    if isinstance(value, Decimal | Complex):
        raise InputError(f"the fact '{fact.label}' compares the {kind} {value}; facts are exact, so give a Fraction")
    if not _is_record(value) or any(x is not None and _exact(fact, x) != x for x in _compared(value)):
        raise InputError(
            f"the fact '{fact.label}' compares the {kind} {value!s:.40}, which has no exact equality; "
            "give numbers, texts or tuples"
        )
    return value


def _is_record(value: object) -> bool:
    """Whether the value is an object of a dataclass that defines ==, and is not a number."""
    return is_dataclass(value) and type(value).__eq__ is not object.__eq__ and not isinstance(value, ExactNumber)


def _compared(value: Any) -> list[Any]:
    """List the values of those fields of a dataclass object that == compares."""
    return [getattr(value, part.name) for part in fields(value) if part.compare]


def _require_alike(fact: Fact, left: Any, right: Any) -> None:
    """Raise `InputError` if the relation of a fact does not suit its two values.

    Three kinds of comparison are refused. The first is an order, such as <, of values that are not numbers. The second is a
    comparison of two values of different kinds. The third is a comparison of two texts that both read as numbers. If the values
    have parts, such as the entries of a tuple, the comparisons of these parts are checked too.
    """
    ordered = [x for x in (left, right) if isinstance(x, str | bytes | tuple | frozenset | dict)]
    if fact.relation not in ("=", "!=") and ordered:
        raise InputError(
            f"the fact '{fact.label}' compares {_shown(ordered[0])} by {fact.relation}, but only numbers have an order; give "
            "numbers, such as Fraction('1/2')"
        )
    match left, right:
        case (tuple(), tuple()):
            pairs = list(zip(left, right, strict=False))
        case (dict(), dict()):
            pairs = [(left[x], right[x]) for x in left.keys() & right.keys()]
            pairs += _texts_first(left.keys() - right.keys(), right.keys() - left.keys())
        case (frozenset(), frozenset()):
            pairs = _texts_first(left - right, right - left)
        case _ if _is_record(left) and type(left) is type(right):
            pairs = [(x, y) for x, y in zip(_compared(left), _compared(right), strict=True) if None not in (x, y)]
        case _:
            _require_same_kind(fact, left, right)
            return
    for x, y in pairs:
        _require_alike(fact, x, y)


def _texts_first(left: Set[Any], right: Set[Any]) -> list[tuple[Any, Any]]:
    """Pair the elements of two disjoint sets, beginning in each set with the texts that read as numbers.

    If each set has such a text, then two of these texts form a pair, which the caller refuses.
    """

    def ranked(x: Any) -> tuple[bool, str]:
        return not (isinstance(x, str) and _is_number(x)), str(x)

    return list(zip(sorted(left, key=ranked), sorted(right, key=ranked), strict=False))


def _require_same_kind(fact: Fact, left: Any, right: Any) -> None:
    kinds = [next((k for k in KINDS if isinstance(x, k)), type(x) if _is_record(x) else None) for x in (left, right)]
    if kinds[0] is not kinds[1]:
        raise InputError(
            f"the fact '{fact.label}' compares {_shown(left)} with {_shown(right)}, a value of another type; give two numbers, "
            "two texts or two tuples"
        )
    if kinds[0] is str and _is_number(left) and _is_number(right):
        raise InputError(
            f"the fact '{fact.label}' compares the texts {left!r:.60} and {right!r:.60}, which read as numbers; "
            "give the numbers, such as Fraction('1/2')"
        )


def _shown(value: Any) -> str:
    return f"the text {value!r:.60}" if isinstance(value, str) else shown(value)


def _is_number(written: str) -> bool:
    """Whether a text has a digit and is read as a number, by the grammar of numbers or as a term without variables."""
    if not any(map(str.isdigit, written)):
        return False
    try:
        parse(written)
    except InputError:
        try:
            return not free_variables(read_term(written))
        except InputError:
            return False
    return True
