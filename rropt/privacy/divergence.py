"""The largest divergence, of a given kind, between the answers under two inputs. It is found by evaluating each ordered pair of
inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any, Protocol

from rropt.exact.decimal import decimal
from rropt.exact.element import Bound
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.patience import require_time
from rropt.exact.spelling import show
from rropt.mechanism import Aim, Mechanism
from rropt.results import Result, Table, fact_table, say_value

__all__ = ["BetweenTwo", "LargestDivergence", "largest_divergence", "read_divergences"]

ZERO = Fraction(0)


class BetweenTwo(Protocol):
    """A divergence between the answers under two distributions of the inputs, such as `Divergence`. The method `between` gives the
    same divergence for two other distributions.
    """

    @property
    def words(self) -> str:
        """The divergence's name in a sentence."""

    def between(self, p: Sequence[Fraction], q: Sequence[Fraction], /) -> Aim:
        """The same divergence with p and q as the two distributions of the inputs."""


@dataclass(frozen=True, slots=True, repr=False)
class LargestDivergence(Result):
    """The largest divergence over ordered pairs of inputs, as two bounds, which are equal if it is known exactly.

    `pair` is the pair whose upper bound is largest; None if the divergence is 0, which every pair attains.
    """

    name: str
    lower: Bound
    upper: Bound
    pair: tuple[int, int] | None

    @property
    def said(self) -> str:
        """The size in words: "inf", the value if it is exact, else "between" its two bounds."""
        if is_infinite(self.upper):
            return "inf"
        if self.lower == self.upper:
            return say_value(self.upper)
        low = decimal(self.lower, digits=12, direction="lower")
        return f"between {low} and {decimal(self.upper, digits=12, direction='upper')}"

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary of the fields, in which every number is text; `pair` is null if the divergence is 0."""
        pair = None if self.pair is None else list(map(str, self.pair))
        return {"name": self.name, "lower": show(self.lower), "upper": show(self.upper), "pair": pair}

    def as_table(self) -> Table:
        """A table with one row per field."""
        return fact_table(self.to_dict())

    def explain(self) -> str:
        """The divergence in a line."""
        return f"{self.name}: {self.said}"


def read_divergences(given: object) -> list[Any]:
    """Read a divergence or a list of divergences as a list; refuse what cannot be evaluated for two given distributions."""
    listed = [*given] if isinstance(given, Iterable) and not isinstance(given, str) else [given]
    for x in listed:
        if isinstance(x, type) or not hasattr(x, "between"):
            raise InputError(f'{str(x)[:40]!r} is not a divergence; give one, such as Divergence("kl")')
    return listed


def largest_divergence(mechanism: Mechanism, divergence: BetweenTwo) -> LargestDivergence:
    """Find the largest divergence between the distributions of answers under two inputs, over all ordered pairs of inputs.

    `divergence` sets the kind of divergence. The two distributions of the inputs that it contains are not used.
    """
    found = LargestDivergence(divergence.words, ZERO, ZERO, None)
    units = [tuple(Fraction(int(j == n)) for n in range(mechanism.k)) for j in range(mechanism.k)]
    for j, el in permutations(range(mechanism.k), 2):
        require_time()
        low, high = mechanism.value(divergence.between(units[j], units[el]))
        is_larger = high > found.upper
        found = LargestDivergence(
            found.name, max(low, found.lower), high if is_larger else found.upper, (j, el) if is_larger else found.pair
        )
    return found
