"""Makes the pieces of a design whose t = e^ε or δ ranges over an interval, from what its certificates state.

A piece is a part of the interval, with the mechanisms that are optimal there and their value.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.certificate.read import read_cut
from rropt.certificate.scope import cut, scope_of
from rropt.exact.decimal import decimal
from rropt.exact.element import Bound, Element, Number, element
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import Algebraic, Free
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.problem.pieces.piece import Between, Formula, Piece
from rropt.problem.problem import Problem

__all__ = ["mechanism_on", "piece_of_t", "piece_throughout"]


def piece_of_t(
    problem: Problem,
    domain: Any,
    forms: Sequence[Matrix],
    value: Number | Between,
    *,
    towards: Sequence[Matrix] = (),
    certificate: str = "",
    sentence: str = "",
) -> Piece:
    """Make a piece of a design: the optimal mechanisms and their value on one part of the interval of t (or δ).

    `domain` states this part, as a dictionary in the form of a certificate: a single number or an interval. `forms` are the
    mechanisms that are optimal there. One of them may be the start of a set of equally good mechanisms that approaches a limit.
    Then `towards` has this limit, which is not itself optimal.
    """
    interval = problem.interval
    assert interval is not None
    start, end, ends = domain.get("from", domain.get("t")), domain.get("to", domain.get("t")), domain.get("ends", "[]")
    first, last = _say_end(start, interval), _say_end(end, interval)
    words = f"{interval.letter} = {first}" if "t" in domain else f"{ends[0]}{first}, {last}{ends[1]}"
    ranges = (read_cut(start), read_cut(end), ends)
    mechanisms = tuple(mechanism_on(problem, rows, *ranges) for rows in forms)
    ends_of_faces = tuple(Mechanism(rows, problem.inputs, problem.output_labels) for rows in towards)
    return Piece(interval.variable, words, mechanisms, value, certificate, sentence, *ranges, ends_of_faces)


def mechanism_on(problem: Problem, rows: Matrix, lower: Bound, upper: Bound, ends: str) -> Mechanism:
    """Make a mechanism from rows that depend on t.

    If the rows are a mechanism at every t of the problem's interval, the mechanism is defined on this whole interval. Otherwise it
    is defined only from `lower` to `upper`. `ends`, such as "(]", says which of these two numbers are included.
    """
    try:
        return Mechanism(rows, problem.inputs, problem.output_labels)
    except InputError:
        assert not is_infinite(lower)
        assert problem.interval is not None
        piece = Free(lower, upper, ends[0] == "(", ends[1] == ")", problem.interval.letter)
        moved = [[element(piece, x.num, x.den) if isinstance(x, Element) else x for x in row] for row in rows]
        return Mechanism(moved, problem.inputs, problem.output_labels)


def _say_end(data: Any, interval: Free) -> str:
    """Write an end of a part of the interval of t (or δ) as text.

    An end of the whole interval is written exactly. Any other end is written as a decimal, after its closed form if it has one. For
    t, the decimal of epsilon follows.
    """
    x = read_cut(data)
    if is_infinite(x):
        return "inf"
    if data in (cut(interval.lower), cut(interval.upper)):
        return show(x)
    exact, near = "" if isinstance(x, Element) and isinstance(x.field, Algebraic) else show(x), decimal(x, digits=8)
    both = f"{exact} ≈ {near}" if exact not in ("", near) else near
    if interval.is_delta:
        return both
    lower, _ = Epsilon(x).bounds(width=Fraction(1, 10**12))
    return f"{both} (epsilon ≈ {decimal(lower, digits=8)})"


def piece_throughout(
    problem: Problem, rows: Matrix, formula: Number | Formula, *, certificate: str, sentence: str
) -> Piece:
    """Make the only piece of an answer: one mechanism with its value, on the whole interval of t or δ."""
    interval, mechanism = problem.interval, Mechanism(rows, problem.inputs, problem.output_labels)
    assert interval is not None
    domain = scope_of(problem.ratio_and_delta).domain
    ranges = (interval.lower, interval.upper, domain["ends"])
    return Piece(interval.variable, str(problem.demand), (mechanism,), formula, certificate, sentence, *ranges)
