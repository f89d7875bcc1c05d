"""The rows that an admissible mechanism consists of: parity exactly γ and exactly two values (Chai & Nayak's C1, C2)."""

from __future__ import annotations

from collections.abc import Sequence

from rropt.exact.element import Number
from rropt.exact.spelling import show

__all__ = ["row_fault"]


def row_fault(row: Sequence[Number], gamma: Number) -> str:
    """Why a nonzero row of parity ≤ γ, γ > 1, is not of the two values c and γ·c; empty where it is."""
    low, high = min(row), max(row)
    if high != gamma * low:
        return f"its parity is {show(high / low)}, not {show(gamma)}"
    if any(x != low and x != high for x in row):
        middle = next(x for x in row if x != low and x != high)
        return f"it has the value {show(middle)} between its least {show(low)} and its largest {show(high)}"
    return ""
