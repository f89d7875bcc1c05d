"""The chi-squared divergence, for which φ(x) = (x − 1)².

An output with the probabilities a and b under the two distributions adds (a − b)²/b to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from rropt.designs.objectives.divergences.phi import Array, Phi
from rropt.exact.element import Bound, Number
from rropt.exact.infinity import INFINITY

__all__ = ["ChiSquared"]


@dataclass(frozen=True, slots=True)
class ChiSquared(Phi):
    """The chi-squared divergence."""

    name: ClassVar[str] = "chi2"
    is_exact: ClassVar[bool] = True
    is_rational: ClassVar[bool] = True

    @property
    def words(self) -> str:
        return "chi-squared divergence"

    @property
    def is_unbounded(self) -> bool:
        return True

    def exact(self, a: Number, b: Number) -> Bound:
        if b == 0:
            return INFINITY if a else Fraction(0)
        return (a - b) * (a - b) / b

    def ball(self, a: Any, b: Any) -> Any:
        return (a - b) * (a - b) / b if b != 0 else a

    def floats(self, a: Array, b: Array) -> Array:
        import numpy as np

        return (a - b) ** 2 / np.where(b > 0, b, 1.0)

    def floats_near_silence(self, p: Array, q: Array, apart: Array) -> Array:
        return apart**2 / q

    def symbols(self, a: Any, b: Any) -> Any:
        import sympy

        return sympy.Integer(0) if a == b else (a - b) ** 2 / b

    def error(self, ratio: float) -> float:
        return ratio
