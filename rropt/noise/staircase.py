"""The staircase: the least noise that makes an answer of sensitivity Δ ε-private, for |error| and squared error.

*Real noise.* Let b = e^(−ε), 0 ≤ γ ≤ 1 and a = (1 − b)/(2Δ·(γ + b(1 − γ))). The density of the noise Z is symmetric about 0. Step k
of the density, for k = 0, 1, …, is the interval from kΔ to (k + 1)Δ. On its first part, [kΔ, (k + γ)Δ), the density is b^k·a, and
on the rest it is b^(k+1)·a. For p = 1 or 2, the sum over the steps is

    E|Z|^p = Δ^p·(1 − b)²/((p + 1)(γ + b(1 − γ)))·Σ_k b^k (k + γ)^(p+1),

a rational function of b and γ. Over all ε-private noise distributions the least values are (Geng & Viswanath 2016)

    |error|    Δ·s/(s² − 1), s = e^(ε/2),              at γ = 1/(1 + s);
    squared    Δ²·((b(1 + b)/2)^(2/3) + b)/(1 − b)²     at γ = −b/(1 − b) + (b − 2b² + 2b⁴ − b⁵)^(1/3)/(2^(1/3)(1 − b)²).
                ((b(1 + b)/2)^(2/3) = 2^(−2/3) b^(2/3) (1 + b)^(2/3))

*Whole noise* is for an answer that is a whole number, of whole sensitivity Δ. The integer staircase of width r, 1 ≤ r ≤ Δ, is
symmetric about 0. For i ≥ 0 and k = ⌊i/Δ⌋ it has Pr(i) = b^k·a if i − kΔ < r, and else b^(k+1)·a, with
a = (1 − b)/(2r + 2b(Δ − r) − (1 − b)). It is ε-private for every r. For Δ = 1 it is discrete Laplace noise (r = 1). For every
symmetric cost that increases in |i| some r is optimal among all whole noise (the integer case of the same paper). The best r is
found by comparing all Δ widths exactly, and `bound.py` proves it best.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, refine
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import show
from rropt.noise.decay import epsilon_ball, require_scale

if TYPE_CHECKING:
    from flint import arb

__all__ = [
    "Error",
    "best_absolute",
    "best_gamma_absolute",
    "best_gamma_square",
    "best_square",
    "best_width",
    "laplace_loss",
    "step_polynomial",
    "sum_over",
    "whole_error",
]

WIDTH = Fraction(1, 10**15)
MOST_SENSITIVITY = 1000


class Error(StrEnum):
    """The error that the noise minimises: the mean of |Z|, or of Z²."""

    ABSOLUTE = "absolute"
    SQUARED = "squared"

    @property
    def power(self) -> int:
        """The power p of the mean error E|Z|^p: 1 for the absolute error, 2 for the squared error."""
        return 1 if self is Error.ABSOLUTE else 2


def best_gamma_absolute(epsilon: object) -> Number:
    """Return the γ with which the staircase has the least mean |error|: 1/(1 + e^(ε/2)), exact.

    γ is the fraction of each step on which the density is the higher of the step's two values.
    """
    return 1 / (1 + require_scale(read_epsilon(epsilon).split(2)))


def best_absolute(epsilon: object, sensitivity: object) -> Number:
    """Return the least mean |error| of any ε-private additive noise: sensitivity·s/(s² − 1) with s = e^(ε/2), exact."""
    s = require_scale(read_epsilon(epsilon).split(2))
    return _read_sensitivity(sensitivity) * s / (s * s - 1)


def best_gamma_square(epsilon: object, *, width: Fraction = WIDTH) -> Bounds:
    """Return an enclosure of the γ with which the staircase has the least variance.

    γ is the fraction of each step on which the density is the higher of the step's two values.
    """
    budget = read_epsilon(epsilon)
    require_scale(budget)

    def compute() -> arb:
        b = (-epsilon_ball(budget)).exp()
        return -b / (1 - b) + ((b - 2 * b**2 + 2 * b**4 - b**5) / 2).root(3) / (1 - b) ** 2

    return refine(compute, width=width)


def best_square(epsilon: object, sensitivity: object, *, width: Fraction = WIDTH) -> Bounds:
    """Return an enclosure of the least mean squared error of any ε-private additive noise."""
    budget, delta = read_epsilon(epsilon), _read_sensitivity(sensitivity)
    require_scale(budget)
    return refine(lambda: ball(delta) ** 2 * _least_square(budget), width=width)


def _read_sensitivity(x: object) -> Fraction:
    """Read a positive rational number."""
    found = read_rational(x)
    if found <= 0:
        raise InputError(Received("sensitivity", show(found)), " must be more than 0")
    return found


def _least_square(epsilon: Epsilon) -> arb:
    """Return a ball that contains the least mean squared error of ε-private noise for sensitivity 1."""
    b = (-epsilon_ball(epsilon)).exp()
    return (((b * (1 + b) / 2) ** 2).root(3) + b) / (1 - b) ** 2


def laplace_loss(epsilon: Epsilon, error: Error) -> Bounds:
    """Return an enclosure of the mean error of Laplace noise divided by the least mean error.

    For the absolute error it is (e^(ε/2) − e^(−ε/2))/ε, which tends to 1 as ε → 0. For the squared error it is 2/(ε²·V), where V is
    the least variance for sensitivity 1.
    """

    def compute() -> arb:
        e = epsilon_ball(epsilon)
        return 2 * (e / 2).sinh() / e if error.power == 1 else 2 / (e**2 * _least_square(epsilon))

    return refine(compute, width=WIDTH)


def step_polynomial(b: Number, step: int, power: int) -> tuple[Number, ...]:
    """Return the coefficients of 1, x, … in the polynomial Σ_{k≥0} b^k (x + k·step)^power in x, for 0 < b < 1 and power ≤ 3."""
    r = 1 - b
    series = (1 / r, b / r**2, b * (1 + b) / r**3, b * (1 + 4 * b + b * b) / r**4)
    return tuple(comb(power, j) * step ** (power - j) * series[power - j] for j in range(power + 1))


def sum_over(coefficients: Sequence[Number], points: Sequence[Number | int]) -> Number:
    """Add up the values of a polynomial, given by its coefficients, at the points."""
    powers = (sum((x**j for x in points), Fraction(0)) for j in range(len(coefficients)))
    return sum((c * total for c, total in zip(coefficients, powers, strict=True)), Fraction(0))


def whole_error(b: Number, sensitivity: int, width: int, error: Error) -> Number:
    """Compute the mean of |Z| or of Z², as `error` says, for the noise Z of the integer staircase of this width; b is e^(−ε)."""
    steps = step_polynomial(b, sensitivity, error.power)
    total = sum_over(steps, range(width)) + b * sum_over(steps, range(width, sensitivity))
    return 2 * total * (1 - b) / (2 * width + 2 * b * (sensitivity - width) - (1 - b))


def best_width(epsilon: Epsilon, sensitivity: int, error: Error) -> tuple[int, Number]:
    """Find the width with which the integer staircase has the least error, by exact comparison; return it and that error."""
    if not 1 <= sensitivity <= MOST_SENSITIVITY:
        raise InputError(f"integer noise needs a sensitivity from 1 to {MOST_SENSITIVITY}, not {sensitivity}")
    b = 1 / require_scale(epsilon)
    values = {width: whole_error(b, sensitivity, width, error) for width in range(1, sensitivity + 1)}
    best = min(values, key=lambda width: values[width])
    return best, values[best]
