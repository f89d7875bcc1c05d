"""Reading a certificate's statement back into exact numbers, for comparison with the document that carries it.

Nothing here judges: the checker has done that. Numbers are read by rropt's own grammar with t as the certificate has it.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

from rropt.exact.element import Element, Number, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Algebraic, Exponential, Free
from rropt.exact.grammar import read_number, read_rational
from rropt.exact.matrix import Matrix
from rropt.exact.quadratic import quadratic_roots
from rropt.exact.roots import rational_power
from rropt.formats import read_json

__all__ = ["Statement", "parts_of", "read_cut", "read_letter", "read_matrix", "read_planned", "read_statement"]

Statement = dict[str, Any]


def read_cut(data: Any) -> Number | float:
    """The point of the t-line that a certificate names; a root is in closed form where it is quadratic or a radical."""
    if data == "inf":
        return math.inf
    if isinstance(data, str):
        found = re.fullmatch(r"exp\((.+)\)", data)
        if found is None:
            return read_rational(data)
        exponent = read_rational(found[1])
        t = generator(Exponential(abs(exponent)))
        return t if exponent > 0 else 1 / t
    polynomial = read_number(data["root"], t=generator(Free()))
    if not isinstance(polynomial, Element) or not polynomial.den.is_one():
        raise InputError("the certificate names a root of something that is no polynomial in t")
    lower, upper = map(read_rational, data["between"])
    return _root([int(c) for c in polynomial.num.coeffs()], lower, upper)


def read_letter(domain: dict[str, Any]) -> Number:
    """The number, or the letter of the interval, that a statement's t stands for."""
    if "t" in domain:
        t = read_cut(domain["t"])
        assert not isinstance(t, float)
        return t
    lower, opened = read_cut(domain["from"]), domain["ends"]
    assert not isinstance(lower, float)
    return generator(Free(lower, read_cut(domain["to"]), opened[0] == "(", opened[1] == ")"))


def _root(coefficients: list[int], lower: Fraction, upper: Fraction) -> Number:
    first, *inner, last = coefficients
    if not any(inner):
        return rational_power(Fraction(-first, last), Fraction(1, len(inner) + 1))
    if len(inner) < 2:
        return next(x for x in quadratic_roots(*map(Fraction, coefficients)) or () if lower < x < upper)
    return generator(Algebraic(tuple(coefficients), lower, upper))


def _t(domain: Any) -> Number | None:
    """The number that t stands for."""
    if not isinstance(domain, dict):
        return None
    t = read_cut(domain["t"]) if "t" in domain else generator(Free())
    return None if isinstance(t, float) else t


def parts_of(text: str) -> list[dict[str, Any]]:
    """The statements of a certificate, one after another: those of its pieces, or the only one."""
    document = read_json(text)
    if document["claim"] == "pieces":
        return list(document["pieces"])
    return [{key: x for key, x in document.items() if key != "schema"}]


def read_matrix(data: Any, t: Number) -> Matrix:
    """A matrix of the certificate."""
    return tuple(tuple(read_number(x, t=t) for x in row) for row in data)


def read_statement(document: dict[str, Any], *, t: Number | None = None) -> Statement:
    """The verdict, mechanism and value that an accepted statement of a design makes; empty for one of another kind."""
    t = _t(document.get("field")) if t is None else t
    if t is None or document.get("claim") not in (
        "optimal",
        "dominant",
        "within",
        "infeasible",
        "unattained",
        "satisfies",
    ):
        return {}
    found: Statement = {"verdict": document["claim"]}
    try:
        if "mechanism" in document:
            found["mechanism"] = read_matrix(document["mechanism"], t)
        elif document.get("minimisers"):
            found["minimisers"] = [read_matrix(rows, t) for rows in document["minimisers"]]
            found["mechanism"] = found["minimisers"][0]
        for key in ("value", "lower", "upper"):
            if isinstance(document.get(key), str):
                found[key] = read_number(document[key], t=t)
    except (KeyError, TypeError, ZeroDivisionError) as error:
        raise InputError(f"the certificate's statement cannot be read back: {error}") from None
    return found


def read_planned(document: dict[str, Any]) -> tuple[Number, ...] | None:
    """The inputs' shares for which the mechanism of an accepted statement has the least variance; None where it states none.

    Where the objective has one number, it is the share of the second of two inputs; a list has every input's.
    """
    objective, t = document.get("objective"), _t(document.get("field"))
    stated = objective.get("prevalence") if isinstance(objective, dict) else None
    if isinstance(stated, str):
        pi = read_number(stated, t=t)
        return 1 - pi, pi
    return tuple(read_number(x, t=t) for x in stated) if isinstance(stated, list) else None
