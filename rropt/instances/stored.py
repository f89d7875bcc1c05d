"""Recompute a stored comparison of a claim with its optimum from the claim, its numbers and the certificate.

The formula of the claim and its question are made again. The certificate must be about exactly this question. Only cvxpy's optimum
is not shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from rropt.breach.stored import bound_again
from rropt.claims.formulas import Optimum, Printed, Stated
from rropt.exact.errors import InputError
from rropt.instances.checked import certified, compared, find_formula, question_of, stated_at
from rropt.instances.numeric import is_near
from rropt.privacy import Notion
from rropt.problem.problem import Problem
from rropt.problem.stored.again import optimum_of, reading

__all__ = ["grid_again", "instance_again"]

Document = dict[str, Any]


def instance_again(document: Document) -> Document:
    """Recompute all fields of a document but `numeric`. They follow from the claim, from the numbers `at` and from the certificate.

    The certificate must show the optimum at these numbers. The field `numeric` must be near the optimum.
    """
    formula, at, text = find_formula(document["claim"]), document["at"], document["certificate"]
    with reading("at"):
        _require_numbers(formula, at)
        stated, question = stated_at(formula, at), question_of(formula, at)
    with reading("certificate"):
        exact = _certified_by(text, question, formula, at)
    with reading("numeric"):
        numeric = float(document["numeric"]["double"])
        if not is_near(numeric, exact.value):
            raise InputError(f"{numeric} is not near the certified optimum; check {formula.claim} again")
    made = compared(formula, at, stated, exact, numeric=numeric, certificate=text).to_dict()
    if made.pop("numeric") != document["numeric"]:
        raise InputError("the field 'numeric' must be a float as rropt writes it; check the claim again")
    return made


def grid_again(document: Document) -> Document:
    """Recompute every row of a grid's document (see `instance_again`). The rows must be of one claim, at all points of a grid."""
    rows = [instance_again(row) for row in document["rows"]]
    places = {tuple(row["at"][name] for name in rows[0]["at"]) for row in rows}
    if len({row["claim"] for row in rows}) > 1 or len(places) < prod(len(set(x)) for x in zip(*places, strict=True)):
        raise InputError("the field 'rows' must have one claim at all points of a grid; check the claim again")
    return {"schema": "rropt/instances/1", "rows": rows}


def _require_numbers(formula: Printed, at: Mapping[str, str]) -> None:
    """Refuse numbers of other parameters than the formula's, and what is no text."""
    wanted = formula.parameters
    if set(at) != set(wanted) or not all(isinstance(x, str) for x in at.values()):
        raise InputError(f"it must have a text for each of {', '.join(wanted)}; check {formula.claim} again")


def _certified_by(text: str, question: Problem | Notion, formula: Printed, at: Mapping[str, str]) -> Stated:
    """Return the optimum that a certificate shows. Refuse one that does not answer the question, or that leaves open where
    a least variance is attained."""
    try:
        if not isinstance(question, Problem):
            return certified(formula, at, bound_again(question, text, said=str(question)))
        found = optimum_of(question, text)
        if formula.optimum is Optimum.VARIANCE and not found.minimisers:
            raise InputError("the certificate lists no minimisers")
        return certified(formula, at, found)
    except InputError:
        said = f"it does not show the {formula.optimum} at {str(dict(at))[:120]}; check {formula.claim} again"
    raise InputError(said)
