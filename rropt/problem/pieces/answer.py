"""The last step of an answer for a range of a number: a program's findings on each part of the range become a checked answer.

A program states its findings on one part, an interval or a single number, as a draft. A draft has the domain of the part, the
mechanisms that are optimal there, and the documents of a certificate that proves this. If a number that the checker compares
changes its sign inside the part, there is one document for each side of this point.

The checker judges each draft, and then all drafts together. After that, the results of theorem, solver and checker are reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rropt.certificate.judge import judge, refuse_excess, require_accepted
from rropt.certificate.writing import Document, certificate_of, join_domains
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.problem.answers import Parts
from rropt.problem.leg import NO_FORMULA
from rropt.problem.pieces.of_t import piece_of_t
from rropt.problem.pieces.piece import Between, Formula, Piece
from rropt.problem.problem import Problem
from rropt.problem.result import Leg

__all__ = ["Draft", "answer_apart", "answer_throughout", "answer_together"]

SEVERAL = "each piece has its own certificate, under pieces"
Numeric = Callable[[Sequence[Piece]], Leg]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A piece that is not judged yet, on an interval or on a single number.

    `domain` is the interval or number. `documents` are the documents of the piece's certificate. `forms` are the optimal
    mechanisms, and `value` is their value. A form may be the start of a set of equally good mechanisms that approaches a limit.
    Then `towards` has this limit, which is not itself optimal.
    """

    domain: Any
    documents: Sequence[Document]
    forms: Sequence[Matrix]
    value: Number | Between
    towards: Sequence[Matrix] = ()

    def judge(self, problem: Problem) -> Piece:
        """Have the checker judge the certificate that the draft's documents form. Return the piece with this certificate; refuse
        the draft if the checker does not accept it."""
        text, what = certificate_of(self.domain, self.documents), f"the piece on {self.domain}"
        verdict = judge(text)
        refuse_excess(verdict, what, f"narrow the interval of {problem.free} or give one number")
        sentence = require_accepted(verdict, what)
        return piece_of_t(
            problem, self.domain, self.forms, self.value, towards=self.towards, certificate=text, sentence=sentence
        )


def answer_together(
    problem: Problem,
    drafts: Sequence[Draft],
    *,
    symbolic: Leg = NO_FORMULA,
    numeric: Numeric,
    throughout: Number | None = None,
) -> Parts:
    """Have the checker judge each draft, and then all drafts together. If the checker can judge them in one certificate, the answer
    has this certificate for all pieces. If that would exceed the checker's limits, only the single pieces have certificates.

    `numeric` is a function that compares the pieces with a solver. If one mechanism is optimal on the whole interval, `throughout`
    is its value; else None.
    """
    pieces = tuple(draft.judge(problem) for draft in drafts)
    documents = [document for draft in drafts for document in draft.documents]
    whole = certificate_of(join_domains([draft.domain for draft in drafts]), documents)
    verdict = judge(whole)
    notes: tuple[str, ...] = ()
    if len(pieces) > 1 and verdict.asks_too_much:
        whole, sentence = "", " ".join(piece.sentence for piece in pieces)
        notes = (f"{SEVERAL}; one certificate for all would exceed the checker's limits",)
    else:
        sentence = require_accepted(verdict, "all pieces together")
    return Parts(
        pieces=pieces,
        certificate=whole,
        sentence=sentence,
        legs=(symbolic, numeric(pieces), _certified(len(pieces), len(documents), throughout)),
        mechanism=None if throughout is None else pieces[0].mechanisms[0],
        value=throughout,
        notes=notes,
    )


def answer_apart(pieces: tuple[Piece, ...], *, symbolic: Leg = NO_FORMULA, numeric: Numeric) -> Parts:
    """Answer with pieces if the prevalence ranges over an interval. Each piece has a certificate of its own. The answer as a whole
    has a certificate only if there is just one piece."""
    is_one = len(pieces) == 1
    return Parts(
        pieces=pieces,
        certificate=pieces[0].certificate if is_one else "",
        sentence=" ".join(piece.sentence for piece in pieces),
        legs=(symbolic, numeric(pieces), _certified(len(pieces), len(pieces), None)),
        notes=() if is_one else (SEVERAL,),
    )


def answer_throughout(piece: Piece, theorem: str, numeric: Leg) -> Parts:
    """Answer with one piece, which covers the whole interval: one mechanism is optimal there by the named theorem, with one
    certificate."""
    assert not isinstance(piece.value, Between)
    value = None if isinstance(piece.value, Formula) else piece.value
    legs = (
        Leg("symbolic", "by a theorem", value, theorem),
        numeric,
        Leg("certified", "accepted", value, "one certificate for the whole interval, judged by the checker"),
    )
    return Parts(
        pieces=(piece,),
        certificate=piece.certificate,
        sentence=piece.sentence,
        legs=legs,
        mechanism=piece.mechanisms[0],
        value=value,
    )


def _certified(pieces: int, parts: int, value: Number | None) -> Leg:
    """Make the `Leg` (an answer with its source) that says that the checker accepted the pieces of the interval.

    `pieces` is the number of pieces, and `parts` is the number of documents in their certificates. If there are more documents than
    pieces, the number of documents is stated too. `value` is the value on the whole interval, or None.
    """
    count = f"{pieces} piece{'s' if pieces > 1 else ''}"
    cut = f" in {parts} parts" if parts > pieces else ""
    return Leg("certified", "accepted", value, f"{count}{cut}, judged by the checker")
