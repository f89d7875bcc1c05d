"""What the twins of several papers write formulas with."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from rropt.claims.claim import Twin

Q = Fraction
Rows = Sequence[Sequence[Q]]


def equal(left: object, right: object) -> str:
    return f"({left}) = ({right})"


def joined(parts: Iterable[str]) -> str:
    return " and ".join(f"({x})" for x in parts) or "1 = 1"


def same(left: Rows, right: Rows) -> str:
    """Two matrices are equal, entry by entry."""
    return joined(equal(x, y) for one, other in zip(left, right, strict=True) for x, y in zip(one, other, strict=True))


def shares(*weights: Q) -> list[Q]:
    return [x / sum(weights) for x in weights]


def twins(
    stated: Mapping[str, Callable[..., str]],
    given: Mapping[str, str],
    assuming: tuple[str, ...] = (),
    define: Mapping[str, str] | None = None,
) -> list[Twin]:
    """A twin for each of several claims that are stated of the same numbers."""
    return [Twin(claim, states, given, assuming, define or {}) for claim, states in stated.items()]
