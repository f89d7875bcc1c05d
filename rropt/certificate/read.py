"""Reading a certificate's statement back into exact numbers, for comparison with the document that carries it.

Nothing here judges: the checker has done that. Numbers are read by rropt's own grammar with t as the certificate has it.
"""

from __future__ import annotations

import re
from typing import Any

from rropt.exact.errors import InputError
from rropt.exact.field import Exponential, Free, Number, generator
from rropt.exact.matrix import Matrix
from rropt.exact.reading import read_number, read_rational
from rropt.formats import read_json

__all__ = ["Statement", "read_notion", "read_statement"]

Statement = dict[str, Any]


def _t(domain: Any) -> Number | None:
    """The number that t stands for; None where it is a root with no name in the grammar."""
    if isinstance(domain, dict) and isinstance(domain.get("t"), str):
        text = domain["t"]
        found = re.fullmatch(r"exp\((.+)\)", text)
        if found is None:
            return read_rational(text)
        exponent = read_rational(found[1])
        t = generator(Exponential(abs(exponent)))
        return t if exponent > 0 else 1 / t
    if isinstance(domain, dict) and "from" in domain:
        return generator(Free())
    return None


def read_matrix(data: Any, t: Number) -> Matrix:
    """A matrix of the certificate."""
    return tuple(tuple(read_number(x, t=t) for x in row) for row in data)


def read_statement(text: str) -> Statement:
    """The verdict, mechanism and value that an accepted certificate of a design states; empty where t has no name."""
    document = read_json(text)
    t = _t(document.get("field"))
    if t is None or document.get("claim") not in ("optimal", "within", "infeasible", "unattained"):
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


def read_notion(text: str) -> tuple[str, dict[str, Number]] | None:
    """The name and the numbers of the demand that an accepted certificate states; None where t is not one number."""
    document = read_json(text)
    field, notion = document.get("field"), document.get("notion")
    t = _t(field) if isinstance(field, dict) and "t" in field else None
    if t is None or not isinstance(notion, dict):
        return None
    return notion["name"], {key: read_number(x, t=t) for key, x in notion.items() if key != "name"}
