"""Compute by cvxpy, in floats, the optimum that a claim is about, and compare a float with an exact number.

The comparison allows for the tolerance of the solver.
"""

from __future__ import annotations

import math

from rropt.breach.numeric import breach_sdp
from rropt.exact.element import Number
from rropt.privacy.boundary.reading import as_boundary
from rropt.privacy.notion import Notion
from rropt.problem.problem import Problem
from rropt.solvers.agreement import CONIC, are_in_agreement

__all__ = ["is_near", "optimum_in_floats"]


def optimum_in_floats(problem: Problem | Notion) -> float:
    """Solve by cvxpy: return the optimum of a `Problem`, or the breach bound of a privacy notion.

    Return NaN if there is no such number, or if no solver finds it.
    """
    if isinstance(problem, Problem):
        return problem.solve_cvxpy().value
    boundary = as_boundary(problem)
    return math.nan if boundary is None else breach_sdp(boundary).value


def is_near(found: float, value: Number) -> bool:
    """Whether the float equals the number up to solver tolerance."""
    exact = float(value)
    return math.isfinite(found) and are_in_agreement(found, exact, CONIC)
