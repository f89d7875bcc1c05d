"""Releasing exact numbers privately: rounded to a grid, with discrete Laplace noise of exactly the stated law.

Coordinate i of the answer is rounded to the multiples of g_i: |x − y| ≤ Δ_i implies |round(x/g_i) − round(y/g_i)| ≤
⌈Δ_i/g_i⌉, so in units of the grids the ℓ₁ sensitivity is at most Σ⌈Δ_i/g_i⌉; where all grids are one g it is also at most
⌈Δ/g⌉ + d − 1 (as ⌈a⌉ + ⌈b⌉ ≤ ⌈a + b⌉ + 1). Where g_i divides Δ_i and Δ is their sum nothing is lost to the rounding; nor is
it for whole values and g = 1. The noise of a coordinate is in proportion to its grid, hence, unless grids are given, to
its own sensitivity: a coordinate of a small range is not drowned in the noise that one of a large range needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from rropt.exact.counted import counted
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
    """The noisy answers, exact multiples of their `grids`, and the noise in units of these."""

    answers: tuple[Fraction, ...]
    grids: tuple[Fraction, ...]
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
                "noise": f"{self.noise}, in units of {', '.join(map(str, dict.fromkeys(self.grids)))}",
            }
        )


def default_grids(sensitivity: Sensitivity) -> tuple[Fraction, ...]:
    """1 for whole values, else each coordinate's sensitivity over 1024."""
    return tuple(Fraction(1) if sensitivity.whole else x / STEPS for x in sensitivity.coordinates)


def release(
    values: Sequence[Fraction],
    sensitivity: Sensitivity,
    epsilon: Epsilon,
    *,
    grid: Fraction | Sequence[Fraction] | None = None,
    rng: object = None,
) -> Release:
    """ε-private versions of the exact values of a query of the stated sensitivity; `grid` is one for all coordinates
    (and so the noise of all is of one size), or one for each."""
    d = len(sensitivity.coordinates)
    if len(values) != d:
        raise InputError(f"{counted(len(values), 'value')} for a sensitivity of {counted(d, 'coordinate')} do not fit")
    grids = _grids(grid, sensitivity)
    noise = DiscreteLaplace(epsilon, _steps(sensitivity, grids), d)
    drawn = discrete_laplace(noise, d, rng=source(rng))
    answers = tuple((floor(x / g + Fraction(1, 2)) + z) * g for x, z, g in zip(values, drawn, grids, strict=True))
    return Release(answers, grids, noise, sensitivity)


def _grids(grid: Fraction | Sequence[Fraction] | None, sensitivity: Sensitivity) -> tuple[Fraction, ...]:
    d = len(sensitivity.coordinates)
    if grid is None:
        return default_grids(sensitivity)
    grids = tuple(grid) if isinstance(grid, Sequence) else (grid,) * d
    if len(grids) != d:
        raise InputError(f"{counted(len(grids), 'grid')} for {counted(d, 'coordinate')}; give one, or one for each")
    if bad := [g for g in grids if g <= 0]:
        raise InputError(f"the grid {bad[0]} must be positive")
    return grids


def _steps(sensitivity: Sensitivity, grids: Sequence[Fraction]) -> int:
    """The ℓ₁ sensitivity of the rounded answer in steps of the grids."""
    rounded = sum(ceil(x / g) for x, g in zip(sensitivity.coordinates, grids, strict=True))
    if len(set(grids)) > 1:
        return rounded
    g = grids[0]
    if sensitivity.whole and g == 1:
        return int(sensitivity.l1)
    return min(rounded, ceil(sensitivity.l1 / g) + len(sensitivity.coordinates) - 1)
