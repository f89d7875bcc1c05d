"""A sympy expression h in one symbol as formulas on intervals of p, and the values of h at single points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, reduce
from itertools import pairwise
from typing import Any

import sympy

from rropt.exact.element import Number, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Algebraic, Exponential, Radical
from rropt.exact.grammar import read_number
from rropt.exact.quadratic import compare
from rropt.privacy.boundary.function import BreachFunction, Piece

__all__ = ["Part", "Parts", "as_function", "as_sympy", "number", "parts_of", "read_parts", "root_order"]

MOST_ROOT = 12


@dataclass(frozen=True, slots=True)
class Part:
    """h = `formula` on the open interval (start, end)."""

    start: Number
    end: Number
    formula: Any


@dataclass(frozen=True, slots=True)
class Parts:
    """h in the symbol p: its parts in order, the cases they come from, and h at the points that are no interval's end.

    `isolated` holds the pairs (p, h(p)) of sympy numbers with 0 < p < 1 at which a case holds at one point alone.
    """

    p: Any
    parts: list[Part]
    ends: list[Any]
    cases: list[tuple[Any, Any]]
    isolated: list[tuple[Any, Any]]


def read_parts(expression: Any) -> Parts:
    """The parts of a sympy expression in one symbol (or a constant), piecewise or with Min, Max and Abs."""
    if not isinstance(expression, sympy.Expr):
        raise InputError(f"h = {str(expression)[:60]} is no expression in the prior probability")
    p, whole = _prepared(expression)
    cases = _cases(whole)
    found: list[tuple[Part, Any]] = []
    isolated: list[tuple[Any, Any]] = []
    for formula, where in cases:
        for span in where.args if isinstance(where, sympy.Union) else (where,):
            if isinstance(span, sympy.Interval) and span.measure > 0:
                found.append((Part(number(span.start), number(span.end), formula), span))
            elif isinstance(span, sympy.FiniteSet):
                isolated += [(x, formula.subs(p, x)) for x in span if 0 < x < 1]
    found.sort(key=cmp_to_key(_by_start))
    parts = [part for part, _ in found]
    if (
        not parts
        or parts[0].start != 0
        or parts[-1].end != 1
        or any(compare(a.end, b.start) for a, b in pairwise(parts))
    ):
        raise InputError(f"the cases of h = {whole} do not cover [0, 1]")
    return Parts(p, parts, [found[0][1].start, *(span.end for _, span in found)], cases, isolated)


def as_function(read: Parts, name: str) -> BreachFunction | None:
    """h as an exact piecewise function if every part is linear over linear, else None."""
    pieces = [_moebius(part, read.p) for part in read.parts]
    kept = tuple(piece for piece in pieces if piece is not None)
    if len(kept) < len(pieces):
        return None
    return BreachFunction(kept, tuple(_value(read.cases, read.p, x) for x in read.ends), name)


def number(x: Any) -> Number:
    """A sympy number as one of rropt: rationals, roots, powers of e, and other real roots of integer polynomials."""
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
            f"the number {x} in h is in no field rropt knows; use rationals, roots of them and powers of e"
        ) from None


def root_order(part: Part, p: Any) -> int:
    """The least n for which p = qⁿ removes every root of p itself from the part."""
    powers = {e.exp for e in part.formula.atoms(sympy.Pow) if e.base == p and e.exp.is_Rational}
    n = reduce(math.lcm, (int(e.q) for e in powers), 1)
    if n > MOST_ROOT:
        raise InputError(f"h holds roots of p of order {n}; at most {MOST_ROOT}")
    return n


def _prepared(expression: Any) -> tuple[Any, Any]:
    """The symbol, and the expression with decimals read exactly and Min, Max and Abs written as cases."""
    symbols = sorted(expression.free_symbols, key=str)
    if len(symbols) > 1:
        raise InputError(f"h = {expression} has the symbols {symbols}; it must have one, the prior probability")
    if (unknown := expression.atoms(sympy.core.function.AppliedUndef)) != set():
        raise InputError(f"h = {expression} holds the function {min(map(str, unknown))}, which has no formula")
    p = sympy.Symbol("p", real=True)
    whole = expression.replace(lambda e: e.is_Float, lambda e: sympy.Rational(str(e)))
    whole = whole.subs(symbols[0], p) if symbols else whole
    if whole.has(sympy.Min, sympy.Max, sympy.Abs, sympy.Piecewise):
        whole = sympy.piecewise_fold(whole.rewrite(sympy.Piecewise))
    return p, whole


def _cases(whole: Any) -> list[tuple[Any, Any]]:
    domain = sympy.Interval(0, 1)
    if not isinstance(whole, sympy.Piecewise):
        return [(whole, domain)]
    try:
        return list(whole.as_expr_set_pairs(domain))
    except (NotImplementedError, TypeError, ValueError):
        raise InputError(f"the cases of h = {whole} are not intervals of p that sympy can solve for") from None


def _by_start(a: tuple[Part, Any], b: tuple[Part, Any]) -> int:
    return compare(a[0].start, b[0].start)


def _value(cases: list[tuple[Any, Any]], p: Any, x: Any) -> Number:
    for formula, where in cases:
        if where.contains(x) == sympy.true:
            return number(formula.subs(p, x))
    raise InputError(f"h has no value at p = {x}")


def _algebraic(x: Any) -> Number:
    """A real algebraic number as the root of its minimal polynomial."""
    p = sympy.Symbol("p")
    polynomial = sympy.Poly(sympy.minimal_polynomial(x, p), p)
    near, width = Fraction(str(sympy.N(x, 40))), Fraction(1, 10**6)
    while (
        polynomial.count_roots(*(sympy.Rational(y.numerator, y.denominator) for y in (near - width, near + width))) > 1
    ):
        width /= 1000
    return generator(Algebraic(tuple(int(c) for c in reversed(polynomial.all_coeffs())), near - width, near + width))


def as_sympy(x: Number) -> Any:
    """A number of rropt as one of sympy: rationals, and rational functions of one root or power of e."""
    if isinstance(x, Fraction):
        return sympy.Rational(x.numerator, x.denominator)
    if isinstance(x.field, Radical):
        t = sympy.root(as_sympy(x.field.radicand), x.field.degree)
    elif isinstance(x.field, Exponential):
        t = sympy.exp(as_sympy(x.field.epsilon))
    else:
        raise InputError(f"the number {x} has no closed form in sympy")
    top, below = (sum((int(c) * t**n for n, c in enumerate(f.coeffs())), sympy.Integer(0)) for f in (x.num, x.den))
    return top / below


def parts_of(h: BreachFunction, p: Any) -> list[Part]:
    """The pieces of an exact function with sympy formulas in p."""
    found = []
    for piece in h.pieces:
        (a, b), (c, d) = ([as_sympy(x) for x in pair] for pair in (piece.top, piece.below))
        found.append(Part(piece.start, piece.end, (a + b * p) / (c + d * p)))
    return found


def _moebius(part: Part, p: Any) -> Piece | None:
    """The piece as linear over linear, or None."""
    if not part.formula.is_rational_function(p):
        return None
    top, below = (sympy.Poly(x, p) for x in sympy.fraction(sympy.cancel(part.formula)))
    if max(top.degree(), below.degree()) > 1:
        return None
    try:
        (a, b), (c, d) = ((number(x.coeff_monomial(1)), number(x.coeff_monomial(p))) for x in (top, below))
        side = 1 if c + d * (part.start + part.end) / 2 > 0 else -1
    except InputError:
        return None
    return Piece(part.start, part.end, (side * a, side * b), (side * c, side * d))
