"""Reads a boundary, or a pair of boundaries, as formulas on intervals of the prior p and values at single priors.

A boundary is given as a sympy expression h in one symbol. Its bound B(h) is the infimum over p of the odds ratio
((1 − p)/p)·h/(1 − h).

A pair (h_l, h_u) is equivalent to the single upper boundary min{h_u(p), 1 − h_l(1 − p)} (Chai & Nayak 2018, Lemma 3.1). The odds
ratio grows with h. So B of the minimum is the smaller of two numbers: B of h_u(p) and B of 1 − h_l(1 − p). Where these two
functions cross need not be known.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, reduce
from itertools import pairwise
from typing import Any

import sympy

from rropt.breach.boundaries import is_sympy
from rropt.exact.element import Number, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Algebraic, Exponential, Radical
from rropt.exact.grammar import read_number
from rropt.exact.matrix import have_common_field
from rropt.exact.ordering import order_of
from rropt.privacy.boundary import (
    BoundaryPiece,
    BreachFunction,
    Side,
    piecewise_linear,
    read_boundary,
    reflect,
    require_lower,
    require_upper,
)

__all__ = ["P", "Q", "Curved", "CurvedPart", "sympy_of_number", "read_sympy_number", "read_expression", "read_pair"]

MOST_ROOT = 12
P = sympy.Symbol("p", real=True)
Q = sympy.Symbol("q", positive=True)


@dataclass(frozen=True, slots=True)
class CurvedPart:
    """One formula of h: for start < p < end, h(p) = `formula`(q), where p = qⁿ.

    n is the least common denominator of the exponents of p in h, so that the formula has no fractional power of q.
    """

    start: Number
    end: Number
    formula: Any
    n: int

    @property
    def ratio(self) -> Any:
        """The odds ratio as a formula in q, where p = qⁿ: (1 − qⁿ)·h/(qⁿ·(1 − h))."""
        return (1 - Q**self.n) * self.formula / (Q**self.n * (1 - self.formula))


@dataclass(frozen=True, slots=True)
class Curved:
    """A boundary h, or several, given by formulas. `parts` has the formulas, each with the interval of priors p on which it holds.

    At single priors p, h may have a value that no formula gives. `isolated` has the pair (p, h(p)) for each such p that may lower
    B(h), the infimum over p of the odds of h(p) divided by the odds of p.
    """

    name: str
    parts: tuple[CurvedPart, ...]
    isolated: tuple[tuple[Any, Any], ...]


def read_expression(expression: Any) -> BreachFunction | Curved:
    """Read the boundary h from a sympy expression.

    If every part of h is a quotient of two linear functions whose coefficients rropt can write, all in one field, the result is a
    `BreachFunction`. Otherwise it is a `Curved`, which has the formulas of the parts.
    """
    if not isinstance(expression, sympy.Expr):
        raise InputError(
            f"h = {str(expression)[:60]} is not an expression in the prior probability; give one in a symbol p"
        )
    whole = _prepare(expression)
    cases = _cases(whole)
    placed: list[tuple[CurvedPart, Any]] = []
    isolated: list[tuple[Any, Any]] = []
    for formula, where in cases:
        for place in where.args if isinstance(where, sympy.Union) else (where,):
            if isinstance(place, sympy.Interval) and place.measure > 0:
                placed.append((_part(read_sympy_number(place.start), read_sympy_number(place.end), formula), place))
            elif isinstance(place, sympy.FiniteSet):
                isolated += [(x, formula.subs(P, x)) for x in place if 0 < x < 1]
    placed.sort(key=cmp_to_key(_compare_starts))
    parts = [part for part, _ in placed]
    if not _is_cover(parts):
        raise InputError(
            f"the cases of h = {whole} do not cover all p in [0, 1]; write the condition of each case as a bound on p, such as "
            "p <= 1/2"
        )
    pieces = [piece for part in parts if (piece := _as_piece(part)) is not None]
    numbers = [(x.start, x.end, *x.top, *x.below) for x in pieces]
    if len(pieces) == len(parts) and have_common_field(numbers):
        ends = [placed[0][1].start, *(place.end for _, place in placed)]
        return BreachFunction(tuple(pieces), tuple(_value(cases, x) for x in ends), str(expression))
    return Curved(str(expression), tuple(parts), tuple(isolated))


def read_pair(lower: object, upper: object) -> tuple[BreachFunction, BreachFunction] | Curved:
    """Read a pair (lower, upper) of boundaries.

    If `read_expression` would return a `BreachFunction` for both, return these two exact functions.

    Otherwise return the formulas of two upper boundaries: `upper`, and the mirror image p ↦ 1 − lower(1 − p) of `lower`.
    """
    below, above = _side(lower, Side.LOWER), _side(upper, Side.UPPER)
    if isinstance(below, BreachFunction) and isinstance(above, BreachFunction):
        return below, above
    mirrored = reflect(require_lower(below)) if isinstance(below, BreachFunction) else 1 - below.subs(P, 1 - P)
    sides = [_formulas(x) for x in (above, mirrored)]
    isolated = tuple(point for side in sides for point in side.isolated)
    return Curved(f"({below}, {above})", tuple(part for side in sides for part in side.parts), isolated)


def _side(x: Any, side: Side) -> Any:
    """Read a boundary. If every part is a quotient of two linear functions that rropt can write, return a `BreachFunction`.

    Otherwise return a sympy expression in the symbol `P`, which stands for the prior.
    """
    if isinstance(x, BreachFunction | str):
        return read_boundary(x, side=side)
    if not is_sympy(x) and not isinstance(x, int):
        return piecewise_linear(x)
    read = read_expression(sympy.sympify(x))
    return read if isinstance(read, BreachFunction) else _prepare(x)


def _formulas(side: Any) -> Curved:
    """The formulas of one upper boundary, which is given as a sympy expression or as an exact function."""
    if not isinstance(side, BreachFunction):
        read = read_expression(side)
        if isinstance(read, Curved):
            return read
        side = read
    return Curved(str(side), tuple(_parts_of(require_upper(side))), tuple(_points_of(side)))


def _parts_of(h: BreachFunction) -> Iterator[CurvedPart]:
    for piece in h.pieces:
        (a, b), (c, d) = ([sympy_of_number(x) for x in pair] for pair in (piece.top, piece.below))
        yield _part(piece.start, piece.end, (a + b * P) / (c + d * P))


def _points_of(h: BreachFunction) -> Iterator[tuple[Any, Any]]:
    """Yield (p, h(p)) for each breakpoint p at which h(p) is below the limits of h from both sides."""
    for before, after, p, value in zip(h.pieces, h.pieces[1:], h.breakpoints[1:], h.values[1:], strict=False):
        if order_of(value, before.right) < 0 and order_of(value, after.left) < 0:
            yield sympy_of_number(p), sympy_of_number(value)


def read_sympy_number(x: Any) -> Number:
    """Convert a sympy number to rropt's: rationals, roots, powers of e, and other real roots of integer polynomials."""
    try:
        return read_number(x)
    except InputError:
        if isinstance(x, sympy.Expr) and x.is_number and x.is_algebraic and x.is_real:
            return _algebraic(x)
        if x.has(sympy.oo, sympy.zoo, sympy.nan):
            raise InputError(
                "h is not finite at some prior between 0 and 1; an upward breach boundary has h(p) <= 1"
            ) from None
        raise InputError(
            f"rropt cannot compute exactly with the number {x} in h; use rationals, their roots and powers of e"
        ) from None


