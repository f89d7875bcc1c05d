"""Compute the corners of the greatest convex function that lies on or below given points of the plane."""

from __future__ import annotations

from collections.abc import Iterable

from rropt.exact.element import Number

__all__ = ["Corner", "lower_hull"]

Corner = tuple[Number, Number]


def lower_hull(points: Iterable[Corner]) -> list[Corner]:
    """Find the corners, from left to right, of the greatest convex function on or below all points (x, y)."""
    least: dict[Number, Number] = {}
    for x, y in points:
        least[x] = min(least.get(x, y), y)
    hull: list[Corner] = []
    for corner in sorted(least.items()):
        while len(hull) > 1 and _is_needless(hull[-2], hull[-1], corner):
            hull.pop()
        hull.append(corner)
    return hull


def _is_needless(p: Corner, q: Corner, r: Corner) -> bool:
    """Whether the point q lies on or above the line from p to r."""
    return (q[1] - p[1]) * (r[0] - p[0]) >= (r[1] - p[1]) * (q[0] - p[0])
