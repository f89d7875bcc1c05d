"""Recompute the facts of a stored comparison from its certificate.

These facts are the exact optimum, and whether the paper's formula agrees with it, both as printed and as corrected.
"""

from __future__ import annotations

from typing import Any

from rropt.certificate.read import letter_of_statement, read_matrix, statements_in
from rropt.claims.formulas import Stated
from rropt.exact.grammar import read_number
from rropt.instances.checked import agree, stated_fields

__all__ = ["grid_again", "instance_again"]

Document = dict[str, Any]


def instance_again(document: Document) -> Document:
    """Recompute, from the certificate in a document, those fields of the document that follow from the certificate.

    These are the exact optimum with its minimisers, and whether the printed and the corrected optimum agree with the exact one.
    The printed and the corrected optimum themselves are read from the document.
    """
    (statement,) = statements_in(document["certificate"])
    t = letter_of_statement(statement)
    value = read_number(statement["gamma" if statement["claim"] == "breach" else "value"], t=t)
    # only certificates of the variance list minimisers
    best = [read_matrix(rows, t) for rows in statement.get("minimisers", ())]
    exact = Stated(value, tuple((rows[0][0], rows[1][1]) for rows in best))
    told = {key: _read(document[key]) for key in ("printed", "corrected")}
    return {
        "schema": document["schema"],
        "exact": stated_fields(exact),
        "agrees": agree(told["printed"], exact),
        "corrected_agrees": agree(told["corrected"], exact),
        "certificate": document["certificate"],
    }


def grid_again(document: Document) -> Document:
    """Recompute every row of a grid's document from the certificate of that row (see `instance_again`)."""
    return {"schema": document["schema"], "rows": [instance_again(row) for row in document["rows"]]}


def _read(told: Document) -> Stated:
    points = (tuple(map(read_number, point)) for point in told["minimisers"])
    return Stated(read_number(told["value"]), tuple((x, y) for x, y in points))
