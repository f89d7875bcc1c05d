"""The power divergence, for which φ(x) = (x^α − 1)/(α − 1), with a rational order α > 0 other than 1.

An output with the probabilities a and b under the two distributions adds (a^α b^(1 − α) − b)/(α − 1) to it. At α = 2 it is the
chi-squared divergence, and at α = 1/2 twice the squared Hellinger distance. Near α = 1 it is near the Kullback–Leibler divergence.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from rropt.designs.objectives.divergences.phi import Array, Phi
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import show

__all__ = ["AnyPower", "Power"]

MOST = 16  # the largest numerator and denominator of an order: the checker takes roots of that degree
LARGEST = 100  # the largest logarithm of x and of x^α: beyond it the checker has too few digits for small x
TERMS = 10  # the number of terms of the binomial series: enough for an order of 16 and numbers within 1/1000 of 1


@dataclass(frozen=True, slots=True)
class AnyPower(Phi):
    """Base of the divergences whose φ contains the power x^α, where α is the rational `order`."""

    order: Fraction
    parameter_name: ClassVar[str] = "order"
    such_as: ClassVar[str] = "3/2"

    @classmethod
    def read(cls, given: object) -> Self:
        order = read_rational(given)
        if order <= 0 or order == 1:
            raise InputError(
                Received("order", show(order)),
                f' does not fit the kind "{cls.name}"; give an order above 0 and different from 1, or for order 1 take the kind '
                '"kl"',
            )
        if max(order.numerator, order.denominator) > MOST:
            raise InputError(
                Received("order", show(order)),
                f" has a numerator or denominator above {MOST}; give an order such as 3/2",
            )
        return cls(order)

    @property
    def parameter(self) -> Fraction:
        return self.order

    @property
    def is_unbounded(self) -> bool:
        return self.order > 1

    @property
    def largest_ratio(self) -> Fraction:
        return Fraction(math.exp(LARGEST / max(1.0, float(self.order))))

    def ball(self, a: Any, b: Any) -> Any:
        if b == 0:
            return b
        powered = ((a / b) ** self.order.numerator).root(self.order.denominator) if a != 0 else a
        return (b * powered - b) / self.excess_ball()

    def excess_ball(self) -> Any:
        """Return α − 1 for the order α, as an exact rational number of python-flint."""
        import flint

        return flint.fmpq(*(self.order - 1).as_integer_ratio())

    def floats(self, a: Array, b: Array) -> Array:
        import numpy as np

        number = a.dtype.type
        order, excess = (number(x.numerator) / number(x.denominator) for x in (self.order, self.order - 1))
        safe = np.where(b > 0, b, 1)
        return np.where(b > 0, b * ((a / safe) ** order - 1) / excess, 0)

    def floats_near_silence(self, p: Array, q: Array, apart: Array) -> Array:
        # q((1 + u)^α − 1 − αu)/(α − 1) by the binomial series, summed from its last term to its first
        u, order, more = apart / q, float(self.order), 0 * apart
        for n in range(TERMS, 2, -1):
            more = u * (order - n + 1) / n * (1 + more)
        return q * u * u * order / 2 * (1 + more)

    def symbols(self, a: Any, b: Any) -> Any:
        import sympy

        order = sympy.Rational(self.order.numerator, self.order.denominator)
        return sympy.Integer(0) if a == b else (a**order * b ** (1 - order) - b) / (order - 1)

    def error(self, ratio: float) -> float:
        # the relative error of x^α is α times that of x, and x^α is at most ratio^α
        order = float(self.order)
        return (1 + order) / abs(order - 1) * float(ratio ** max(order - 1, 0.0))


@dataclass(frozen=True, slots=True)
class Power(AnyPower):
    """The power divergence; its `order` is the exponent α."""

    name: ClassVar[str] = "power"

    @property
    def words(self) -> str:
        return f"power divergence of order {show(self.order)}"
