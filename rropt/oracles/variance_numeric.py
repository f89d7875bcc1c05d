"""The numeric leg of the binary variance by a family of linear programs.

For A, B > 0, A·B = min over s > 0 of (sA + B/s)²/4, attained at s = √(B/A). With A = x − π, B = y − 1 + π the inner
problem is a linear program in (x, y) for each s. The search in s is not unimodal, so a logarithmic grid is run through one
hot-started model; each vertex met is then improved by the alternation s ← √(B/A), which never increases the product.
Where the prevalence is the worst of an interval, the three pieces of the plane are searched in turn.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rropt.objectives.prevalence import Quantifier
from rropt.oracles.highs import Floats, dense_rows, hot_model, run
from rropt.program.variance import HalfPlane, VarianceProgram

__all__ = ["Piece", "VarianceAnswer", "float_pieces", "solve_variance"]

GRID = np.logspace(-7, 7, 113)
TINY = 1e-12


@dataclass(frozen=True, slots=True)
class Piece:
    """Half-planes a·x + b·y ≥ c and the prevalence at which the variance is taken (None: the interior peak)."""

    planes: tuple[tuple[float, float, float], ...]
    prevalence: float | None


@dataclass(frozen=True, slots=True)
class VarianceAnswer:
    """A solver's claim about a variance design: floats, not to be trusted."""

    solver: str
    status: str
    value: float
    point: tuple[float, float]


def _scaled(plane: HalfPlane) -> tuple[float, float, float]:
    """The half-plane in doubles, divided exactly by its level first, so that a huge T leaves numbers near 1."""
    return float(plane.a / plane.c), float(plane.b / plane.c), 1.0


def float_pieces(program: VarianceProgram) -> tuple[Piece, ...]:
    """The polyhedron in doubles, cut where the worst prevalence changes."""
    base = [_scaled(h) for h in program.half_planes.values()]
    if program.warner:
        base += [(1.0, -1.0, 0.0), (-1.0, 1.0, 0.0)]
    if program.prevalence.quantifier is not Quantifier.WORST:
        return (Piece(tuple(base), float(program.prevalence.point)),)
    low, high = float(program.prevalence.lower), float(program.prevalence.upper)
    return (
        Piece((*base, (-1.0, 1.0, 1 - 2 * low)), low),
        Piece((*base, (1.0, -1.0, 2 * low - 1), (-1.0, 1.0, 1 - 2 * high)), None),
        Piece((*base, (1.0, -1.0, 2 * high - 1)), high),
    )


def solve_variance(program: VarianceProgram) -> VarianceAnswer:
    """The least variance found over the pieces."""
    answers = [a for a in (_piece(piece) for piece in float_pieces(program)) if a is not None]
    if not answers:
        return VarianceAnswer("HiGHS", "no piece was solved", float("nan"), (float("nan"), float("nan")))
    return min(answers, key=lambda a: a.value)


def _piece(piece: Piece) -> VarianceAnswer | None:
    a = [p[:2] for p in piece.planes]
    model = hot_model(np.ones(2), dense_rows(a, [p[2] for p in piece.planes], [np.inf] * len(a)))
    if piece.prevalence is None:
        point = _solve(model, np.ones(2))
        return None if point is None else _answer(point, ((point[0] + point[1] - 1) / 2) ** 2)
    best: VarianceAnswer | None = None
    for s in GRID:
        point = _improve(model, s, piece.prevalence)
        if point is not None:
            value = _product(point, piece.prevalence)
            if best is None or value < best.value:
                best = _answer(point, value)
    return best


def _improve(model: object, s: float, pi: float) -> Floats | None:
    """Alternate between the program at s and s = √(B/A) until the product stops decreasing."""
    best: Floats | None = None
    for _ in range(20):
        point = _solve(model, np.array([s, 1 / s]))
        if point is None or (best is not None and _product(point, pi) >= _product(best, pi)):
            return best
        best = point
        first, second = max(point[0] - pi, TINY), max(point[1] - 1 + pi, TINY)
        s = float(np.clip(np.sqrt(second / first), 1e-9, 1e9))
    return best


def _product(point: Floats, pi: float) -> float:
    return float((point[0] - pi) * (point[1] - 1 + pi))


def _solve(model: object, cost: Floats) -> Floats | None:
    model.changeColsCost(2, np.arange(2, dtype=np.int32), cost)  # type: ignore[attr-defined]
    answer = run(model)
    return answer.point if answer.solved else None


def _answer(point: Floats, value: float) -> VarianceAnswer:
    return VarianceAnswer("HiGHS", "Optimal", float(value), (float(point[0]), float(point[1])))
