"""An estimation program in floats, as the solvers take it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.program import EstimationProgram
from rropt.designs.floats.interior_point import Measure
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.generators import Generators
from rropt.exact.matrix import total_of

__all__ = ["contrast_of", "floats", "measures_of", "patterns_of", "roots_of", "scales_of"]

Array: TypeAlias = Any
MOST_GAIN = Fraction(10**100)
SMALL = 1e-3  # of what entries of rows differ by, relative to them


def floats(numbers: Any) -> Array:
    """The array of these numbers."""
    return np.asarray(numbers, dtype=float)


def patterns_of(program: EstimationProgram) -> FloatPatterns:
    """All orbits of patterns of the program."""
    first = [members[0] for members in program.classes.members]
    lists = [np.array([float(pi[j]) for j in first]) for pi in program.prevalences]
    if isinstance(program.rows, Generators):
        rays = program.rows.floats
        found = _near_silence(program.rows, program.prevalences) or FloatPatterns.of_rays(rays, lists)
        if not program.rows.has_budgets:
            return found
        scales, taken = rays @ lists[0], program.rows.taken
        least = program.rows.least_weights() * scales
        if not program.rows.is_symmetric:
            others = program.rows.even_weights() * scales
        else:
            free = ~taken.any(axis=0)
            least, others = np.where(free, scales, 0), np.where(free, 0, scales)
        return found.with_limits(taken / scales, program.rows.room(), least, others)
    # beyond that the optimum of shares that floats can hold stays as it is, and the squares of t − 1 do not
    return FloatPatterns.of(program.classes, float(min(program.ratio - 1, MOST_GAIN)), lists)


def _near_silence(generators: Generators, lists: Sequence[Sequence[Fraction]]) -> FloatPatterns | None:
    """The rows as 1 + gain·v, the v computed exactly, where all entries are near 1: of 1 + gain·v itself floats lose v.

    None where they are not near 1.
    """
    rays = generators.floats
    if np.ptp(rays, axis=1).max() >= SMALL * np.abs(rays).max():
        return None
    chances = [total_of([x * p for x, p in zip(row, lists[0], strict=True)]) for row in generators.rows]
    apart = [[x / q - 1 for x in row] for row, q in zip(generators.rows, chances, strict=True)]
    gain = max((abs(x) for row in apart for x in row), default=Fraction(1)) or Fraction(1)
    return FloatPatterns.of_differences(
        floats([[x / gain for x in row] for row in apart]), float(gain), list(map(floats, lists))
    )


def measures_of(program: EstimationProgram) -> list[Measure]:
    """For each list the trace with KᵀDK; inputs of one class have equal contrasts, unless every share is estimated."""
    sizes = np.array(program.classes.sizes, float)
    several, places = int((sizes > 1).sum()), range(len(program.prevalences))
    if program.is_total:
        return [Measure("trace", np.eye(len(sizes)), np.ones(several)) for _ in places]
    scaled = [roots_of(program, place)[:, None] * contrast_of(program) for place in places]
    return [Measure("trace", x.T @ x, np.zeros(several)) for x in scaled]


def scales_of(program: EstimationProgram, place: int) -> Array:
    """D: the weight of each contrast at a list."""
    return np.ones(len(program.contrast)) if program.scales is None else floats(program.scales[place])


def roots_of(program: EstimationProgram, place: int) -> Array:
    """The square roots of D, by which contrasts are multiplied to count alike."""
    return np.sqrt(scales_of(program, place))


def contrast_of(program: EstimationProgram) -> Array:
    """The contrasts in the √n-scaled coordinates of vectors constant on classes."""
    first = [members[0] for members in program.classes.members]
    contrast = floats([[row[j] for j in first] for row in program.contrast])
    return contrast * np.sqrt(program.classes.sizes)
