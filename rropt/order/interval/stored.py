"""Recompute from certificates for which t = e^ε (or δ) of an interval one mechanism is at least as informative as another.

The document states the question: the two mechanisms, as functions of t, and whether t is e^ε or δ. The interval is divided into
pieces, which are shorter intervals and single numbers. The document states the ends of each piece, whether it is decided or not.
The pieces must follow one another without a gap; together they are the interval.

The certificate of a shorter interval must be about this interval and about the two mechanisms, as functions of t. The certificate
of a single number must be about the two mechanisms, evaluated at this number.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from rropt.certificate.read import letter_of_statement, read_cut, read_matrix, read_root, statements_in
from rropt.exact.element import Bound, Element, Number, generator
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import DELTA, Algebraic, Free
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.isolate import Root, compare_roots
from rropt.exact.ordering import order_of
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision
from rropt.order.evidence import halves_in
from rropt.order.interval.candidate import mechanism_at
from rropt.order.interval.comparison import ComparisonPieces
from rropt.order.interval.pieces import DominancePiece, DominancePieces
from rropt.order.words import leave_out_names
from rropt.problem.pieces.span import End, Span, rational_end

__all__ = ["comparison_on_interval", "dominance_on_interval"]

Document = dict[str, Any]
MOST_DEGREE = 256  # the checker reads no higher power of t in a field
EARLIER = "the file does not say which number is free and where its pieces end; make the file again"
OTHER = (
    "the field 'pieces' has a certificate that is about other mechanisms than those of the file; make the file again"
)
ELSEWHERE = "the field 'pieces' has a certificate that is about another interval than its piece; make the file again"
GAP = "the intervals in the field 'pieces' must follow one another without a gap or an overlap; make the file again"
OUT_OF_ORDER = (
    "each interval in the field 'pieces' must begin at a number from 0 on, and end above it; make the file again"
)
IRRATIONAL = "the field 'pieces' has a certificate at a single irrational t, which rropt never writes; leave it out"


def comparison_on_interval(document: Document) -> Document:
    """Recompute the document of a comparison on an interval from its mechanisms and the certificates of its pieces.

    Fields that no certificate states are left out.
    """
    halves = [document["pieces"][name] for name in ("A over B", "B over A")]
    (field, there), (other, back) = (_spans(document, told) for told in halves)
    if field != other:
        raise InputError("both directions in the field 'pieces' must be about one interval; make the file again")
    a, b = (_mechanism(document, name, field) for name in "AB")
    made = ComparisonPieces(_half(halves[0], there, a, b, field), _half(halves[1], back, b, a, field)).to_dict()
    for pieces in made["pieces"].values():
        _leave_out(pieces)
    return leave_out_names(made, "A", "B")


def dominance_on_interval(document: Document) -> Document:
    """Recompute a document that says for which t one mechanism is at least as informative as another.

    It is recomputed from its mechanisms and the certificates of its pieces. What no certificate states is left out.
    """
    told = document["pieces"]
    field, spans = _spans(document, told)
    first, second = (_mechanism(document, name, field) for name in ("first", "second"))
    made = _half(told, spans, first, second, field).to_dict()
    _leave_out(made["pieces"])
    return leave_out_names(made, "first", "second")


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


def _mechanism(document: Document, name: str, field: Free) -> Mechanism:
    """Read the mechanism in the field `name`, whose entries are functions of the number that ranges over `field`."""
    told = document[name]
    try:
        return Mechanism(read_matrix(told["exact"], generator(field)), told["inputs"], told["outputs"])
    except Undecided as why:
        raise InputError(f"the field '{name}' is no mechanism on the whole interval: {str(why)[:300]}") from None


def _spans(document: Document, told: Sequence[Document]) -> tuple[Free, list[Span]]:
    """Read the intervals of the pieces `told`, and the interval that they cover together.

    Each piece must begin at the number where the one before ends, and this number must belong to one of the two alone. The ends of
    the whole interval are read as numbers, all other ends as roots of polynomials.
    """
    if "variable" not in document or any("field" not in piece for piece in told):
        raise InputError(EARLIER)
    cuts = [_cuts(piece["field"]) for piece in told]
    if any(one[1] != two[0] or one[2][1] + two[2][0] not in ("](", ")[") for one, two in pairwise(cuts)):
        raise InputError(GAP)
    (start, _, opening), (_, end, closing) = cuts[0], cuts[-1]
    ends = [_number(start), *(_number(high) for low, high, _ in cuts if high != low)]
    lower, upper = ends[0], ends[-1]
    if is_infinite(lower) or not _are_ordered(ends, closing[1]):
        raise InputError(OUT_OF_ORDER)
    letter = DELTA if document["variable"] == DELTA else "t"
    spans = [Span(_end(low, start, end), _end(high, start, end), x, letter) for low, high, x in cuts]
    return Free(lower, upper, opening[0] == "(", closing[1] == ")", letter), spans


def _cuts(domain: Document) -> tuple[Any, Any, str]:
    """Return the two ends of an interval as a certificate writes them, and their brackets. The ends of a single t are equal."""
    if "t" in domain:
        return domain["t"], domain["t"], "[]"
    if domain["from"] == domain["to"] or domain["ends"] not in ("()", "(]", "[)", "[]"):
        raise InputError(OUT_OF_ORDER)
    return domain["from"], domain["to"], domain["ends"]


def _are_ordered(ends: Sequence[Bound], bracket: str) -> bool:
    """Whether the ends of consecutive intervals increase from a number that is at least 0.

    The last end may be infinite if `bracket`, which stands to its right, is open.
    """
    if len(ends) < 2 or any(map(is_infinite, ends[:-1])) or (is_infinite(ends[-1]) and bracket == "]"):
        return False
    finite = [x for x in ends if not is_infinite(x)]
    try:
        return finite[0] >= 0 and all(order_of(a, b) < 0 for a, b in pairwise(finite))
    except Undecided:
        return False


def _number(data: Any) -> Bound:
    """Read an end as a number; refuse a root of a polynomial of so high a degree that no certificate states it."""
    if isinstance(data, dict):
        polynomial = read_number(data["root"], t=generator(Free()))
        if isinstance(polynomial, Element) and polynomial.num.degree() > MOST_DEGREE:
            raise InputError(
                f"an end in the field 'pieces' is a root of a polynomial of a degree above {MOST_DEGREE}; make the file again"
            )
    return read_cut(data)


def _end(data: Any, *outer: Any) -> End:
    """Read an end of a piece: a root of a polynomial, which may be rational, unless it is one of the two ends of all pieces."""
    if data in outer:
        return read_cut(data)
    if isinstance(data, str):
        x = Fraction(data)
        return Root((-x.numerator, x.denominator), x - 1, x + 1)
    return read_root(data)


def _half(
    told: Sequence[Document], spans: Sequence[Span], first: Mechanism, second: Mechanism, field: Free
) -> DominancePieces:
    """Recompute from the pieces of a document for which t of `field` the mechanism `first` is at least as informative as the
    mechanism `second`."""
    asked = [DominancePiece(first, second, span) for span in spans]
    return DominancePieces(first, second, field, tuple(map(_piece, told, asked, [field] * len(asked))))


def _piece(told: Document, asked: DominancePiece, field: Free) -> DominancePiece:
    """Fill the undecided piece `asked` with what the certificate of its document `told` shows. It stays undecided if there is none.

    If the piece is a single t and its evidence is a decision problem, what both mechanisms earn on it is computed too.
    """
    text, span, first, second = told["certificate"], asked.span, asked.first, asked.second
    if text is None:
        return asked
    (statement, *_), values = statements_in(text), None
    if span.is_point:
        at = _point(span, statement)
        first, second = (mechanism_at(p, at) for p in (first, second))
    elif not _is_same(statement["field"], told["field"]):
        raise InputError(ELSEWHERE)
    half = next(halves_in(statement, text, None if span.is_point else generator(field)))
    if (half.first, half.second) != (first.rows, second.rows):
        raise InputError(OTHER)
    if not isinstance(half.evidence, Decision):
        return DominancePiece(first, second, span, True, half.evidence, certificate=text)
    if span.is_point:
        values = half.evidence.value(first), half.evidence.value(second)
    return DominancePiece(first, second, span, False, None, half.evidence, values, text)


def _point(span: Span, statement: Document) -> Number:
    """Return the number t of a piece that is a single t, about which the statement must be.

    If t has no closed form, the letter t must mean this number in the statement too. Otherwise the statement may be written with
    any number, because it is compared with the mechanisms at t.
    """
    exact = rational_end(span.lower)
    t = span.lower if exact is None else exact
    if isinstance(t, Root):
        raise InputError(IRRATIONAL)
    assert not is_infinite(t)
    letter = letter_of_statement(statement)
    if isinstance(letter, Element) and isinstance(letter.field, Algebraic | Free) and letter != t:
        raise InputError(ELSEWHERE)
    return t


def _is_same(one: Document, two: Document) -> bool:
    """Whether two intervals of t are the same, though perhaps an end is written as a root of two different polynomials."""
    return one.keys() == two.keys() and all(
        one[key] == two[key]
        or (isinstance(one[key], dict) and isinstance(two[key], dict) and _are_equal(one[key], two[key]))
        for key in one
    )


def _are_equal(one: Document, two: Document) -> bool:
    return compare_roots(read_root(one), read_root(two)) == 0
