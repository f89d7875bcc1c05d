"""Rows of text as an aligned table for a terminal or a LaTeX tabular."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.estimates.balls import root_bounds
from rropt.exact.decimal import decimal
from rropt.exact.enclosure import Bounds
from rropt.exact.field import Number

__all__ = ["bounds_text", "latex_table", "number", "root_text", "text_table"]


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns two spaces apart, as wide as their widest cell."""
    table = [header, *rows]
    widths = [max(len(row[j]) for row in table) for j in range(len(header))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table)
    return "\n".join(lines)


def latex_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A tabular with one header line; the special characters of LaTeX are escaped."""
    lines = [" & ".join(map(_escaped, row)) + r" \\" for row in [header, *rows]]
    body = "\n".join([lines[0], r"\hline", *lines[1:]])
    return rf"\begin{{tabular}}{{{'l' * len(header)}}}" + "\n" + body + "\n" + r"\end{tabular}"


def _escaped(text: str) -> str:
    for character in "\\&%$#_{}":
        text = text.replace(character, r"\textbackslash " if character == "\\" else "\\" + character)
    return text


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
