"""Reads a formula of sympy as a boundary: exactly if its pieces are quotients of linear functions, else as it is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.exact.grammar import read_number
from rropt.privacy.boundary import BoundaryPiece, BreachFunction, require_upper

__all__ = ["as_pieces", "read_formula"]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_LONG = 500


def read_formula(demand: Any) -> Any:
    """Return a formula h of one symbol, or of a pair (h_l, h_u) the equivalent one, min{h_u(p), 1 − h_l(1 − p)}."""
    try:
        parts = [sympy.sympify(x, strict=True) for x in (demand if isinstance(demand, tuple | list) else [demand])]
    except sympy.SympifyError:  # a text is never evaluated
        parts = []
    symbols = {x for part in parts for x in part.free_symbols}
    if not 1 <= len(parts) <= 2 or len(symbols) > 1 or any(len(str(x)) > MOST_LONG for x in parts):
        raise InputError(
            f"{str(demand)[:60]} is no formula of one prior; in Python, give an expression of sympy in one symbol, such as sqrt(p)"
        )
    p = sympy.Symbol("p", real=True)
    lower, upper = (x.subs(dict.fromkeys(symbols, p)) for x in (parts[0], parts[-1]))
    return upper if len(parts) == 1 else sympy.Min(upper, 1 - lower.subs(p, 1 - p))


def as_pieces(h: Any) -> BreachFunction | None:
    """Return the formula as a boundary in exact pieces if it is a quotient of linear functions, or one by cases p < c in increasing
    order; None if it is no such formula."""
    p = next(iter(h.free_symbols), sympy.Symbol("p", real=True))
    cases = h.args if isinstance(h, sympy.Piecewise) else ((h, sympy.true),)
    pieces: list[BoundaryPiece] = []
    start = ZERO
    for part, condition in cases:
        end = ONE if condition == sympy.true else _end(condition, p)
        coefficients = _quotient(part, p)
        if end is None or coefficients is None or not start < end <= 1:
            return None
        pieces.append(BoundaryPiece(start, end, *coefficients))
        start = end
    # at a breakpoint c of a case p < c the next case holds
    values = [piece.left for piece in pieces]
    return require_upper(BreachFunction(tuple(pieces), (*values, pieces[-1].right), str(h)))


def _end(condition: Any, p: Any) -> Fraction | None:
    is_below = isinstance(condition, sympy.StrictLessThan) and condition.lts == p and condition.gts.is_Rational
    return Fraction(str(condition.gts)) if is_below else None


def _quotient(h: Any, p: Any) -> tuple[tuple[Number, Number], tuple[Number, Number]] | None:
    """The coefficients ((a, b), (c, d)) of (a + b·p)/(c + d·p) with c + d·p > 0 on [0, 1]; None if h is no such quotient."""
    try:
        parts = [sympy.Poly(x, p) for x in sympy.fraction(sympy.cancel(sympy.together(h)))]
    except sympy.PolynomialError:
        return None
    if any(x.degree() > 1 or not (x.domain.is_ZZ or x.domain.is_QQ) for x in parts):
        return None
    (a, b), (c, d) = ((read_number(str(x.nth(0))), read_number(str(x.nth(1)))) for x in parts)
    if c < 0 or c + d < 0:
        a, b, c, d = -a, -b, -c, -d
    return ((a, b), (c, d)) if c > 0 and c + d > 0 else None
