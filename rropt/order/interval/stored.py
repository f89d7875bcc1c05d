"""Recompute from certificates for which t = e^ε of an interval one mechanism is at least as informative as another.

The interval is divided into pieces, which are shorter intervals and single numbers. If a shorter interval is decided, its
certificate states its ends. The places of the undecided pieces and of the single numbers are not stated; they are found from the
ends of the intervals beside them.

The certificates of the shorter intervals must be about the same two mechanisms, as functions of t. The certificate of a single
number must be about these two mechanisms, evaluated at this number.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.certificate.read import read_cut, read_matrix, read_root, statements_in
from rropt.exact.element import generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.isolate import Root
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision
from rropt.order.evidence import Half, halves_in
from rropt.order.interval.candidate import mechanism_at
from rropt.order.interval.comparison import ComparisonPieces
from rropt.order.interval.pieces import DominancePiece, DominancePieces, compare_ends
from rropt.problem.pieces.span import Span, rational_end

__all__ = ["comparison_on_interval", "dominance_on_interval"]

Document = dict[str, Any]
SEVERAL = "the certificates of the field 'pieces' must be about one pair of mechanisms; make the file again"
IRRATIONAL = "the field 'pieces' has a certificate at a single irrational t, which rropt never writes; leave it out"


def comparison_on_interval(document: Document) -> Document:
    """Recompute the document of a comparison on an interval from the certificates of its pieces.

    Fields that no certificate states are left out.
    """
    told = document["pieces"]
    forward, backward = (_half(told[name]) for name in ("A over B", "B over A"))
    if forward is None or backward is None:
        pieces = {name: [_verdict(piece) for piece in told[name]] for name in ("A over B", "B over A")}
        return {"schema": document["schema"], "pieces": pieces}
    if (forward.first, forward.second) != (backward.second, backward.first):
        raise InputError(SEVERAL)
    made = ComparisonPieces(forward, backward).to_dict()
    for pieces in made["pieces"].values():
        _leave_out(pieces)
    return made


def dominance_on_interval(document: Document) -> Document:
    """Recompute a document that says for which t one mechanism is at least as informative as another.

    It is recomputed from the certificates of its pieces. What no certificate states is left out.
    """
    half = _half(document["pieces"])
    if half is None:
        return {"schema": document["schema"], "pieces": [_verdict(piece) for piece in document["pieces"]]}
    made = half.to_dict()
    _leave_out(made["pieces"])
    return made


def _verdict(piece: Document) -> Document:
    """Recompute the answer of a piece and its certificate. The ends of the piece are left out.

    If the piece is undecided, all fields of the result are None.
    """
    text = piece["certificate"]
    if text is None:
        return {"holds": None, "garbling": None, "witness": None, "certificate": None}
    evidence = next(halves_in(statements_in(text)[0], text)).evidence
    return {"holds": "no" if isinstance(evidence, Decision) else "yes", "certificate": text}


def _leave_out(pieces: list[Document]) -> None:
    """Remove from each piece the fields that no certificate states.

    If a piece is undecided, its `reason` is removed. The field `values` of a decision problem says what the two mechanisms earn on
    it. If this field is empty, it is removed.
    """
    for piece in pieces:
        if piece["holds"] is None:
            del piece["reason"]
        if piece["witness"] and piece["witness"]["values"] is None:
            del piece["witness"]["values"]


def _half(told: Sequence[Document]) -> DominancePieces | None:
    """Recompute from the pieces of a document for which t one mechanism is at least as informative as another.

    `told` lists the pieces, which are consecutive intervals and single numbers of t. The certificate of an interval states its
    ends. The ends of any other piece are read from the certificates of the pieces beside it. None if they cannot be read there.
    """
    texts = [piece["certificate"] for piece in told]
    stated = [None if text is None else statements_in(text)[0] for text in texts]
    wide = {n: x for n, x in enumerate(stated) if x is not None and "from" in x["field"]}
    if not wide:
        raise InputError(
            "the field 'pieces' needs a certificate about an interval of t = e^epsilon; make the file again"
        )
    low, high = min(wide), max(wide)
    spans = {n: _span(x["field"], is_first=n == low, is_last=n == high) for n, x in wide.items()}
    # an end at which another piece lies belongs to the interval
    opens = spans[low].ends[0] == "(" and low == 0, spans[high].ends[1] == ")" and high == len(told) - 1
    field = Free(read_cut(wide[low]["field"]["from"]), spans[high].upper, *opens)  # type: ignore[arg-type]
    if any(x[key] != wide[low][key] for x in wide.values() for key in ("first", "second")):
        raise InputError(SEVERAL)
    first, second = (Mechanism(read_matrix(wide[low][key], generator(field))) for key in ("first", "second"))
    for n in set(range(len(told))) - set(wide):
        # only read from the spans of certificates, so that it does not matter in which order the others are made
        around = spans.get(n - 1) if n - 1 in wide else None, spans.get(n + 1) if n + 1 in wide else None
        if None in around and (stated[n] is None or around == (None, None)):
            return None
        spans[n] = _between(*around)
    for n in range(1, len(told)):
        is_gap = spans[n - 1].ends[1] == ")" and spans[n].ends[0] == "("
        if is_gap or compare_ends(spans[n - 1].upper, spans[n].lower, field) != 0:
            raise InputError(
                "the intervals in the field 'pieces' must follow one another without a gap; make the file again"
            )
    pieces = [
        DominancePiece(first, second, spans[n])
        if x is None
        else _piece(next(halves_in(x, texts[n])), first, second, spans[n], is_wide=n in wide)
        for n, x in enumerate(stated)
    ]
    return DominancePieces(first, second, field, tuple(pieces))


def _piece(half: Half, first: Mechanism, second: Mechanism, span: Span, *, is_wide: bool) -> DominancePiece:
    """Build a piece from what its certificate shows.

    If the piece is a single t and its evidence is a decision problem, what both mechanisms earn on it is computed too.
    """
    values = None
    if not is_wide:
        exact = rational_end(span.lower)
        t = span.lower if exact is None else exact
        if not span.is_point:
            raise InputError("the field 'pieces' has a certificate at a single t for an interval; make the file again")
        if isinstance(t, Root):
            raise InputError(IRRATIONAL)
        first, second = (mechanism_at(p, t) for p in (first, second))  # type: ignore[arg-type]
        if (first.rows, second.rows) != (half.first, half.second):
            raise InputError(SEVERAL)
    if not isinstance(half.evidence, Decision):
        return DominancePiece(first, second, span, True, half.evidence, certificate=half.certificate)
    if not is_wide:
        values = half.evidence.value(first), half.evidence.value(second)
    return DominancePiece(first, second, span, False, None, half.evidence, values, half.certificate)


def _span(domain: Document, *, is_first: bool, is_last: bool) -> Span:
    """Read the interval of a certificate. Its ends are roots of polynomials, except where they are ends of the whole interval."""
    lower = read_cut(domain["from"]) if is_first else _root(domain["from"])
    upper = read_cut(domain["to"]) if is_last else _root(domain["to"])
    return Span(lower, upper, domain["ends"])


def _root(data: Any) -> Root:
    """Read an end between two pieces: a root of a polynomial, or a rational."""
    if isinstance(data, str):
        x = Fraction(data)
        return Root((-x.numerator, x.denominator), x - 1, x + 1)
    return read_root(data)


def _between(before: Span | None, after: Span | None) -> Span:
    """Return the span of a piece from the spans of the pieces before and after it.

    If both spans are given, the result is what lies between them. If `after` is None, the result is the single t at the upper end
    of `before`. If `before` is None, the result is the single t at the lower end of `after`.
    """
    if before is None or after is None:
        return Span.point(before.upper if before is not None else after.lower)  # type: ignore[union-attr]
    ends = ("(" if before.ends[1] == "]" else "[") + (")" if after.ends[0] == "[" else "]")
    return Span(before.upper, after.lower, ends)
