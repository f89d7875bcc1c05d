"""Functions that write certificates of comparisons, deficiencies and admissible mechanisms, and have the checker judge them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from rropt.certificate.judge import Status, judge
from rropt.certificate.scope import Scope, scope_of
from rropt.certificate.writing import SCHEMA, Document, dumps
from rropt.exact.element import Number
from rropt.exact.errors import Disagreement, Undecided
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision

__all__ = ["OrderClaim", "write_admissible", "certify", "write_comparison", "write_deficiency"]


class OrderClaim(StrEnum):
    """What a certificate claims: how informative its first mechanism is, compared with its second mechanism."""

    AT_LEAST = "at least as informative"
    NOT_AT_LEAST = "not at least as informative"
    EQUIVALENT = "equivalent"
    STRICTLY = "strictly more informative"
    INCOMPARABLE = "incomparable"


Witness = Matrix | Decision


def _entries(*witnesses: Witness | Mechanism) -> Iterable[Number]:
    for witness in witnesses:
        if isinstance(witness, Decision):
            yield from witness.prior
            yield from (x for row in witness.gains for x in row)
        else:
            rows = witness.rows if isinstance(witness, Mechanism) else witness
            yield from (x for row in rows for x in row)


def _witness(witness: Witness, scope: Scope) -> Document:
    if isinstance(witness, Decision):
        return {"prior": scope.matrix((witness.prior,))[0], "gains": scope.matrix(witness.gains)}
    return {"garbling": scope.garbling(witness)}


def write_comparison(
    first: Mechanism,
    second: Mechanism,
    relation: OrderClaim,
    forward: Witness,
    backward: Witness | None = None,
    *,
    domain: Any = None,
) -> Document:
    """Write the certificate that `relation` holds between two mechanisms. Each of `forward` and `backward` is a garbling or a
    decision problem: `forward` shows whether `first` is at least as informative as `second`, `backward` shows the converse. If
    `domain` is given, the certificate states it as the set of t for which the claim holds; else it states the field of the entries.
    """
    witnesses = [forward] if backward is None else [forward, backward]
    scope = scope_of(_entries(first, second, *witnesses))
    document: Document = {
        "schema": SCHEMA,
        "claim": "compare",
        "field": scope.domain if domain is None else domain,
        "first": scope.matrix(first.rows),
        "second": scope.matrix(second.rows),
        "relation": relation.value,
        "forward": _witness(forward, scope),
    }
    if backward is not None:
        document["backward"] = _witness(backward, scope)
    return document


def write_deficiency(
    first: Mechanism, second: Mechanism, garbling: Matrix, decision: Decision, lower: Number, upper: Number
) -> Document:
    """Write the certificate that the deficiency of `first` towards `second` is from `lower` to `upper`. `garbling` shows the upper
    bound, and `decision` shows the lower one."""
    scope = scope_of([*_entries(first, second, garbling, decision), lower, upper])
    return {
        "schema": SCHEMA,
        "claim": "deficiency",
        "field": scope.domain,
        "first": scope.matrix(first.rows),
        "second": scope.matrix(second.rows),
        "garbling": scope.garbling(garbling),
        "prior": scope.matrix((decision.prior,))[0],
        "gains": scope.matrix(decision.gains),
        "lower": scope.number(lower),
        "upper": scope.number(upper),
    }


def write_admissible(p: Mechanism, gamma: Number) -> Document:
    """Write the certificate that p is admissible; the checker verifies that each nonzero row of p takes exactly two values c and
    γ·c."""
    scope = scope_of([*_entries(p), gamma])
    return {
        "schema": SCHEMA,
        "claim": "admissible",
        "field": scope.domain,
        "mechanism": scope.matrix(p.rows),
        "gamma": scope.number(gamma),
    }


def certify(document: Document) -> tuple[str, str]:
    """Return the certificate's text and the checker's sentence about it. Raise `Undecided` if the certificate exceeds the checker's
    limits, and `Disagreement` if the checker rejects it."""
    text = dumps(document)
    judged = judge(text)
    if judged.asks_too_much:
        raise Undecided(f"the certificate is more than the checker takes on ({judged.reason})")
    if not judged.is_accepted:
        said = "rejected" if judged.status is Status.REJECTED else "could not read"
        raise Disagreement(
            f"the checker {said} the certificate ({judged.reason}); this is an error in rropt; please report it"
        )
    return text, judged.sentence
