"""Compute the corners of the greatest convex function that lies on or below given points of the plane."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from rropt.exact.element import Number

__all__ = ["Corner", "lower_hull"]

Corner = tuple[Number, Number]
Point = TypeVar("Point", bound=tuple[Any, ...])


def lower_hull(points: Iterable[Point]) -> list[Point]:
    """Find the corners, from left to right, of the greatest convex function on or below all points (x, y).

    A point may have more items than x and y. Of points at one place, the least tuple is a corner.
    """
    hull: list[Point] = []
    for corner in sorted(points):
        if hull and hull[-1][0] == corner[0]:
            continue
        while len(hull) > 1 and _is_needless(hull[-2], hull[-1], corner):
            hull.pop()
        hull.append(corner)
    return hull


def _is_needless(p: tuple[Any, ...], q: tuple[Any, ...], r: tuple[Any, ...]) -> bool:
    """Whether the point q lies on or above the line from p to r."""
    return bool((q[1] - p[1]) * (r[0] - p[0]) >= (r[1] - p[1]) * (q[0] - p[0]))
