"""Finds a field that contains the numbers of a certificate, and writes these numbers as rational functions of one letter t."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpz, fmpz_poly

from rropt.exact.element import Bound, Element, Number, generator, lift
from rropt.exact.errors import InputError
from rropt.exact.fields import Algebraic, Exponential, Field, Free, Radical
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Rows, common_field, is_rational
from rropt.exact.spelling import root_cut, show
from rropt.privacy.bounds import PairBounds

__all__ = ["RATIONALS", "Scope", "cut", "scope_of", "scope_under"]

SMALL = 64
RATIONALS = Fraction, fmpq


def cut(x: Bound) -> Any:
    """Write a value of t, which may be an end of its interval, as a certificate does.

    It is written as a rational, as exp(q), as the root of a polynomial, or as inf.
    """
    if is_infinite(x):
        return "inf"
    if isinstance(x, Fraction):
        return show(x)
    if isinstance(x.field, Exponential):
        n = x.num.degree()
        if x == generator(x.field) ** n:
            return f"exp({show(n * x.field.epsilon)})"
    if isinstance(x.field, Radical):
        n = x.num.degree()
        scale = x / generator(x.field) ** n  # such as 2 for √8 = 2·√2
        if isinstance(scale, Fraction):
            return _radical_cut(scale**x.field.degree * x.field.radicand**n, x.field.degree)
    if isinstance(x.field, Algebraic) and x == generator(x.field):
        return root_cut(x.field.polynomial, x.field.lower, x.field.upper)
    raise InputError(
        f"an interval cannot end at {show(x)[:80]}, which is no point that a certificate can state; give an end such as 2, ln3 "
        "or ln(8)/2"
    )


def _radical_cut(radicand: Fraction, degree: int) -> dict[str, Any]:
    low = int(fmpz(math.floor(radicand)).root(degree))
    while Fraction(low) ** degree >= radicand:
        low -= 1
    high = low + 1
    while Fraction(high) ** degree <= radicand:
        high += 1
    return {"root": f"{radicand.denominator}*t^{degree}-{radicand.numerator}", "between": [str(low), str(high)]}


@dataclass(frozen=True, slots=True)
class Scope:
    """How the numbers of a certificate are written. `field` is the field that contains them, or None if all of them are rational.

    `domain` is the domain of t as the certificate writes it.
    """

    field: Field | None
    domain: Any

    def number(self, x: Number | fmpq) -> str:
        """Write a number of this field as text."""
        if isinstance(x, RATIONALS):
            try:
                return str(x)
            except ValueError:  # Python writes no numbers of thousands of digits
                return show(x)  # type: ignore[arg-type] # FLINT writes all of its own
        assert self.field is not None
        return show(x if x.field is self.field else lift(x, self.field), symbol="t")

    def matrix(self, rows: Rows) -> list[list[str]]:
        """Write a matrix with all entries over one common denominator, so that the checker's sums stay short.

        If the matrix is small and all numbers of the certificate are rational, its entries are in lowest terms, for people to read.
        """
        # many entries are one object
        own = {id(x): x for row in rows for x in row}
        small = self.field is None and len(rows) * len(rows[0]) <= SMALL
        texts = dict(
            zip(own, map(self.number, own.values()) if small else self._over_one([*own.values()]), strict=True)
        )
        return [[texts[id(x)] for x in row] for row in rows]

    def _over_one(self, xs: list[Number]) -> list[str]:
        """Write numbers over their least common denominator."""
        return _over_integer(xs) if is_rational([xs]) else self._over_polynomial(xs)  # type: ignore[arg-type]

    def _over_polynomial(self, xs: list[Number]) -> list[str]:
        over, found = self._over(xs), []
        bottom = _put_in_parentheses(self._polynomial(over))
        for num, den in map(self._parts, xs):
            top = self._polynomial(num * (over // den))
            found.append(top if bottom == "1" or top == "0" else f"{_put_in_parentheses(top)}/{bottom}")
        return found

    def _over(self, xs: Iterable[Number]) -> fmpz_poly:
        """Compute a common denominator of the numbers: the least common multiple of their denominators."""
        found = fmpz_poly([1])
        for den in self._denominators(xs):
            found = found * (den // found.gcd(den))
        return found

    def _denominators(self, xs: Iterable[Number]) -> list[fmpz_poly]:
        unique = {tuple(int(c) for c in self._parts(x)[1].coeffs()) for x in xs}
        return [fmpz_poly(list(c)) for c in unique]

    def _parts(self, x: Number) -> tuple[fmpz_poly, fmpz_poly]:
        if isinstance(x, Fraction):
            return fmpz_poly([x.numerator]), fmpz_poly([x.denominator])
        assert self.field is not None
        y = x if x.field is self.field else lift(x, self.field)
        return y.num, y.den

    def _polynomial(self, p: fmpz_poly) -> str:
        if p.degree() <= 0:
            return show(Fraction(int(p[0])))
        assert self.field is not None
        return show(Element(self.field, p, fmpz_poly([1])), symbol="t")


def _over_integer(xs: Sequence[Fraction]) -> list[str]:
    over = math.lcm(*(x.denominator for x in xs))
    bottom = "" if over == 1 else f"/{fmpz(over)}"
    return [f"{fmpz(x.numerator * (over // x.denominator))}{bottom}" if x else "0" for x in xs]


def _put_in_parentheses(text: str) -> str:
    """Put a text in parentheses if it needs them as a dividend or as a divisor. A minus sign at the beginning alone is no reason.

    A divisor with a minus sign at the beginning would need parentheses, but no divisor has one here.
    """
    return f"({text})" if set(text[1:]) & set("+-*/ ") else text


def _domain(field: Field) -> Any:
    if isinstance(field, Free):
        left, right = "(" if field.lower_open else "[", ")" if field.upper_open else "]"
        return {"from": cut(field.lower), "to": cut(field.upper), "ends": left + right}
    return {"t": cut(generator(field))}


def scope_of(numbers: Iterable[Number], *, ratio: Number = Fraction(1)) -> Scope:
    """Find a field that contains all these numbers and the demand's ratio, and return how numbers of this field are written.

    If all of them are rational, the numbers do not contain t. The domain is then the single point t = `ratio`.
    """
    field = common_field([[ratio, *numbers]])
    return Scope(field, {"t": cut(ratio)} if field is None else _domain(field))


def scope_under(bounds: PairBounds, numbers: Iterable[Number]) -> Scope:
    """Find a field that contains the numbers of the demand's `bounds` and `numbers`, and return how its numbers are written.

    If all of them are rational, no number is written with t. The domain of t is then one point, the first of the demand's numbers.
    """
    demanded = bounds.numbers()
    return scope_of([*demanded, *numbers], ratio=demanded[0])
