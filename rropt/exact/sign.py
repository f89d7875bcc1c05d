"""Signs, enclosures and root counts of elements of Q(t).

Over a point field the sign of a nonzero element is read off an enclosure that is refined until it excludes zero; it
ends because the value is not zero. Over a free t, Sturm's theorem counts the roots of the odd and even squarefree
parts strictly inside the interval, which decides which signs are taken.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import count, pairwise
from typing import Any

import flint
from flint import arb, fmpz_poly

from rropt.exact.enclosure import Bounds, ball, enclose_ball
from rropt.exact.errors import InputError, Undecided
from rropt.exact.field import Algebraic, Element, Exponential, Free, Number, Point

__all__ = ["count_roots", "enclose", "enclose_relative", "inside", "sign", "signs"]

DEFAULT_WIDTH = Fraction(1, 10**15)


def _point(field: Point) -> arb:
    """A ball at the working precision that contains t."""
    if isinstance(field, Exponential):
        return ball(field.epsilon).exp()
    return _root(field) if isinstance(field, Algebraic) else ball(field.radicand).root(field.degree)


def _root(field: Algebraic) -> arb:
    """The ball of the only real root that may lie within the field's bounds, at a precision where it is one."""
    polynomial: Any = fmpz_poly(list(field.polynomial))
    bits = flint.ctx.prec
    while True:
        with flint.ctx.workprec(bits):
            low, high = ball(field.lower), ball(field.upper)
            roots = [r.real for r, _ in polynomial.complex_roots() if r.imag == 0]
            found: list[arb] = [x for x in roots if not (x < low or x > high)]
        if len(found) == 1:
            return found[0]
        bits *= 2


def _horner(p: fmpz_poly, t: arb) -> arb:
    value = arb(0)
    for c in reversed(p.coeffs()):
        value = value * t + arb(c)
    return value


@lru_cache(maxsize=4096)
def _sign_at_cached(coefficients: tuple[int, ...], field: Point) -> int:
    p = fmpz_poly(list(coefficients))
    bits = 64
    while True:
        with flint.ctx.workprec(bits):
            value = _horner(p, _point(field))
            if value > 0:
                return 1
            if value < 0:
                return -1
        bits *= 2


def _sign_at(p: fmpz_poly, field: Point) -> int:
    """The sign of a polynomial at t; over an algebraic t p is reduced, so it vanishes at t only if it is zero."""
    return _sign_at_cached(tuple(int(c) for c in p.coeffs()), field) if p else 0


def _sign_at_end(p: fmpz_poly, end: Number | float) -> int:
    """The sign of p at an end of an interval: a number of a point field, or just below infinity."""
    if not p:
        return 0
    if isinstance(end, float):
        return 1 if p.leading_coefficient() > 0 else -1
    value: Number = Fraction(0)
    for c in reversed(p.coeffs()):
        value = value * end + int(c)
    return sign(value)


