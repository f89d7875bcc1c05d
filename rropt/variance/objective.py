"""Variance of the prevalence estimator, per answer.

For two inputs and two outputs, D = p00 + p11 − 1 ≠ 0 and q = Pr(output 1), the unbiased estimator has
n·Var = q(1−q)/D². For any number of outputs the best asymptotic variance of a regular unbiased estimator is 1/I(π), with
the Fisher information I(π) = Σ_i (p_i1 − p_i0)² / ((1−π)p_i0 + π p_i1); for two outputs the two agree.
Reference: Holohan, Leith, Mason (2016), equation (6).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.variance.prevalence import Prevalence, Quantifier, read_prevalence

__all__ = ["Variance", "binary_variance", "information", "worst_binary_variance"]


@dataclass(frozen=True, slots=True, init=False)
class Variance:
    """n·Var of the prevalence estimate: at π, at worst over an interval, or for every π of one; smaller is better.

    `positive` is the index of the input whose prevalence is meant; `warner=True` keeps to p00 = p11.
    """

    prevalence: Prevalence
    warner: bool
    positive: int
    name: ClassVar[str] = "variance"
    sense: ClassVar[str] = "min"

    def __init__(self, prevalence: object, *, warner: bool = False, positive: int = 1) -> None:
        if positive not in (0, 1):
            raise InputError(f"positive = {positive} must be the index 0 or 1 of one of the two inputs")
        object.__setattr__(self, "prevalence", read_prevalence(prevalence))
        object.__setattr__(self, "warner", bool(warner))
        object.__setattr__(self, "positive", positive)

    @property
    def of_second(self) -> Prevalence:
        """The prevalence of the input with index 1."""
        return self.prevalence if self.positive == 1 else self.prevalence.mirrored()

    def other_way(self, pi: Number) -> Number:
        """A prevalence of the input asked about as one of the second input; and, which is the same, the other way round."""
        return pi if self.positive == 1 else 1 - pi

    @property
    def for_each(self) -> bool:
        """Whether it is asked at every prevalence of an interval."""
        return self.prevalence.quantifier is Quantifier.EVERY

    def value(self, mechanism: Mechanism) -> Number | float:
        """n·Var of the best unbiased estimator, the asymptotic one if there are more than two outputs; inf if none."""
        if mechanism.k != 2:
            raise InputError(f"the variance of a prevalence is defined for two inputs, not {mechanism.k}")
        pi = self.of_second
        if pi.quantifier is Quantifier.EVERY and pi.lower != pi.upper:
            raise InputError("the variance for every prevalence is a function, not a number; give one prevalence")
        if pi.quantifier is Quantifier.WORST:
            return worst_binary_variance(mechanism, pi.lower, pi.upper)
        if mechanism.m == 2:
            return binary_variance(mechanism, pi.point)
        found = information(mechanism, pi.point)
        return math.inf if found == 0 else Fraction(0) if isinstance(found, float) else 1 / found

    def __str__(self) -> str:
        return f"variance at {self.prevalence.in_words()}" + (" among p00 = p11" if self.warner else "")


def binary_variance(mechanism: Mechanism, prevalence: Number) -> Number | float:
    """q(1−q)/D² of a mechanism with two outputs; infinite where D = 0."""
    (p00, _), (_, p11) = mechanism.rows
    d = p00 + p11 - 1
    if d == 0:
        return math.inf
    q = 1 - p00 + prevalence * d
    return q * (1 - q) / (d * d)


def information(mechanism: Mechanism, prevalence: Number) -> Number | float:
    """I(π); infinite where an output possible under one input has probability zero at π."""
    total: Number = Fraction(0)
    for p0, p1 in mechanism.rows:
        q = (1 - prevalence) * p0 + prevalence * p1
        if q == 0:
            if p0 != p1:
                return math.inf
            continue
        total = total + (p1 - p0) ** 2 / q
    return total


def worst_binary_variance(mechanism: Mechanism, lower: Number, upper: Number) -> Number | float:
    """max over π in [lower, upper] of q(1−q)/D²: the concave parabola peaks where q = 1/2."""
    if mechanism.m != 2:
        raise InputError(
            "the worst-case variance of more than two outputs is no exact number in general; `checkup` gives bounds on it"
        )
    (p00, _), (_, p11) = mechanism.rows
    d = p00 + p11 - 1
    if d == 0:
        return math.inf
    peak = (p00 - Fraction(1, 2)) / d
    return binary_variance(mechanism, min(max(peak, lower), upper))
