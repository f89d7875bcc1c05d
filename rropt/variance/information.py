"""Asymptotic variance 1/I(π) over mechanisms with two inputs and any number of outputs.

The information is a sum over rows of f(a,b) = (b−a)²/((1−π)a + πb), convex and homogeneous of degree one. If

    f(a,b) ≤ y₀a + y₁b + m₀₁·max(0, a − T·b) + m₁₀·max(0, b − T·a),     m ≥ 0,

then I ≤ y₀ + y₁ + δ(m₀₁ + m₁₀) for every mechanism of the demand. The right side is linear on the three cones between
the rays (1,0), (T,1), (1,T), (0,1), and f is convex, so it is enough to look at these rays.

One mechanism is best for every π (`rropt.variance.theorem_four_outputs`), so that its own worst π decides the worst case. With
q = π(1−π) its information is δ/q + (1−δ)(T−1)²/(T + (T−1)²q), which decreases in q: the worst π is the one nearest to 1/2.
Over a common denominator 1/I = q(T + (T−1)²q)/(δT + (T−1)²q), which is q + T/(T−1)² for δ = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number
from rropt.variance.prevalence import Prevalence, Quantifier

__all__ = ["BestVariance", "FisherDual", "FisherProgram", "least_favourable", "row_information"]


@dataclass(frozen=True, slots=True)
class FisherProgram:
    """Minimise 1/I(π) over all (T,δ)-private mechanisms with two inputs."""

    ratio: Number
    delta: Number
    prevalence: Prevalence

    @property
    def rays(self) -> tuple[tuple[Number, Number], ...]:
        """The extreme rows: revealing ones only where δ > 0."""
        one, zero = Fraction(1), Fraction(0)
        balanced: tuple[tuple[Number, Number], ...] = ((self.ratio, one), (one, self.ratio))
        return balanced if self.delta == 0 else ((one, zero), *balanced, (zero, one))


@dataclass(frozen=True, slots=True)
class FisherDual:
    """y₀, y₁, m₀₁, m₁₀ of the inequality above."""

    columns: tuple[Number, Number]
    pairs: tuple[Number, Number]


def row_information(a: Number, b: Number, prevalence: Number) -> Number:
    """f(a,b) = (b−a)²/((1−π)a + πb)."""
    return (b - a) ** 2 / ((1 - prevalence) * a + prevalence * b)


@dataclass(frozen=True, slots=True)
class BestVariance:
    """The least 1/I as a function of the prevalence, in the two numbers of the demand."""

    ratio: Number
    delta: Number

    def at(self, prevalence: Number) -> Number:
        """The value at one π."""
        q, square = prevalence * (1 - prevalence), (self.ratio - 1) ** 2
        if self.delta == 0:
            return q + self.ratio / square
        return q * (self.ratio + square * q) / (self.delta * self.ratio + square * q)

    @property
    def formula(self) -> str:
        """The value as a formula in T, delta and q = prevalence*(1 - prevalence)."""
        return "q + T/(T - 1)^2" if self.delta == 0 else "q*(T + (T - 1)^2*q)/(delta*T + (T - 1)^2*q)"


def least_favourable(prevalence: Prevalence) -> Prevalence:
    """The worst prevalence of an interval, the one nearest to 1/2; any other question about prevalences as it is."""
    if prevalence.quantifier is not Quantifier.WORST:
        return prevalence
    nearest = min(max(Fraction(1, 2), prevalence.lower), prevalence.upper)
    return Prevalence(nearest, nearest)
