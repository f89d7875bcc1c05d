"""Certificates of single statements: that a mechanism keeps a demand or does not, implications, and instances of claims.

Each is a document; `text_of` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rropt.certificate.model import SCHEMA
from rropt.certificate.scope import scope_of, scope_under
from rropt.certificate.write import spell, text_of
from rropt.exact.element import Number
from rropt.mechanism import Mechanism
from rropt.privacy.notion import Notion

__all__ = ["implication", "instance", "profile", "satisfies", "text_of", "violates", "without_schema"]

Document = dict[str, Any]


def satisfies(mechanism: Mechanism, demand: Notion) -> Document:
    """State that the mechanism keeps the demand.

    Example:
        >>> from rropt import LDP, from_spec
        >>> satisfies(from_spec("warner:p=3/4"), LDP("ln3"))["notion"]
        {'name': 'ldp', 'ratio': '3', 'delta': '0'}
    """
    scope = scope_under(demand.bounds(mechanism.k, mechanism.inputs), (x for row in mechanism.rows for x in row))
    notion = spell(demand.statement(mechanism.k, mechanism.inputs), scope)
    found = {"schema": SCHEMA, "claim": "satisfies", "field": scope.domain, "notion": notion}
    return found | {"mechanism": scope.matrix(mechanism.rows)}


def violates(
    mechanism: Mechanism, demand: Notion, rows: Sequence[int] = (), of: int | None = None, against: int | None = None
) -> Document:
    """State that a mechanism breaks a demand: the answers `rows` together are too probable under the input `of` beside `against`.

    Without inputs the demand bounds a vulnerability, and a guesser's mean gain exceeds the bound.
    """
    found = satisfies(mechanism, demand) | {"claim": "violates"}
    if of is None:
        return found
    return found | {"event": {"rows": [str(i) for i in sorted(rows)], "input": str(of), "against": str(against)}}


def profile(mechanism: Mechanism, breakpoints: Sequence[Number], deltas: Sequence[Number]) -> Document:
    """State the least δ for which the mechanism is (log s, δ)-LDP: linear in s between breakpoints, constant after the last."""
    scope = scope_of([*breakpoints, *deltas, *(x for row in mechanism.rows for x in row)])
    found = {"schema": SCHEMA, "claim": "profile", "field": scope.domain, "mechanism": scope.matrix(mechanism.rows)}
    return found | {"breakpoints": scope.numbers(breakpoints), "deltas": scope.numbers(deltas)}


def implication(variables: Sequence[str], given: Sequence[str], states: str, terms: Sequence[Document]) -> Document:
    """State that `given` implies `states` for all real values of the variables.

    Let N/D be the difference of the two sides of `states` with polynomials N and D. The terms add up to N·D (SPEC.md, 7).
    """
    found: Document = {"schema": SCHEMA, "claim": "implication", "field": {"t": "1"}}
    found |= {"variables": list(variables), "given": list(given), "states": states}
    return found | {"multiplier": {"times": "1", "given": []}, "terms": list(terms)}


def instance(
    at: Mapping[str, str], given: Sequence[str], states: str, *, verdict: bool, domain: Document | None = None
) -> Document:
    """State that `states` is true, or false, at a point that satisfies `given`. Coordinates may depend on t."""
    found: Document = {"schema": SCHEMA, "claim": "instance", "field": domain or {"t": "1"}, "at": dict(at)}
    return found | {"given": list(given), "states": states, "verdict": "true" if verdict else "false"}


def without_schema(document: Mapping[str, Any]) -> Document:
    """Copy a document without its schema, as one of the pieces of a larger document."""
    return {key: x for key, x in document.items() if key != "schema"}
