"""An estimation program in floats, as the solvers take it."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from rropt.categories.numeric.interior_point import FloatPatterns, Measure
from rropt.categories.program import EstimationProgram

__all__ = ["contrast_of", "measure_of", "patterns_of"]

Array: TypeAlias = Any


def patterns_of(program: EstimationProgram) -> FloatPatterns:
    """All orbits of patterns of the program."""
    first = [members[0] for members in program.classes.members]
    lists = [np.array([float(pi[j]) for j in first]) for pi in program.prevalences]
    if program.cone is not None:
        rays = program.cone.floats
        found = FloatPatterns.of_rays(rays, lists)
        if not program.cone.has_slack:
            return found
        scales = rays @ lists[0]
        return found.with_limits(program.cone.over / scales, program.cone.room(), scales)
    return FloatPatterns.of(program.classes, float(program.ratio - 1), lists)


def measure_of(program: EstimationProgram) -> Measure:
    """The trace with KᵀK; inputs of one class have the same contrasts, unless every share is one."""
    sizes = np.array(program.classes.sizes, float)
    several = int((sizes > 1).sum())
    if program.is_total:
        return Measure("trace", np.eye(len(sizes)), np.ones(several))
    contrast = contrast_of(program)
    return Measure("trace", contrast.T @ contrast, np.zeros(several))


def contrast_of(program: EstimationProgram) -> Array:
    """The contrasts in the √n-scaled coordinates of vectors constant on classes."""
    first = [members[0] for members in program.classes.members]
    contrast = np.array([[float(row[j]) for j in first] for row in program.contrast])
    return contrast * np.sqrt(np.array(program.classes.sizes, float))
