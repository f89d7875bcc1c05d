"""Exact numbers as text that `rropt.exact.grammar` reads back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from flint import fmpz, fmpz_poly

from rropt.exact.fields import Algebraic, Exponential, Field, Free, Quotient
from rropt.exact.infinity import Infinity, is_infinite

__all__ = ["counted", "ordinal", "polynomial_text", "quotient_text", "root_cut", "roughly", "show"]


@lru_cache(maxsize=1024)
def _power(base: Field, i: int) -> str:
    """Write t^i, where t is the field's generator: `t^2` if t is free or a root of a polynomial, else without t, as in e^(3/2)."""
    if isinstance(base, Free | Algebraic):
        letter = base.letter if isinstance(base, Free) else "t"
        return letter if i == 1 else f"{letter}^{i}"
    exponent = i * base.epsilon if isinstance(base, Exponential) else Fraction(i, base.degree)
    letter = (
        "e"
        if isinstance(base, Exponential)
        else (f"{base.radicand}" if base.radicand.denominator == 1 else f"({base.radicand})")
    )
    power = f"{letter}^{exponent}" if exponent.denominator == 1 else f"{letter}^({exponent})"
    return letter if exponent == 1 else power


def polynomial_text(p: fmpz_poly, base: Field) -> str:
    """Write a polynomial in t as text that rropt can read back, where t is the generator of the field `base`."""
    return _polynomial(p, _named_powers(base, None))


def _named_powers(base: Field, symbol: str | None) -> Callable[[int], str]:
    if symbol is None:
        return lambda i: _power(base, i)
    return lambda i: symbol if i == 1 else f"{symbol}^{i}"


def _polynomial(p: fmpz_poly, power: Callable[[int], str]) -> str:
    text = ""
    for i, c in reversed([*enumerate(p.coeffs())]):
        if not c:
            continue
        digits = str(c)
        sign, size = ("-", digits[1:]) if digits[0] == "-" else ("+", digits)
        if i:
            size = power(i) if size == "1" else f"{size}*{power(i)}"
        text = f"{text} {sign} {size}" if text else f"{sign.replace('+', '')}{size}"
    return text


def show(x: Fraction | Quotient | Infinity, *, symbol: str | None = None) -> str:
    """The text that `read_number` reads back as x. If `symbol` is "t", powers of t are written as t, t^2, …"""
    if is_infinite(x):
        return str(x)
    if isinstance(x, Fraction):
        top, below = str(fmpz(x.numerator)), str(fmpz(x.denominator))
        return top if x.denominator == 1 else f"{top}/{below}"
    return quotient_text(x, _named_powers(x.field, symbol))


def root_cut(polynomial: Sequence[int], lower: Fraction, upper: Fraction) -> dict[str, object]:
    """Write the number that is the only root of a polynomial between the rationals `lower` and `upper`, as a certificate does.

    The coefficients of the polynomial are integers, and the constant term comes first.
    """
    terms = "+".join(f"{c}*t^{n}" if n else str(c) for n, c in enumerate(polynomial) if c)
    return {"root": terms.replace("+-", "-"), "between": [show(lower), show(upper)]}


def quotient_text(x: Quotient, power: Callable[[int], str]) -> str:
    """Write num/den as text, in brackets where needed; `power(i)` is the text of t^i."""
    top = _polynomial(x.num, power)
    if x.den.is_one():
        return top
    below = _polynomial(x.den, power)
    top = f"({top})" if " " in top else top
    simple = re.fullmatch(r"\d+|[a-z]|delta|(t|delta)\^\d+", below)
    return f"{top}/{below}" if simple else f"{top}/({below})"


def ordinal(place: int) -> str:
    """The ordinal of an index that is counted from 0: 1st for 0, 2nd for 1, 11th for 10."""
    n = place + 1
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def counted(n: int, one: str, many: str = "", *, spec: str = "") -> str:
    """A number with its noun, such as `1 question` or `2 questions`.

    The plural adds an s unless `many` is given, and the number is formatted by `spec`, such as `,`.
    """
    return f"{n} {one}" if n == 1 else f"{n:{spec}} {many or one + 's'}"


def roughly(n: int) -> str:
    """A whole number as text. From 10^9 on it is only `about 10^n`, the largest power of ten that does not exceed the number."""
    return f"{n:,}" if n < 10**9 else f"about 10^{len(show(Fraction(n))) - 1}"
