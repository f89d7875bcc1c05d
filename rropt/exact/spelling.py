"""Exact numbers as text that `rropt.exact.grammar` reads back."""

from __future__ import annotations

import re
from fractions import Fraction

from flint import fmpz, fmpz_poly

from rropt.exact.fields import Algebraic, Exponential, Field, Free, Quotient

__all__ = ["show"]


def _power(base: Field, i: int) -> str:
    """The i-th power of t: `t^2` where t is free or a root, else a spelling that needs nothing else, such as e^(3/2)."""
    if isinstance(base, Free | Algebraic):
        return "t" if i == 1 else f"t^{i}"
    exponent = i * base.epsilon if isinstance(base, Exponential) else Fraction(i, base.degree)
    letter = (
        "e"
        if isinstance(base, Exponential)
        else (f"{base.radicand}" if base.radicand.denominator == 1 else f"({base.radicand})")
    )
    power = f"{letter}^{exponent}" if exponent.denominator == 1 else f"{letter}^({exponent})"
    return letter if exponent == 1 else power


def _polynomial(p: fmpz_poly, base: Field, symbol: str | None) -> str:
    text = ""
    for i in range(p.degree(), -1, -1):
        c = int(p[i])
        if c == 0:
            continue
        name = (_power(base, i) if symbol is None else symbol if i == 1 else f"{symbol}^{i}") if i else ""
        size = name if name and abs(c) == 1 else f"{fmpz(abs(c))}*{name}" if name else f"{fmpz(abs(c))}"
        text += (" - " if c < 0 else " + ") + size
    return text.removeprefix(" + ").replace(" - ", "-", 1) if text.startswith(" - ") else text.removeprefix(" + ")


def show(x: Fraction | Quotient | float, *, symbol: str | None = None) -> str:
    """The text that `read_number` reads back as x; with `symbol="t"` the powers of t print as t, t^2, …"""
    if isinstance(x, float):
        return "inf"
    if isinstance(x, Fraction):
        top, below = str(fmpz(x.numerator)), str(fmpz(x.denominator))
        return top if x.denominator == 1 else f"{top}/{below}"
    top = _polynomial(x.num, x.field, symbol)
    if x.den.is_one():
        return top
    below = _polynomial(x.den, x.field, symbol)
    top = f"({top})" if " " in top else top
    simple = re.fullmatch(r"\d+|[a-z]|t\^\d+", below)
    return f"{top}/{below}" if simple else f"{top}/({below})"
