"""Signs of polynomials at the t of a field, enclosures of quotients of polynomials, and numbers of roots on an interval.

For the sign of a polynomial at a number t, an enclosure of the polynomial's value is refined until it excludes zero. The refinement
ends if the value is not zero; a value of zero is found beforehand by algebra.

If t is free, Sturm's theorem counts the roots of each squarefree factor strictly inside the interval. At such a root the polynomial
changes its sign if the factor's multiplicity is odd. It only touches 0 if the multiplicity is even.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import count, pairwise
from typing import Any

import flint
from flint import arb, fmpq_poly, fmpz_poly

from rropt.exact.enclosure import Bounds, ball, enclose_ball, precision
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Algebraic, Exponential, Free, Point, Quotient, Radical, modulus
from rropt.exact.infinity import Infinity, is_infinite
from rropt.exact.patience import require_time
from rropt.exact.spelling import show

__all__ = [
    "bounds_inside",
    "count_roots",
    "double_of",
    "enclose_quotient",
    "enclose_quotient_relative",
    "signs_of_quotient",
]

ORDINARY = (1e-300, 1e300)  # between these sizes a double has all its bits
End = Fraction | Quotient
"""A number at an end of an interval: a rational, or a quotient of polynomials in one t."""


def _point(field: Point) -> arb:
    """Return a ball that contains the number t by which the field is generated, computed at the working precision."""
    return _point_of_bits(field, flint.ctx.prec)


@lru_cache(maxsize=256)
def _point_of_bits(field: Point, bits: int) -> arb:
    """A ball that contains the t of the field.

    The ball is computed at the working precision, and `bits` must be that precision. `bits` is an argument only because the
    function's results are cached: each precision has its own result.
    """
    if isinstance(field, Exponential):
        return ball(field.epsilon).exp()
    return _root(field) if isinstance(field, Algebraic) else ball(field.radicand).root(field.degree)


def _root(field: Algebraic) -> arb:
    """Return a ball that contains the algebraic t of the field.

    The field states bounds for t. The precision is raised until the ball of only one real root overlaps the interval of these
    bounds.
    """
    polynomial: Any = fmpz_poly(list(field.polynomial))
    bits = flint.ctx.prec
    while True:
        require_time()
        with precision(bits):
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
        with precision(bits):
            value = _horner(p, _point(field))
            if value > 0:
                return 1
            if value < 0:
                return -1
        bits *= 2


def _sign_at(p: fmpz_poly, field: Point) -> int:
    """The sign of p at the t of the field. If t is algebraic, p must be reduced modulo t's polynomial (`_reduce`), so that p is 0
    at t only if p is the zero polynomial."""
    return _sign_at_cached(tuple(int(c) for c in p.coeffs()), field) if p else 0


def _sign_at_end(p: fmpz_poly, end: End | Infinity) -> int:
    """Return the sign of p at an end of an interval. The end is a rational number, an irrational number num/den, or infinity. At
    infinity the sign is that of p at all large t.

    If p has degree n and coefficients c_i, then p(num/den) = Σ c_i·num^i·den^(n−i) / den^n.
    """
    if not p:
        return 0
    if is_infinite(end):
        return 1 if p.leading_coefficient() > 0 else -1
    if isinstance(end, Fraction):
        value = Fraction(0)
        for c in reversed(p.coeffs()):
            value = value * end + int(c)
        return (value > 0) - (value < 0)
    assert not isinstance(end.field, Free)
    above, power = fmpz_poly([0]), fmpz_poly([1])
    for c in reversed(p.coeffs()):
        above = above * end.num + c * power
        power = power * end.den
    below = end.den if p.degree() % 2 else fmpz_poly([1])
    return _sign_at(_reduce(above, end.field), end.field) * _sign_at(below, end.field)


def _reduce(p: fmpz_poly, field: Point) -> fmpz_poly:
    """If t is algebraic, return a positive multiple of the remainder of p modulo t's polynomial. The result is the zero polynomial
    if and only if p is 0 at t. If t is not algebraic, return p itself."""
    return fmpz_poly((fmpq_poly(p) % modulus(field)).numer()) if isinstance(field, Radical | Algebraic) else p


def _sturm(p: fmpz_poly) -> list[fmpz_poly]:
    """The Sturm chain of a squarefree p, a list that begins with p and its derivative and serves to count real roots.

    Each remainder is scaled by a positive integer, so that its coefficients stay integers.
    """
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


def _variations(chain: list[fmpz_poly], end: End | Infinity) -> int:
    taken = [s for s in (_sign_at_end(p, end) for p in chain) if s]
    return sum(a != b for a, b in pairwise(taken))


def count_roots(p: fmpz_poly, lower: End, upper: End | Infinity) -> int:
    """The number of distinct roots of a nonzero squarefree polynomial p in the open interval (lower, upper)."""
    if p.degree() <= 0:
        return 0
    chain = _sturm(p)
    half_open = _variations(chain, lower) - _variations(chain, upper)
    at_upper = not is_infinite(upper) and _sign_at_end(p, upper) == 0
    return half_open - int(at_upper)


def bounds_inside(field: Free) -> Bounds:
    """Rational numbers lower < upper inside the interval over which t ranges. Each of them may also be an end of the interval, even
    if the interval does not contain this end."""
    if is_infinite(field.upper):
        lower = _enclose_end(field.lower, Fraction(1))[1]
        return lower, lower + 1
    width = Fraction(1, 2**20)
    while True:
        lower, upper = _enclose_end(field.lower, width)[1], _enclose_end(field.upper, width)[0]
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
    lower, upper = bounds_inside(field)
    # p has finitely many roots, so it is not 0 at one of these points
    points = (lower + (upper - lower) / n for n in count(2))
    found.add(next(s for s in (_sign_at_end(p, x) for x in points) if s))
    if not field.lower_open:
        found.add(_sign_at_end(p, field.lower))
    if not field.upper_open:
        found.add(_sign_at_end(p, field.upper))
    return frozenset(found)


def _enclose_end(end: End, width: Fraction) -> Bounds:
    return (end, end) if isinstance(end, Fraction) else enclose_quotient(end, width=width)


def signs_of_quotient(x: Quotient) -> frozenset[int]:
    """The signs that x takes, as a set: one if t is one number, up to three if t is free (ranges over an interval).

    A pole of x in the interval is an error.
    """
    if isinstance(x.field, Free):
        if _has_pole(x, x.field):
            raise Undecided(f"{show(x)} has a pole for some {x.field}; narrow the interval")
        return _signs_free(tuple(int(c) for c in (x.num * x.den).coeffs()), x.field)
    return frozenset({_sign_at(x.num, x.field) * _sign_at(x.den, x.field)})


def _has_pole(x: Quotient, interval: Free) -> bool:
    """Whether the denominator of x vanishes somewhere in the interval."""
    if x.den.degree() <= 0:
        return False
    ends = ((interval.lower, interval.lower_open), (interval.upper, interval.upper_open))
    if any(not is_open and _sign_at_end(x.den, end) == 0 for end, is_open in ends):
        return True
    return any(count_roots(factor, interval.lower, interval.upper) for factor, _ in x.den.factor_squarefree()[1])


def ball_of(x: Quotient) -> arb:
    """A ball at the working precision that contains x, whose t must be one number."""
    assert not isinstance(x.field, Free)
    t = _point(x.field)
    return _horner(x.num, t) / _horner(x.den, t)


def enclose_quotient(x: Quotient, *, width: Fraction) -> Bounds:
    """Rationals lower ≤ x ≤ upper with upper − lower ≤ width."""
    # for a width below 2^-63, with 64 bits hardly a ball is narrow enough
    return _refine(x, lambda lower, upper: upper - lower <= width, 64 if width.denominator.bit_length() < 64 else 128)


def enclose_quotient_relative(x: Quotient, *, bits: int) -> Bounds:
    """Rationals lower ≤ x ≤ upper of one sign, with upper − lower ≤ 2^−bits · |x|, for x ≠ 0."""
    start = 64 if bits < 64 else 128  # with 64 bits no ball is narrow enough
    return _refine(x, lambda lower, upper: (upper - lower) * 2**bits <= min(abs(lower), abs(upper)), start)


def double_of(x: Quotient) -> float:
    """Convert x to a double, at most one unit in the last place away; raise `OverflowError` if x exceeds every double."""
    if not isinstance(x.field, Free):
        with precision(128):
            value = ball_of(x)
        found = float(value.mid())
        if value.rel_accuracy_bits() >= 60 and ORDINARY[0] < abs(found) < ORDINARY[1]:
            return found
    lower, upper = enclose_quotient_relative(x, bits=60)
    return float((lower + upper) / 2)


def _refine(x: Quotient, enough: Callable[[Fraction, Fraction], bool], bits: int = 64) -> Bounds:
    if isinstance(x.field, Free):
        raise InputError(
            f"{show(x)} has no single value, as {x.field.letter} is free ({x.field}); fix {x.field.number}"
        )
    while True:
        with precision(bits):
            value = ball_of(x)
            if value.is_finite():
                lower, upper = enclose_ball(value)
                if enough(lower, upper):
                    return lower, upper
        bits *= 2
