"""Rényi's divergence of order α, which is log(Σ a^α b^(1 − α))/(α − 1).

The sum is over the outputs, which have the probabilities a and b under the two distributions.

Let D be the power divergence of the same order. Then Rényi's divergence is log(1 + (α − 1)·D)/(α − 1), which increases with D. For
α < 1 the logarithm decreases with D, but it is divided by a negative number, α − 1. So a design that is best for D is also best for
Rényi's divergence.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from rropt.designs.objectives.divergences.power import AnyPower
from rropt.exact.errors import InputError
from rropt.exact.spelling import show

__all__ = ["Renyi"]


@dataclass(frozen=True, slots=True)
class Renyi(AnyPower):
    """Rényi's divergence between two distributions; its `order` is the exponent α."""

    name: ClassVar[str] = "renyi"
    has_outer: ClassVar[bool] = True

    @property
    def words(self) -> str:
        return f"Rényi divergence of order {show(self.order)}"

    def outer_ball(self, x: Any) -> Any:
        excess = self.excess_ball()
        return (1 + excess * x).log() / excess

    def outer_float(self, x: float) -> float:
        excess = float(self.order - 1)
        return math.log1p(excess * x) / excess

    def outer_symbols(self, x: Any) -> Any:
        import sympy

        excess = sympy.Rational(*(self.order - 1).as_integer_ratio())
        return sympy.log(1 + excess * x) / excess

    def outer_cvxpy(self, x: Any) -> Any:
        import cvxpy as cp

        excess = float(self.order - 1)
        if excess < 0:
            raise InputError(
                f"cvxpy cannot maximise the {self.words}, a convex function of the weights of rows; pose the power divergence of "
                "this order instead, which has the same best designs"
            )
        return cp.log(1 + excess * x) / excess
