"""Cells of tables of estimates: decimals, enclosures and roots as text, each rounded in the direction that is safe."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds
from rropt.survey.balls import root_bounds

__all__ = ["bounds_text", "number", "root_text"]


def number(x: Number | float, *, digits: int = 6) -> str:
    """A decimal, or nothing found: `inf`."""
    return decimal(x, digits=digits)


def bounds_text(bounds: Bounds, *, digits: int = 6) -> tuple[str, str]:
    """Decimals of an enclosure, rounded outward."""
    return decimal(bounds[0], digits=digits, direction="lower"), decimal(bounds[1], digits=digits, direction="upper")


def root_text(x: Number, *, digits: int = 6) -> str:
    """√x to so many digits, rounded up: a standard error is never shown smaller than it is."""
    width = Fraction(1, 10 ** (digits + 12))
    return decimal(root_bounds(x, width=width)[1], digits=digits, direction="upper")
