"""The squared Hellinger distance, for which φ(x) = (√x − 1)²/2.

An output with the probabilities a and b under the two distributions adds (√a − √b)²/2 to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rropt.designs.objectives.divergences.phi import Array, Phi

__all__ = ["Hellinger"]


@dataclass(frozen=True, slots=True)
class Hellinger(Phi):
    """The squared Hellinger distance, at most 1."""

    name: ClassVar[str] = "hellinger"

    @property
    def words(self) -> str:
        return "squared Hellinger distance"

    def ball(self, a: Any, b: Any) -> Any:
        return (a + b) / 2 - (a * b).sqrt()

    def floats(self, a: Array, b: Array) -> Array:
        import numpy as np

        return (np.sqrt(a) - np.sqrt(b)) ** 2 / 2

    def floats_near_silence(self, p: Array, q: Array, apart: Array) -> Array:
        import numpy as np

        return (apart / (np.sqrt(p) + np.sqrt(q))) ** 2 / 2

    def symbols(self, a: Any, b: Any) -> Any:
        import sympy

        return (sympy.sqrt(a) - sympy.sqrt(b)) ** 2 / 2
