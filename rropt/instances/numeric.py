"""The optimum that a claim is about, in floats by cvxpy, and a comparison of it with an exact number up to solver tolerance."""

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
    """Return the optimum of a problem, or the breach bound of a notion, by cvxpy; NaN if there is none, or no solver finds it."""
    if isinstance(problem, Problem):
        return problem.solve_cvxpy().value
    boundary = as_boundary(problem)
    return math.nan if boundary is None else breach_sdp(boundary).value


def is_near(found: float, value: Number) -> bool:
    """Whether the float equals the number up to solver tolerance."""
    exact = float(value)
    return math.isfinite(found) and are_in_agreement(found, exact, CONIC)
