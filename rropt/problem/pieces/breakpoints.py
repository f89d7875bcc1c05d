"""How a breakpoint of t is named: in a certificate, and in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.certificate.scope import cut, root_cut
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.fields import Free
from rropt.exact.isolate import Root
from rropt.exact.quadratic import quadratic_roots
from rropt.exact.spelling import show

__all__ = ["cut_of", "domain_between", "say_end", "say_breakpoint"]


def domain_between(interval: Free, left: Root | None, right: Root | None, *, closed: bool = False) -> dict[str, Any]:
    """The certificate's field from one breakpoint (or end of the interval) to another, which belongs to it if `closed`."""
    low = cut(interval.lower) if left is None else cut_of(left)
    high = cut(interval.upper) if right is None else cut_of(right)
    opening = "(" if left is not None or interval.lower_open else "["
    closing = ")" if (interval.upper_open if right is None else not closed) else "]"
    return {"from": low, "to": high, "ends": opening + closing}


def say_end(end: Number | float, root: Root | None, interval: Free) -> str:
    """The breakpoint, or the end of the interval where there is none."""
    return say_breakpoint(root, interval) if root is not None else "inf" if isinstance(end, float) else str(end)


def say_breakpoint(root: Root, interval: Free) -> str:
    """The breakpoint: exact where it is rational or quadratic, to a few digits in t, and in ε where t is e^ε."""
    middle, exact = (root.lower + root.upper) / 2, exact_breakpoint(root)
    said = decimal(middle, digits=8) if exact is None else f"{show(exact)} ≈ {decimal(middle, digits=8)}"
    if interval.is_delta:
        return said
    lower, _ = Epsilon(middle).bounds(width=Fraction(1, 10**12))
    return f"{said} (epsilon ≈ {decimal(lower, digits=8)})"


def exact_breakpoint(root: Root) -> Number | None:
    """The breakpoint as a number, where its polynomial has degree one or two."""
    if len(root.polynomial) > 3:
        return None
    c0, c1, c2 = [*map(Fraction, root.polynomial), Fraction(0)][:3]
    return next(x for x in quadratic_roots(c0, c1, c2) or () if root.lower < x < root.upper)


def cut_of(root: Root) -> Any:
    """The breakpoint in the certificate's spelling."""
    if len(root.polynomial) == 2:
        return cut(Fraction(-root.polynomial[0], root.polynomial[1]))
    return root_cut(root.polynomial, root.lower, root.upper)
