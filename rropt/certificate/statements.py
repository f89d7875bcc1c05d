"""Writes certificates of single statements about privacy, δ-profiles, implications and instances.

Each function writes one certificate. If a claim belongs to one kind of problem, it is written beside the code for that problem, in
a file called `certificate.py`. All other claims are written here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rropt.certificate.model import SCHEMA, Certificate
from rropt.certificate.scope import scope_of, scope_under
from rropt.certificate.writing import without_schema, write_demand
from rropt.exact.element import Number
from rropt.mechanism import Mechanism
from rropt.privacy import Notion

__all__ = [
    "emit_implication",
    "emit_instance",
    "emit_pieces",
    "emit_profile",
    "emit_satisfies",
    "emit_violates",
]

Document = dict[str, Any]


def emit_satisfies(mechanism: Mechanism, demand: Notion) -> Certificate:
    """Certify that the mechanism satisfies the demand."""
    scope = scope_under(demand.bounds(mechanism.k, mechanism.inputs), (x for row in mechanism.rows for x in row))
    head = {"schema": SCHEMA, "claim": "satisfies", "field": scope.domain}
    return Certificate(
        {
            **head,
            "mechanism": scope.matrix(mechanism.rows),
            "notion": write_demand(demand, scope, mechanism.k, mechanism.inputs),
        }
    )


def emit_violates(
    mechanism: Mechanism, demand: Notion, rows: Sequence[int], input_: int | None, against: int | None
) -> Certificate:
    """Certify that a mechanism violates a demand.

    Consider the event that the output is one of `rows`. Given the input `input_`, it is more probable than the demand allows in
    view of its probability given the input `against`.

    If `input_` is None, the demand bounds a vulnerability instead, and a guesser's mean gain exceeds the bound.
    """
    claim = {**emit_satisfies(mechanism, demand).data, "claim": "violates"}
    if input_ is None:
        return Certificate(claim)
    event = {"rows": [str(i) for i in sorted(rows)], "input": str(input_), "against": str(against)}
    return Certificate({**claim, "event": event})


def emit_profile(mechanism: Mechanism, breakpoints: Sequence[Number], deltas: Sequence[Number]) -> Certificate:
    """Certify the least δ for which the mechanism is (log s, δ)-LDP, as a function of s.

    At the breakpoints of s, the least δ has the values `deltas`. It is linear in s between two breakpoints, and constant after the
    last breakpoint.
    """
    scope = scope_of([*breakpoints, *deltas, *(x for row in mechanism.rows for x in row)])
    head = {"schema": SCHEMA, "claim": "profile", "field": scope.domain, "mechanism": scope.matrix(mechanism.rows)}
    return Certificate({**head, "breakpoints": scope.numbers(breakpoints), "deltas": scope.numbers(deltas)})


def emit_implication(
    variables: Sequence[str], given: Sequence[str], states: str, terms: Sequence[Document]
) -> Certificate:
    """Certify that the statements `given` imply `states` for all real values of the variables.

    Let N and D be the polynomials for which N/D is the difference of the two sides of `states`. The `terms` must add up to N·D
    (SPEC.md, 7).
    """
    once: Document = {"times": "1", "given": []}
    head = {
        "schema": SCHEMA,
        "claim": "implication",
        "field": {"t": "1"},
        "variables": list(variables),
        "given": list(given),
    }
    return Certificate({**head, "states": states, "multiplier": once, "terms": list(terms)})


def emit_instance(
    at: Mapping[str, str], given: Sequence[str], states: str, *, verdict: bool, domain: Document | None = None
) -> Certificate:
    """Certify that `states` is true (or false, as `verdict` says) at the point `at`, which satisfies the statements `given`.

    The coordinates of the point may depend on t.
    """
    head = {"schema": SCHEMA, "claim": "instance", "field": domain or {"t": "1"}, "at": dict(at), "given": list(given)}
    return Certificate({**head, "states": states, "verdict": "true" if verdict else "false"})


def emit_pieces(domain: Document, pieces: Sequence[Certificate]) -> Certificate:
    """Certify one claim on a whole domain of t.

    Each of the `pieces` certifies the claim on an interval or at a point. Together these intervals and points cover the domain.
    """
    return Certificate(
        {
            "schema": SCHEMA,
            "claim": "pieces",
            "field": domain,
            "pieces": [without_schema(piece.data) for piece in pieces],
        }
    )
