"""B(h) for h given as a sympy expression: exact where it is algebraic of degree at most 2, enclosed elsewhere.

Pieces that are linear over linear go through the same routine as a table. Others are treated twice: by calculus with
p = qⁿ (stationary points of a rational function of q, or limits at the ends), and by certified branch and bound.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, reduce
from itertools import pairwise
from typing import Any

import sympy

from rropt.designs.breach_balls import compiled
from rropt.designs.breach_bound import exact_bound
from rropt.designs.breach_result import BreachBound, Leg, interval, outward
from rropt.exact.enclosure import nth_root_bounds
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.field import Number
from rropt.exact.quadratic import compare, quadratic_roots
from rropt.exact.reading import read_number, show
from rropt.exact.roots import root
from rropt.exact.sign import enclose
from rropt.oracles.breach_search import Cell, Ends, Searched, search
from rropt.oracles.breach_smooth import Smooth, end_bound, sample, smooth_cell
from rropt.privacy.breach_function import BreachFunction, Piece, require_upper

__all__ = ["expression_bound"]

MOST_ROOT = 12


@dataclass(frozen=True, slots=True)
class Part:
    """h = `formula` on the open interval (start, end)."""

    start: Number
    end: Number
    formula: Any


def expression_bound(expression: Any, *, ends: Ends | None, width: Fraction, budget: int) -> BreachBound:
    """B(h) for a sympy expression h in one symbol (or a constant), piecewise or with Min and Max."""
    p, whole = _prepared(expression)
    parts, values = _parts(whole, p)
    pieces = [_moebius(part, p) for part in parts]
    if all(piece is not None for piece in pieces):
        kept = tuple(piece for piece in pieces if piece is not None)
        return exact_bound(require_upper(BreachFunction(kept, values, str(expression))))
    return _enclosed(str(expression), parts, p, ends, width, budget)


def _prepared(expression: Any) -> tuple[Any, Any]:
    """The symbol, and the expression with decimals read exactly and Min, Max and Abs written as cases."""
    symbols = sorted(expression.free_symbols, key=str)
    if len(symbols) > 1:
        raise InputError(f"h = {expression} has the symbols {symbols}; it must have one, the prior probability")
    p = sympy.Symbol("p", real=True)
    whole = expression.replace(lambda e: e.is_Float, lambda e: sympy.Rational(str(e)))
    whole = whole.subs(symbols[0], p) if symbols else whole
    if whole.has(sympy.Min, sympy.Max, sympy.Abs, sympy.Piecewise):
        whole = sympy.piecewise_fold(whole.rewrite(sympy.Piecewise))
    return p, whole


def _number(x: Any) -> Number:
    try:
        return read_number(str(x))
    except InputError:
        raise InputError(f"the number {x} in h is in no field rropt knows; use rationals and square roots") from None


def _cases(whole: Any) -> list[tuple[Any, Any]]:
    domain = sympy.Interval(0, 1)
    if not isinstance(whole, sympy.Piecewise):
        return [(whole, domain)]
    try:
        return list(whole.as_expr_set_pairs(domain))
    except (NotImplementedError, TypeError, ValueError):
        raise InputError(f"the cases of h = {whole} are not intervals of p that sympy can solve for") from None


def _parts(whole: Any, p: Any) -> tuple[list[Part], tuple[Number, ...]]:
    """The pieces in order, and the values of h at their ends."""
    found: list[tuple[Part, Any]] = []
    cases = _cases(whole)
    for formula, where in cases:
        for span in where.args if isinstance(where, sympy.Union) else (where,):
            if isinstance(span, sympy.Interval) and span.measure > 0:
                found.append((Part(_number(span.start), _number(span.end), formula), span))
    found.sort(key=cmp_to_key(_by_start))
    parts = [part for part, _ in found]
    if (
        not parts
        or parts[0].start != 0
        or parts[-1].end != 1
        or any(compare(a.end, b.start) for a, b in pairwise(parts))
    ):
        raise InputError(f"the cases of h = {whole} do not cover [0, 1]")
    points = [found[0][1].start, *(span.end for _, span in found)]
    linear = all(_moebius(part, p) is not None for part in parts)
    if not linear and any(where.has(sympy.FiniteSet) for _, where in cases):
        raise InputError(f"h = {whole} has a value at a single point beside curved pieces; leave that point out")
    return parts, tuple(_value(cases, p, x) for x in points) if linear else ()


def _by_start(a: tuple[Part, Any], b: tuple[Part, Any]) -> int:
    return compare(a[0].start, b[0].start)


def _value(cases: list[tuple[Any, Any]], p: Any, x: Any) -> Number:
    for formula, where in cases:
        if where.contains(x) == sympy.true:
            return _number(formula.subs(p, x))
    raise InputError(f"h has no value at p = {x}")


def _moebius(part: Part, p: Any) -> Piece | None:
    """The piece as linear over linear, or None."""
    if not part.formula.is_rational_function(p):
        return None
    top, below = (sympy.Poly(x, p) for x in sympy.fraction(sympy.cancel(part.formula)))
    if max(top.degree(), below.degree()) > 1:
        return None
    try:
        (a, b), (c, d) = ((_number(x.coeff_monomial(1)), _number(x.coeff_monomial(p))) for x in (top, below))
    except InputError:
        return None
    side = 1 if c + d * (part.start + part.end) / 2 > 0 else -1
    return Piece(part.start, part.end, (side * a, side * b), (side * c, side * d))


def _root_order(parts: list[Part], p: Any) -> int:
    """The least n for which p = qⁿ removes every root of p itself."""
    powers = {e.exp for part in parts for e in part.formula.atoms(sympy.Pow) if e.base == p and e.exp.is_Rational}
    n = reduce(math.lcm, (int(e.q) for e in powers), 1)
    if n > MOST_ROOT:
        raise InputError(f"h holds roots of p of order {n}; at most {MOST_ROOT}")
    return n


def _enclosed(name: str, parts: list[Part], p: Any, ends: Ends | None, width: Fraction, budget: int) -> BreachBound:
    n, q = _root_order(parts, p), sympy.Symbol("q", positive=True)
    formulas = [sympy.powsimp(part.formula.subs(p, q**n)) for part in parts]
    pieces = [_smooth(part, f, q, n) for part, f in zip(parts, formulas, strict=True)]
    found, known = _search(pieces, ends, width, budget)
    if found.upper < 1:
        raise InputError(f"h = {name} is below p at some prior p; an upward breach boundary has h(p) >= p")
    lower, upper = outward(max(Fraction(1), found.lower) if known else Fraction(1), found.upper)
    symbolic = _symbolic(parts, formulas, q, n)
    legs = [Leg("numeric", "rigorous", interval(lower, upper), "branch and bound, ball arithmetic")]
    said = f"Branch and bound over {found.cells} cells{'' if found.reached else ', stopped by the effort allowed'}."
    if not known:
        said += " The lower end is 1 because h could not be bounded near p = 0 or p = 1; give ends=(c, eta)."
    if symbolic is None:
        near = [x for x in _limits(parts, p) if lower <= Fraction(str(sympy.N(x, 30))) <= upper]
        legs[:0] = [Leg("symbolic", "a limit inside the enclosure", str(x), "sympy, not certified") for x in near[:1]]
        return BreachBound(name, None, lower, upper, "", tuple(legs), None, said)
    if not (lower <= symbolic <= upper):
        raise Disagreement(f"legs of B({name}) disagree: calculus {show(symbolic)}, search {interval(lower, upper)}")
    legs.insert(0, Leg("symbolic", "exact", show(symbolic), "stationary points and limits"))
    return BreachBound(name, symbolic, *outward(symbolic, symbolic), "", tuple(legs), None, said)


def _smooth(part: Part, formula: Any, q: Any, n: int) -> Smooth:
    start, end = (enclose(x) for x in (part.start, part.end))
    low, high = nth_root_bounds(start[0], n)[0], nth_root_bounds(end[1], n)[1]
    return Smooth(
        compiled(formula, q), compiled(sympy.diff(formula, q), q), n, max(low, Fraction(0)), min(high, Fraction(1))
    )


def _search(pieces: list[Smooth], ends: Ends | None, width: Fraction, budget: int) -> tuple[Searched, bool]:
    """The enclosure over all pieces, and whether both ends of [0, 1] are accounted for."""
    upper = min(sample(piece) for piece in pieces)
    wanted = upper * (1 - width / 2)
    cells: dict[tuple[Fraction, Fraction], Cell] = {}
    floor: Fraction | float = math.inf
    known = True
    for piece in pieces:
        start, end = piece.start, piece.end
        for side, touches in ((0, start == 0), (1, end == 1)):
            if not touches:
                continue
            eta, bound, sure = _end(piece, side, wanted, ends)
            floor, known = min(floor, bound), known and sure
            start, end = (start + eta, end) if side == 0 else (start, end - eta)
        if start < end:
            cells[start, end] = smooth_cell(piece)
    if not cells:
        return Searched(floor, upper, 0, True), known

    def cell(u: Fraction, v: Fraction) -> tuple[Fraction | float, Fraction | float]:
        return next(bounds for (a, b), bounds in cells.items() if a <= u and v <= b)(u, v)

    found = search(list(cells), cell, width=width, budget=budget)
    top = min(found.upper, upper)
    return Searched(min(found.lower, floor, top), top, found.cells, found.reached), known


def _end(
    piece: Smooth, side: int, wanted: Fraction | float, ends: Ends | None
) -> tuple[Fraction, Fraction | float, bool]:
    """How much of the piece the end takes, the bound of R there, and whether it is more than a guess."""
    if ends is not None:
        root_low = nth_root_bounds(ends.eta, piece.n)[0] if side == 0 else 1 - nth_root_bounds(1 - ends.eta, piece.n)[1]
        return min(root_low, (piece.end - piece.start) / 2), ends.c, True
    found = end_bound(piece, side, wanted)
    if found is None:
        return min(Fraction(1, 1024), (piece.end - piece.start) / 2), Fraction(1), False
    return (*found, True)


def _symbolic(parts: list[Part], formulas: list[Any], q: Any, n: int) -> Number | None:
    """B(h) by calculus if every formula is a rational function of q and the least value is at most quadratic."""
    values: list[Number] = []
    for part, formula in zip(parts, formulas, strict=True):
        if not formula.is_rational_function(q):
            return None
        found = _algebraic(part, formula, q, n)
        if found is None:
            return None
        values += found
    return min(values, key=cmp_to_key(compare), default=None)


def _algebraic(part: Part, formula: Any, q: Any, n: int) -> list[Number] | None:
    """The finite limits of R at the ends of a piece and its stationary values, None where one is out of reach."""
    if sympy.simplify(formula - 1) == 0:
        return []
    ratio = sympy.cancel((1 - q**n) * formula / (q**n * (1 - formula)))
    top, below = (sympy.Poly(x, q) for x in sympy.fraction(ratio))
    if not all(c.is_Rational for x in (top, below) for c in x.coeffs()):
        return None
    start, end = _root_of(part.start, n), _root_of(part.end, n)
    if start is None or end is None:
        return None
    values = [_at(top, x) / d for x in (start, end) if (d := _at(below, x)) != 0]
    slope = (top.diff() * below - top * below.diff()).factor_list()[1]
    for factor, _ in slope:
        if factor.degree() > 2:
            if factor.count_roots(
                *(sympy.Rational(*enclose(x)[i].as_integer_ratio()) for i, x in enumerate((start, end)))
            ):
                return None
            continue
        roots = quadratic_roots(*(Fraction(int(c.p), int(c.q)) for c in (factor.nth(i) for i in range(3)))) or ()
        values += [_at(top, x) / _at(below, x) for x in roots if compare(start, x) < 0 < compare(end, x)]
    return values


def _root_of(x: Number, n: int) -> Number | None:
    if n == 1:
        return x
    return root(x, n) if isinstance(x, Fraction) else None


def _at(poly: Any, x: Number) -> Number:
    value: Number = Fraction(0)
    for c in poly.all_coeffs():
        value = value * x + Fraction(int(c.p), int(c.q))
    return value


def _limits(parts: list[Part], p: Any) -> list[Any]:
    """The finite limits of R at p = 0 and p = 1 by sympy, for a person to read beside the enclosure."""
    found = []
    for part, point, side in ((parts[0], 0, "+"), (parts[-1], 1, "-")):
        ratio = (1 - p) * part.formula / (p * (1 - part.formula))
        try:
            value = sympy.limit(ratio, p, point, side)
        except (NotImplementedError, ValueError, TypeError):
            continue
        if value.is_number and value.is_finite:
            found.append(value)
    return found
