"""Releasing exact numbers privately: rounded to a grid, with discrete Laplace noise of exactly the stated law.

Coordinate i of the answer is rounded to the multiples of g: |x − y| ≤ Δ_i implies |round(x/g) − round(y/g)| ≤ ⌈Δ_i/g⌉, so in
units of g the ℓ₁ sensitivity is at most Σ⌈Δ_i/g⌉, and at most ⌈Δ/g⌉ + d − 1 (as ⌈a⌉ + ⌈b⌉ ≤ ⌈a + b⌉ + 1). Where g divides
every Δ_i and Δ is their sum nothing is lost to the rounding; nor is it for whole values and g = 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.noise.exact_draws import discrete_laplace, source
from rropt.noise.geometric import DiscreteLaplace
from rropt.noise.sensitivity import Sensitivity
from rropt.results import FieldResult, Table, fact_table, text_table

__all__ = ["Release", "release"]

STEPS = 1024


@dataclass(frozen=True, slots=True, repr=False)
class Release(FieldResult):
    """The noisy answers, exact multiples of `grid`, and the noise in units of the grid."""

    answers: tuple[Fraction, ...]
    grid: Fraction
    noise: DiscreteLaplace
    sensitivity: Sensitivity

    def explain(self) -> str:
        """The table for a terminal."""
        return text_table(*self.as_table())

    def as_table(self) -> Table:
        """What is public: the answers, the query and the noise."""
        return fact_table(
            {
                **{f"answer {i + 1}": x for i, x in enumerate(self.answers)},
                "query": str(self.sensitivity),
                "noise": f"{self.noise}, in units of {self.grid}",
            }
        )


def default_grid(sensitivity: Sensitivity) -> Fraction:
    """1 for whole values, else the smallest coordinate's sensitivity over 1024."""
    if sensitivity.whole:
        return Fraction(1)
    return min(sensitivity.coordinates) / STEPS


def release(
    values: Sequence[Fraction],
    sensitivity: Sensitivity,
    epsilon: Epsilon,
    *,
    grid: Fraction | None = None,
    rng: object = None,
) -> Release:
    """ε-private versions of the exact values of a query of the stated sensitivity."""
    if len(values) != len(sensitivity.coordinates):
        raise InputError(f"{len(values)} values do not fit a sensitivity of {len(sensitivity.coordinates)} coordinates")
    g = default_grid(sensitivity) if grid is None else grid
    if g <= 0:
        raise InputError(f"the grid {g} must be positive")
    noise = DiscreteLaplace(epsilon, _steps(sensitivity, g), len(values))
    drawn = discrete_laplace(noise, len(values), rng=source(rng))
    answers = tuple((floor(x / g + Fraction(1, 2)) + z) * g for x, z in zip(values, drawn, strict=True))
    return Release(answers, g, noise, sensitivity)


def _steps(sensitivity: Sensitivity, g: Fraction) -> int:
    """The ℓ₁ sensitivity of the rounded answer in steps of the grid."""
    if sensitivity.whole and g == 1:
        return int(sensitivity.l1)
    rounded = sum(ceil(x / g) for x in sensitivity.coordinates)
    return min(rounded, ceil(sensitivity.l1 / g) + len(sensitivity.coordinates) - 1)
