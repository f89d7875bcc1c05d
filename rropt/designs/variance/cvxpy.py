"""Compute the least variance of two outputs a second time, numerically, with cvxpy.

Let a mechanism be given by a point (x, y), and let π be the prevalence. The product (x−π)(y−1+π) is minimised over a polyhedron of
such points (`polyhedron.py`). This is done in two ways. The first way solves linear programs for several values of a parameter s.
The second looks at each edge of the polyhedron.

An edge has the points origin + u·direction, and on it the product is a quadratic function of u. If both factors grow along the
edge, or both fall, the function is convex, and a quadratic program is solved. If one factor grows and the other falls, it is
concave, and least at an end of the edge.
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
    """Find the least variance of a mechanism with two outputs, by linear programs and by looking at the edges of the polyhedron.

    If the worst prevalence of an interval is asked for, the polyhedron is divided into three parts: on one the worst prevalence is
    the lower end of the interval, on one it is the upper end, and on one it is inside. For a single prevalence there is only one
    part.

    The least value over all parts is returned. In the part where the worst prevalence is inside, one linear program gives the least
    value, so the edges are not looked at.
    """
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
    """Find small values of the variance on one part of the polyhedron by linear programs; return the smallest one found.

    Let (x, y) be the points of the part. If the part has one prevalence π, the variance is A·B with A = x − π and B = y − 1 + π.
    For each number s of a grid, sA + B/s is minimised, and A·B is computed at the point found.

    If the worst prevalence is inside the interval, x + y is minimised once, and the variance there is ((x + y − 1)/2)². None if no
    program has a solution.
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
    """Find the least variance on the edges of the polyhedron.

    At a point (x, y) the variance is (x − π)(y − 1 + π), where π is the prevalence. On an edge where this is a convex function, a
    quadratic program is solved, and the ends of the edge are compared too. On any other edge the least value is that at an end.
    None if there is no edge.
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
    """Find the part of the line normal·z = level that lies in the polyhedron a·z ≥ c.

    Return (origin, direction, low, high); the part has the points origin + u·direction for low ≤ u ≤ high. None if no point of the
    line lies in the polyhedron, or if the whole line does.
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
    """Return the least variance on one edge, a part of a line in the plane.

    The points of the edge are (x, y) = origin + u·direction with low ≤ u ≤ high. The variance at a point is (x − π)(y − 1 + π),
    where π is the prevalence `pi`.
    """
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
