"""Convert an estimation program to floats, for the solvers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.program import EstimationProgram
from rropt.designs.floats.interior_point import Measure
from rropt.designs.objectives.determinant import Determinant
from rropt.designs.objectives.estimation import Estimation
from rropt.designs.objectives.largest_variance import LargestVariance
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.designs.rows.generators import Generators

__all__ = ["contrast_of", "floats", "measures_of", "patterns_of", "rises_of", "roots_of", "scales_of", "value_of_part"]

Array: TypeAlias = Any
MOST_GAIN = Fraction(10**100)


def floats(numbers: Any) -> Array:
    """Convert numbers to an array of floats."""
    return np.asarray(numbers, dtype=float)


def patterns_of(program: EstimationProgram) -> FloatPatterns:
    """Convert all possible rows of the program to floats.

    They are the program's extreme rows or, if rows have the entries 1 and e^ε, orbits: sets of rows that differ only by exchanging
    equal inputs.
    """
    first = [members[0] for members in program.classes.members]
    lists = [np.array([float(pi[j]) for j in first]) for pi in program.prevalences]
    if isinstance(program.rows, Generators):
        rays = program.rows.floats
        near = program.rows.near_silence(program.prevalences[0])
        found = FloatPatterns.of_rays(rays, lists)
        if near is not None:
            found = FloatPatterns.of_differences(near[1], near[0], lists)
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
    # beyond MOST_GAIN the optimum in floats no longer changes, but the squares of t − 1 may overflow
    return FloatPatterns.of(program.classes, float(min(program.ratio - 1, MOST_GAIN)), lists)


def measures_of(program: EstimationProgram) -> list[Measure]:
    """Return, for each list of prevalences, the function to minimise: the trace of KᵀDK times the covariance.

    The rows of K are the contrasts, and the diagonal matrix D has their weights. `Measure` describes KᵀDK by two things. The first
    is a matrix for the vectors that are constant on classes of equal inputs. The second is a number for each class of several
    inputs. KᵀDK multiplies by this number the vectors that are 0 outside the class and sum to 0. If every share is estimated, the
    number is 1. Otherwise it is 0, because each contrast then has equal entries at all inputs of a class.
    """
    sizes = np.array(program.classes.sizes, float)
    several, places = int((sizes > 1).sum()), range(len(program.prevalences))
    if program.is_total:
        return [Measure("trace", np.eye(len(sizes)), np.ones(several)) for _ in places]
    scaled = [roots_of(program, place)[:, None] * contrast_of(program) for place in places]
    return [Measure("trace", x.T @ x, np.zeros(several)) for x in scaled]


def scales_of(program: EstimationProgram, place: int) -> Array:
    """Return the weight of each contrast at the list of prevalences of index `place`."""
    return np.ones(len(program.contrast)) if program.scales is None else floats(program.scales[place])


def roots_of(program: EstimationProgram, place: int) -> Array:
    """Return the square root of the weight of each contrast at the list of prevalences of index `place`."""
    return np.sqrt(scales_of(program, place))


def contrast_of(program: EstimationProgram) -> Array:
    """Return the contrasts, indexed [contrast, class].

    Each entry is the number that the contrast has at the inputs of the class, times the square root of the size of the class.
    """
    first = [members[0] for members in program.classes.members]
    contrast = floats([[row[j] for j in first] for row in program.contrast])
    return contrast * np.sqrt(program.classes.sizes)


def rises_of(part: Estimation, k: int) -> Array:
    """Return the contrasts of k shares. From each contrast its smallest entry is subtracted, which changes no variance."""
    return floats([[x - min(row) for x in row] for row in part.contrast_of(k)])


def value_of_part(part: Estimation, c: Array) -> Array:
    """Compute a criterion from the covariance c at one list of prevalences.

    `c` may also be an array of several covariances, with an additional first axis. Then the result has one value for each of them.
    """
    if isinstance(part, LargestVariance):
        each = np.diagonal(c, axis1=-2, axis2=-1) if part.is_of_shares else np.linalg.eigvalsh(c)
        return each.max(axis=-1)
    if isinstance(part, Determinant):
        return np.linalg.det(c[..., :-1, :-1])
    contrast = rises_of(part, c.shape[-1])
    return np.trace(contrast @ c @ contrast.T, axis1=-2, axis2=-1)
