"""The staircase: the least noise that makes a real answer of sensitivity Δ ε-private, for |error| and squared error.

With b = e^(−ε) and 0 ≤ γ ≤ 1 the density is, for x ≥ 0 and k = ⌊x/Δ⌋, b^k·a on the first part [kΔ, (k + γ)Δ) of step k and
b^(k+1)·a on the rest, symmetric about 0, with a = (1 − b)/(2Δ·(γ + b(1 − γ))). Summing the steps,

    E|Z|^m = Δ^m·(1 − b)²/((m + 1)(γ + b(1 − γ)))·Σ_k b^k (k + γ)^(m+1),

a rational function of b and γ. Over all noise distributions the least values are (Geng & Viswanath 2016)

    |error|    Δ·s/(s² − 1), s = e^(ε/2),              at γ = 1/(1 + s);
    squared    Δ²·((b(1 + b)/2)^(2/3) + b)/(1 − b)²     at γ = −b/(1 − b) + (b − 2b² + 2b⁴ − b⁵)^(1/3)/(2^(1/3)(1 − b)²).
                ((b(1 + b)/2)^(2/3) = 2^(−2/3) b^(2/3) (1 + b)^(2/3))
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.exact.enclosure import Bounds, ball, refine
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.reading import read_rational
from rropt.noise.decay import budget, epsilon_ball
from rropt.results import FieldResult, Table, fact_table, said

if TYPE_CHECKING:
    from flint import arb

__all__ = [
    "Staircase",
    "best_absolute",
    "best_gamma_absolute",
    "best_gamma_square",
    "best_square",
    "laplace_loss_absolute",
    "laplace_loss_square",
]

WIDTH = Fraction(1, 10**15)


@dataclass(frozen=True, slots=True, repr=False)
class Staircase(FieldResult):
    """Staircase noise for a sensitivity Δ with a step of width γ, ε-private for every γ in [0, 1]."""

    epsilon: Epsilon
    sensitivity: Fraction
    gamma: Number

    def __post_init__(self) -> None:
        budget(self.epsilon)
        if self.sensitivity <= 0 or self.gamma < 0 or self.gamma > 1:
            raise InputError(
                f"a staircase has positive sensitivity and gamma from 0 to 1, not {self.sensitivity} and {self.gamma}"
            )

    def _powers(self) -> tuple[Number, tuple[Number, ...]]:
        """b, and Σ_k k^i b^k for i = 0 … 3."""
        assert not isinstance(self.epsilon.t, float)
        b = 1 / self.epsilon.t
        r = 1 - b
        return b, (1 / r, b / r**2, b * (1 + b) / r**3, b * (1 + 4 * b + b * b) / r**4)

    def mean_absolute(self) -> Number:
        """E|Z|."""
        b, (s0, s1, s2, _) = self._powers()
        g = self.gamma
        total = s2 + 2 * g * s1 + g * g * s0
        return self.sensitivity * (1 - b) ** 2 * total / (2 * (g + b * (1 - g)))

    def variance(self) -> Number:
        """E Z²."""
        b, (s0, s1, s2, s3) = self._powers()
        g = self.gamma
        total = s3 + 3 * g * s2 + 3 * g * g * s1 + g**3 * s0
        return self.sensitivity**2 * (1 - b) ** 2 * total / (3 * (g + b * (1 - g)))

    def density(self, x: object) -> Number:
        """The density at a rational x."""
        b, _ = self._powers()
        steps = abs(read_rational(x)) / self.sensitivity
        k = int(steps)
        height = (1 - b) / (2 * self.sensitivity * (self.gamma + b * (1 - self.gamma)))
        return height * b ** (k if steps - k < self.gamma else k + 1)

    def explain(self) -> str:
        """The law in a sentence."""
        shape = f"staircase noise with first steps of {said(self.gamma)} for sensitivity {self.sensitivity}"
        return f"{shape} at epsilon = {self.epsilon.shown()}"

    def as_table(self) -> Table:
        """The law's numbers."""
        return fact_table({"epsilon": self.epsilon, "sensitivity": self.sensitivity, "variance": self.variance()})


def best_gamma_absolute(epsilon: Epsilon) -> Number:
    """γ = 1/(1 + e^(ε/2))."""
    s = budget(epsilon).split(2).t
    assert not isinstance(s, float)
    return 1 / (1 + s)


def best_absolute(epsilon: Epsilon, sensitivity: Fraction) -> Number:
    """The least E|Z| of any ε-private additive noise: Δ·s/(s² − 1) with s = e^(ε/2), exact."""
    s = budget(epsilon).split(2).t
    assert not isinstance(s, float)
    return sensitivity * s / (s * s - 1)


def best_gamma_square(epsilon: Epsilon, *, width: Fraction = WIDTH) -> Bounds:
    """The γ at which the staircase has the least variance."""

    def compute() -> arb:
        b = (-epsilon_ball(epsilon)).exp()
        return -b / (1 - b) + ((b - 2 * b**2 + 2 * b**4 - b**5) / 2).root(3) / (1 - b) ** 2

    return refine(compute, width=width)


def best_square(epsilon: Epsilon, sensitivity: Fraction, *, width: Fraction = WIDTH) -> Bounds:
    """The least E Z² of any ε-private additive noise."""

    def compute() -> arb:
        b = (-epsilon_ball(epsilon)).exp()
        return ball(sensitivity) ** 2 * (((b * (1 + b) / 2) ** 2).root(3) + b) / (1 - b) ** 2

    return refine(compute, width=width)


def laplace_loss_absolute(epsilon: Epsilon, *, width: Fraction = WIDTH) -> Bounds:
    """How many times the least E|Z| Laplace noise has: (e^(ε/2) − e^(−ε/2))/ε, which tends to 1 as ε → 0."""

    def compute() -> arb:
        e = epsilon_ball(epsilon)
        return 2 * (e / 2).sinh() / e

    return refine(compute, width=width)


def laplace_loss_square(epsilon: Epsilon, *, width: Fraction = WIDTH) -> Bounds:
    """How many times the least variance Laplace noise has: 2/(ε²·V) with V the least variance for Δ = 1."""

    def compute() -> arb:
        e = epsilon_ball(epsilon)
        b = (-e).exp()
        return 2 * (1 - b) ** 2 / (e**2 * (((b * (1 + b) / 2) ** 2).root(3) + b))

    return refine(compute, width=width)
