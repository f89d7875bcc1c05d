"""Garbling programs in floats: each row alone, then, up to some size, the linear program posed in cvxpy; made exact.

A no needs no more than rounded gains, because their two values are computed exactly; a yes needs the repair of
`garbling_repair`. Nothing here decides: what comes back holds exactly, or nothing comes back.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.matrix import Matrix
from rropt.oracles.garbling_program import GarblingProgram
from rropt.oracles.rounding import rounded_gains

if TYPE_CHECKING:
    import numpy

    from rropt.oracles.garbling import Proposal

    Array = numpy.ndarray[Any, Any]

__all__ = ["by_numeric", "feasible_point", "separating_gains"]

OUTSIDE = 1e-8
MOST_COLUMNS = 1_000


def by_numeric(program: GarblingProgram) -> Proposal | None:
    """An exact proposal found with floats; None where the two mechanisms are too close to a tie for them."""
    import numpy

    from rropt.oracles.garbling import Proposal
    from rropt.oracles.garbling_basis import by_single_rows
    from rropt.oracles.garbling_repair import repair

    p, q = program.first.to_numpy(), program.second.to_numpy()
    point = numpy.zeros((len(q), len(p)))
    for i, row in enumerate(q):
        point[i], gains = _projected(p, row)
        exact = None if gains is None else _exact_gains(gains, program)
        if exact is not None:
            return Proposal(gains=exact, leg="nonnegative least squares")
    if abs(point.sum(axis=0) - 1).max() < OUTSIDE:
        c = repair(program, point)
        if c is not None:
            return Proposal(garbling=c, leg="nonnegative least squares")
        single = by_single_rows(program, point)
        if single is not None:
            return single
    if program.columns > MOST_COLUMNS:
        return None
    central = feasible_point(p, q, program.span)
    if central is not None:
        c = repair(program, central)
        return by_single_rows(program, central) if c is None else Proposal(garbling=c, leg="cvxpy")
    exact = _exact_gains(separating_gains(p, q), program)
    return None if exact is None else Proposal(gains=exact, leg="cvxpy")


def _exact_gains(gains: Array, program: GarblingProgram) -> Matrix | None:
    if not abs(gains).max() < float("inf"):
        return None
    return rounded_gains([[Fraction(float(x)) for x in row] for row in gains], program.first, program.second)


def _projected(p: Array, row: Array) -> tuple[Array, Array | None]:
    """The projection c·P of a row of Q on the cone of the rows of P; where it is outside, the residual g has
    P·g ≤ 0 < row·g: gains, with the action that gains nothing.
    """
    import numpy
    from scipy.optimize import nnls

    try:
        c, distance = nnls(p.T, row)
    except RuntimeError:
        return numpy.zeros(len(p)), None
    if distance <= OUTSIDE * abs(row).max():
        return c, None
    residual = row - p.T @ c
    return c, numpy.vstack([residual, numpy.zeros_like(residual)])


def feasible_point(p: Array, q: Array, span: Sequence[int]) -> Array | None:
    """A C ≥ 0 with C·P = Q near the centre of all such, in floats; None where the solver finds none."""
    import cvxpy

    c = cvxpy.Variable((len(q), len(p)), nonneg=True)
    columns = list(span)
    equations = [c[:-1] @ p[:, columns] == q[:-1, columns], cvxpy.sum(c, axis=0) == 1]
    problem = cvxpy.Problem(cvxpy.Minimize(0), equations)
    _solve(problem)
    value: Array | None = c.value
    usable = value is not None and problem.status in ("optimal", "optimal_inaccurate")
    return value if usable and abs(value @ p - q).max() < 1e-6 else None


def separating_gains(p: Array, q: Array) -> Array:
    """Gains in [−1, 1] on which Q earns as much more than P as possible, in floats."""
    import cvxpy
    import numpy

    g = cvxpy.Variable(q.shape)
    z = cvxpy.Variable(len(p))
    best = [g @ p.T <= numpy.ones((len(q), 1)) @ cvxpy.reshape(z, (1, len(p)), order="C"), g <= 1, g >= -1]
    problem = cvxpy.Problem(cvxpy.Maximize(cvxpy.sum(cvxpy.multiply(g, q)) - cvxpy.sum(z)), best)
    _solve(problem)
    return numpy.zeros_like(q) if g.value is None else g.value


def _solve(problem: Any) -> None:
    import cvxpy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.suppress(cvxpy.SolverError):
            problem.solve(solver=cvxpy.CLARABEL)
