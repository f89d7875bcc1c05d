"""Certificates of single statements: that a mechanism keeps a demand or does not, implications, and instances of claims.

Each is a document; `text_of` writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rropt.certificate.scope import scope_under
from rropt.certificate.write import SCHEMA, spell, text_of
from rropt.mechanism import Mechanism
from rropt.privacy.notion import Notion

__all__ = ["implication", "satisfies", "text_of"]

Document = dict[str, Any]


def satisfies(mechanism: Mechanism, demand: Notion) -> Document:
    """State that the mechanism keeps the demand.

    Examples:
        >>> from rropt import LDP, from_spec
        >>> satisfies(from_spec("warner:p=3/4"), LDP("ln3"))["notion"]
        {'name': 'ldp', 'ratio': '3', 'delta': '0'}
    """
    scope = scope_under(demand.bounds(mechanism.k, mechanism.inputs), (x for row in mechanism.rows for x in row))
    notion = spell(demand.statement(mechanism.k, mechanism.inputs), scope)
    found = {"schema": SCHEMA, "claim": "satisfies", "field": scope.domain, "notion": notion}
    return found | {"mechanism": scope.matrix(mechanism.rows)}


def implication(variables: Sequence[str], given: Sequence[str], states: str, terms: Sequence[Document]) -> Document:
    """State that `given` implies `states` for all real values of the variables.

    Let N/D be the difference of the two sides of `states` with polynomials N and D. The terms add up to N·D (SPEC.md, 7).
    """
    found: Document = {"schema": SCHEMA, "claim": "implication", "field": {"t": "1"}}
    found |= {"variables": list(variables), "given": list(given), "states": states}
    return found | {"multiplier": {"times": "1", "given": []}, "terms": list(terms)}
