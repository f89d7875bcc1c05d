"""Whether a float from an oracle agrees with an exact value: the relative tolerance that solvers are held to."""

from __future__ import annotations

from rropt.exact.element import Element, Number
from rropt.exact.fields import Free

__all__ = ["AGREEMENT", "agrees", "as_float"]

AGREEMENT = 1e-6


def as_float(x: Number | float) -> float | None:
    """The nearest double, or None where t is free or the number is larger than every double."""
    if isinstance(x, Element) and isinstance(x.field, Free):
        return None
    try:
        return float(x)
    except OverflowError:
        return None


def agrees(numeric: float, exact: float) -> bool:
    """Whether the two differ by at most AGREEMENT, relative to the larger of 1 and the exact value's size."""
    return abs(numeric - exact) <= AGREEMENT * max(1.0, abs(exact))