def sympy_of_number(x: Number) -> Any:
    """Convert a number of rropt to sympy's: rationals, and rational functions of one root or power of e."""
    if isinstance(x, Fraction):
        return sympy.Rational(x.numerator, x.denominator)
    if isinstance(x.field, Radical):
        t = sympy.root(sympy_of_number(x.field.radicand), x.field.degree)
    elif isinstance(x.field, Exponential):
        t = sympy.exp(sympy_of_number(x.field.epsilon))
    else:
        raise InputError(f"the number {x} has no closed form in sympy")
    top, below = (sum((int(c) * t**n for n, c in enumerate(f.coeffs())), sympy.Integer(0)) for f in (x.num, x.den))
    return top / below


def _prepare(expression: Any) -> Any:
    """Rename the one symbol of the expression to P, make its decimals exact fractions, and write Min, Max and Abs as cases.

    More than one symbol, or a function without a formula, is refused.
    """
    symbols = sorted(expression.free_symbols, key=str)
    if len(symbols) > 1:
        raise InputError(
            f"h = {expression} has the symbols {symbols}; use one symbol, which stands for the prior probability"
        )
    if unknown := expression.atoms(sympy.core.function.AppliedUndef):
        raise InputError(
            f"h = {expression} holds the function {min(map(str, unknown))}, which has no formula; write its formula instead"
        )
    whole = expression.replace(lambda e: e.is_Float, lambda e: sympy.Rational(str(e)))
    whole = whole.subs(symbols[0], P) if symbols else whole
    if whole.has(sympy.Min, sympy.Max, sympy.Abs, sympy.Piecewise):
        whole = sympy.piecewise_fold(whole.rewrite(sympy.Piecewise))
    return whole


