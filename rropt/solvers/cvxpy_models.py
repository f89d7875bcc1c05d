"""The numeric leg in cvxpy, by any of its solvers: vectorised linear programs, and for the binary variance the family of
programs in a `Parameter` s and the quadratic programs along the polyhedron's edges.

Along an edge point + u·direction, 0 ≤ u, the product (x−π)(y−1+π) is a quadratic in u. It is convex where the direction
increases both factors; where one increases and the other decreases it is concave, and its minimum stands at an end.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import cvxpy as cp
import numpy as np

from rropt.exact.errors import InputError
from rropt.linear.numeric import float_matrix
from rropt.program import FisherProgram, LinearProgram, Program, VarianceProgram
from rropt.solvers.highs import Floats
from rropt.variance.numeric import Piece, float_pieces

# first-order methods stop far from the optimum unless they are told otherwise
OPTIONS: dict[str, dict[str, float | int]] = {
    "SCS": {"eps_abs": 1e-10, "eps_rel": 1e-10, "max_iters": 200_000},
    "OSQP": {"eps_abs": 1e-10, "eps_rel": 1e-10, "max_iter": 200_000},
}
VIOLATION = 1e-7
TOLERANCE = 1e-8  # what an interior point leaves of its constraints
GRID = np.logspace(-7, 7, 15)

__all__ = ["TOLERANCE", "CvxpyAnswer", "edge_minimum", "parametrised_minimum", "solve", "solve_linear"]


@dataclass(frozen=True, slots=True)
class CvxpyAnswer:
    """A solver's claim: floats, not to be trusted."""

    status: str
    value: float


def solve(program: Program, solver: str) -> CvxpyAnswer:
    """The program's optimum according to a cvxpy solver."""
    name = solver.upper()
    if name not in cp.installed_solvers():
        raise InputError(f"solver {solver} is not installed; choose from {', '.join(sorted(cp.installed_solvers()))}")
    try:
        if isinstance(program, LinearProgram):
            return solve_linear(program, name)
        if isinstance(program, VarianceProgram):
            return _variance(program, name)
    except cp.error.SolverError as error:
        return CvxpyAnswer(f"failed: {str(error).splitlines()[0][:80]}", float("nan"))
    return _fisher(program, name)


def _run(problem: cp.Problem, solver: str | None) -> float:
    """Solve quietly; a solver's warnings are no part of the answer, its status is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(problem.solve(solver=solver, **OPTIONS.get(solver or "", {})))


def solve_linear(program: LinearProgram, solver: str) -> CvxpyAnswer:
    """Row-wise for δ = 0 (v_i/T ≤ p_ij ≤ v_i), by excesses of each ordered pair otherwise."""
    gains, ratio, delta = float_matrix(program), float(program.ratio), float(program.delta)
    m, k = gains.shape
    p = cp.Variable((m, k), nonneg=True)
    constraints = [cp.sum(p, axis=0) == 1]
    if program.delta == 0:
        v = cp.Variable((m, 1), nonneg=True)
        wide = v @ np.ones((1, k))
        constraints += [p <= wide, p >= wide / ratio]
    else:
        first, second = (
            np.array(index) for index in zip(*[(j, el) for j in range(k) for el in range(k) if j != el], strict=True)
        )
        excess = cp.pos(p @ _selector(k, first) - ratio * (p @ _selector(k, second)))
        constraints.append(cp.sum(excess, axis=0) <= delta)
    problem = cp.Problem(cp.Maximize(cp.sum(cp.multiply(gains, p))), constraints)
    value = _run(problem, solver)
    return CvxpyAnswer(str(problem.status), value if program.maximise else -value)


def _selector(k: int, index: Floats) -> Floats:
    """The matrix that picks the columns of the index."""
    matrix = np.zeros((k, len(index)))
    matrix[index, np.arange(len(index))] = 1.0
    return matrix


def _variance(program: VarianceProgram, solver: str) -> CvxpyAnswer:
    found = []
    for piece in float_pieces(program):
        found.append(parametrised_minimum(piece, solver))
        if piece.prevalence is not None:
            found.append(edge_minimum(piece, solver))
    values = [value for value in found if value is not None]
    return CvxpyAnswer("optimal" if values else "no piece was solved", min(values, default=float("nan")))


def _planes(piece: Piece) -> tuple[Floats, Floats]:
    table = np.array(piece.planes)
    return table[:, :2], table[:, 2]


def parametrised_minimum(piece: Piece, solver: str) -> float | None:
    """min over s of the linear program sA + B/s, s a cvxpy `Parameter`; the value is A·B at the points met."""
    a, c = _planes(piece)
    point, weights = cp.Variable(2), cp.Parameter(2, nonneg=True)
    problem = cp.Problem(cp.Minimize(weights @ point), [a @ point >= c])
    best: float | None = None
    for s in [1.0] if piece.prevalence is None else GRID:
        weights.value = np.array([s, 1 / s])
        _run(problem, solver)
        if problem.status not in ("optimal", "optimal_inaccurate") or (a @ point.value < c - VIOLATION).any():
            continue
        x, y = point.value
        pi = piece.prevalence
        value = float(((x + y - 1) / 2) ** 2 if pi is None else (x - pi) * (y - 1 + pi))
        best = value if best is None else min(best, value)
    return best


def edge_minimum(piece: Piece, solver: str) -> float | None:
    """The least product over the edges: a convex quadratic program, or the value at the ends of a concave one."""
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
    """The part of the line normal·z = level in the polyhedron, as origin + u·direction for low ≤ u ≤ high."""
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


def _on_edge(origin: Floats, direction: Floats, low: float, high: float, pi: float, solver: str) -> float:
    first, second = origin[0] - pi, origin[1] - 1 + pi
    curvature, slope = float(direction[0] * direction[1]), float(first * direction[1] + second * direction[0])
    ends = [float((first + u * direction[0]) * (second + u * direction[1])) for u in (low, high) if np.isfinite(u)]
    if curvature <= 0:
        return min(ends)
    u = cp.Variable()
    bounds = [u >= low] * bool(np.isfinite(low)) + [u <= high] * bool(np.isfinite(high))
    problem = cp.Problem(cp.Minimize(curvature * cp.square(u) + slope * u + first * second), bounds)
    quadratic = solver if solver in ("CLARABEL", "OSQP", "SCS") else None
    return min([*ends, _run(problem, quadratic)])


def _fisher(program: FisherProgram, solver: str) -> CvxpyAnswer:
    """The linear program over extreme rows of `rropt.variance.information_numeric`."""
    t, d, pi = float(program.ratio), float(program.delta), float(program.prevalence.point)
    rays = np.array([(1.0, 1 / t), (1 / t, 1.0)] + ([(1.0, 0.0), (0.0, 1.0)] if d > 0 else []))
    gains = (rays[:, 1] - rays[:, 0]) ** 2 / ((1 - pi) * rays[:, 0] + pi * rays[:, 1])
    theta = cp.Variable(len(rays), nonneg=True)
    problem = cp.Problem(
        cp.Maximize(gains @ theta), [rays.T @ theta == 1, theta[2:] <= d] if d > 0 else [rays.T @ theta == 1]
    )
    value = _run(problem, solver)
    return CvxpyAnswer(str(problem.status), 1 / value if value else float("nan"))
