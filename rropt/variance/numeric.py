"""The numeric leg of the binary variance by a family of linear programs.

For A, B > 0, A·B = min over s > 0 of (sA + B/s)²/4, attained at s = √(B/A). With A = x − π, B = y − 1 + π the inner
problem is a linear program in (x, y) for each s. The search in s is not unimodal, so a logarithmic grid is run through one
hot-started model; each vertex met is then improved by the alternation s ← √(B/A), which never increases the product.
Where the prevalence is the worst of an interval, the three pieces of the plane are searched in turn.

The unknowns are u = (x−1)·s and v = (y−1)/s, as x and y approach 1 for a large T and one of them is near 1/δ for a small δ:
then the two terms of the objective, and the coefficients of the inequalities that matter at its optimum, are alike in
size. An inequality that is negligible there loses its small coefficient to the solver, so each point is tried in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.exact.element import Number
from rropt.solvers.highs import dense_rows, hot_model, run
from rropt.variance.polyhedron import HalfPlane, VarianceProgram
from rropt.variance.prevalence import Quantifier

__all__ = ["Piece", "VarianceAnswer", "float_pieces", "solve_variance"]

Plane = tuple[float, float, float]
Point = tuple[float, float]

GRID = np.logspace(-7, 7, 113)
WIDE = np.logspace(-16, 16, 129)
TINY = 1e-300
VIOLATION = 1e-9  # relative to the terms: a hundred roundings of doubles are a thousand times smaller


@dataclass(frozen=True, slots=True)
class Piece:
    """Half-planes a·x + b·y ≥ c, and the same as a·(x−1) + b·(y−1) ≥ c − a − b, and the prevalences of both inputs at which
    the variance is taken (None: the interior peak)."""

    planes: tuple[Plane, ...]
    moved: tuple[Plane, ...]
    prevalence: float | None
    rest: float = 0.0


@dataclass(frozen=True, slots=True)
class VarianceAnswer:
    """A solver's claim about a variance design: floats, not to be trusted."""

    solver: str
    status: str
    value: float
    point: tuple[float, float]


def _scaled(plane: HalfPlane) -> Plane:
    """The half-plane in doubles, divided exactly by its level first, so that a huge T leaves numbers near 1."""
    return float(plane.a / plane.c), float(plane.b / plane.c), 1.0


def _moved(plane: HalfPlane) -> Plane:
    """The half-plane about (1, 1), divided exactly by its largest coefficient first."""
    a, b = (x if x > 0 else -x for x in (plane.a, plane.b))
    size: Number = a if a > b else b
    return float(plane.a / size), float(plane.b / size), float((plane.c - plane.a - plane.b) / size)


def float_pieces(program: VarianceProgram) -> tuple[Piece, ...]:
    """The polyhedron in doubles, cut where the worst prevalence changes."""
    one, zero, pi = Fraction(1), Fraction(0), program.prevalence
    planes = list(program.half_planes.values())
    base, moved = [_scaled(h) for h in planes], [_moved(h) for h in planes]
    cuts = [(HalfPlane(one, -one, zero), HalfPlane(-one, one, zero))] if program.warner else []

    def piece(more: Sequence[HalfPlane], at: Number | None) -> Piece:
        extra = [*(h for pair in cuts for h in pair), *more]
        found = [(float(h.a), float(h.b), float(h.c)) for h in extra]
        ends = (None, 0.0) if at is None else (float(at), float(1 - at))
        return Piece((*base, *found), (*moved, *map(_moved, extra)), *ends)

    if pi.quantifier is not Quantifier.WORST:
        return (piece((), pi.point),)
    low, high = 2 * pi.lower - 1, 2 * pi.upper - 1
    return (
        piece((HalfPlane(-one, one, -low),), pi.lower),
        piece((HalfPlane(one, -one, low), HalfPlane(-one, one, -high)), None),
        piece((HalfPlane(one, -one, high),), pi.upper),
    )


def solve_variance(program: VarianceProgram) -> VarianceAnswer:
    """The least variance found over the pieces."""
    answers = [a for a in (_piece(piece) for piece in float_pieces(program)) if a is not None]
    if not answers:
        return VarianceAnswer("HiGHS", "no piece was solved", float("nan"), (float("nan"), float("nan")))
    return min(answers, key=lambda a: a.value)


def _piece(piece: Piece) -> VarianceAnswer | None:
    """The least product over a grid of s, or the least x + y at the peak."""
    model = hot_model(
        np.ones(2), dense_rows([p[:2] for p in piece.moved], [0.0] * len(piece.moved), [np.inf] * len(piece.moved))
    )
    if piece.prevalence is None:
        point = _solve(model, piece, 1.0)
        return None if point is None else _answer(point, ((point[0] + point[1] + 1) / 2) ** 2)
    best: VarianceAnswer | None = None
    for s in WIDE:
        point = _improve(model, piece, float(s))
        if point is not None:
            value = _product(piece, point)
            if best is None or value < best.value:
                best = _answer(point, value)
    return best


def _improve(model: Any, piece: Piece, s: float) -> Point | None:
    """Alternate between the program at s and s = √(B/A) until the product stops decreasing."""
    best: Point | None = None
    for _ in range(20):
        point = _solve(model, piece, s)
        if point is None or (best is not None and _product(piece, point) >= _product(piece, best)):
            return best
        best = point
        first, second = _factors(piece, point)
        s = float(np.clip(np.sqrt(max(second, TINY) / max(first, TINY)), WIDE[0], WIDE[-1]))
    return best


def _factors(piece: Piece, point: Point) -> Point:
    """x − π and y − 1 + π at (x − 1, y − 1), without cancellation."""
    assert piece.prevalence is not None
    return point[0] + piece.rest, point[1] + piece.prevalence


def _product(piece: Piece, point: Point) -> float:
    first, second = _factors(piece, point)
    return first * second


def _solve(model: Any, piece: Piece, s: float) -> Point | None:
    """The point (x − 1, y − 1) of least s(x−1) + (y−1)/s, if the solver's satisfies every inequality."""
    scaled = [(a / s, b * s, c) for a, b, c in piece.moved]
    sizes = [max(abs(a), abs(b)) for a, b, _ in scaled]
    unit = max(c / size for (_, _, c), size in zip(scaled, sizes, strict=True))
    if unit <= 0:
        unit = 1.0
    for n, ((a, b, c), size) in enumerate(zip(scaled, sizes, strict=True)):
        model.changeCoeff(n, 0, a / size)
        model.changeCoeff(n, 1, b / size)
        model.changeRowBounds(n, c / size / unit, np.inf)
    answer = run(model)
    if not answer.solved:
        return None
    x, y = float(answer.point[0]) * unit / s, float(answer.point[1]) * unit * s
    fits = (a * x + b * y - c >= -VIOLATION * (abs(a * x) + abs(b * y) + abs(c)) for a, b, c in piece.moved)
    return (x, y) if all(fits) else None


def _answer(point: Point, value: float) -> VarianceAnswer:
    return VarianceAnswer("HiGHS", "Optimal", value, (1 + point[0], 1 + point[1]))
