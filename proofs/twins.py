"""What the twins of several papers write formulas with."""

from collections.abc import Iterable
from fractions import Fraction

Q = Fraction
Rows = list[list[Q]]


def equal(left: object, right: object) -> str:
    return f"({left}) = ({right})"


def joined(parts: Iterable[str]) -> str:
    return " and ".join(f"({x})" for x in parts) or "1 = 1"


def same(left: Rows, right: Rows) -> str:
    """Two matrices are equal, entry by entry."""
    return joined(equal(x, y) for one, other in zip(left, right, strict=True) for x, y in zip(one, other, strict=True))
