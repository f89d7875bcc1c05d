"""Laplace noise of scale b = Δ/ε in d coordinates: tails and radii of the largest coordinate, exactly and by the union bound.

The coordinates' absolute values |Z_i| are independent exponential variables. For a number z ≥ 0 let w = e^(−z/b). Then

    Pr(max |Z_i| ≥ z) = 1 − (1 − w)^d,   E|Z_i| = b,   E Z_i² = 2b².

The union bound of the probability is d·w (the lecture's Theorem 12). These numbers are computed as rational enclosures.

Reference: Dwork, McSherry, Nissim & Smith 2006; Ziani's lecture, Theorems 8 to 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.exact.enclosure import Bounds, ball, refine
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import counted
from rropt.noise.decay import epsilon_ball, require_scale
from rropt.results import FieldResult, Table, fact_table

if TYPE_CHECKING:
    from flint import arb

__all__ = ["Laplace"]

WIDTH = Fraction(1, 10**15)


@dataclass(frozen=True, slots=True, repr=False)
class Laplace(FieldResult):
    """Independent Laplace noise of scale sensitivity/ε in each of `dimension` coordinates; ε-private for this ℓ₁ `sensitivity`."""

    epsilon: Epsilon
    sensitivity: Fraction
    dimension: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", read_epsilon(self.epsilon))
        object.__setattr__(self, "sensitivity", read_rational(self.sensitivity))
        require_scale(self.epsilon)
        if self.sensitivity <= 0 or self.dimension < 1:
            raise InputError(
                f"noise for sensitivity {self.sensitivity} in {counted(self.dimension, 'coordinate')} makes no "
                "sense; give a positive sensitivity and at least one coordinate"
            )

    def _rate(self) -> arb:
        """Return a ball that contains ε/sensitivity, the inverse of the scale."""
        return epsilon_ball(self.epsilon) / ball(self.sensitivity)

    @property
    def scale(self) -> Bounds:
        """An enclosure of the scale sensitivity/ε, which is also the mean absolute value of each coordinate."""
        return refine(lambda: 1 / self._rate(), width=WIDTH * max(Fraction(1), self.sensitivity))

    @property
    def variance(self) -> Bounds:
        """An enclosure of the variance of each coordinate: twice the square of the scale."""
        return refine(lambda: 2 / self._rate() ** 2, width=WIDTH * max(Fraction(1), self.sensitivity**2))

    def tail_linf(self, z: object) -> Bounds:
        """Return an enclosure of the exact probability that some coordinate is at least z in absolute value."""
        x = _distance(z)
        if x == 0:
            return Fraction(1), Fraction(1)
        # log1p and expm1 keep the leading digits of a small probability
        return refine(lambda: -(self.dimension * (-((-ball(x) * self._rate()).exp())).log1p()).expm1(), width=WIDTH)

    def union_bound(self, z: object) -> Bounds:
        """Return an enclosure of d·e^(−z/scale), where d is the dimension.

        The enclosed number is at least the probability that `tail_linf` encloses, and may exceed 1.
        """
        x = _distance(z)
        return refine(lambda: self.dimension * (-ball(x) * self._rate()).exp(), width=WIDTH)

    def radius_linf(self, failure: object) -> Bounds:
        """Return an enclosure of the z that some coordinate reaches in absolute value with probability `failure`.

        With d coordinates and the scale b it is −b·log(1 − (1 − failure)^(1/d)).
        """
        p = _failure(failure)
        return refine(
            lambda: -(1 - (1 - ball(p)) ** (ball(Fraction(1, self.dimension)))).log() / self._rate(), width=WIDTH
        )

    def radius_union(self, failure: object) -> Bounds:
        """Return an enclosure of the z at which the union bound equals `failure`: scale·log(dimension/failure).

        This z is never smaller than the exact one, which `radius_linf` encloses.
        """
        p = _failure(failure)
        return refine(lambda: (self.dimension / ball(p)).log() / self._rate(), width=WIDTH)

    def explain(self) -> str:
        """Say the distribution in a sentence."""
        return f"Laplace noise for sensitivity {self.sensitivity} at epsilon = {self.epsilon.shown()}"

    def as_table(self) -> Table:
        """Return a table of the distribution's numbers."""
        return fact_table(
            {"epsilon": self.epsilon, "sensitivity": self.sensitivity, "scale": self.scale, "variance": self.variance}
        )


def _distance(z: object) -> Fraction:
    """Read a distance, which is at least 0."""
    x = read_rational(z)
    if x < 0:
        raise InputError(f"the distance {z} is negative; give 0 or more")
    return x


def _failure(p: object) -> Fraction:
    """Read a probability between 0 and 1, without the ends."""
    x = read_rational(p)
    if not 0 < x < 1:
        raise InputError(f"the failure probability {p} must lie strictly between 0 and 1")
    return x
