"""The exact leg of the binary variance: every vertex of the polyhedron, compared exactly."""

from __future__ import annotations

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.variance.polyhedron import Point, VarianceProgram

__all__ = ["best_points"]


def best_points(program: VarianceProgram) -> tuple[Number, tuple[Point, ...]]:
    """The least variance over the vertices, and every vertex that has it."""
    values = [(program.value(p), p) for p in program.vertices()]
    if not values:
        raise InputError(f"no mechanism with p00 + p11 > 1 meets T = {program.ratio}, delta = {program.delta}")
    least = min(value for value, _ in values)
    return least, tuple(p for value, p in values if value == least)
