"""Conversions of exact numbers: to sympy, to LaTeX, to the decimals that a format asks for, and to text for sympy and rropt.

Everything here is exact or rounded correctly. To round an irrational number, its enclosure is narrowed until both ends round to
the same decimal. That happens after finitely many steps, because an irrational number never lies on the border between two
decimals.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from flint import fmpz, fmpz_poly

from rropt.exact.errors import Inexact, InputError
from rropt.exact.fields import DELTA, Algebraic, Exponential, Field, Free, Quotient, Radical
from rropt.exact.infinity import Infinity
from rropt.exact.polynomial_sign import count_roots, enclose_quotient_relative
from rropt.exact.spelling import polynomial_text, quotient_text, show

if TYPE_CHECKING:
    import sympy

__all__ = [
    "ExactNumber",
    "cut_text",
    "format_number",
    "latex_of",
    "read_sympy",
    "refuse_float",
    "round_number",
    "spell",
    "sympy_of",
]

Exact = Fraction | Quotient
T = TypeVar("T")


class ExactNumber:
    """Base class of rropt's exact numbers, with their conversions to text, LaTeX and sympy.

    A number is a `Rational`, which is also a Python `Fraction`, or an `Element`: a function of t = e^epsilon with
    integer coefficients, at one epsilon or over a range. Sums, products, quotients and integer powers with ints,
    Fractions and one another are exact; a float is refused, because it would make the result a guess. The result for
    two `Element`s may be a plain `Fraction`, which has none of these conversions; `Rational(...)` adds them.

    Examples:
        >>> from rropt.exact import read_number
        >>> v = read_number("(e^(1/2)+1)/(e^(1/2)-1)")
        >>> print(v, float(v), f"{v:.4f}", round(v, 2))
        (exp(1/2) + 1)/(exp(1/2) - 1) 4.082988165073597 4.0830 102/25
        >>> v.to_sympy()
        (1 + exp(1/2))/(-1 + exp(1/2))
        >>> read_number("t/(t+1)").at("ln3")
        Rational(3, 4)

    Reference: SPEC.md, 1.3, the grammar of numbers.
    """

    __slots__ = ()

    def to_sympy(self, t: object = None) -> sympy.Expr:
        """The same number in sympy, exactly; e^(1/2) becomes exp(1/2).

        Args:
            t: What stands for a free t = e^epsilon: a sympy expression such as `exp(Symbol("epsilon"))`; `Symbol("t")`
                if nothing is given. A number at one epsilon has no free t.

        Returns:
            A sympy expression without floats.

        Raises:
            InputError: `t` is a text, which sympy would run as code, or an object that sympy cannot convert.
        """
        return sympy_of(self, t)  # type: ignore[arg-type]

    def _sympy_(self) -> sympy.Expr:
        return self.to_sympy()

    def to_latex(self) -> str:
        """The number in LaTeX, without dollar signs."""
        return latex_of(self)  # type: ignore[arg-type]

    def _repr_latex_(self) -> str:
        return f"${self.to_latex()}$"

    def __format__(self, spec: str) -> str:
        return format_number(self, spec)  # type: ignore[arg-type]


def sympy_of(x: Exact, t: object = None) -> sympy.Expr:
    """The number as a sympy expression; `t` replaces a free t (one that ranges over an interval)."""
    import sympy

    if isinstance(x, Fraction):
        return sympy.Rational(x.numerator, x.denominator)
    base = _base(x.field, t)
    top, below = (
        sum((sympy.Integer(int(c)) * base**i for i, c in enumerate(p.coeffs())), sympy.Integer(0))
        for p in (x.num, x.den)
    )
    return top / below


def read_sympy(given: object) -> sympy.Expr:
    """Read an expression of sympy that is to replace a free t; refuse a text, which sympy would run as code."""
    import sympy

    try:
        return sympy.sympify(given, strict=True)
    except sympy.SympifyError:
        raise InputError(
            f"{str(given)[:60]!r} is not a sympy expression; give one, such as sympy.Symbol('x')"
        ) from None


def _base(field: Field, t: object) -> sympy.Expr:
    """Return the generator of the field as a sympy expression, such as an exponential or a root. If the generator is a free
    variable, return the given `t`, or a symbol if `t` is None."""
    import sympy

    if isinstance(field, Free):
        return sympy.Symbol(field.letter) if t is None else read_sympy(t)
    if isinstance(field, Exponential):
        return sympy.exp(sympy.Rational(field.epsilon.numerator, field.epsilon.denominator))
    if isinstance(field, Algebraic):
        return sympy.CRootOf(sympy.Poly(list(reversed(field.polynomial)), sympy.Symbol("t")), _place(field))
    return sympy.Rational(field.radicand.numerator, field.radicand.denominator) ** sympy.Rational(1, field.degree)


def _place(field: Algebraic) -> int:
    """Return how many real roots of t's polynomial lie below t. sympy's `CRootOf` takes this number as the index of t."""
    # by Cauchy's bound all roots lie above −bound
    leading = abs(field.polynomial[-1])
    bound = 1 + Fraction(max(map(abs, field.polynomial)), leading)
    return count_roots(fmpz_poly(list(field.polynomial)), -bound, field.lower) if field.lower > -bound else 0


def spell(x: Exact) -> str:
    """Write the number as text that means the same to rropt and to sympy.

    There is one exception: if t is a root of a polynomial and has no formula, it is written as `CRootOf`, which only sympy can
    read.
    """
    if isinstance(x, Fraction):
        return show(x)
    return quotient_text(x, _power_for_sympy(x.field))


def _power_for_sympy(field: Field) -> Callable[[int], str]:
    if isinstance(field, Exponential):
        return lambda i: f"exp({i * field.epsilon})"
    if isinstance(field, Radical):
        q = str(field.radicand) if field.radicand.denominator == 1 else f"({field.radicand})"
        return lambda i: f"{q}^({Fraction(i, field.degree)})"
    if isinstance(field, Free):
        return lambda i: field.letter if i == 1 else f"{field.letter}^{i}"
    root = f"CRootOf({polynomial_text(fmpz_poly(list(field.polynomial)), field)}, {_place(field)})"
    return lambda i: root if i == 1 else f"{root}^{i}"


def latex_of(x: Exact) -> str:
    """The exact number in LaTeX, with exponents in braces and quotients as fractions."""
    if isinstance(x, Fraction):
        size = str(fmpz(abs(x.numerator)))
        size = size if x.denominator == 1 else rf"\frac{{{size}}}{{{fmpz(x.denominator)}}}"
        return f"-{size}" if x < 0 else size
    top, below = (_brace(polynomial_text(p, x.field)) for p in (x.num, x.den))
    return top if x.den.is_one() else rf"\frac{{{top}}}{{{below}}}"


def _brace(text: str) -> str:
    braced = re.sub(r"\^(\([^()]*\)|\d+)", lambda m: "^{" + m[1].strip("()") + "}", text)
    return braced.replace("*", r" \cdot ").replace(DELTA, rf"\{DELTA}")


def _agree(x: Exact, read: Callable[[Decimal], T]) -> T:
    """Apply `read` to a lower and an upper decimal bound of x. Narrow the bounds until both give the same result; return it."""
    if not isinstance(x, Fraction) and isinstance(x.field, Free):
        raise InputError(
            f"cannot write {show(x)} as a decimal while {x.field.number} is free ({x.field}); fix {x.field.number} with the "
            "method `at`"
        )
    for digits in (40 * 2**n for n in count()):
        lower, upper = (x, x) if isinstance(x, Fraction) else enclose_quotient_relative(x, bits=4 * digits)
        first, last = (
            read(
                Context(prec=digits, rounding=way, Emax=10**9, Emin=-(10**9)).divide(
                    Decimal(b.numerator), b.denominator
                )
            )
            for b, way in ((lower, ROUND_FLOOR), (upper, ROUND_CEILING))
        )
        if first == last:
            return first
    raise AssertionError


def format_number(x: Exact, spec: str) -> str:
    """Write the number by a format such as `.4f`, correctly rounded.

    A format that has neither a number of decimals nor a letter such as `f`, for example `>20`, is applied to the exact text.
    """
    is_text = spec == "" or (spec[-1] not in "eEfFgGn%" and "." not in spec)
    if is_text:
        return format(str(x), spec)
    spec = spec if spec[-1] in "eEfFgGn%" else f"{spec}g"
    spec = spec if "." in spec else f"{spec[:-1]}.6{spec[-1]}"  # six digits, the default of floats, too
    return _agree(x, lambda d: format(d, spec))


def round_number(x: Exact, digits: int | None) -> int | Fraction:
    """The nearest integer if `digits` is None, else the nearest multiple of 10^−digits."""
    scale = Fraction(10) ** (digits or 0)
    found = _agree(x, lambda d: round(Fraction(d) * scale))
    return found if digits is None else found / scale


def refuse_float(x: object, other: object) -> Any:
    """Refuse arithmetic of an exact number x with a float; return `NotImplemented` if `other` is no float."""
    if isinstance(other, float) and not isinstance(other, Infinity):
        digits = float.__repr__(other)  # the repr of a NumPy double would add the name of its type
        exact = f'read_number("{digits}") to make the float exact, or ' if math.isfinite(other) else ""
        raise Inexact(
            f"cannot combine the exact number {cut_text(x)} with the float {digits}; write {exact}float(...) to make the exact "
            "number a float"
        )
    return NotImplemented


def refuse_power(x: object, exponent: object) -> InputError:
    """Make the error for a power of x whose exponent is no whole number: such a power need not lie in the field of x."""
    return Inexact(
        f"cannot compute {cut_text(x)} to the power {exponent} exactly; give a whole exponent, write the root of a rational as "
        'read_number("2^(1/2)"), or take the power of float(...)'
    )


def cut_text(x: object) -> str:
    """The text of x, with at most 60 characters; what is cut off becomes "..."."""
    text = str(x)
    return text if len(text) <= 60 else f"{text[:57]}..."
