"""Reads a formula of sympy as a boundary h: exactly if its pieces are quotients of linear functions. Else B(h) is enclosed by
intervals of mpmath on a bisected range of priors.

B(h) is the infimum over 0 < p < 1 of R(p) = ((1 − p)/p)·h(p)/(1 − h(p)). On an interval [a, b], h and its derivative are enclosed
term by term. R grows with h, so R ≥ ((1 − b)/b)·l/(1 − l) where h ≥ l. If h has no jump in [a, b], the slope of log R, which is
h′/(h(1 − h)) − 1/(p(1 − p)), bounds R from its value in the middle too. By the mean value theorem, h(p)/p is at least the least
slope if a = 0, and (1 − p)/(1 − h(p)) is at least 1 over the largest slope if b = 1. The interval with the least bound is halved
until it is near the least value of R that was seen.

An interval of mpmath has ends that are rounded outward, and may be infinite, as those of slopes often are; 1/[0, 2] is [1/2, ∞].
Its ends `a` and `b` are intervals again, of one number each, which are compared as numbers.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

import sympy
from mpmath import iv

from rropt.errors import InputError
from rropt.exact.element import Bound, Number
from rropt.exact.grammar import read_number
from rropt.exact.infinity import INFINITY
from rropt.exact.patience import require_time
from rropt.privacy.boundary import BoundaryPiece, BreachFunction, require_upper
from rropt.show import near

__all__ = ["Enclosed", "as_pieces", "enclose_formula", "read_formula"]

MOST_LONG = 500
NEAR, MOST_CELLS, SMALLEST = 1e-5, 1500, Fraction(1, 2**40)
ZERO, ONE, INF = iv.mpf(0), iv.mpf(1), iv.mpf("inf")
CONSTANTS = {sympy.pi: iv.pi, sympy.E: iv.e}
WITHIN = iv.mpf([1 - 2**-45, 1 + 2**-45])
"""Sums, products and quotients of mpmath are rounded outward. Its functions are exact to the last of 53 bits or so, but not always
outward, so that their ends are moved by 2^-45."""
Interval: TypeAlias = Any


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
    start = Fraction(0)
    for part, condition in cases:
        end = Fraction(1) if condition == sympy.true else _end(condition, p)
        coefficients = _quotient(part, p)
        if end is None or coefficients is None or not start < end <= 1:
            return None
        pieces.append(BoundaryPiece(start, end, *coefficients))
        start = end
    if start != 1:
        return None
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


# ---- Enclosing B(h) --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enclosed:
    """lower ≤ B(h) ≤ upper; at the prior `near` the ratio of odds is at most `upper`."""

    lower: Bound
    upper: Bound
    near: Fraction


def enclose_formula(h: Any) -> Enclosed:
    """Enclose B(h) for an expression of sympy in one symbol. It is refused if it is seen to leave p ≤ h(p) ≤ 1."""
    for end in (ZERO, ONE):
        _require_inside(_range(h, end), end)
    slope = sympy.diff(h, *h.free_symbols)
    best, nearest = INF, Fraction(1, 2)
    heap: list[tuple[float, Fraction, Fraction]] = []
    todo = [(Fraction(0), Fraction(1))]
    for _ in range(MOST_CELLS):
        for a, b in todo:
            require_time()
            middle = (a + b) / 2
            p = _number(middle)
            at = _range(h, p)
            _require_inside(at, p)
            if (ratio := _ratio(at.b, p).b) < best:
                best, nearest = ratio, middle
            part = iv.mpf([_number(a).a, _number(b).b])
            heapq.heappush(heap, (float(_least(h, slope, part, _ratio(at.a, p))), a, b))
        low, a, b = heap[0]
        if low >= float(best) * (1 - NEAR) or b - a < SMALLEST:
            break
        heapq.heappop(heap)
        todo = [(a, (a + b) / 2), ((a + b) / 2, b)]
    low, highest = heap[0][0], float(best)
    if math.isfinite(low) and math.isinf(highest):
        raise InputError(
            "h cannot be told from 1 at any prior that was tried; simplify the formula, or give a table of points"
        )
    lower, upper = (INFINITY if math.isinf(x) else Fraction(x) for x in (max(low, 1.0), highest))
    return Enclosed(lower, upper, nearest)


def _require_inside(at: Interval, p: Interval) -> None:
    if at.b < p.a or at.a > 1:
        where = "above 1" if at.a > 1 else "below p"
        raise InputError(
            f"h is {where} at p = {near(float(p.a))}; a boundary h must have p <= h(p) <= 1 for every prior p"
        )


def _least(h: Any, derivative: Any, p: Interval, middle: Interval) -> Interval:
    """A lower bound of R on an interval, in whose middle it is at least `middle`."""
    value = _range(h, p)
    low, high = max(value.a, p.a), min(value.b, ONE)
    bounds = [INF if low >= 1 else ONE, *([_ratio(low, p.b)] if p.b < 1 else [])]
    if any(len(_cases(x, p)) > 1 for x in h.atoms(sympy.Piecewise)):
        return max(x.a for x in bounds)
    slope = _range(derivative, p)
    if p.a == 0 and slope.a > 0 and low < 1:
        bounds.append((1 - p.b) * slope.a / (1 - low))
    if p.b == 1:
        bounds.append(INF if slope.b <= 0 else low / slope.b)
    if p.a > 0 and p.b < 1 and low > 0 and high < 1 and abs(slope).b < INF:
        y = iv.mpf([low, high])
        of_log = slope / (y * (1 - y)) - 1 / (p * (1 - p))
        bounds.append(middle * iv.exp(-abs(of_log).b * p.delta / 2) * WITHIN)
    return max(x.a for x in bounds)


def _ratio(h: Interval, p: Interval) -> Interval:
    """The ratio of odds where h has this value; infinite if h is 1 or more."""
    return INF if h >= 1 else (1 - p) / p * h / (1 - h)


# ---- Intervals of a formula ------------------------------------------------------------------------------------------------------


def _number(x: Fraction) -> Interval:
    return iv.mpf(x.numerator) / x.denominator


def _range(h: Any, p: Interval) -> Interval:
    """Enclose an expression of sympy for all priors of an interval."""
    if h.is_Symbol:
        return p
    if not h.args:
        return _constant(h)
    if isinstance(h, sympy.Piecewise):
        parts = [_range(x, p) for x in _cases(h, p)]
        return iv.mpf([min(x.a for x in parts), max(x.b for x in parts)])
    if h.is_Pow and not h.exp.is_Rational:
        return _range(sympy.exp(h.exp * sympy.log(h.base), evaluate=False), p)
    parts = [_range(x, p) for x in h.args]
    if isinstance(h, sympy.Min | sympy.Max):
        pick: Any = max if isinstance(h, sympy.Max) else min
        return iv.mpf([pick(x.a for x in parts), pick(x.b for x in parts)])
    if h.is_Add:
        return sum(parts, ZERO)
    if h.is_Mul:
        return math.prod(parts, start=ONE)
    if h.is_Pow:
        n = h.exp
        return parts[0] ** int(n) if n.is_Integer else _nonnegative(parts[0]) ** parts[1] * WITHIN
    return _of_function(h, parts[0])


def _nonnegative(x: Interval) -> Interval:
    """The part of an interval of which a root or a logarithm is taken."""
    if x.b < 0:
        raise InputError(
            "h takes a root or a logarithm of a negative number at some prior p; give a formula with a real value at every p"
        )
    return iv.mpf([max(x.a, ZERO), x.b])


@cache
def _constant(x: Any) -> Interval:
    if x in CONSTANTS:
        return CONSTANTS[x] * WITHIN
    if not x.is_Number:
        raise InputError(f"{str(x)[:40]} in h is no number that can be enclosed; give a formula in one symbol")
    return _number(Fraction(str(sympy.Rational(str(x)))))


def _of_function(h: Any, x: Interval) -> Interval:
    """Enclose exp, log, sin and cos, and the step that the derivative of a least or largest function has."""
    if isinstance(h, sympy.exp | sympy.sin | sympy.cos):
        return getattr(iv, type(h).__name__)(x) * WITHIN
    if isinstance(h, sympy.log):
        return iv.log(_nonnegative(x)) * WITHIN
    if isinstance(h, sympy.Heaviside):
        return iv.mpf([int(x.a > 0), int(x.b >= 0)])
    raise InputError(
        f"h has the function {type(h).__name__}; give powers, exp, log, sin, cos, Min, Max or Piecewise, or a table"
    )


def _cases(h: Any, p: Interval) -> list[Any]:
    """The cases of a function that may hold on an interval; the first one that surely holds is the last of them."""
    found = []
    for part, condition in h.args:
        holds = _holds(condition, p)
        if holds is not False:
            found.append(part)
        if holds:
            break
    if not found:
        raise InputError(f"no case of h holds at p = {near(float(p.b))}; let its last case hold where no other does")
    return found


def _holds(condition: Any, p: Interval) -> bool | None:
    """Whether a condition holds on a whole interval (True), nowhere on it (False), or neither is sure (None)."""
    if condition in (True, False, sympy.true, sympy.false):
        return bool(condition)
    if not isinstance(condition, sympy.StrictLessThan | sympy.LessThan | sympy.StrictGreaterThan | sympy.GreaterThan):
        raise InputError(f"the condition {str(condition)[:40]} of h is no inequality; write conditions such as p < 1/2")
    left = _range(condition.gts - condition.lts, p)
    is_strict = isinstance(condition, sympy.StrictLessThan | sympy.StrictGreaterThan)
    if left.a > 0 or (left.a == 0 and not is_strict):
        return True
    return False if left.b < 0 or (left.b == 0 and is_strict) else None
