"""The order for every t of an interval beside a mechanism X whose own e^ε is fixed and no rational function of t.

X with rational numbers close to its e^ε put in its place makes two mechanisms of rationals that stand in for it, where
low ⪯ X ⪯ high is decided exactly, each half with its certificate. By transitivity P(t) ⪰ high says P(t) ⪰ X, and
P(t) not ⪰ low says P(t) not ⪰ X; likewise X ⪰ low ⪰ P(t) and, where high is not ⪰ P(t), neither is X. So the answer is
known but on a gap as narrow as the stand-ins are close, and at e^ε itself it is decided in X's own field.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from rropt.designs.dominance import Dominance, dominates_at_point
from rropt.designs.dominance_pieces import DominancePiece, DominancePieces, End
from rropt.designs.dominance_runs import compare_ends
from rropt.exact.element import Number, generator
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Algebraic, Field, Free, Radical
from rropt.exact.isolate import Root
from rropt.exact.matrix import common_field
from rropt.exact.sign import enclose
from rropt.exact.substitute import at_point, value_at
from rropt.mechanism import Mechanism

__all__ = ["dominates_beside_fixed"]

WIDTH = Fraction(1, 10**30)


def dominates_beside_fixed(first: Mechanism, second: Mechanism, field: Free) -> DominancePieces:
    """The pieces for mechanisms of which one has the free t and the other a fixed number that is none of its values."""
    from rropt.designs.dominance_interval import dominates_on_interval

    free_first = common_field(first.rows) == field
    fixed = second if free_first else first
    point = common_field(fixed.rows)
    assert point is not None and not isinstance(point, Free)
    (low, below), (high, above) = _stand_ins(fixed, point, field)
    if free_first:
        yes, no = dominates_on_interval(first, high), dominates_on_interval(first, low)
        links = {True: above, False: below}
    else:
        yes, no = dominates_on_interval(low, second), dominates_on_interval(high, second)
        links = {True: below, False: above}
    known = [
        replace(piece, through=links[holds])
        for holds, found in ((True, yes), (False, no))
        for piece in found.pieces
        if piece.holds is holds
    ]
    return DominancePieces(first, second, field, tuple(_filled(_sorted(known, field), first, second, point, field)))


def _stand_ins(
    x: Mechanism, point: Field, field: Free
) -> tuple[tuple[Mechanism, Dominance], tuple[Mechanism, Dominance]]:
    """low and X ⪰ low, high and high ⪰ X."""
    try:
        low = math.floor(enclose(generator(point), width=WIDTH / 8)[0] / WIDTH) * WIDTH
        a, b = (_with(x, point, t) for t in (low, low + 2 * WIDTH))
        for less, more in ((a, b), (b, a)):
            below, above = dominates_at_point(x, less), dominates_at_point(more, x)
            if below and above:
                return (less, below), (more, above)
    except Undecided:
        pass
    except InputError:  # a number next to e^ε makes no mechanism
        pass
    raise InputError(
        f"epsilon is free in one mechanism ({field}) and the other has {point}, which is no rational function of a free t, "
        "and putting numbers next to it in its place makes no mechanism that is more and none that is less informative; "
        "give the other an epsilon that is the logarithm of a rational, such as ln3, or let both be free, or compare at "
        "single values of epsilon"
    )


def _with(x: Mechanism, point: Field, t: Fraction) -> Mechanism:
    """The mechanism with t put for its own number."""
    return Mechanism([[at_point(entry, point, t) for entry in row] for row in x.rows], x.inputs, x.outputs)


def _sorted(pieces: Iterable[DominancePiece], field: Free) -> list[DominancePiece]:
    from functools import cmp_to_key

    def order(a: DominancePiece, b: DominancePiece) -> int:
        return compare_ends(a.lower, b.lower, field) or (a.ends[0] == "(") - (b.ends[0] == "(")

    return sorted(pieces, key=cmp_to_key(order))


def _filled(
    known: list[DominancePiece], first: Mechanism, second: Mechanism, point: Field, field: Free
) -> Iterable[DominancePiece]:
    """The pieces in order, and what lies between them."""
    end: End = field.lower
    closed = field.lower_open  # whether the point `end` itself is done
    for piece in known:
        yield from _gap(
            first,
            second,
            end,
            piece.lower,
            ("(" if closed else "[", "]" if piece.ends[0] == "(" else ")"),
            point,
            field,
        )
        yield piece
        end, closed = piece.upper, piece.ends[1] == "]"
    last = ")" if field.upper_open or isinstance(field.upper, float) else "]"
    if end != field.upper or (not closed and last == "]"):
        yield from _gap(first, second, end, field.upper, ("(" if closed else "[", last), point, field)


def _gap(
    first: Mechanism, second: Mechanism, low: End, high: End, ends: tuple[str, str], point: Field, field: Free
) -> Iterable[DominancePiece]:
    """What is not known from the stand-ins: undecided, but for the fixed number itself."""
    order = compare_ends(low, high, field)
    if order > 0 or (order == 0 and ends != ("[", "]")):
        return
    reason = f"numbers 10^-30 below and above {point} stand in for it, and answer differently here"
    place = _place(point)
    before, after = compare_ends(low, place, field), compare_ends(place, high, field)
    inside = (before < 0 or (before == 0 and ends[0] == "[")) and (after < 0 or (after == 0 and ends[1] == "]"))
    if before < 0:
        yield _undecided(first, second, low, place if inside else high, ends[0] + (")" if inside else ends[1]), reason)
    if inside:
        yield _at_place(first, second, place, generator(point), reason)
    if after < 0 and (inside or before >= 0):
        yield _undecided(first, second, place if inside else low, high, ("(" if inside else ends[0]) + ends[1], reason)


def _undecided(first: Mechanism, second: Mechanism, low: End, high: End, ends: str, reason: str) -> DominancePiece:
    return DominancePiece(first, second, low, high, ends, None, None, None, reason=reason)


def _place(point: Field) -> End:
    """The fixed number on the line of t."""
    if isinstance(point, Radical):
        low, high = enclose(generator(point), width=WIDTH)
        f = [-point.radicand.numerator, *[0] * (point.degree - 1), point.radicand.denominator]
        return Root(tuple(f), low - WIDTH, high + WIDTH)
    if isinstance(point, Algebraic):
        return Root(point.polynomial, point.lower, point.upper)
    return generator(point)


def _at_place(first: Mechanism, second: Mechanism, place: End, t: Number, reason: str) -> DominancePiece:
    """The order at the fixed number, in its own field."""
    p, q = (Mechanism([[_at(x, t) for x in row] for row in m.rows], m.inputs, m.outputs) for m in (first, second))
    try:
        found = dominates_at_point(p, q)
    except Undecided:
        return _undecided(first, second, place, place, "[]", reason)
    rows = None if found.garbling is None else found.garbling.rows
    witness = found.witness
    decision, values = (None, None) if witness is None else (witness.decision, (witness.first, witness.second))
    return DominancePiece(
        p, q, place, place, "[]", found.holds, rows, decision, values, found.certificate, found.sentence
    )


def _at(x: Number, t: Number) -> Number:
    """A number of the free t at t; one of the fixed field as it is."""
    return value_at(x, t) if not isinstance(x, Fraction) and isinstance(x.field, Free) else x
