"""The deficiency as a linear program in floats, posed in cvxpy: the numeric value that the exact enclosure is held against."""

from __future__ import annotations

import contextlib
import warnings
from typing import TYPE_CHECKING, Any

from rropt.exact.errors import Undecided

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["numeric_deficiency"]


def numeric_deficiency(p: Array, q: Array) -> float:
    """min over garblings C of the largest column sum of (CP − Q)⁺, by Clarabel."""
    import cvxpy

    c = cvxpy.Variable((len(q), len(p)), nonneg=True)
    over = cvxpy.Variable(q.shape, nonneg=True)
    tau = cvxpy.Variable()
    limits = [c @ p - over <= q, cvxpy.sum(over, axis=0) <= tau, cvxpy.sum(c, axis=0) == 1]
    problem = cvxpy.Problem(cvxpy.Minimize(tau), limits)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.suppress(cvxpy.SolverError):
            problem.solve(solver=cvxpy.CLARABEL)
    if tau.value is None:
        raise Undecided(f"the numeric deficiency program ended with '{problem.status}'")
    return float(tau.value)
