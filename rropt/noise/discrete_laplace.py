"""Discrete Laplace (two-sided geometric) noise on the integers: probabilities, moments and tails as exact numbers.

Let Δ be an integer sensitivity, and let w = e^(−ε/Δ). The noise Z has Pr(Z = k) = (1 − w)/(1 + w)·w^|k|. If two exact answers
differ by j ≤ Δ, the probabilities of a noisy answer differ by a factor of at most w^−j ≤ e^ε. The moments and tails are

    E|Z| = 2w/(1 − w²),   E Z² = 2w/(1 − w)²,   Pr(|Z| ≥ k) = 2w^k/(1 + w) for k ≥ 1,

and for d independent coordinates Pr(max |Z_i| ≥ k) = 1 − (1 − 2w^k/(1 + w))^d. For Δ = 1 no ε-private integer noise has a smaller
expected cost, for any symmetric increasing cost (Ghosh, Roughgarden & Sundararajan 2009).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, refine
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.noise.decay import decay, epsilon_ball, require_scale
from rropt.results import FieldResult, Table, fact_table

if TYPE_CHECKING:
    from flint import arb

__all__ = ["DiscreteLaplace"]


@dataclass(frozen=True, slots=True, repr=False)
class DiscreteLaplace(FieldResult):
    """Independent discrete Laplace noise in each of `dimension` coordinates; ε-private for this integer ℓ₁ `sensitivity`."""

    epsilon: Epsilon
    sensitivity: int
    dimension: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", read_epsilon(self.epsilon))
        object.__setattr__(self, "sensitivity", read_rational(self.sensitivity))
        require_scale(self.epsilon)
        if self.sensitivity < 1 or int(self.sensitivity) != self.sensitivity or self.dimension < 1:
            raise InputError(
                "integer noise needs a whole sensitivity of at least 1 and a dimension of at least 1, but the sensitivity is "
                f"{self.sensitivity} and the dimension {self.dimension}"
            )
        object.__setattr__(self, "sensitivity", int(self.sensitivity))

    @property
    def ratio(self) -> Number:
        """The ratio Pr(k + 1)/Pr(k) of the noise's probabilities for k ≥ 0, exact: w = e^(−ε/sensitivity)."""
        return decay(self.epsilon, Fraction(1, self.sensitivity))

    def probability(self, k: int) -> Number:
        """Return the exact probability that the noise of one coordinate is k."""
        w = self.ratio
        return (1 - w) / (1 + w) * w ** abs(k)

    @property
    def mean_absolute(self) -> Number:
        """The mean absolute value of the noise in one coordinate, exact."""
        w = self.ratio
        return 2 * w / (1 - w * w)

    @property
    def variance(self) -> Number:
        """The variance of the noise in one coordinate, whose mean is 0; exact."""
        w = self.ratio
        return 2 * w / ((1 - w) * (1 - w))

    def standard_deviation(self) -> Bounds:
        """Return an enclosure of the standard deviation √(2w)/(1 − w) of one coordinate, with w = e^(−ε/sensitivity), even if w has
        no exact form."""

        def compute() -> arb:
            w = (-epsilon_ball(self.epsilon) / self.sensitivity).exp()
            return (2 * w).sqrt() / (1 - w)

        return refine(compute, width=Fraction(1, 10**9))

    def tail(self, k: int) -> Number:
        """Return the exact probability that the noise of one coordinate is at least k in absolute value."""
        if k <= 0:
            return Fraction(1)
        w = self.ratio
        return 2 * w**k / (1 + w)

    def radius_linf(self, failure: Fraction) -> int:
        """Find a k such that, with probability at most `failure`, the noise of some coordinate is at least k in absolute value.

        The result is the least such k, or sometimes the least one plus 1, because it is computed with rounding.
        """
        if not 0 < failure < 1:
            raise InputError(f"the failure probability {failure} must lie strictly between 0 and 1")

        def compute() -> arb:
            rate = epsilon_ball(self.epsilon) / self.sensitivity
            one = 1 - (1 - ball(failure)) ** ball(Fraction(1, self.dimension))
            return -(one * (1 + (-rate).exp()) / 2).log() / rate

        return max(0, ceil(refine(compute)[1]))

    def tail_linf(self, k: int) -> Number:
        """Return the exact probability that the noise of some coordinate is at least k in absolute value."""
        return 1 - (1 - self.tail(k)) ** self.dimension

    def union_bound(self, k: int) -> Number:
        """Return the union bound on `tail_linf(k)`: the number of coordinates times the probability for one coordinate."""
        return self.dimension * self.tail(k)

    def explain(self) -> str:
        """Say the distribution in a sentence."""
        return f"discrete Laplace noise for sensitivity {self.sensitivity} at epsilon = {self.epsilon.shown()}"

    def as_table(self) -> Table:
        """Return a table of the distribution's numbers."""
        return fact_table({"epsilon": self.epsilon, "sensitivity": self.sensitivity, "variance": self.variance})
