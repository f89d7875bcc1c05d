"""Compute the vertices of a bounded polyhedron in exact numbers, by the double description method.

The polyhedron is the set of all z with a + b·z ≥ 0 for every inequality (a, b). It is the section of a cone with a plane, and its
vertices are the section's points on the cone's extreme rays. At first the cone has as many inequalities as dimensions. The others
are added one after another. The next one is always the inequality that most of the present extreme rays violate, so that few rays
remain. An inequality is called tight on a ray if it holds there with equality. Each ray is stored with the inequalities that are
tight on it.

Adding an inequality keeps the rays that satisfy it. It also makes one new ray from each pair of neighbouring rays of which one
satisfies the inequality strictly and the other violates it. To decide whether two rays are neighbours, let T be the set of those
inequalities that are tight on both. The two rays are neighbours if no third ray has all inequalities of T tight (Fukuda and Prodon
1996, Proposition 7). T then has at least d − 2 members, where d is the dimension of the cone. A caller may also supply further
inequalities once the vertices of the first ones are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Protocol

from rropt.exact.element import Number
from rropt.exact.matrix import independent_rows, inverse
from rropt.exact.patience import require_time
from rropt.exact.sign import sign

__all__ = ["Inequality", "Point", "vertices"]

ZERO, ONE = Fraction(0), Fraction(1)
Inequality = tuple[Number, ...]  # the number a, then the entries of b, for a + b·z ≥ 0
Point = tuple[Number, ...]


class FindViolated(Protocol):
    """A function that takes a point and returns inequalities of the polyhedron that the point violates. If there are such
    inequalities, it returns at least one. It returns no inequality that was given before."""

    def __call__(self, point: Point, /) -> Sequence[Inequality]: ...


@dataclass(frozen=True, slots=True)
class _Ray:
    """An extreme ray of the cone, with its direction `at`.

    For each inequality that is not yet added, `heights` has the value of its left side at the direction, and `signs` the sign of
    that value. Bit n of `tight` is 1 if inequality n has been added and holds with equality on the ray.
    """

    at: Point
    heights: dict[int, Number]
    signs: dict[int, int]
    tight: int


def _ray(at: Iterable[Number], heights: dict[int, Number], tight: int) -> _Ray:
    """Make an extreme ray, scaled so that the first nonzero entry of its direction is 1 or −1.

    `at` is the direction. `heights` maps the index of each inequality that is not yet added to the value of its left side at `at`.
    Bit n of `tight` is 1 if inequality n has been added and holds with equality on the ray.
    """
    point = tuple(at)
    size = _size(point)
    if size != 1:
        point, heights = tuple(x / size for x in point), {n: h / size for n, h in heights.items()}
    return _Ray(point, heights, {n: sign(h) for n, h in heights.items()}, tight)


@dataclass(slots=True)
class _Cone:
    """A cone, described by its extreme rays `rays`. `rest` has the indices of the inequalities that are not yet added.

    `most` is the largest number of rays that is allowed. `pairs` is the number of pairs of rays that may still be compared.
    """

    rays: list[_Ray]
    rest: list[int]
    most: int
    pairs: int

    def close(self) -> bool:
        """Add all inequalities that are left. Return False if this takes more rays, or more comparisons of pairs, than allowed."""
        while self.rest:
            row = max(self.rest, key=lambda n: sum(ray.signs[n] < 0 for ray in self.rays))
            self.rest.remove(row)
            if not self._cut(row):
                return False
        return True

    def give(self, number: int, row: Inequality) -> None:
        """Store one more inequality under the index `number`. The method `close` adds it to the cone later."""
        require_time()
        self.rest.append(number)
        for ray in self.rays:
            ray.heights[number] = _dot(row, ray.at)
            ray.signs[number] = sign(ray.heights[number])

    def _cut(self, row: int) -> bool:
        """Add the inequality of this index. Return False if this takes more rays, or more comparisons of pairs, than allowed."""
        above, below = ([ray for ray in self.rays if ray.signs[row] == side] for side in (1, -1))
        within = [_Ray(r.at, r.heights, r.signs, r.tight | 1 << row) for r in self.rays if r.signs[row] == 0]
        self.pairs -= len(above) * len(below)
        if self.pairs < 0:
            return False
        made = []
        for r in above:
            require_time()
            for o in below:
                common = r.tight & o.tight
                if common.bit_count() >= len(r.at) - 2 and self._neighbours(r, o, common):
                    up, down = r.heights[row], -o.heights[row]
                    at = (up * y + down * x for x, y in zip(r.at, o.at, strict=True))
                    heights = {n: up * o.heights[n] + down * r.heights[n] for n in self.rest}
                    made.append(_ray(at, heights, common | 1 << row))
        self.rays = above + within + made
        return len(self.rays) <= self.most

    def _neighbours(self, a: _Ray, b: _Ray, common: int) -> bool:
        return not any(r.tight & common == common for r in self.rays if r is not a and r is not b)


def vertices(
    inequalities: Sequence[Inequality], *, most: int, pairs: int, missing: FindViolated | None = None
) -> list[Point] | None:
    """Return all vertices of a nonempty bounded polyhedron. An inequality (a, b_1, …, b_n) means a + b·z ≥ 0.

    If the polyhedron has too many inequalities to list, `inequalities` has some of them, and `missing` is a function that finds
    others. It is called with each vertex of the polyhedron that the inequalities known so far describe, and returns further
    inequalities that this vertex violates. These are added, and the vertices are computed anew. This ends when no vertex violates
    an inequality.

    The vertices are computed from the extreme rays of a cone, to which one inequality after another is added. None if the cone has
    more than `most` extreme rays after an inequality is added, or if more than `pairs` pairs of rays must be compared in all.
    """
    width = len(inequalities[0])
    rows = list(dict.fromkeys([(ONE, *(ZERO,) * (width - 1)), *map(_scale, inequalities)]))
    cone, numbers = _simplicial(rows, most, pairs), count(len(rows))
    while cone.close():
        points = [tuple(x / ray.at[0] for x in ray.at[1:]) for ray in cone.rays if ray.at[0]]
        more = dict.fromkeys(_scale(row) for p in points for row in (missing(p) if missing else ()))
        if not more:
            return points
        for row in more:
            cone.give(next(numbers), row)
    return None


def _simplicial(rows: list[Inequality], most: int, pairs: int) -> _Cone:
    """Make the cone of the first inequalities that are linearly independent. There are as many of these as the cone has dimensions.
    The other inequalities are noted in the cone, to be added later."""
    first = independent_rows(rows)
    columns = zip(*inverse([rows[n] for n in first]), strict=True)
    rest, tight = [n for n in range(len(rows)) if n not in set(first)], sum(1 << n for n in first)
    rays = [
        _ray(at, {i: _dot(rows[i], at) for i in rest}, tight & ~(1 << n)) for n, at in zip(first, columns, strict=True)
    ]
    return _Cone(rays, rest, most, pairs)


def _scale(row: Inequality) -> Inequality:
    """Divide by a positive number, so that the first nonzero entry is ±1."""
    size = _size(row)
    return row if size == 1 else tuple(x / size for x in row)


def _size(xs: Sequence[Number]) -> Number:
    """Return the absolute value of the first nonzero entry; 1 if there is none."""
    lead = next((x for x in xs if x), ONE)
    return lead if lead > 0 else -lead


def _dot(a: Sequence[Number], b: Sequence[Number]) -> Number:
    return sum((x * y for x, y in zip(a, b, strict=True) if x and y), ZERO)
