"""The calculus leg of B(h) for curved parts that are rational functions of q, p = qⁿ: candidates, and a proof for them.

On a part the odds ratio is R = N/D with polynomials N, D of q, D > 0 inside. The infimum of R over the part is a limit at
an end or a value at a root of N'D − ND'. Where all those roots are numbers at hand, the least of these values is B(h).
Where some are not, the least candidate γ is B(h) all the same if N − γD ≥ 0 on every such part: γ is a value or a limit
of R, so γ ≥ B(h), and the inequality says R ≥ γ. To prove it the known zeros (the ends, the points where γ is taken) are
divided out exactly; what is left must be positive, which enclosures on ever smaller cells decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any, TypeVar

import flint
import sympy
from flint import arb

from rropt.breach.curved.reading import Part, as_sympy, number
from rropt.exact.element import Number
from rropt.exact.enclosure import ball
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Exponential, Radical
from rropt.exact.grammar import exponential
from rropt.exact.quadratic import between, compare, quadratic_roots
from rropt.exact.roots import root
from rropt.exact.sign import enclose, sign

__all__ = ["Curve", "curve_of", "Polynomial", "horner", "least_value", "nonnegative", "slope_of"]

MOST_CELLS = 4000
BITS = 128
Polynomial = list[Number]
"""Coefficients by increasing power."""
Value = TypeVar("Value", arb, Number)


@dataclass(frozen=True, slots=True)
class Curve:
    """R = top/below on start < q < end, `below` > 0 there; `points` are stationary, and all of them if `complete`.

    Where h = 1 on the whole part, `top` is empty.
    """

    start: Number
    end: Number
    top: Polynomial
    below: Polynomial
    values: list[Number]
    points: list[Number]
    complete: bool


def least_value(curves: Sequence[Curve], others: Sequence[Number]) -> Number | None:
    """The infimum of R over the curves and the other values, where it is one of the candidates and proved; else None."""
    candidates = [*others, *(v for curve in curves for v in curve.values)]
    try:
        best = min(candidates, key=cmp_to_key(compare), default=None)
        if best is not None and all(curve.complete or _keeps(curve, best) for curve in curves):
            return best
    except (InputError, Undecided):
        pass
    return None


def curve_of(part: Part, formula: Any, q: Any, n: int) -> Curve | None:
    """The odds ratio on a part as a quotient of polynomials in q; None where its numbers have no common field."""
    if sympy.simplify(formula - 1) == 0:
        return Curve(part.start, part.end, [], [], [], [], True)  # a constant holds no root of p: n = 1
    ratio = sympy.cancel((1 - q**n) * formula / (q**n * (1 - formula)))
    try:
        start, end = _root_of(part.start, n), _root_of(part.end, n)
        top, below = (_coefficients(sympy.Poly(x, q)) for x in sympy.fraction(ratio))
        if start is None or end is None:
            return None
        if _sign_within(below, start, end) < 0:
            top, below = [-c for c in top], [-c for c in below]
        points = _stationary(top, below, start, end)
        inside = [x for x in points if x is not None and compare(start, x) < 0 < compare(end, x)]
        values = [horner(top, x) / d for x in (start, end, *inside) if (d := horner(below, x)) != 0]
    except (InputError, Undecided):
        return None
    return Curve(start, end, top, below, values, inside, all(x is not None for x in points))


def _coefficients(polynomial: Any) -> Polynomial:
    return [number(c) for c in reversed(polynomial.all_coeffs())]


def _root_of(x: Number, n: int) -> Number | None:
    """The n-th root of p at an end of a part."""
    if n == 1:
        return x
    if isinstance(x, Fraction):
        return root(x, n)
    if isinstance(x.field, Exponential):
        for power in (1, -1):
            if x == exponential(power * x.field.epsilon):
                return exponential(power * x.field.epsilon / n)  # type: ignore[return-value]
    return _denested(x, n)


def _denested(x: Number, n: int) -> Number | None:
    """A root of a + b·√c where it is of this form itself, as that of (3 − √5)/2 is (√5 − 1)/2."""
    if not isinstance(x, Fraction) and isinstance(x.field, Radical) and n == 2:
        try:
            return number(sympy.expand(sympy.sqrtdenest(sympy.sqrt(sympy.radsimp(as_sympy(x))))))
        except InputError:
            return None
    return None


def _sign_within(f: Polynomial, start: Number, end: Number) -> int:
    """The sign of f at a point between where it is not zero."""
    low = start
    while True:
        low = between(low, end)
        if (found := sign(horner(f, low))) != 0:
            return found


def _stationary(top: Polynomial, below: Polynomial, start: Number, end: Number) -> list[Number | None]:
    """The real roots of N'D − ND' in fields at hand, with None among them for those out of reach within (start, end)."""
    slope = slope_of(top, below)
    rational = [sympy.Rational(*c.as_integer_ratio()) for c in reversed(slope) if isinstance(c, Fraction)]
    if len(rational) < len(slope):
        roots = None if len(slope) > 3 else quadratic_roots(*(slope + [Fraction(0)] * 2)[:3])
        return [None] if roots is None else list(roots)
    found: list[Number | None] = []
    x = sympy.Symbol("x")
    low, high = (sympy.Rational(*enclose(y)[i].as_integer_ratio()) for i, y in enumerate((start, end)))
    for factor, _ in sympy.Poly(rational, x).factor_list()[1]:
        if factor.degree() > 2:
            found += [None] if factor.count_roots(low, high) else []
        else:
            found += quadratic_roots(*(Fraction(int(c.p), int(c.q)) for c in (factor.nth(i) for i in range(3)))) or ()
    return found


def slope_of(top: Polynomial, below: Polynomial) -> Polynomial:
    """N'D − ND', without its root 0."""
    slope = _trimmed(_minus(_times(_derivative(top), below), _times(top, _derivative(below))))
    while len(slope) > 1 and not slope[0]:
        slope = slope[1:]
    return slope


def _keeps(curve: Curve, gamma: Number) -> bool:
    """Whether N − γD ≥ 0 on the part is proved."""
    difference = _minus(curve.top, [gamma * c for c in curve.below])
    return nonnegative(difference, curve.start, curve.end, curve.points)


def nonnegative(f: Polynomial, u: Number, v: Number, points: Sequence[Number] = ()) -> bool:
    """Whether f ≥ 0 on [u, v] is proved, given points between at which f may touch zero; False is no proof of less."""
    f = _trimmed(f)
    if not f:
        return True
    for x in (u, v, *points):
        times = 0
        while len(f) > 1 and not horner(f, x):
            f, times = _divided(f, x), times + 1
        if x is v and times % 2:
            f = [-c for c in f]
        elif x is not u and x is not v and times % 2:
            return False
    return _positive(f, enclose(u)[0], enclose(v)[1])


def _positive(f: Polynomial, u: Fraction, v: Fraction) -> bool:
    """Whether f > 0 on [u, v], by the mean-value form on cells; False where the cells run out."""
    with flint.ctx.workprec(BITS):
        width = Fraction(1, 2**BITS)
        value = [_ball(enclose(c, width=width)) for c in f]
        slope = [n * c for n, c in enumerate(value)][1:]
        cells = [(u, v)]
        for _ in range(MOST_CELLS):
            if not cells:
                return True
            a, b = cells.pop()
            cell, middle = ball(a).union(ball(b)), ball((a + b) / 2)
            at = horner(value, middle)
            if at < 0:
                return False
            if not (at + horner(slope, cell) * (cell - middle) > 0):
                cells += [(a, (a + b) / 2), ((a + b) / 2, b)]
    return False


def _ball(bounds: tuple[Fraction, Fraction]) -> arb:
    return ball(bounds[0]).union(ball(bounds[1]))


def horner(f: Sequence[Value], x: Value) -> Value:
    """f(x) for coefficients by increasing power: of a number, or of a ball."""
    total = x * 0
    for c in reversed(f):
        total = total * x + c
    return total


def _derivative(f: Polynomial) -> Polynomial:
    return [n * c for n, c in enumerate(f)][1:]


def _times(f: Polynomial, g: Polynomial) -> Polynomial:
    product: Polynomial = [Fraction(0)] * max(len(f) + len(g) - 1, 0)
    for i, a in enumerate(f):
        for j, b in enumerate(g):
            product[i + j] += a * b
    return product


def _minus(f: Polynomial, g: Polynomial) -> Polynomial:
    size = max(len(f), len(g))
    zero = Fraction(0)
    return [(f[i] if i < len(f) else zero) - (g[i] if i < len(g) else zero) for i in range(size)]


def _trimmed(f: Polynomial) -> Polynomial:
    f = list(f)
    while f and not f[-1]:
        f.pop()
    return f


def _divided(f: Polynomial, x: Number) -> Polynomial:
    """f/(q − x) for a root x of f, by Horner's rule."""
    found: Polynomial = []
    carry: Number = Fraction(0)
    for c in reversed(f[1:]):
        carry = carry * x + c
        found.append(carry)
    return found[::-1]
