"""The Kullback–Leibler divergence, for which φ(x) = x·log x.

An output with the probabilities a and b under the two distributions adds a·log(a/b) to it, in nats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rropt.designs.objectives.divergences.phi import Array, Phi, bend

__all__ = ["KullbackLeibler"]


@dataclass(frozen=True, slots=True)
class KullbackLeibler(Phi):
    """The Kullback–Leibler divergence."""

    name: ClassVar[str] = "kl"

    @property
    def words(self) -> str:
        return "Kullback–Leibler divergence"

    @property
    def is_unbounded(self) -> bool:
        return True

    def ball(self, a: Any, b: Any) -> Any:
        return a * (a / b).log() if a != 0 else a

    def floats(self, a: Array, b: Array) -> Array:
        import numpy as np
        from scipy.special import xlogy

        return xlogy(a, a) - xlogy(a, np.where(b > 0, b, 1.0))

    def floats_of_positive(self, a: Array, b: Array) -> Array:
        import numpy as np

        return a * np.log(a / b)

    def floats_near_silence(self, p: Array, q: Array, apart: Array) -> Array:
        return q * bend(apart / q)

    def symbols(self, a: Any, b: Any) -> Any:
        import sympy

        return sympy.Integer(0) if a == b else a * sympy.log(a / b) if a != 0 else a
