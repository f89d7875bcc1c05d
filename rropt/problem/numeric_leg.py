"""The numeric leg: what a solver says, in floats."""

from __future__ import annotations

import math

from rropt.problem.result import Leg
from rropt.program import FisherProgram, LinearProgram, Program

__all__ = ["solve"]


def solve(program: Program, solver: str | None) -> Leg:
    """A solver's optimum of the program; its status is reported, never trusted."""
    try:
        leg = _asked(program, solver)
    except OverflowError:
        return Leg("numeric", "not solved", None, "the numbers are larger than every double")
    unsolved = isinstance(leg.value, float) and not math.isfinite(leg.value)
    return Leg(leg.name, f"not solved: {leg.status}", None, leg.source) if unsolved else leg


def _asked(program: Program, solver: str | None) -> Leg:
    if solver is not None:
        from rropt.linear.numeric import resolution
        from rropt.solvers import cvxpy_models

        answer = cvxpy_models.solve(program, solver)
        blur = resolution(program, cvxpy_models.TOLERANCE) if isinstance(program, LinearProgram) else 0.0
        return Leg("numeric", answer.status, answer.value, f"cvxpy with {solver}", blur)
    if isinstance(program, LinearProgram):
        from rropt.linear.numeric import resolution, solve_linear
        from rropt.solvers.highs import TOLERANCE

        linear = solve_linear(program)
        return Leg("numeric", linear.status, linear.value, linear.solver, resolution(program, TOLERANCE))
    if isinstance(program, FisherProgram):
        from rropt.variance.information_numeric import solve_fisher

        fisher = solve_fisher(program)
        return Leg("numeric", fisher.status, fisher.value, fisher.solver)
    from rropt.variance.numeric import solve_variance

    found = solve_variance(program)
    return Leg("numeric", found.status, found.value, found.solver)
