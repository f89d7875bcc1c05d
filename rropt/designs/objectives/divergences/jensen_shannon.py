"""The Jensen–Shannon divergence, for which φ(x) = (x log x − (1 + x) log((1 + x)/2))/2.

Let an output have the probabilities a and b under the two distributions, and let m = (a + b)/2. Then the output adds (a log a + b
log b)/2 − m log m to the divergence, in nats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rropt.designs.objectives.divergences.phi import Array, Phi, bend

__all__ = ["JensenShannon"]


@dataclass(frozen=True, slots=True)
class JensenShannon(Phi):
    """The Jensen–Shannon divergence, at most log 2."""

    name: ClassVar[str] = "jensen_shannon"

    @property
    def words(self) -> str:
        return "Jensen–Shannon divergence"

    def ball(self, a: Any, b: Any) -> Any:
        return _midway(a, b, lambda x: x * x.log() if x != 0 else x)

    def floats(self, a: Array, b: Array) -> Array:
        import numpy as np

        return _midway(a, b, lambda x: x * np.log(np.where(x > 0, x, 1)))

    def floats_near_silence(self, p: Array, q: Array, apart: Array) -> Array:
        # p = m(1 + d) and q = m(1 − d): the terms linear in d cancel
        m = (p + q) / 2
        d = apart / (2 * m)
        return m * (bend(d) + bend(-d)) / 2

    def symbols(self, a: Any, b: Any) -> Any:
        import sympy

        return _midway(sympy.sympify(a), sympy.sympify(b), lambda x: x * sympy.log(x) if x != 0 else x)


def _midway(a: Any, b: Any, entropy: Any) -> Any:
    """Compute (g(a) + g(b))/2 − g((a + b)/2) for the function g(x) = x log x, which is passed as `entropy`."""
    return (entropy(a) + entropy(b)) / 2 - entropy((a + b) / 2)
