"""The staircase on the integers: the least integer noise for a whole answer of integer sensitivity Δ.

With b = e^(−ε) and a width 1 ≤ r ≤ Δ the law is, for i ≥ 0 and k = ⌊i/Δ⌋, b^k·a where i − kΔ < r and b^(k+1)·a elsewhere,
symmetric about 0; a = (1 − b)/(2r + 2b(Δ − r) − (1 − b)). It is ε-private for every r, r = Δ is discrete Laplace noise for
Δ = 1, and for every symmetric cost increasing in |i| some r is optimal among all integer noise (Geng & Viswanath 2016,
the integer case; the best r is found here by comparing all Δ exactly, and tested against `lower_bound`, real = False).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.noise.decay import budget
from rropt.results import FieldResult, Table, fact_table

__all__ = ["DiscreteStaircase", "best_discrete"]

MOST_SENSITIVITY = 1000


@dataclass(frozen=True, slots=True, repr=False)
class DiscreteStaircase(FieldResult):
    """Integer staircase noise of width r for the sensitivity Δ."""

    epsilon: Epsilon
    sensitivity: int
    width: int

    def __post_init__(self) -> None:
        budget(self.epsilon)
        if not 1 <= self.width <= self.sensitivity <= MOST_SENSITIVITY:
            raise InputError(
                f"an integer staircase has 1 <= width <= sensitivity <= {MOST_SENSITIVITY}, "
                f"not {self.width} and {self.sensitivity}"
            )

    def _decay(self) -> Number:
        assert not isinstance(self.epsilon.t, float)
        return 1 / self.epsilon.t

    def _height(self) -> Number:
        b, r, delta = self._decay(), self.width, self.sensitivity
        return (1 - b) / (2 * r + 2 * b * (delta - r) - (1 - b))

    def probability(self, i: int) -> Number:
        """Pr(Z = i)."""
        k, rest = divmod(abs(i), self.sensitivity)
        return self._height() * self._decay() ** (k if rest < self.width else k + 1)

    def _moment(self, power: int) -> Number:
        """Σ_i |i|^power Pr(Z = i): the offsets of one step against Σ_k b^k k^j, j ≤ 2."""
        b, delta = self._decay(), self.sensitivity
        series = (1 / (1 - b), b / (1 - b) ** 2, b * (1 + b) / (1 - b) ** 3)
        first, rest = range(self.width), range(self.width, delta)

        def sums(j: int) -> Number:
            return _power_sum(first, j) + b * _power_sum(rest, j)

        if power == 1:
            total = delta * series[1] * sums(0) + series[0] * sums(1)
        else:
            total = delta**2 * series[2] * sums(0) + 2 * delta * series[1] * sums(1) + series[0] * sums(2)
        return 2 * self._height() * total

    def mean_absolute(self) -> Number:
        """E|Z|."""
        return self._moment(1)

    def variance(self) -> Number:
        """E Z²."""
        return self._moment(2)

    def explain(self) -> str:
        """The law in a sentence."""
        shape = f"integer staircase noise of width {self.width} for sensitivity {self.sensitivity}"
        return f"{shape} at epsilon = {self.epsilon.shown()}"

    def as_table(self) -> Table:
        """The law's numbers."""
        return fact_table({"epsilon": self.epsilon, "sensitivity": self.sensitivity, "variance": self.variance()})


def _power_sum(numbers: range, j: int) -> Fraction:
    return Fraction(sum(math.prod([i] * j) for i in numbers))


def best_discrete(
    epsilon: Epsilon, sensitivity: int, *, error: Literal["absolute", "squared"] = "absolute"
) -> tuple[DiscreteStaircase, Number]:
    """The staircase with the least error among all widths, and that error, compared exactly."""
    found: tuple[DiscreteStaircase, Number] | None = None
    for width in range(1, sensitivity + 1):
        noise = DiscreteStaircase(epsilon, sensitivity, width)
        value = noise.mean_absolute() if error == "absolute" else noise.variance()
        if found is None or value < found[1]:
            found = noise, value
    if found is None:
        raise InputError(f"a sensitivity of {sensitivity} needs no noise; give a whole number of at least 1")
    assert isinstance(found[1], Fraction) or found[1] > 0
    return found
