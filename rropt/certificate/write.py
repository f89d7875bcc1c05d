"""Write the certificate of an answer, in the format of SPEC.md. The question is stated by names; the evidence is numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.certificate.scope import RATIONALS, Scope, scope_of
from rropt.engine.asks import Asked, Condition
from rropt.engine.found import (
    Compared,
    EqualPrices,
    Found,
    Impossible,
    Minimisers,
    Orbits,
    Prices,
    Unattained,
    Unidentified,
)
from rropt.exact.element import generator
from rropt.exact.infinity import is_infinite

if TYPE_CHECKING:
    from rropt.binary.pieces import SharePiece
    from rropt.engine.pieces import Piece

__all__ = ["SCHEMA", "Question", "scope_for", "spell", "state", "text_of", "write", "write_pieces", "write_share"]

SCHEMA = "rropt.certificate/3"
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: the demand as the engine reads it, the labels, the objective as a certificate states it, and
    conditions."""

    asked: Asked
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    objective: Document
    conditions: tuple[Condition, ...] = ()


def write(question: Question, found: Found | Impossible | Unidentified | Unattained) -> str:
    """The text of the certificate `optimal`, `within`, `infeasible` or `unattained`."""
    scope = scope_for(question.asked)
    if isinstance(found, Unattained):
        notion = spell(question.asked.notion, scope)
        return text_of({"schema": SCHEMA, "claim": "unattained", "field": scope.domain, "notion": notion})
    answer = found.found if isinstance(found, Unidentified) else found
    return text_of({"schema": SCHEMA, **_document(question, answer, scope)})


def write_pieces(question: Question, pieces: Sequence[Piece], ends: str) -> str:
    """The text of the certificate of an answer in pieces; `ends` are the brackets of the whole interval, such as `(]`."""
    field = question.asked.field
    documents = []
    for n, piece in enumerate(pieces):
        left = ends[0] if n == 0 else "(" if pieces[n - 1].is_point else "["
        right = ends[1] if n == len(pieces) - 1 else ")" if pieces[n + 1].is_point else "]"
        domain = {"t": piece.start.stated} if piece.is_point else _domain(piece, piece, left + right)
        asked = question if piece.found.stated is None else replace(question, objective=piece.found.stated)
        documents.append(_document(asked, piece.found, Scope(field, domain)))
    if len(documents) == 1:
        return text_of({"schema": SCHEMA, **documents[0]})
    domain = _domain(pieces[0], pieces[-1], ends)
    return text_of({"schema": SCHEMA, "claim": "pieces", "field": domain, "pieces": documents})


def write_share(question: Question, piece: SharePiece) -> str:
    """The text for every share of a piece of its range: all best mechanisms of two answers, or one that dominates all others.

    Reference: SPEC.md, 7.
    """
    scope = scope_for(question.asked)
    matrices = [scope.matrix(rows) for rows in piece.mechanisms]
    document = {"schema": SCHEMA, "claim": piece.claim, "field": scope.domain}
    if piece.claim == "dominant":
        many = range(len(matrices[0]))
        same = [[scope.number(Fraction(int(i == j))) for j in many] for i in many]
        document |= {"notion": spell(question.asked.notion, scope), "mechanism": matrices[0], "garbling": same}
    else:
        document |= state(question, scope) | {"outputs": list(question.outputs), "minimisers": matrices}
    return text_of(document)


def _domain(first: Piece, last: Piece, ends: str) -> Document:
    return {"from": first.start.stated, "to": "inf" if last.end is None else last.end.stated, "ends": ends}


