"""The asymptotic variance 1/I(π) of mechanisms with two inputs and any number of outputs, under one ratio T and slack δ.

The information I of a mechanism is the sum over its rows (a, b) of f(a,b) = (b−a)²/((1−π)a + πb). The function f is convex and
homogeneous of degree one. Suppose that numbers y₀, y₁ and m₀₁, m₁₀ ≥ 0 satisfy, for all a, b ≥ 0,

    f(a,b) ≤ y₀a + y₁b + m₀₁·max(0, a − T·b) + m₁₀·max(0, b − T·a).

Then I ≤ y₀ + y₁ + δ(m₀₁ + m₁₀) for every mechanism that the demand allows. The right side of the inequality is linear on the three
cones between the rays (1,0), (T,1), (1,T), (0,1), and f is convex. So it suffices to check the inequality on these four rays.

One mechanism is best for every π (`rropt.designs.variance.theorems`). So the worst case over several π is decided by the π at which
this mechanism is worst. With q = π(1−π) the information of the mechanism is δ/q + (1−δ)(T−1)²/(T + (T−1)²q), which decreases in q.
So the worst π is the one nearest to 1/2. Written as one fraction, 1/I = q(T + (T−1)²q)/(δT + (T−1)²q). For δ = 0 this is
q + T/(T−1)².
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.designs.objectives.prevalence import Prevalence
from rropt.exact.element import Number
from rropt.exact.spelling import show
from rropt.problem.pieces.piece import Formula
from rropt.results import exact_fields

__all__ = ["BestVariance", "FisherDual", "FisherProgram", "row_information"]


@dataclass(frozen=True, slots=True)
class FisherProgram:
    """Minimises 1/I over all (ε, δ)-private mechanisms with two inputs, where I is the information about the prevalence."""

    ratio: Number
    delta: Number
    prevalence: Prevalence

    @property
    def is_silent(self) -> bool:
        """Whether the demand lets no answer depend on the truth."""
        return self.ratio == 1 and self.delta == 0

    @property
    def rays(self) -> tuple[tuple[Number, Number], ...]:
        """The extreme rows up to factors: (T, 1) and (1, T) with T = e^ε and, if δ > 0, (1, 0) and (0, 1), which reveal the
        input."""
        one, zero = Fraction(1), Fraction(0)
        balanced: tuple[tuple[Number, Number], ...] = ((self.ratio, one), (one, self.ratio))
        return balanced if self.delta == 0 else ((one, zero), *balanced, (zero, one))


@dataclass(frozen=True, slots=True)
class FisherDual:
    """Multipliers that prove an upper bound on the information.

    `columns` has one multiplier for each of the two inputs. `pairs` has two: first the multiplier of the bound of the first input
    against the second, then that of the reverse bound.
    """

    columns: tuple[Number, Number]
    pairs: tuple[Number, Number]

    def information(self, delta: Number) -> Number:
        """Compute the bound on the information that the multipliers prove: the sum of `columns`, plus δ times the sum of
        `pairs`."""
        return self.columns[0] + self.columns[1] + delta * (self.pairs[0] + self.pairs[1])

    def named(self) -> dict[str, Number]:
        """Return the multipliers by the names that certificates use."""
        names = ("column[0]", "column[1]", "pair[0,1]", "pair[1,0]")
        return dict(zip(names, (*self.columns, *self.pairs), strict=True))


def row_information(a: Number, b: Number, prevalence: Number) -> Number:
    """Compute the information (b−a)²/((1−π)a + πb) of a row (a, b) of a mechanism, where π is the prevalence of the second
    input."""
    return (b - a) ** 2 / ((1 - prevalence) * a + prevalence * b)


@dataclass(frozen=True, slots=True)
class BestVariance(Formula):
    """The least asymptotic variance as a formula in the prevalence, for a demand with the ratio T = e^ε and the slack δ."""

    ratio: Number
    delta: Number

    def at(self, prevalence: Number) -> Number:
        """Compute the least asymptotic variance at one prevalence."""
        q, square = prevalence * (1 - prevalence), (self.ratio - 1) ** 2
        if self.delta == 0:
            return q + self.ratio / square
        return q * (self.ratio + square * q) / (self.delta * self.ratio + square * q)

    @property
    def formula(self) -> str:
        """The least asymptotic variance as a formula in T, delta and q = prevalence*(1 - prevalence)."""
        return "q + T/(T - 1)^2" if self.delta == 0 else "q*(T + (T - 1)^2*q)/(delta*T + (T - 1)^2*q)"

    def in_words(self) -> str:
        """Return the formula as text, with the numbers T = e^ε and δ."""
        said = self.formula.replace("delta", "δ").replace("*", "").replace("^2", "²").replace("-", "−")
        numbers = {"T": self.ratio, "δ": self.delta}
        letters = "".join(f", {name} = {show(x)}" for name, x in numbers.items() if x)
        return f"{said} with q = π(1 − π){letters}"

    def to_fields(self) -> dict[str, Any]:
        """Return the formula as text, and the exact numbers T = e^ε and delta."""
        ratio, delta = (exact_fields(c) for c in (self.ratio, self.delta))
        return {"formula": f"{self.formula}, q = prevalence*(1 - prevalence)", "T": ratio, "delta": delta}
