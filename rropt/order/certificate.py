"""Certificates of comparisons, deficiencies and admissible mechanisms, which the checker judges before anything is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from rropt.certificate.judge import accept
from rropt.certificate.scope import Scope, scope_of
from rropt.certificate.statements import Document, text_of
from rropt.certificate.write import SCHEMA
from rropt.errors import Undecided
from rropt.exact.element import Number
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision

__all__ = ["OrderClaim", "certify", "write_admissible", "write_comparison", "write_deficiency"]

Evidence = Mechanism | Decision


class OrderClaim(StrEnum):
    """What a certificate claims: how informative its first mechanism is, compared with its second one."""

    AT_LEAST = "at least as informative"
    NOT_AT_LEAST = "not at least as informative"
    EQUIVALENT = "equivalent"
    STRICTLY = "strictly more informative"
    INCOMPARABLE = "incomparable"


def _numbers(parts: Iterable[Evidence]) -> Iterator[Number]:
    for part in parts:
        rows = part.rows if isinstance(part, Mechanism) else (part.prior, *part.gains)
        yield from (x for row in rows for x in row)


def _told(evidence: Evidence, scope: Scope) -> Document:
    if isinstance(evidence, Mechanism):
        return {"garbling": scope.matrix(evidence.rows)}
    return {"prior": scope.matrix((evidence.prior,))[0], "gains": scope.matrix(evidence.gains)}


def write_comparison(
    first: Mechanism, second: Mechanism, claim: OrderClaim, forward: Evidence, backward: Evidence | None = None
) -> Document:
    """Write the certificate that a claim holds of two mechanisms.

    Each of `forward` and `backward` is a garbling or a decision problem: `forward` shows whether `first` is at least as informative
    as `second`, `backward` shows the converse.
    """
    known = [forward] if backward is None else [forward, backward]
    scope = scope_of(_numbers([first, second, *known]))
    pair = {"first": scope.matrix(first.rows), "second": scope.matrix(second.rows)}
    shown = dict(zip(("forward", "backward"), (_told(x, scope) for x in known), strict=False))
    return {"schema": SCHEMA, "claim": "compare", "field": scope.domain, **pair, "relation": claim.value, **shown}


def write_deficiency(
    first: Mechanism, second: Mechanism, garbling: Mechanism, decision: Decision, bounds: tuple[Number, Number]
) -> Document:
    """Write the certificate that the deficiency of `first` towards `second` lies within bounds. `garbling` shows the upper one, and
    `decision` the lower one."""
    scope = scope_of([*_numbers([first, second, garbling, decision]), *bounds])
    pair = {"first": scope.matrix(first.rows), "second": scope.matrix(second.rows)}
    ends = {"lower": scope.number(bounds[0]), "upper": scope.number(bounds[1])}
    shown = {**pair, **_told(garbling, scope), **_told(decision, scope), **ends}
    return {"schema": SCHEMA, "claim": "deficiency", "field": scope.domain, **shown}


def write_admissible(p: Mechanism, gamma: Number) -> Document:
    """Write the certificate that p is admissible; the checker verifies that each nonzero row of p takes exactly two values c and
    γ·c."""
    scope = scope_of([*_numbers([p]), gamma])
    shown = {"mechanism": scope.matrix(p.rows), "gamma": scope.number(gamma)}
    return {"schema": SCHEMA, "claim": "admissible", "field": scope.domain, **shown}


def certify(document: Document) -> tuple[str, str]:
    """Return the certificate's text and the checker's sentence about it. Raise `Undecided` if the certificate exceeds the checker's
    limits, and `Disagreement` if the checker rejects it."""
    text = text_of(document)
    return text, accept(text, "this order", unfinished=Undecided)
