"""Solve variance problems numerically: a few linear programs in doubles.

Two outputs. A mechanism is a point (x, y) of a polyhedron (`polyhedron.py`). With n answers and the prevalence π, n·Var is the
product of A = x − π and B = y − 1 + π. The product is quasi-concave, so it is least at a vertex. That vertex is the only minimiser
of s·A + B/s for some s > 0. Such vertices are found by the method of Aneja and Nair (1979) for trade-offs of two criteria. First a
few fixed s are tried. Then, for two neighbouring vertices, the s is tried at which both are equally good. This ends when no new
vertex is found, or after a few rounds. If the worst prevalence of an interval is asked for, each of the three pieces of the plane
(`polyhedron.py`) is searched.

The unknowns of the linear programs are u = (x−1)·s and v = (y−1)/s. The reason is that x and y approach 1 for a large T, and that
one of them is near 1/δ for a small δ. With u and v, the two terms of the objective have a similar size. The coefficients of an
inequality that matters at the optimum also have a similar size. In other inequalities a coefficient may be so small that a solver
ignores it. Therefore a point that breaks an inequality is discarded.

More outputs. The information is a sum of convex homogeneous functions f of the rows. So its maximum is reached with rows on the
rays (1,0), (T,1), (1,T), (0,1). The linear program has one weight θ ≥ 0 for each ray. It maximises Σ θ f(ray) under the condition Σ
θ·ray = (1,1). The revealing rays (1,0) and (0,1) have a weight of at most δ each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from rropt.designs.objectives.prevalence import Quantifier
from rropt.designs.variance.hull import HullProgram
from rropt.designs.variance.information import FisherProgram
from rropt.designs.variance.polyhedron import HalfPlane, VarianceProgram
from rropt.exact.element import Number
from rropt.exact.patience import require_time
from rropt.solvers.highs import dense_rows, minimise

__all__ = ["HalfPlanes", "VarianceAnswer", "float_pieces", "solve_fisher", "solve_hull", "solve_variance"]

Plane = tuple[float, float, float]
Point = tuple[float, float]

STARTS = (1e-16, 1e-8, 1e-4, 1.0, 1e4, 1e8, 1e16)
SAME = 1e-12
DEPTH = 6
NEGLIGIBLE = 1e-12
VIOLATION = 1e-9  # relative to the terms; a hundred rounding errors of doubles are far smaller


@dataclass(frozen=True, slots=True)
class HalfPlanes:
    """A part of the polyhedron in the (x, y) plane, as half-planes in doubles.

    If the worst prevalence of an interval is asked for, there are three parts: on one the worst prevalence is the lower end of the
    interval, on one it is inside, and on one it is the upper end. Otherwise there is one part, the whole polyhedron.

    `planes` has a triple (a, b, c) for each half-plane a·x + b·y ≥ c. `moved` has the same half-planes in the unknowns x − 1 and
    y − 1. `prevalence` is the worst prevalence of the second input on this part, and `rest` is 1 minus `prevalence`. `prevalence`
    is None where the worst one is inside the interval.
    """

    planes: tuple[Plane, ...]
    moved: tuple[Plane, ...]
    prevalence: float | None
    rest: float = 0.0


@dataclass(frozen=True, slots=True)
class VarianceAnswer:
    """The design of least variance that a solver found. All numbers are floats and prove nothing.

    `point` has the first two numbers of the solution: the point (x, y) for two outputs, else two weights of rows.
    """

    solver: str
    status: str
    value: float
    point: tuple[float, float]


def _scale(plane: HalfPlane) -> Plane:
    """Divide a half-plane a·x + b·y ≥ c of the demand exactly by c, and convert it to doubles.

    As the division comes first, the doubles stay small even if e^ε is huge.
    """
    return float(plane.a / plane.c), float(plane.b / plane.c), 1.0


def _move(plane: HalfPlane) -> Plane:
    """Write a half-plane in the unknowns x − 1 and y − 1, and convert it to doubles.

    Before the conversion it is divided exactly by its largest coefficient.
    """
    a, b = (x if x > 0 else -x for x in (plane.a, plane.b))
    size: Number = a if a > b else b
    return float(plane.a / size), float(plane.b / size), float((plane.c - plane.a - plane.b) / size)


def float_pieces(program: VarianceProgram) -> tuple[HalfPlanes, ...]:
    """Convert the polyhedron to doubles. If the worst prevalence of an interval is asked for, the result has three parts, as
    `HalfPlanes` describes them. Otherwise it has one."""
    one, zero, pi = Fraction(1), Fraction(0), program.prevalence
    planes = list(program.half_planes.values())
    base, moved = [_scale(h) for h in planes], [_move(h) for h in planes]
    cuts = [(HalfPlane(one, -one, zero), HalfPlane(-one, one, zero))] if program.warner else []

    def piece(more: Sequence[HalfPlane], at: Number | None) -> HalfPlanes:
        extra = [*(h for pair in cuts for h in pair), *more, *(h for h in program.condition_planes if h.a or h.b)]
        found = [(float(h.a), float(h.b), float(h.c)) for h in extra]
        ends = (None, 0.0) if at is None else (float(at), float(1 - at))
        return HalfPlanes((*base, *found), (*moved, *map(_move, extra)), *ends)

    if pi.quantifier is not Quantifier.WORST:
        return (piece((), pi.point),)
    low, high = 2 * pi.lower - 1, 2 * pi.upper - 1
    return (
        piece((HalfPlane(-one, one, -low),), pi.lower),
        piece((HalfPlane(one, -one, low), HalfPlane(-one, one, -high)), None),
        piece((HalfPlane(one, -one, high),), pi.upper),
    )


def solve_variance(program: VarianceProgram) -> VarianceAnswer:
    """Find the least variance on each part of the polyhedron (see `HalfPlanes`), and return the answer with the least one. If no
    part is solved, the value is NaN."""
    answers = [a for a in (_piece(piece) for piece in float_pieces(program)) if a is not None]
    if not answers:
        return VarianceAnswer("HiGHS", "no piece was solved", float("nan"), (float("nan"), float("nan")))
    return min(answers, key=lambda a: a.value)


def _piece(piece: HalfPlanes) -> VarianceAnswer | None:
    """Minimise the variance over the points (x, y) of one part of the polyhedron of mechanisms.

    If this is the part where the worst prevalence is inside the interval, x + y is minimised. On any other part the variances at
    the vertices found are compared. None if the solver finds nothing.
    """
    if piece.prevalence is None:
        point = _solve(piece, 1.0)
        return None if point is None else _answer(point, ((point[0] + point[1] + 1) / 2) ** 2)
    found = [point for s in STARTS if (point := _solve(piece, s)) is not None]
    found += [point for pair in pairwise(sorted(found)) for point in _between(piece, *pair)]
    best = min(found, key=lambda point: _product(piece, point), default=None)
    return None if best is None else _answer(best, _product(piece, best))


def _between(piece: HalfPlanes, left: Point, right: Point, depth: int = DEPTH) -> list[Point]:
    """List the vertices that Aneja and Nair's method finds between two known ones; `left` has the smaller x.

    With a weight s, a point (x, y) has the cost s·x + y/s. The s is taken for which the two known vertices have the same cost, and
    a vertex with a smaller cost is sought. If there is one, the search goes on between it and each of the two known ones. It goes
    at most `depth` levels deep.
    """
    width, height = right[0] - left[0], left[1] - right[1]
    if width <= 0 or height <= 0 or depth == 0:
        return []
    s = float(np.sqrt(height / width))
    point = _solve(piece, s)
    if point is None or s * (point[0] - left[0]) + (point[1] - left[1]) / s > -SAME * (s * width):
        return []
    sides = ((left, point), (point, right))
    return [point, *(p for side in sides for p in _between(piece, *side, depth - 1))]


def _factors(piece: HalfPlanes, point: Point) -> Point:
    """Compute x − π and y − 1 + π, whose product is the variance, without cancellation.

    `point` is (x − 1, y − 1), and π is the prevalence of the second input.
    """
    assert piece.prevalence is not None
    return point[0] + piece.rest, point[1] + piece.prevalence


def _product(piece: HalfPlanes, point: Point) -> float:
    first, second = _factors(piece, point)
    return first * second


def _solve(piece: HalfPlanes, s: float) -> Point | None:
    """Minimise s(x−1) + (y−1)/s over the points (x, y) of this part of the polyhedron; return (x − 1, y − 1) of the best point.

    None if the solver finds no point, if its point breaks an inequality, or if a coefficient is too large for a double.
    """
    scaled = [(a / s, b * s, c) for a, b, c in piece.moved]
    sizes = [max(abs(a), abs(b)) for a, b, _ in scaled]
    unit = max(c / size for (_, _, c), size in zip(scaled, sizes, strict=True))
    if unit <= 0:
        unit = 1.0
    if not np.isfinite(unit):  # a coefficient is larger than a double holds
        return None
    rows = [(a / size, b / size) for (a, b, _), size in zip(scaled, sizes, strict=True)]
    levels = [c / size / unit for (_, _, c), size in zip(scaled, sizes, strict=True)]
    answer = minimise(np.ones(2), dense_rows(rows, levels, [np.inf] * len(rows)))
    if not answer.is_solved:
        require_time()  # a search that was cut short would give a variance that is not the least
        return None
    x, y = float(answer.point[0]) * unit / s, float(answer.point[1]) * unit * s
    fits = (a * x + b * y - c >= -VIOLATION * (abs(a * x) + abs(b * y) + abs(c)) for a, b, c in piece.moved)
    return (x, y) if all(fits) else None


def _answer(point: Point, value: float) -> VarianceAnswer:
    return VarianceAnswer("HiGHS", "Optimal", value, (1 + point[0], 1 + point[1]))


def solve_hull(program: HullProgram) -> VarianceAnswer:
    """Maximise the information with HiGHS, if each input has bounds (T, δ) of its own against the other.

    The linear program has a weight θ for the row (1, 0), for the row (0, 1), and for each row at which a bound becomes active. A
    bound of the first input against the second limits the sum of θ·max(0, a − T·b) over the rows (a, b) to δ. A bound of the second
    input against the first limits the sum of θ·max(0, b − T·a) to δ. The convex hull of `hull.py` is not used.
    """
    pi, bounds = float(program.prevalence.point), [[(float(t), float(d)) for t, d in side] for side in program.sides]
    rays = [(1.0, 0.0), (0.0, 1.0), *((1.0, 1 / t) for t, _ in bounds[0]), *((1 / t, 1.0) for t, _ in bounds[1])]
    rays = [(a, b) for a, b in rays if (1 - pi) * a + pi * b > 0]
    gains = np.array([(b - a) ** 2 / ((1 - pi) * a + pi * b) for a, b in rays])
    rows, most = [[a for a, _ in rays], [b for _, b in rays]], [1.0, 1.0]
    for side, own in enumerate(bounds):
        for t, d in own:
            excess = [max(0.0, (ray[side] - t * ray[1 - side]) / t) for ray in rays]
            rows.append([0.0 if x < NEGLIGIBLE else x for x in excess])
            most.append(d / t)
    scale = float(gains.max())
    answer = minimise(-gains / scale, dense_rows(rows, [1.0, 1.0] + [-np.inf] * (len(rows) - 2), most))
    value = 1 / (-answer.value * scale) if answer.value else math.nan
    return VarianceAnswer("HiGHS", answer.status, value, (float(answer.point[0]), float(answer.point[1])))


def solve_fisher(program: FisherProgram) -> VarianceAnswer:
    """Solve with HiGHS the linear program that maximises the information; its unknowns are the weights of the extreme rows.

    Let T = e^ε. The `point` of the answer has two weights: those of the rows (1, 1/T) and (1/T, 1). If δ > 0 and the prevalence is
    0 or 1, the information is infinite. Then nothing is solved, and the value is NaN.
    """
    # computed exactly and rounded last, so that 1 − 1/T keeps its digits near epsilon = 0, and sums keep 1/T at a large epsilon
    low, d, pi = 1 / program.ratio, program.delta, program.prevalence.point
    if d > 0 and pi in (0, 1):
        return VarianceAnswer(
            "HiGHS", "not posed: an answer that is certain has infinite information", math.nan, (0.0, 0.0)
        )
    # the largest entry of a mixed ray is scaled to 1, so that the coefficients are near 1 for a huge T; a revealing ray is scaled
    # to its largest weight delta, and the largest gain to 1, so that the solver does not ignore a tiny T − 1 or delta
    rays = [(1.0, float(low)), (float(low), 1.0)] + ([(float(d), 0.0), (0.0, float(d))] if d > 0 else [])
    exact = [(1 - low) ** 2 / (1 - x + x * low) for x in (pi, 1 - pi)] + ([d / (1 - pi), d / pi] if d > 0 else [])
    scale = max(exact)
    gains = np.array([float(gain / scale) for gain in exact])
    a = [[r[0] for r in rays], [r[1] for r in rays]]
    lower, upper = [1.0, 1.0], [1.0, 1.0]
    if d > 0:
        a += [[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
        lower, upper = [*lower, -np.inf, -np.inf], [*upper, 1.0, 1.0]
    answer = minimise(-gains, dense_rows(a, lower, upper))
    value = float(1 / scale) / -answer.value if answer.value else math.nan
    return VarianceAnswer("HiGHS", answer.status, value, (float(answer.point[0]), float(answer.point[1])))
