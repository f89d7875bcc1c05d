"""Encloses B(h) for a boundary h that is a formula of sympy, by numbers of Arb on a bisected range of priors.

B(h) is the infimum over 0 < p < 1 of R(p) = ((1 − p)/p)·h(p)/(1 − h(p)). On an interval [a, b], h and its derivative are enclosed
term by term. R grows with h, so R ≥ ((1 − b)/b)·l/(1 − l) where h ≥ l. If h has no jump in [a, b], the slope of log R, which is
h′/(h(1 − h)) − 1/(p(1 − p)), bounds R from its value in the middle too. By the mean value theorem, h(p)/p is at least the least
slope if a = 0, and (1 − p)/(1 − h(p)) is at least 1 over the largest slope if b = 1. The interval with the least bound is halved
until it is near the least value of R that was seen.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

import sympy
from flint import arb

from rropt.errors import InputError
from rropt.exact.element import Bound
from rropt.exact.enclosure import ball
from rropt.exact.infinity import INFINITY
from rropt.exact.patience import require_time

__all__ = ["Enclosed", "enclose_formula"]

NEAR, MOST_CELLS, SMALLEST = 1e-5, 1500, Fraction(1, 2**40)
INF, ZERO, ONE, HALF = arb("inf"), arb(0), arb(1), arb(1) / 2
Ends = tuple[arb, arb]


@dataclass(frozen=True, slots=True)
class Enclosed:
    """lower ≤ B(h) ≤ upper; at the prior `near` the ratio of odds is at most `upper`."""

    lower: Bound
    upper: Bound
    near: Fraction


def enclose_formula(h: Any) -> Enclosed:
    """Enclose B(h) for an expression of sympy in one symbol. It is refused if it is seen to leave p ≤ h(p) ≤ 1."""
    for end in (Fraction(0), Fraction(1)):
        _require_inside(_range(h, end, end), end)
    # as R grows with h, its bound under a least function is the least of those under the parts, whose derivatives have no steps
    parts = h.args if isinstance(h, sympy.Min) else (h,)
    slopes = [sympy.diff(x, *h.free_symbols) for x in parts]
    best, near = INF, Fraction(1, 2)
    heap: list[tuple[float, Fraction, Fraction]] = []
    todo = [(Fraction(0), Fraction(1))]
    for _ in range(MOST_CELLS):
        for a, b in todo:
            require_time()
            middle = (a + b) / 2
            at = _range(h, middle, middle)
            _require_inside(at, middle)
            if (ratio := _ratio(at[1], middle).upper()) < best:
                best, near = ratio, middle
            low = float(min(_least(x, slope, a, b, at[0]) for x, slope in zip(parts, slopes, strict=True)))
            heapq.heappush(heap, (math.nextafter(low, 0) if math.isfinite(low) else low, a, b))
        low, a, b = heap[0]
        if low >= float(best) * (1 - NEAR) or b - a < SMALLEST:
            break
        heapq.heappop(heap)
        todo = [(a, (a + b) / 2), ((a + b) / 2, b)]
    if math.isfinite(low) and not best.is_finite():
        raise InputError(
            "h cannot be told from 1 at any prior that was tried; simplify the formula, or give a table of points"
        )
    upper = INFINITY if not best.is_finite() else Fraction(math.nextafter(float(best), math.inf))
    return Enclosed(INFINITY if math.isinf(low) else max(Fraction(low), Fraction(1)), upper, near)


def _require_inside(at: Ends, p: Fraction) -> None:
    if at[1] < ball(p) or at[0] > 1:
        where = "below p" if at[1] < ball(p) else "above 1"
        raise InputError(f"h is {where} at p = {p}; a boundary h must have p <= h(p) <= 1 for every prior p")


def _least(h: Any, derivative: Any, a: Fraction, b: Fraction, at: arb) -> arb:
    """A lower bound of R on an interval, in whose middle h is at least `at`."""
    value = _range(h, a, b)
    low, high = max(value[0], ball(a)), min(value[1], ONE)
    bounds = [ONE, _ratio(low, b)]
    if any(len(_cases(x, a, b)) > 1 for x in h.atoms(sympy.Piecewise)):
        return max(x.lower() for x in bounds)
    slope = _range(derivative, a, b)
    if a == 0 and slope[0] > 0 and low < 1:
        bounds.append((1 - ball(b)) * slope[0] / (1 - low))
    if b == 1:
        bounds.append(INF if slope[1] <= 0 else low / slope[1])
    if a > 0 and high < 1 and max(map(abs, slope)).is_finite():
        of_h = _quotients(slope, low, high)
        of_p = _quotients((ONE, ONE), ball(a), ball(b))
        most = max(abs(of_h[1] - of_p[0]), abs(of_h[0] - of_p[1]))
        bounds.append(_ratio(at, (a + b) / 2) * (-most * ball(b - a) / 2).exp())
    return max(x.lower() for x in bounds)


def _quotients(top: Ends, low: arb, high: arb) -> Ends:
    """The ends of x/(y(1 − y)) for x between the ends of `top` and y between `low` and `high`."""
    under = [y * (1 - y) for y in (low, high, *([HALF] if low < HALF < high else []))]
    found = [x / y for x in top for y in under]
    return min(x.lower() for x in found), max(x.upper() for x in found)


def _ratio(h: arb, p: Fraction) -> arb:
    """The ratio of odds where h has this value; infinite if h is 1 or more."""
    return INF if h >= 1 else (1 - ball(p)) / ball(p) * h / (1 - h)


# ---- Formulas --------------------------------------------------------------------------------------------------------------------


def _range(h: Any, a: Fraction, b: Fraction) -> Ends:
    """Enclose an expression of sympy for all priors of an interval."""
    if h.is_Symbol:
        return ball(a).lower(), ball(b).upper()
    if not h.args:
        return _constant(h)
    if isinstance(h, sympy.Piecewise):
        return _hull(_range(x, a, b) for x in _cases(h, a, b))
    if h.is_Pow and not h.exp.is_Rational:
        return _range(sympy.exp(h.exp * sympy.log(h.base), evaluate=False), a, b)
    parts = [_range(x, a, b) for x in h.args]
    if isinstance(h, sympy.Min | sympy.Max):
        pick: Any = max if isinstance(h, sympy.Max) else min
        return pick(low for low, _ in parts), pick(high for _, high in parts)
    if h.is_Add:
        return _sum(parts)
    if h.is_Mul:
        return reduce(_times, parts)
    return _raise(parts[0], Fraction(int(h.exp.p), int(h.exp.q))) if h.is_Pow else _of_function(h, *parts[0])


def _nonnegative(x: Ends) -> Ends:
    """The part of an interval of which a root or a logarithm is taken."""
    if x[1] < 0:
        raise InputError(
            "h takes a root or a logarithm of a negative number at some prior p; give a formula with a real value at every p"
        )
    return max(x[0], ZERO), x[1]


@lru_cache(maxsize=1000)
def _constant(x: Any) -> Ends:
    known = {sympy.pi: arb.pi(), sympy.E: arb.const_e()}
    if x not in known and not x.is_Number:
        raise InputError(f"{str(x)[:40]} in h is no number that can be enclosed; give a formula in one symbol")
    number = known[x] if x in known else ball(Fraction(str(sympy.Rational(str(x)))))
    return number.lower(), number.upper()


def _of_function(h: Any, low: arb, high: arb) -> Ends:
    """Enclose exp, log, sin and cos, and the step that the derivative of a least or largest function has."""
    if isinstance(h, sympy.exp):
        return low.exp().lower(), high.exp().upper()
    if isinstance(h, sympy.log):
        logs = [x.log() if x > 0 else -INF for x in _nonnegative((low, high))]
        return logs[0].lower(), logs[1].upper()
    if isinstance(h, sympy.sin | sympy.cos):
        whole = low.union(high)
        of = whole.sin() if isinstance(h, sympy.sin) else whole.cos()
        return of.lower(), of.upper()
    if isinstance(h, sympy.Heaviside):
        return (ONE if low > 0 else ZERO), (ZERO if high < 0 else ONE)
    raise InputError(
        f"h has the function {type(h).__name__}; give powers, exp, log, sin, cos, Min, Max or Piecewise, or a table"
    )


def _cases(h: Any, a: Fraction, b: Fraction) -> list[Any]:
    """The cases of a function that may hold on an interval; the first one that surely holds is the last of them."""
    found = []
    for part, condition in h.args:
        holds = _holds(condition, a, b)
        if holds is not False:
            found.append(part)
        if holds:
            break
    if not found:
        raise InputError(f"no case of h holds at p = {b}; let its last case hold where no other does")
    return found


def _holds(condition: Any, a: Fraction, b: Fraction) -> bool | None:
    """Whether a condition holds on a whole interval (True), nowhere on it (False), or neither is sure (None)."""
    if condition in (True, False, sympy.true, sympy.false):
        return bool(condition)
    if not isinstance(condition, sympy.StrictLessThan | sympy.LessThan | sympy.StrictGreaterThan | sympy.GreaterThan):
        raise InputError(f"the condition {str(condition)[:40]} of h is no inequality; write conditions such as p < 1/2")
    low, high = _range(condition.gts - condition.lts, a, b)
    is_strict = isinstance(condition, sympy.StrictLessThan | sympy.StrictGreaterThan)
    if low > 0 or (low == 0 and not is_strict):
        return True
    return False if high < 0 or (high == 0 and is_strict) else None


# ---- Intervals -------------------------------------------------------------------------------------------------------------------


def _hull(parts: Iterable[Ends]) -> Ends:
    low, high = zip(*parts, strict=True)
    return min(low), max(high)


def _sum(parts: Any) -> Ends:
    low, high = zip(*parts, strict=True)
    ends = sum(low, ZERO).lower(), sum(high, ZERO).upper()
    return -INF if ends[0].is_nan() else ends[0], INF if ends[1].is_nan() else ends[1]


def _times(x: Ends, y: Ends) -> Ends:
    """Multiply two intervals; 0 times infinity is 0, as infinity is only an end and no number of an interval."""
    found = [ZERO if u == 0 or v == 0 else u * v for u in x for v in y]
    return min(z.lower() for z in found), max(z.upper() for z in found)


def _inverse(x: Ends) -> Ends:
    if x[0] < 0 < x[1]:
        return -INF, INF
    low = -INF if x[1] == 0 else (1 / x[1]).lower()
    return low, INF if x[0] == 0 else (1 / x[0]).upper()


def _raise(x: Ends, n: Fraction) -> Ends:
    """Raise an interval to a power. Roots are taken of its nonnegative part."""
    if n < 0:
        return _inverse(_raise(x, -n))
    low, high = x if n.denominator == 1 else _nonnegative(x)
    # Arb's root of 0 is NaN
    roots = [y if n.denominator == 1 or y == 0 or not y.is_finite() else y.root(n.denominator) for y in (low, high)]
    ends = [y**n.numerator if y.is_finite() else y for y in roots]
    if n.denominator == 1 and n.numerator % 2 == 0 and low < 0:
        return ZERO if high > 0 else ends[1].lower(), max(abs(y).upper() for y in ends)
    return ends[0].lower(), ends[1].upper()