def text_of(document: Document) -> str:
    """Write a document as the text of a certificate."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _document(question: Question, found: Found | Impossible, scope: Scope) -> Document:
    document: dict[str, Any] = {"claim": "infeasible", "field": scope.domain, **state(question, scope)}
    if isinstance(found, Impossible):
        del document["objective"]
        document |= {"outputs": list(question.outputs), "prices": _prices(found.prices, scope)}
    else:
        document |= _bounds(found, scope)
        if isinstance(found.prices, Minimisers):
            return document | {"outputs": list(question.outputs)} | _vertices(found.prices, scope)
        document |= _mechanism(question, found, scope)
        if isinstance(found.prices, Compared):
            document["most_outputs"] = "2"
        else:
            document["prices"] = _prices(found.prices, scope)
        if found.classes:
            document["classes"] = list(map(str, found.classes))
        if found.witness is not None:
            document["witness"] = spell(found.witness, scope)
    return document


def state(question: Question, scope: Scope) -> dict[str, Any]:
    """State the question as a certificate does: inputs, demand, conditions and objective."""
    found = {"inputs": list(question.inputs), "notion": spell(question.asked.notion, scope)}
    if question.conditions:
        found["conditions"] = [_condition(one) for one in question.conditions]
    return found | {"objective": spell(question.objective, scope)}


def spell(x: Any, scope: Scope) -> Any:
    """Write a statement in JSON: names stay, numbers become text, and matrices are written over one denominator."""
    if isinstance(x, str):
        return x
    # most are numbers, of which it takes longer to see that they are no mapping and no sequence
    if isinstance(x, RATIONALS):
        return scope.number(x)
    if isinstance(x, Mapping):
        return {key: spell(y, scope) for key, y in x.items()}
    if isinstance(x, Sequence):
        return [spell(y, scope) for y in x]
    return "inf" if is_infinite(x) else scope.number(x)


def scope_for(asked: Asked) -> Scope:
    """The field of all ratios. If they are rational, t is none of the numbers, and stands for the first of them."""
    if asked.field is not None:
        return scope_of([generator(asked.field)])
    first = asked.only_pure or (asked.asks[0].ratio if asked.asks else None)
    return scope_of([], ratio=Fraction(1) if first is None else first.exact)


def _condition(one: Condition) -> Document:
    terms = [[str(i), str(j), str(a)] for (i, j), a in one.terms.items()]
    return {"terms": terms, "relation": one.relation, "bound": str(one.bound)}


def _bounds(found: Found, scope: Scope) -> dict[str, Any]:
    """The value if both bounds are equal, else both, shortened outward."""
    if found.lower == found.upper:
        return {"claim": "optimal", "value": scope.number(found.lower)}
    return {"claim": "within", "lower": scope.number(found.lower), "upper": scope.number(found.upper)}


def _mechanism(question: Question, found: Found, scope: Scope) -> dict[str, Any]:
    if isinstance(found.mechanism, Orbits):
        orbits = {
            "counts": [[str(c)] for c in found.mechanism.counts],
            "weights": [scope.number(w) for w in found.mechanism.weights],
        }
        return {"orbits": orbits, "classes": ["0"] * question.asked.k}
    return {"outputs": list(question.outputs), "mechanism": scope.matrix(found.mechanism)}


def _vertices(found: Minimisers, scope: Scope) -> dict[str, Any]:
    """All best mechanisms, or the first where they are not listed."""
    matrices = [scope.matrix(rows) for rows, _ in found.faces]
    return {"minimisers": matrices} if found.are_listed else {"mechanism": matrices[0]}


def _prices(prices: Prices | EqualPrices | Document, scope: Scope) -> Document:
    """Write prices; what was read from a certificate stays as it is."""
    if isinstance(prices, Mapping):
        return prices
    if isinstance(prices, EqualPrices):
        return {key: scope.number(getattr(prices, key)) for key in ("column", "budget", "excess")}
    document: dict[str, Any] = {"column": [scope.number(y) for y in prices.columns]}
    for key, named in (("budget", prices.budgets), ("excess", prices.excess)):
        if some := {name: scope.number(z) for name, z in named.items() if z}:
            document[key] = some
    if prices.conditions:
        document["condition"] = [scope.number(u) for u in prices.conditions]
    return document