def _sturm(p: fmpz_poly) -> list[fmpz_poly]:
    """The Sturm chain of a squarefree p, each remainder scaled by a positive integer to stay integral."""
    chain = [p, p.derivative()]
    while chain[-1].degree() > 0:
        a, b = chain[-2], chain[-1]
        scale = b.leading_coefficient() ** (a.degree() - b.degree() + 1)
        remainder = (a * abs(scale)) % b
        if not remainder:
            break
        content = remainder.content()
        chain.append(-(remainder // content))
    return chain


def _variations(chain: list[fmpz_poly], end: Number | float) -> int:
    taken = [s for s in (_sign_at_end(p, end) for p in chain) if s]
    return sum(a != b for a, b in pairwise(taken))


def count_roots(p: fmpz_poly, lower: Number, upper: Number | float) -> int:
    """How many distinct roots the nonzero squarefree polynomial p has in the open interval (lower, upper)."""
    if p.degree() <= 0:
        return 0
    chain = _sturm(p)
    half_open = _variations(chain, lower) - _variations(chain, upper)
    at_upper = not isinstance(upper, float) and _sign_at_end(p, upper) == 0
    return half_open - int(at_upper)


def inside(field: Free) -> Bounds:
    """Rational numbers lower < upper inside the closed interval."""
    if isinstance(field.upper, float):
        lower = enclose(field.lower)[1]
        return lower, lower + 1
    width = Fraction(1, 2**20)
    while True:
        lower, upper = enclose(field.lower, width=width)[1], enclose(field.upper, width=width)[0]
        if lower < upper:
            return lower, upper
        width /= 2**20


@lru_cache(maxsize=4096)
def _signs_free(coefficients: tuple[int, ...], field: Free) -> frozenset[int]:
    p = fmpz_poly(list(coefficients))
    found: set[int] = set()
    for factor, multiplicity in p.factor_squarefree()[1]:
        if count_roots(factor, field.lower, field.upper):
            found |= {0} if multiplicity % 2 == 0 else {-1, 0, 1}
    lower, upper = inside(field)
    points = (lower + (upper - lower) / n for n in count(2))
    found.add(next(s for s in (_sign_at_end(p, x) for x in points) if s))
    if not field.lower_open:
        found.add(_sign_at_end(p, field.lower))
    if not field.upper_open:
        found.add(_sign_at_end(p, field.upper))
    return frozenset(found)


def signs(x: Number) -> frozenset[int]:
    """The set of signs x takes: one sign over a point field, up to three where t is free."""
    if isinstance(x, Fraction):
        return frozenset({(x > 0) - (x < 0)})
    if isinstance(x.field, Free):
        if count_free_poles(x):
            raise Undecided(f"{x} has a pole for some {x.field}; narrow the interval")
        return _signs_free(tuple(int(c) for c in (x.num * x.den).coeffs()), x.field)
    return frozenset({_sign_at(x.num, x.field) * _sign_at(x.den, x.field)})


def count_free_poles(x: Element) -> int:
    """How many distinct poles x has in its free interval."""
    assert isinstance(x.field, Free)
    if x.den.degree() <= 0:
        return 0
    at_ends = [
        end
        for end, is_open in ((x.field.lower, x.field.lower_open), (x.field.upper, x.field.upper_open))
        if not is_open
    ]
    inside = sum(count_roots(factor, x.field.lower, x.field.upper) for factor, _ in x.den.factor_squarefree()[1])
    return inside + sum(_sign_at_end(x.den, end) == 0 for end in at_ends)


def sign(x: Number) -> int:
    """−1, 0 or 1; raises `Undecided` where t is free and x takes several signs."""
    found = signs(x)
    if len(found) > 1:
        raise Undecided(f"{x} takes more than one sign; narrow the interval of t or fix epsilon")
    return next(iter(found))


def _ball_of(x: Element) -> arb:
    assert not isinstance(x.field, Free)
    t = _point(x.field)
    return _horner(x.num, t) / _horner(x.den, t)


def enclose(x: Number, *, width: Fraction = DEFAULT_WIDTH) -> Bounds:
    """Rationals lower ≤ x ≤ upper with upper − lower ≤ width (equal where x is rational)."""
    if isinstance(x, Fraction):
        return x, x
    return _refined(x, lambda lower, upper: upper - lower <= width)


def enclose_relative(x: Number, *, bits: int = 60) -> Bounds:
    """Rationals lower ≤ x ≤ upper of one sign, with upper − lower ≤ 2^−bits · |x|, for x ≠ 0."""
    if isinstance(x, Fraction):
        return x, x
    return _refined(x, lambda lower, upper: (upper - lower) * 2**bits <= min(abs(lower), abs(upper)))


def _refined(x: Element, enough: Callable[[Fraction, Fraction], bool]) -> Bounds:
    if isinstance(x.field, Free):
        raise InputError(f"{x} has no single value because {x.field}; fix epsilon to get a number")
    bits = 64
    while True:
        with flint.ctx.workprec(bits):
            value = _ball_of(x)
            if value.is_finite():
                lower, upper = enclose_ball(value)
                if enough(lower, upper):
                    return lower, upper
        bits *= 2
