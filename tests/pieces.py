"""Pieces of t read back from certificates: places of cuts, sample points, and documents with a cut moved."""

from __future__ import annotations

import math
from fractions import Fraction as F
from typing import Any

from rropt.exact.element import Element

TINY = F(1, 10**30)


def at(x: Any, t: Any) -> Any:
    """The value of a function of t."""
    if not isinstance(x, Element):
        return x
    num, den = (sum((int(c) * t**n for n, c in enumerate(p.coeffs())), F(0)) for p in (x.num, x.den))
    return num / den


def place(cut: Any) -> F | float:
    """A cut to within about 10^-9, enough to choose sample points."""
    if isinstance(cut, dict):
        low, high = map(F, cut["between"])
        polynomial = cut["root"]
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if _sign(polynomial, low) == _sign(polynomial, middle) else (low, middle)
        return (low + high) / 2
    if cut.startswith("exp("):
        return F(math.exp(F(cut[4:-1])))
    return math.inf if cut == "inf" else F(cut)


def _sign(polynomial: str, t: F) -> bool:
    value = F(0)
    for term in polynomial.replace("-", "+-").split("+"):
        if term:
            factor, _, power = term.partition("*t^")
            value += F(factor) * t ** int(power or 0)
    return value > 0


def samples(field: Any) -> list[F]:
    if "t" in field:
        return []
    low, high = place(field["from"]), place(field["to"])
    high = low + 20 if isinstance(high, float) else high
    return [low + (high - low) * share for share in (F(1, 10**6), F(1, 3), F(7, 9), 1 - F(1, 10**6))]  # type: ignore[operator]


def moved(document: Any, old: Any, new: Any) -> Any:
    """The document with every cut `old` replaced by `new`."""
    if document == old:
        return new
    if isinstance(document, dict):
        return {
            k: moved(v, old, new) if k in ("field", "from", "to", "t", "pieces") else v for k, v in document.items()
        }
    return [moved(x, old, new) for x in document] if isinstance(document, list) else document


def nearby(cut: Any) -> tuple[str, str]:
    """Rationals just below and just above a cut, by less than 10^-30."""
    middle = place(cut)
    return str(F(middle) - TINY / 2), str(F(middle) + TINY / 2)
