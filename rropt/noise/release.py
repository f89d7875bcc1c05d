"""Releasing exact numbers privately: they are rounded to a grid, and discrete Laplace noise of exactly the stated law is added.

Whole values have the grid 1 and keep their own ℓ₁ sensitivity. Every other coordinate i is rounded to the multiples of
g_i = Δ_i/1024, where Δ_i is its sensitivity. |x − y| ≤ Δ_i implies |round(x/g_i) − round(y/g_i)| ≤ 1024, so d coordinates in units
of their grids have the ℓ₁ sensitivity 1024·d, and the rounding costs no privacy. The noise of a coordinate is in proportion to its
own sensitivity, so a coordinate of a small range does not get the noise that a coordinate of a large range needs. Whoever wants a
coarser grid may round the released answers, which costs no privacy either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import counted
from rropt.noise.discrete_laplace import DiscreteLaplace
from rropt.noise.exact_draws import draw_discrete_laplace, source
from rropt.noise.sensitivity import Sensitivity
from rropt.results import FieldResult, InTable, Table, fact_table

__all__ = ["Release", "release"]

STEPS = 1024


@dataclass(frozen=True, slots=True, repr=False)
class Release(InTable, FieldResult):
    """The noisy answers to a query, and the noise that was added.

    For each coordinate i, `grids[i]` is the step of the grid, and `answers[i]` is an exact multiple of this step. The noise takes
    whole values, which count steps of the grid.
    """

    answers: tuple[Fraction, ...]
    grids: tuple[Fraction, ...]
    noise: DiscreteLaplace
    sensitivity: Sensitivity

    def as_table(self) -> Table:
        """Return a table of what is public: the answers, the query and the noise."""
        return fact_table(
            {
                **{f"answer {i + 1}": x for i, x in enumerate(self.answers)},
                "query": str(self.sensitivity),
                "noise": f"{self.noise}, in units of {', '.join(map(str, dict.fromkeys(self.grids)))}",
            }
        )


def release(values: Sequence[Fraction], sensitivity: Sensitivity, epsilon: Epsilon, *, rng: object = None) -> Release:
    """Round the exact values of a query of the stated sensitivity and add noise, so that the answers are ε-private."""
    d = len(sensitivity.coordinates)
    if len(values) != d:
        raise InputError(
            f"the number of values is {len(values)}, but the sensitivity has {counted(d, 'coordinate')}; give one value for each"
        )
    grids = tuple(Fraction(1) if sensitivity.whole else x / STEPS for x in sensitivity.coordinates)
    noise = DiscreteLaplace(epsilon, int(sensitivity.l1) if sensitivity.whole else STEPS * d, d)
    drawn = draw_discrete_laplace(noise, d, rng=source(rng))
    exact = map(read_rational, values)  # a float would be divided with rounding errors
    answers = tuple((floor(x / g + Fraction(1, 2)) + z) * g for x, z, g in zip(exact, drawn, grids, strict=True))
    return Release(answers, grids, noise, sensitivity)
