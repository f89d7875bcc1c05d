"""The optimal face of a linear design by its equations and inequalities, and its vertices from a point of it.

Coefficients are a + b·T with integers a and b, so the rank of the equations is at least that of their residues modulo a
prime, at the residue of a rational T or at any residue at all where T is transcendental. Where that is the number of
unknowns the point is the only one, at any size; else the directions that are left are found exactly, and the vertices by
the double description method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import nmod_mat

from rropt.exact.element import Element, Number
from rropt.exact.fields import Algebraic, Radical
from rropt.exact.matrix import PRIME, RESIDUE, Matrix, kernel
from rropt.solvers import double_description as polytope

__all__ = ["ALL", "FEW", "SOME", "FaceCondition", "FaceEffort", "Face", "vertices"]

ZERO, ONE = Fraction(0), Fraction(1)
Terms = Mapping[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class FaceCondition:
    """Σ (a + b·T)·x_n over the unknowns it names, which is at least (or, as an equation, equal to) the right side."""

    terms: Terms
    right: Number = ZERO

    def at(self, point: Sequence[Number], ratio: Number) -> Number:
        """The left side less the right one."""
        found = sum((_coefficient(c, ratio) * point[n] for n, c in self.terms.items() if point[n]), ZERO)
        return found - self.right


@dataclass(frozen=True, slots=True)
class FaceEffort:
    """How much is spent on the vertices of a face, in counts: unknowns, directions that are left, rays, and pairs of rays.

    The counts bound the arithmetic, so the same face is listed on every machine.
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
    """A bounded polyhedron in so many unknowns, with a point of it; `missing` gives conditions, not listed, that fail."""

    ratio: Number
    point: tuple[Number, ...]
    equations: list[FaceCondition] = field(default_factory=list)
    inequalities: list[FaceCondition] = field(default_factory=list)
    missing: Callable[[Sequence[Number]], Iterable[FaceCondition]] | None = None


def _coefficient(c: tuple[int, int], ratio: Number) -> Number:
    return c[0] + c[1] * ratio if c[1] else Fraction(c[0])


def vertices(face: Face, effort: FaceEffort = ALL) -> list[tuple[Number, ...]] | None:
    """Every vertex; None where that is more than is searched. That there is one alone is told at any size, but for a root T."""
    left = len(face.point) - _least_rank(face)
    if left == 0:
        return [face.point]
    told = _residue(face.ratio) is not None  # else the rank is not bounded, and a small face is looked at exactly
    if len(face.point) > effort.unknowns or (told and left > effort.directions):
        return None
    directions = kernel(_dense(face.equations, face)) if face.equations else _unit(len(face.point))
    if len(directions) > effort.directions:
        return None
    return _along(face, directions, effort) if directions else [face.point]


def _least_rank(face: Face) -> int:
    """A lower bound on the rank of the equations."""
    residue = _residue(face.ratio)
    if residue is None or not face.equations:
        return 0
    table = nmod_mat(len(face.equations), len(face.point), PRIME)
    for row, equation in enumerate(face.equations):
        for n, (a, b) in equation.terms.items():
            table[row, n] = (a + b * residue) % PRIME
    return int(table.rank())


def _residue(ratio: Number) -> int | None:
    """What may stand for T modulo the prime; None where nothing may."""
    if isinstance(ratio, Element):
        return None if isinstance(ratio.field, Radical | Algebraic) else RESIDUE
    return ratio.numerator * pow(ratio.denominator, -1, PRIME) % PRIME if ratio.denominator % PRIME else None


def _dense(conditions: Sequence[FaceCondition], face: Face) -> list[list[Number]]:
    table: list[list[Number]] = [[ZERO] * len(face.point) for _ in conditions]
    for row, condition in zip(table, conditions, strict=True):
        for n, c in condition.terms.items():
            row[n] = _coefficient(c, face.ratio)
    return table


def _unit(n: int) -> Matrix:
    return tuple(tuple(ONE if i == j else ZERO for j in range(n)) for i in range(n))


def _along(face: Face, directions: Matrix, effort: FaceEffort) -> list[tuple[Number, ...]] | None:
    """The vertices as the point and a combination of the directions each."""

    def seen(condition: FaceCondition) -> polytope.Inequality:
        moves = (FaceCondition(condition.terms).at(way, face.ratio) for way in directions)
        return condition.at(face.point, face.ratio), *moves

    def placed(steps: Sequence[Number]) -> tuple[Number, ...]:
        moved = list(face.point)
        for step, way in zip(steps, directions, strict=True):
            if step:
                moved = [x + step * y if y else x for x, y in zip(moved, way, strict=True)]
        return tuple(moved)

    def missing(steps: polytope.Point) -> Sequence[polytope.Inequality]:
        return [seen(condition) for condition in face.missing(placed(steps))] if face.missing else []

    found = polytope.vertices(
        [seen(c) for c in face.inequalities], most=effort.rays, pairs=effort.pairs, missing=missing
    )
    return None if found is None else [placed(steps) for steps in found]