def _cases(whole: Any) -> list[tuple[Any, Any]]:
    domain = sympy.Interval(0, 1)
    if not isinstance(whole, sympy.Piecewise):
        return [(whole, domain)]
    try:
        return list(whole.as_expr_set_pairs(domain))
    except NotImplementedError:
        # sympy raises this if it cannot tell
        raise InputError(
            f"sympy cannot turn the cases of h = {whole} into intervals of p; write the condition of each case as a bound on p, "
            "such as p <= 1/2"
        ) from None


def _compare_starts(a: tuple[CurvedPart, Any], b: tuple[CurvedPart, Any]) -> int:
    return order_of(a[0].start, b[0].start)


def _is_cover(parts: list[CurvedPart]) -> bool:
    """Whether the parts, in order, cover 0 to 1 without a gap."""
    if not parts or parts[0].start != 0 or parts[-1].end != 1:
        return False
    return all(order_of(a.end, b.start) == 0 for a, b in pairwise(parts))


def _value(cases: list[tuple[Any, Any]], x: Any) -> Number:
    for formula, where in cases:
        if where.contains(x) == sympy.true:
            return read_sympy_number(formula.subs(P, x))
    raise InputError(f"h has no value at p = {x}; state a case that includes this prior")


def _as_piece(part: CurvedPart) -> BoundaryPiece | None:
    """Return the part as a quotient of two linear functions; None if it is not one, or if rropt cannot write its coefficients."""
    if part.n > 1 or not part.formula.is_rational_function(Q):
        return None
    top, below = (sympy.Poly(x, Q) for x in sympy.fraction(sympy.cancel(part.formula)))
    if max(top.degree(), below.degree()) > 1:
        return None
    try:
        (a, b), (c, d) = (
            (read_sympy_number(x.coeff_monomial(1)), read_sympy_number(x.coeff_monomial(Q))) for x in (top, below)
        )
        side = 1 if c + d * (part.start + part.end) / 2 > 0 else -1
    except InputError:
        return None
    return BoundaryPiece(part.start, part.end, (side * a, side * b), (side * c, side * d))


def _part(start: Number, end: Number, formula: Any) -> CurvedPart:
    powers = {e.exp for e in formula.atoms(sympy.Pow) if e.base == P and e.exp.is_Rational}
    n = reduce(math.lcm, (int(e.q) for e in powers), 1)
    if n > MOST_ROOT:
        raise InputError(
            f"the exponents of p in h have the least common denominator {n}, above the limit {MOST_ROOT}; give a Python function "
            "instead"
        )
    return CurvedPart(start, end, sympy.powsimp(formula.subs(P, Q**n)), n)


def _algebraic(x: Any) -> Number:
    """A real algebraic number as the root of its minimal polynomial."""
    polynomial = sympy.Poly(sympy.minimal_polynomial(x, P), P)
    near, width = Fraction(str(sympy.N(x, 40))), Fraction(1, 10**6)
    while (
        polynomial.count_roots(*(sympy.Rational(y.numerator, y.denominator) for y in (near - width, near + width))) > 1
    ):
        width /= 1000
    return generator(Algebraic(tuple(int(c) for c in reversed(polynomial.all_coeffs())), near - width, near + width))
