"""Makes a garbling found in floats exact: its support is what they leave above a threshold, tried from the largest."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.matrix import Matrix
from rropt.oracles.garbling_face import Failure, face, residues_of
from rropt.oracles.garbling_program import GarblingProgram

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["repair"]

THRESHOLDS = (0.0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3)
BITS = 36


def repair(program: GarblingProgram, point: Array) -> Matrix | None:
    """An exact C near the floats, or None where no threshold leads to one."""
    seen: set[bytes] = set()
    residues = residues_of(program)
    for threshold in THRESHOLDS:
        support = point > threshold * point.max()
        if threshold == 0.0 and point.min() <= THRESHOLDS[1]:
            continue
        if support.tobytes() in seen:
            continue
        seen.add(support.tobytes())
        c = face(program, support, point, residues).exact(lambda i, u: Fraction(float(point[i, u])), BITS)
        if not isinstance(c, Failure):
            return c
    return None
