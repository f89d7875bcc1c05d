"""Computes the JSON document of a bound B(h) again, to compare it with a stored one.

Only those fields are computed that follow from the certificate and the demand in the stored document.
"""

from __future__ import annotations

from typing import Any

from rropt.breach.bound import breach_bound
from rropt.breach.result import BreachBound
from rropt.certificate.read import letter_of_statement, read_matrix, statements_in
from rropt.exact.decimal import write_as_json
from rropt.exact.errors import InputError
from rropt.formats import read_json
from rropt.privacy import Notion
from rropt.privacy.boundary import BreachFunction, Side, piecewise_linear, read_boundary, require_upper
from rropt.privacy.words import read_demand_name

__all__ = ["bound_again", "demand_again"]

MOST_DIGITS = 20
BOUND = ("schema", "B", "epsilon", "rational_lower", "words", "uncertified", "certificate")
"""The fields that depend on B(h) alone."""


def demand_again(document: dict[str, Any]) -> dict[str, Any]:
    """Compute the fields of a stored JSON document of B(h) again, and return those that can be compared with the stored ones.

    If the document has no certificate, only the field `schema` is returned.

    B(h) is computed anew from the document's demand. If the demand is a text that only names a file or a formula, the boundary h is
    read from the certificate instead, and only the fields that depend on B(h) alone are returned. If the new certificate differs
    from the stored one, raise `InputError`.

    The field `legs` is never returned. The field `canonical` is returned only if the document names the demand.
    """
    text = document["certificate"]
    if not text:
        return {"schema": document["schema"]}
    demand = _read(document["demand"])
    asked = _boundary_in(text) if demand is None else demand
    said = f"{document['demand'][:60]!r}, the demand in the field 'demand'"
    made = bound_again(asked, text, said="the boundary that it states" if demand is None else said).to_dict()
    for digits in (
        range(1, MOST_DIGITS) if made["words"] != document["words"] or made["where"] != document["where"] else ()
    ):
        # the option --digits rounds what is said in words
        with write_as_json(digits):
            rounded = breach_bound(asked).to_dict()
        if (rounded["words"], rounded["where"]) == (document["words"], document["where"]):
            made = rounded
    # the points may come from a pair of boundaries, which they do not show
    left_out = ("legs",) if isinstance(demand, Notion) else ("legs", "canonical")
    kept = BOUND if demand is None else [key for key in made if key not in left_out]
    return {key: made[key] for key in kept}


def bound_again(asked: object, certificate: str, *, said: str) -> BreachBound:
    """Find the bound B(h) of a demand. Refuse a certificate that is not the one that rropt makes for this demand.

    `said` is the demand in words.
    """
    found = breach_bound(asked)
    if found.certificate is None or read_json(found.certificate) != read_json(certificate):
        raise InputError(f"the certificate is not the one that rropt makes for {said}; make the file again")
    return found


def _read(text: str) -> object:
    """Read a demand from its name, or from the points of its boundary; None if the text is neither."""
    named = read_demand_name(text)
    try:
        return named or require_upper(read_boundary(text, side=Side.UPPER))
    except InputError:
        return None


def _boundary_in(certificate: str) -> BreachFunction:
    """Read the boundary that a certificate states by its pieces."""
    (statement,) = statements_in(certificate)
    if statement["claim"] != "breach":
        raise InputError(
            "the certificate states no bound B(h), and rropt cannot read the demand in the field 'demand'; make the file again"
        )
    t = letter_of_statement(statement)
    pieces = [read_matrix([[x[key] for key in ("from", "left", "to", "right")]], t)[0] for x in statement["pieces"]]
    return piecewise_linear([point for p, left, q, right in pieces for point in ((p, left), (q, right))])
