"""The hockey-stick divergence, for which φ(x) = max(x − γ, 0) with γ ≥ 1.

An output with the probabilities a and b under the two distributions adds max(a − γb, 0) to it. If γ = e^ε, the divergence is the
least δ such that P(S | first truth) ≤ e^ε·P(S | second truth) + δ for all sets S of answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from rropt.designs.objectives.divergences.phi import Array, Phi
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import show

__all__ = ["HockeyStick"]


@dataclass(frozen=True, slots=True)
class HockeyStick(Phi):
    """The hockey-stick divergence."""

    gamma: Fraction
    name: ClassVar[str] = "hockey_stick"
    parameter_name: ClassVar[str] = "gamma"
    such_as: ClassVar[str] = "2"
    is_exact: ClassVar[bool] = True

    @classmethod
    def read(cls, given: object) -> Self:
        gamma = read_rational(given)
        if gamma < 1:
            raise InputError(
                Received("gamma", show(gamma)), " is below 1; a hockey-stick divergence has a gamma of at least 1"
            )
        return cls(gamma)

    @property
    def parameter(self) -> Fraction:
        return self.gamma

    @property
    def bends(self) -> tuple[Fraction, ...]:
        return (self.gamma,)

    @property
    def words(self) -> str:
        return f"hockey-stick divergence with gamma = {show(self.gamma)}"

    def exact(self, a: Number, b: Number) -> Number:
        return max(a - self.gamma * b, Fraction(0))

    def ball(self, a: Any, b: Any) -> Any:
        import flint

        left = a - b * flint.fmpq(self.gamma.numerator, self.gamma.denominator)
        return left.max(flint.arb(0))

    def floats(self, a: Array, b: Array) -> Array:
        import numpy as np

        gamma = a.dtype.type(self.gamma.numerator) / a.dtype.type(self.gamma.denominator)
        return np.maximum(a - gamma * b, 0)

    def floats_near_silence(self, p: Array, q: Array, apart: Array) -> Array:
        import numpy as np

        return np.maximum(apart - float(self.gamma - 1) * q, 0)

    def symbols(self, a: Any, b: Any) -> Any:
        import sympy

        return sympy.Max(a - sympy.Rational(self.gamma.numerator, self.gamma.denominator) * b, 0)
