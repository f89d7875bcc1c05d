"""Reads the statement of a certificate back into exact numbers, to compare them with the answer that carries the certificate.

Nothing here judges: the checker has done that. Numbers are read by rropt's own grammar, with the t that the certificate's field
describes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.exact.element import Bound, Element, Number, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import DELTA, Algebraic, Free
from rropt.exact.grammar import exponential, read_number, read_rational
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.isolate import Root, isolate
from rropt.exact.matrix import Matrix
from rropt.exact.quadratic import quadratic_roots
from rropt.exact.roots import rational_power
from rropt.files import read_json

__all__ = [
    "letter_of_statement",
    "read_cut",
    "read_matrix",
    "read_planned_shares",
    "statements_in",
    "weakest_claim",
]

STRENGTHS = ("satisfies", "within", "optimal")
"""The claims about a design, the weakest first: `satisfies` says nothing of its value, `within` bounds it, `optimal` gives it."""


def read_cut(data: Any) -> Bound:
    """Read a value of t as a certificate writes it: a rational, exp(q), `inf`, or a root of a polynomial.

    If a root is rational, a root of a quadratic, or an n-th root of a rational, it is returned in closed form.
    """
    if data == "inf":
        return INFINITY
    if isinstance(data, str):
        found = re.fullmatch(r"exp\((.+)\)", data)
        if found is None:
            return read_rational(data)
        return exponential(read_rational(found[1]))
    return _number_of(_read_root(data))


def _read_root(data: Any) -> Root:
    """Read a number that is stated as the only root of a polynomial between two rationals.

    The result has the irreducible factor of the polynomial of which it is a root.
    """
    polynomial = read_number(data["root"], t=generator(Free()))
    if not isinstance(polynomial, Element) or polynomial.den.degree() > 0:
        raise InputError(f"the certificate names a root of {str(data['root'])[:60]!r}, which is no polynomial in t")
    lower, upper = map(read_rational, data["between"])
    (found,) = isolate([polynomial.num], Free(lower, upper))
    return Root(found.polynomial, lower, upper)


def _number_of(root: Root) -> Number:
    """Return a root of an irreducible polynomial as a number.

    If the root is rational, a root of a quadratic, or an n-th root of a rational, the number is in closed form.
    """
    first, *inner, last = map(Fraction, root.polynomial)
    if len(inner) == 1:
        roots = quadratic_roots(first, inner[0], last) or ()
    elif any(inner):
        return generator(Algebraic(root.polynomial, root.lower, root.upper))
    else:
        power, degree = -first / last, len(inner) + 1
        size = rational_power(abs(power), Fraction(1, degree))
        roots = (size, -size) if degree % 2 == 0 else (size if power > 0 else -size,)
    return next(x for x in roots if root.lower < x < root.upper)


def letter_of_statement(statement: Mapping[str, Any]) -> Number:
    """Return the number t in which the numbers of a statement are written.

    The statement's `field` gives either one value of t or an interval. If it gives one value, return this value. If it gives an
    interval, return a free t that ranges over the interval.

    A free t is written as `delta` if it is the demand's delta, else as `t`.
    """
    domain, notion = statement["field"], statement.get("notion")
    start, end = (read_cut(domain[key]) for key in (("t", "t") if "t" in domain else ("from", "to")))
    if is_infinite(start):
        raise InputError("the certificate names a t that is infinite")
    if "t" in domain:
        return start
    letter = DELTA if isinstance(notion, dict) and notion.get("delta") == "t" else "t"
    return generator(Free(start, end, domain["ends"][0] == "(", domain["ends"][1] == ")", letter))


def _t(statement: Mapping[str, Any]) -> Number | None:
    """Return the number t in which the numbers of a statement are written; None if the statement has no field that describes t."""
    return letter_of_statement(statement) if isinstance(statement.get("field"), dict) else None


def statements_in(text: str) -> list[dict[str, Any]]:
    """List the statements of a certificate in order.

    A certificate in pieces has one statement for each part of the domain of t. Any other certificate is one statement itself.
    """
    document = read_json(text)
    if document["claim"] == "pieces":
        return list(document["pieces"])
    return [document]


def weakest_claim(texts: Sequence[str]) -> str:
    """Return the weakest claim that the statements of these certificates make about a design; "" if there are no certificates.

    From the weakest on, the order is `satisfies`, `within`, `optimal`, and then all other claims.
    """
    claims = [str(statement["claim"]) for text in texts for statement in statements_in(text)]
    return min(claims, key=lambda claim: STRENGTHS.index(claim) if claim in STRENGTHS else len(STRENGTHS), default="")


def read_matrix(data: Any, t: Number) -> Matrix:
    """Read a matrix of the certificate into numbers. The letter t in its entries is replaced by the number `t`."""
    return tuple(tuple(read_number(x, t=t) for x in row) for row in data)


def read_planned_shares(document: dict[str, Any]) -> tuple[Number, ...] | None:
    """Read the prevalences for which an accepted statement says that the mechanism is best. None if it names no prevalences.

    The result has the share of each input. If the statement names a single number, there are two inputs: this number is the share
    of the second, and the rest is the share of the first.
    """
    objective, t = document.get("objective"), _t(document)
    known = objective if isinstance(objective, dict) else {}
    stated = known.get("prevalence", known.get("prevalences"))
    if isinstance(stated, str):
        pi = read_number(stated, t=t)
        return 1 - pi, pi
    return tuple(read_number(x, t=t) for x in stated) if isinstance(stated, list) else None
