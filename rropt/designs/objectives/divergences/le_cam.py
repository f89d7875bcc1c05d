"""The Le Cam divergence, for which φ(x) = (x − 1)²/(2(x + 1)).

An output with the probabilities a and b under the two distributions adds (a − b)²/(2(a + b)) to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from rropt.designs.objectives.divergences.phi import Array, Phi
from rropt.exact.element import Number

__all__ = ["LeCam"]


@dataclass(frozen=True, slots=True)
class LeCam(Phi):
    """The Le Cam divergence, at most 1."""

    name: ClassVar[str] = "le_cam"
    is_exact: ClassVar[bool] = True
    is_rational: ClassVar[bool] = True

    @property
    def words(self) -> str:
        return "Le Cam divergence"

    def exact(self, a: Number, b: Number) -> Number:
        return (a - b) * (a - b) / (2 * (a + b)) if a != b else Fraction(0)

    def ball(self, a: Any, b: Any) -> Any:
        both = a + b
        return (a - b) * (a - b) / (2 * both) if both != 0 else both

    def floats(self, a: Array, b: Array) -> Array:
        import numpy as np

        both = a + b
        return (a - b) ** 2 / np.where(both > 0, 2 * both, 1.0)

    def floats_near_silence(self, p: Array, q: Array, apart: Array) -> Array:
        return apart**2 / (2 * (p + q))

    def symbols(self, a: Any, b: Any) -> Any:
        import sympy

        return sympy.Integer(0) if a == b else (a - b) ** 2 / (2 * (a + b))
