"""A function φ that a person states: the largest of several lines, or a quotient of polynomials. It must be convex on x > 0, with
φ(1) = 0.

A function made of lines is convex if the slopes of the lines do not decrease from left to right. It is then the largest of these
lines. For a quotient, the sign of φ″ at x > 0 is the sign of a polynomial. The quotient is convex if this polynomial is 0
everywhere. It is also convex if the polynomial has a positive leading coefficient and no root x > 0 of odd multiplicity.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, ClassVar, Self

import flint

from rropt.designs.objectives.divergences.phi import Array, Phi
from rropt.designs.objectives.divergences.text import Lines, Quotient, has_root, read_function, spell_function
from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError, Received
from rropt.exact.infinity import INFINITY, Infinity, is_infinite

__all__ = ["Stated"]

LARGEST = 100  # the largest logarithm of a power of a ratio: beyond it floats overflow


@dataclass(frozen=True, slots=True)
class Stated(Phi):
    """A function φ that a person states as a text, in the grammar of the certificate checker."""

    text: str
    name: ClassVar[str] = "stated"
    parameter_name: ClassVar[str] = "phi"
    such_as: ClassVar[str] = "max(x - 2, 0)"
    is_exact: ClassVar[bool] = True

    @classmethod
    def read(cls, given: object) -> Self:
        found = cls(spell_function(given))
        _require_convex(found.text, found.function)
        return found

    @property
    def parameter(self) -> str:
        return self.text

    @property
    def words(self) -> str:
        return f"divergence with φ(x) = {self.text}"

    @property
    def function(self) -> Lines | Quotient:
        """The function that the text denotes; it is `Lines` only if it has a corner, else a `Quotient`."""
        return read_function(self.text)

    @property
    def is_rational(self) -> bool:  # type: ignore[override]
        return isinstance(self.function, Quotient)

    @property
    def is_unbounded(self) -> bool:
        return is_infinite(self.exact(Fraction(1), Fraction(0)))

    @property
    def is_infinite_at_zero(self) -> bool:
        return is_infinite(self.exact(Fraction(0), Fraction(1)))

    @property
    def bends(self) -> tuple[Fraction, ...]:
        return self.function.starts[1:] if isinstance(self.function, Lines) else ()

    @property
    def largest_ratio(self) -> Fraction | None:
        f = self.function
        if isinstance(f, Lines):
            return None
        return Fraction(math.exp(LARGEST / max(1, f.above.degree(), f.below.degree())))

    def exact(self, a: Number, b: Number) -> Bound:
        f = self.function
        if isinstance(f, Lines):
            return max(rise * a + height * b for rise, height in f.lines)
        if a == b:
            return Fraction(0)
        if a == 0 or b == 0:
            limit = _limit_at_zero(f) if a == 0 else _limit_at_infinity(f)
            return limit if is_infinite(limit) else limit * (a + b)
        found: Number = b * _value(f.above, a / b) / _value(f.below, a / b)
        return found

    def ball(self, a: Any, b: Any) -> Any:
        f = self.function
        if isinstance(f, Lines):
            first, *others = (_fmpq(rise) * a + _fmpq(height) * b for rise, height in f.lines)
            for other in others:
                first = first.max(other)
            return first
        if a == 0 == b:
            return a
        if a == 0 or b == 0:
            limit = _limit_at_zero(f) if a == 0 else _limit_at_infinity(f)
            assert not is_infinite(limit)
            return _fmpq(limit) * (a + b)
        return b * _value(f.above, a / b, _fmpq) / _value(f.below, a / b, _fmpq)

    def floats(self, a: Array, b: Array) -> Array:
        import numpy as np

        f, number = self.function, partial(_as_float, a.dtype.type)
        if isinstance(f, Lines):
            return np.max([number(rise) * a + number(height) * b for rise, height in f.lines], axis=0)
        ratio = np.where(b > 0, a, 1) / np.where(b > 0, b, 1)
        if is_infinite(_limit_at_zero(f)):
            ratio = np.where(ratio > 0, ratio, 1)
        inside = b * _value(f.above, ratio, number) / _value(f.below, ratio, number)
        limit = _limit_at_infinity(f)
        return np.where(b > 0, inside, 0 if is_infinite(limit) else float(limit) * a)

    def floats_near_silence(self, p: Array, q: Array, apart: Array) -> Array:
        import numpy as np

        f = self.function
        if isinstance(f, Lines):
            return np.max([float(rise) * apart + float(rise + height) * q for rise, height in f.lines], axis=0)
        # φ minus its tangent at x = 1 is u² times a quotient of polynomials in u = x − 1
        bend, below = _bend(self.text)
        u = apart / q
        return q * u * u * _value(bend, u, float) / _value(below, u, float)

    def symbols(self, a: Any, b: Any) -> Any:
        import sympy

        f = self.function

        def number(x: Fraction) -> Any:
            return sympy.Rational(x.numerator, x.denominator)

        if isinstance(f, Lines):
            return sympy.Max(*(number(rise) * a + number(height) * b for rise, height in f.lines))
        if a == b:
            return sympy.Integer(0)
        if a == 0 or b == 0:
            limit = _limit_at_zero(f) if a == 0 else _limit_at_infinity(f)
            return sympy.oo if is_infinite(limit) else number(limit) * (a + b)
        return b * _value(f.above, a / b, number) / _value(f.below, a / b, number)

    def error(self, ratio: float) -> float:
        f = self.function
        if isinstance(f, Lines):
            return float(sum(abs(rise) + abs(height) for rise, height in f.lines))
        raise InputError(
            f"for so many inputs rropt can optimise the {self.words} only if phi is piecewise linear; give fewer inputs, or "
            "such a phi"
        )


def _require_convex(text: str, f: Lines | Quotient) -> None:
    """Refuse a function that is not convex on x > 0, or that is not 0 at x = 1.

    A function that is undefined at some x > 0 has been refused earlier, when its text was read.
    """
    said = Received("phi", f"{text[:60]!r}")
    if isinstance(f, Lines):
        rises = [rise for rise, _ in f.lines]
        convex, at_one = rises == sorted(rises), max(rise + height for rise, height in f.lines)
    else:
        once = f.above.derivative() * f.below - f.above * f.below.derivative()
        twice = once.derivative() * f.below - 2 * once * f.below.derivative()  # φ″ times the cube of the denominator
        bend = twice * f.below
        convex = not bend or (bend[bend.degree()] > 0 and not has_root(bend, odd=True))
        at_one = Fraction(*map(int, ((f.above(1) / f.below(1)).p, (f.above(1) / f.below(1)).q)))
    if not convex:
        raise InputError(
            said,
            " is not convex on x > 0, so that passing the answers through noise could raise the divergence; give a convex phi",
        )
    if at_one != 0:
        raise InputError(said, f" is {at_one} at x = 1, but must be 0 there; subtract {at_one} from it")


def _limit_at_zero(f: Quotient) -> Fraction | Infinity:
    """Compute the limit of φ(x) for x → 0."""
    return _limit(f.above.coeffs(), f.below.coeffs())


def _limit_at_infinity(f: Quotient) -> Fraction | Infinity:
    """Compute the limit of φ(x)/x for x → ∞, which is the limit of y·φ(1/y) for y → 0."""
    most = max(f.above.degree(), f.below.degree() + 1)
    above = [f.above[most - n] for n in range(most + 1)]
    return _limit(above, [f.below[most - 1 - n] for n in range(most)])


def _limit(above: Any, below: Any) -> Fraction | Infinity:
    """Compute the limit at 0 of a quotient of two polynomials. If the quotient has a pole at 0, the limit counts as +∞.

    Each polynomial is given by its coefficients, from the constant term upward.
    """
    order = next((n for n, c in enumerate(above) if c), None)
    other = next(n for n, c in enumerate(below) if c)
    if order is None or order > other:
        return Fraction(0)
    if order < other:
        return INFINITY
    ratio = flint.fmpq(above[order]) / flint.fmpq(below[other])
    return Fraction(int(ratio.p), int(ratio.q))


@lru_cache(maxsize=64)
def _bend(text: str) -> tuple[flint.fmpq_poly, flint.fmpq_poly]:
    """Return the numerator and the denominator of (φ(1 + u) − φ′(1)·u)/u², two polynomials in u.

    Here φ = N/D is the quotient of polynomials that the text states, with φ(1) = 0, and φ′ is its derivative. The numerator is
    (N(1 + u) − φ′(1)·u·D(1 + u))/u², and the denominator is D(1 + u).
    """
    f = read_function(text)
    assert isinstance(f, Quotient)
    one = flint.fmpq_poly([1, 1])
    above, below = f.above(one), f.below(one)
    rise = above[1] / below[0]
    left = above - rise * flint.fmpq_poly([0, 1]) * below
    return flint.fmpq_poly(left.coeffs()[2:]), below


def _value(p: flint.fmpq_poly, x: Any, number: Any = lambda x: x) -> Any:
    """Evaluate the polynomial p at x by Horner's rule. The function `number` converts each rational coefficient to the type of
    x."""
    found = 0 * x
    for c in reversed(p.coeffs()):
        found = found * x + number(Fraction(int(c.p), int(c.q)))
    return found


def _fmpq(x: Fraction) -> Any:
    return flint.fmpq(x.numerator, x.denominator)


def _as_float(kind: Any, x: Fraction) -> Any:
    return kind(x.numerator) / kind(x.denominator)
