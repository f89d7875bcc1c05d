"""List the vertices of the optimal face of a linear design, given its equations, its inequalities, and one point of it.

The rank of the equations is at least that of their residues modulo a prime. If this lower bound equals the number of unknowns, the
face has no other point. So a single optimum is recognised at any size. Otherwise the directions in which a point can move without
violating the equations are found exactly. Then the double description method finds the vertices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, identity, kernel, least_rank, total_of
from rropt.solvers import double_description as polytope

__all__ = ["ALL", "FEW", "SOME", "Face", "FaceCondition", "FaceEffort", "vertices"]

ZERO = Fraction(0)
Terms = Mapping[int, Number]


@dataclass(frozen=True, slots=True)
class FaceCondition:
    """A linear condition on the unknowns x_n: the sum Σ c·x_n is at least `right`, or equals `right`.

    It is an equation if it is in the list of a face's equations, and an inequality if it is in the list of its inequalities.
    `terms` maps the number n of each unknown to its factor c.
    """

    terms: Terms
    right: Number = ZERO

    def at(self, point: Sequence[Number]) -> Number:
        """Compute the left side at a point, minus the right side."""
        return total_of([c * point[n] for n, c in self.terms.items() if point[n]]) - self.right


@dataclass(frozen=True, slots=True)
class FaceEffort:
    """Limits for the search for the vertices of a face. They are counts and not times, so that the same face is listed on every
    machine.

    They limit the number of unknowns, and the number of independent directions in which a point may move without violating the
    equations. For the double description method they limit the number of rays, and the number of pairs of rays.
    """

    unknowns: int
    directions: int
    rays: int
    pairs: int


FEW = FaceEffort(unknowns=16, directions=2, rays=16, pairs=60)
SOME = FaceEffort(unknowns=100_000, directions=6, rays=300, pairs=30_000)
ALL = FaceEffort(unknowns=100_000, directions=64, rays=20_000, pairs=10_000_000)


@dataclass(slots=True)
class Face:
    """A bounded polyhedron, given by one of its points, by equations, and by inequalities.

    `missing`, if given, is a function of a point; it returns further inequalities of the polyhedron, which this point violates.
    """

    point: tuple[Number, ...]
    equations: list[FaceCondition] = field(default_factory=list)
    inequalities: list[FaceCondition] = field(default_factory=list)
    missing: Callable[[Sequence[Number]], Iterable[FaceCondition]] | None = None

    def add(self, terms: Terms, right: Number = ZERO, *, equal: bool) -> None:
        """Add one condition, to the equations if `equal`, else to the inequalities."""
        (self.equations if equal else self.inequalities).append(FaceCondition(terms, right))


def vertices(face: Face, effort: FaceEffort = ALL) -> list[tuple[Number, ...]] | None:
    """List every vertex of a face. None if the list exceeds the limits in `effort`.

    If the equations leave only one point, this point is usually returned without regard to the limits. But if numbers in the
    equations are irrational roots of polynomials, the rank of the equations has no quick bound, and the limits apply.
    """
    size = range(len(face.point))
    table = [[condition.terms.get(n, ZERO) for n in size] for condition in face.equations]
    least = least_rank(table) if table else 0
    if least == len(face.point):
        return [face.point]
    # if the rank has no quick bound, a small face is still solved exactly
    if len(face.point) > effort.unknowns or (least is not None and len(face.point) - least > effort.directions):
        return None
    directions = kernel(table) if table else identity(len(face.point))
    if len(directions) > effort.directions:
        return None
    return _along(face, directions, effort) if directions else [face.point]


def _along(face: Face, directions: Matrix, effort: FaceEffort) -> list[tuple[Number, ...]] | None:
    """List the vertices of a face whose points are `face.point` plus linear combinations of `directions`. None if the list exceeds
    the limits in `effort`."""

    def seen(condition: FaceCondition) -> polytope.Inequality:
        return condition.at(face.point), *(FaceCondition(condition.terms).at(way) for way in directions)

    def placed(steps: Sequence[Number]) -> tuple[Number, ...]:
        moves = [[x, *(s * way[n] for s, way in zip(steps, directions, strict=True))] for n, x in enumerate(face.point)]
        return tuple(total_of(terms) for terms in moves)

    def missing(steps: polytope.Point) -> Sequence[polytope.Inequality]:
        return [seen(condition) for condition in face.missing(placed(steps))] if face.missing else []

    found = polytope.vertices(
        [seen(c) for c in face.inequalities], most=effort.rays, pairs=effort.pairs, missing=missing
    )
    return None if found is None else [placed(steps) for steps in found]
