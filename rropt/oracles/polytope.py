"""The vertices of a bounded polyhedron in exact numbers, by the double description method.

The cone over {z : a + b·z ≥ 0} is cut by one inequality after another; its extreme rays are kept with the inequalities
that are equalities on them. A new inequality keeps the rays on its right side and makes one of each pair of neighbours
that it separates; two rays are neighbours if no third is an equality wherever both are (Fukuda and Prodon 1996,
Proposition 7), so only if they share at least two fewer than the cone has dimensions. Inequalities may be given late, once
the vertices of the others are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from rropt.exact.field import Number
from rropt.exact.matrix import independent_rows, inverse

__all__ = ["Inequality", "Point", "vertices"]

ZERO, ONE = Fraction(0), Fraction(1)
Inequality = tuple[Number, ...]  # a, then b: a + b·z ≥ 0
Point = tuple[Number, ...]


class Missing(Protocol):
    """The inequalities of the polyhedron, not given before, that a point violates."""

    def __call__(self, point: Point, /) -> Sequence[Inequality]: ...


@dataclass(frozen=True, slots=True)
class _Ray:
    """A direction, and the indices of the inequalities that it meets with equality as a set of bits."""

    at: Point
    tight: int


@dataclass(slots=True)
class _Cone:
    most: int
    rays: list[_Ray]
    cuts: list[Inequality] = field(default_factory=list)

    def cut(self, inequality: Inequality) -> bool:
        """Take in one more inequality; whether the rays are still few enough."""
        bit = 1 << len(self.cuts)
        self.cuts.append(inequality)
        heights = [_dot(inequality, ray.at) for ray in self.rays]
        signs = [(h > 0) - (h < 0) for h in heights]
        kept = [_Ray(r.at, r.tight | bit * (s == 0)) for r, s in zip(self.rays, signs, strict=True) if s >= 0]
        above, below = ([n for n, s in enumerate(signs) if s == side] for side in (1, -1))
        if len(above) * len(below) > self.most**2:
            return False
        for n in above:
            for o in below:
                common = self.rays[n].tight & self.rays[o].tight
                if common.bit_count() >= len(inequality) - 2 and self._neighbours(n, o, common):
                    at = (
                        heights[n] * y - heights[o] * x for x, y in zip(self.rays[n].at, self.rays[o].at, strict=True)
                    )
                    kept.append(_Ray(_scaled(at), common | bit))
        self.rays = kept
        return len(kept) <= self.most

    def _neighbours(self, n: int, o: int, common: int) -> bool:
        return not any(r.tight & common == common for i, r in enumerate(self.rays) if i not in (n, o))


def vertices(inequalities: Sequence[Inequality], *, most: int, missing: Missing | None = None) -> list[Point] | None:
    """All vertices of a nonempty bounded polyhedron; None where more than `most` directions were met on the way."""
    width = len(inequalities[0])
    rows = list(dict.fromkeys([(ONE, *(ZERO,) * (width - 1)), *(_scaled(row) for row in inequalities)]))
    cone = _simplicial(rows, most)
    if cone is None:
        return None
    while True:
        points = [tuple(x / ray.at[0] for x in ray.at[1:]) for ray in cone.rays if ray.at[0]]
        more = dict.fromkeys(_scaled(row) for p in points for row in (missing(p) if missing else ()))
        if not more:
            return points
        if not all(cone.cut(row) for row in more):
            return None


def _simplicial(rows: list[Inequality], most: int) -> _Cone | None:
    """The cone of the first independent inequalities, cut by the others."""
    first = independent_rows(rows)
    columns = zip(*inverse([rows[n] for n in first]), strict=True)
    everything = (1 << len(first)) - 1
    rays = [_Ray(_scaled(column), everything & ~(1 << n)) for n, column in enumerate(columns)]
    cone = _Cone(most, rays, [rows[n] for n in first])
    others = (row for n, row in enumerate(rows) if n not in set(first))
    return cone if all(cone.cut(row) for row in others) else None


def _scaled(xs: Iterable[Number]) -> Point:
    """A positive multiple: the first number that is not 0 becomes 1 or −1."""
    point = tuple(xs)
    lead = next((x for x in point if x), ONE)
    size = lead if lead > 0 else -lead
    return point if size == 1 else tuple(x / size for x in point)


def _dot(a: Sequence[Number], b: Sequence[Number]) -> Number:
    return sum((x * y for x, y in zip(a, b, strict=True) if x and y), ZERO)
