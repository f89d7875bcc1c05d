"""Write the certificates of variances at every share of a range, one for each piece of it."""

from __future__ import annotations

import json
from fractions import Fraction

from rropt.binary.pieces import SharePiece
from rropt.certificate.model import SCHEMA
from rropt.certificate.write import Question, scope_for, spell, state

__all__ = ["write_share"]


def write_share(question: Question, piece: SharePiece) -> str:
    """The text of a certificate: all best mechanisms of two answers, or one that dominates all others (SPEC.md, 7)."""
    scope = scope_for(question.asked)
    matrices = [scope.matrix(rows) for rows in piece.mechanisms]
    document = {"schema": SCHEMA, "claim": piece.claim, "field": scope.domain}
    if piece.claim == "dominant":
        many = range(len(matrices[0]))
        same = [[scope.number(Fraction(int(i == j))) for j in many] for i in many]
        document |= {"notion": spell(question.asked.notion, scope), "mechanism": matrices[0], "garbling": same}
    else:
        document |= state(question, scope) | {"outputs": list(question.outputs), "minimisers": matrices}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"
