"""The total variation distance, for which φ(x) = |x − 1|/2.

An output with the probabilities a and b under the two distributions adds |a − b|/2 to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from rropt.designs.objectives.divergences.phi import Array, Phi
from rropt.exact.element import Number

__all__ = ["TotalVariation"]


@dataclass(frozen=True, slots=True)
class TotalVariation(Phi):
    """The total variation distance, at most 1."""

    name: ClassVar[str] = "tv"
    is_exact: ClassVar[bool] = True

    @property
    def words(self) -> str:
        return "total variation distance"

    @property
    def bends(self) -> tuple[Fraction, ...]:
        return (Fraction(1),)

    def exact(self, a: Number, b: Number) -> Number:
        return (a - b if a >= b else b - a) / 2

    def ball(self, a: Any, b: Any) -> Any:
        return abs(a - b) / 2

    def floats(self, a: Array, b: Array) -> Array:
        return abs(a - b) / 2

    def floats_near_silence(self, p: Array, q: Array, apart: Array) -> Array:
        return abs(apart) / 2

    def symbols(self, a: Any, b: Any) -> Any:
        import sympy

        return sympy.Abs(a - b) / 2
