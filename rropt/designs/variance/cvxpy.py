"""The numeric leg of the variance of two outputs in cvxpy.

It minimises (x−π)(y−1+π) over a polyhedron (`polyhedron.py`) in two ways: by a family of linear programs in a `Parameter` s, and by
quadratic programs along the edges. On an edge origin + u·direction the product is a quadratic function of u. It is convex if the
direction increases both factors or decreases both. If one increases and the other decreases, it is concave, and least at an end.
"""

from __future__ import annotations

import cvxpy as cp
import numpy as np

from rropt.designs.variance.numeric import HalfPlanes, float_pieces
from rropt.designs.variance.polyhedron import VarianceProgram
from rropt.solvers.cvxpy import CvxpyAnswer, run
from rropt.solvers.highs import Floats

VIOLATION = 1e-7
GRID = np.logspace(-7, 7, 15)

__all__ = ["edge_minimum", "parametrised_minimum", "solve_binary"]


def solve_binary(program: VarianceProgram, solver: str | None) -> CvxpyAnswer:
    """Find the least variance over each part of the plane, by linear programs and then along the edges; return the least of all.
    The parts are those where the worst prevalence is the lower end, inside, or the upper end of its interval; for a single
    prevalence there is one part."""
    found = []
    for piece in float_pieces(program):
        found.append(parametrised_minimum(piece, solver))
        if piece.prevalence is not None:
            found.append(edge_minimum(piece, solver))
    values = [value for value in found if value is not None]
    return CvxpyAnswer("optimal" if values else "no piece was solved", min(values, default=float("nan")))


def _planes(piece: HalfPlanes) -> tuple[Floats, Floats]:
    table = np.array(piece.planes)
    return table[:, :2], table[:, 2]


def parametrised_minimum(piece: HalfPlanes, solver: str | None) -> float | None:
    """Minimise sA + B/s, where A = x − π and B = y − 1 + π, for each s of a grid; return the least A·B at the points found.

    On the part where the worst prevalence is inside the interval it minimises x + y, and returns ((x + y − 1)/2)². None if nothing
    is found.
    """
    a, c = _planes(piece)
    point, weights = cp.Variable(2), cp.Parameter(2, nonneg=True)
    problem = cp.Problem(cp.Minimize(weights @ point), [a @ point >= c])
    best: float | None = None
    for s in [1.0] if piece.prevalence is None else GRID:
        weights.value = np.array([s, 1 / s])
        run(problem, solver)
        if problem.status not in ("optimal", "optimal_inaccurate") or (a @ point.value < c - VIOLATION).any():
            continue
        x, y = point.value
        pi = piece.prevalence
        value = float(((x + y - 1) / 2) ** 2 if pi is None else (x - pi) * (y - 1 + pi))
        best = value if best is None else min(best, value)
    return best


def edge_minimum(piece: HalfPlanes, solver: str | None) -> float | None:
    """Minimise the variance (x − π)(y − 1 + π) over the edges of the polyhedron; None if there is no edge.

    On an edge where the product is convex a quadratic program is solved; on the other edges the smaller of the values at the ends
    is taken.
    """
    a, c = _planes(piece)
    pi, best = piece.prevalence, None
    assert pi is not None
    for normal, level in zip(a, c, strict=True):
        interval = _edge(a, c, normal, level)
        if interval is None:
            continue
        origin, direction, low, high = interval
        value = _on_edge(origin, direction, low, high, pi, solver)
        best = value if best is None else min(best, value)
    return best


def _edge(a: Floats, c: Floats, normal: Floats, level: float) -> tuple[Floats, Floats, float, float] | None:
    """Find the part of the line normal·z = level that is in the polyhedron a·z ≥ c.

    It is returned as (origin, direction, low, high), and has the points origin + u·direction for low ≤ u ≤ high. None if no point
    of the line is in the polyhedron, or all are.
    """
    origin, direction = normal * level / (normal @ normal), np.array([-normal[1], normal[0]])
    low, high = -np.inf, np.inf
    for row, bound in zip(a, c, strict=True):
        slope, slack = float(row @ direction), float(row @ origin) - bound
        scale = float(np.abs(row).sum() * (1 + np.abs(origin).sum()))
        if abs(slope) <= 1e-12 * scale:
            if slack < -1e-9 * scale:
                return None
        elif slope > 0:
            low = max(low, -slack / slope)
        else:
            high = min(high, -slack / slope)
    return None if low > high or (np.isinf(low) and np.isinf(high)) else (origin, direction, low, high)


def _on_edge(origin: Floats, direction: Floats, low: float, high: float, pi: float, solver: str | None) -> float:
    """Minimise the variance (x − π)(y − 1 + π) over the points (x, y) = origin + u·direction for low ≤ u ≤ high."""
    first, second = origin[0] - pi, origin[1] - 1 + pi
    curvature, slope = float(direction[0] * direction[1]), float(first * direction[1] + second * direction[0])
    ends = [float((first + u * direction[0]) * (second + u * direction[1])) for u in (low, high) if np.isfinite(u)]
    if curvature <= 0:
        return min(ends)
    u = cp.Variable()
    bounds = [u >= low] * bool(np.isfinite(low)) + [u <= high] * bool(np.isfinite(high))
    problem = cp.Problem(cp.Minimize(curvature * cp.square(u) + slope * u + first * second), bounds)
    quadratic = solver if solver in ("CLARABEL", "OSQP", "SCS") else None
    return min([*ends, run(problem, quadratic).value])
