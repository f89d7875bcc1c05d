"""Convex programs through cvxpy, by any of its solvers."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass

import cvxpy as cp
import numpy as np

from rropt.exact.errors import InputError
from rropt.exact.patience import seconds_left

__all__ = ["TOLERANCE", "CvxpyAnswer", "require_solver", "require_values", "run"]

# first-order methods stop far from the optimum unless they are told otherwise
OPTIONS: dict[str, dict[str, float | int]] = {
    "SCS": {"eps_abs": 1e-10, "eps_rel": 1e-10, "max_iters": 200_000},
    "OSQP": {"eps_abs": 1e-10, "eps_rel": 1e-10, "max_iter": 200_000},
}
TIME_OPTIONS = {"SCS": "time_limit_secs", "OSQP": "time_limit", "CLARABEL": "time_limit", "HIGHS": "time_limit"}
LEAST_SECONDS = 0.1  # some solvers do not accept a limit of 0
TOLERANCE = 1e-8  # by which an interior point may violate its constraints


@dataclass(frozen=True, slots=True)
class CvxpyAnswer:
    """A solver's answer in floats, which the caller must not trust. `value` is the optimum that the solver claims; it is NaN if the
    solver claims none.

    The solver's point may violate linear constraints slightly, and then `value` may be better than the true optimum. `blur` is an
    upper bound on this error: the sum of all violations, each multiplied by the price of its constraint. The price is the absolute
    value of the dual multiplier. Proof for a minimum: let v(u) be the least value of a convex program if its constraints may be
    violated by u. This v is convex, so v(u) ≥ v(0) − price·u. For a maximum, v(u) ≤ v(0) + price·u in the same way.
    """

    status: str
    value: float
    blur: float = 0.0


def require_solver(solver: str) -> str:
    """Return the name of an installed solver as cvxpy knows it; refuse a solver that is not installed."""
    name = solver.upper()
    if name not in cp.installed_solvers():
        raise InputError(f"solver {solver} is not installed; choose from {', '.join(sorted(cp.installed_solvers()))}")
    return name


def run(problem: cp.Problem, solver: str | None, **options: float) -> CvxpyAnswer:
    """Solve without printing warnings; return the status, and a value only if the status is `optimal`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = problem.solve(solver=solver, **OPTIONS.get(solver or "", {}), **_limit(solver), **options)
    except cp.error.SolverError as error:
        return CvxpyAnswer(f"failed: {str(error).splitlines()[0][:80]}", float("nan"))
    if problem.status != cp.OPTIMAL:
        return CvxpyAnswer(str(problem.status), math.nan)
    return CvxpyAnswer(str(problem.status), float(found), _blur(problem))


def _blur(problem: cp.Problem) -> float:
    """Add up the violations of the linear constraints at the solver's point, each times its absolute dual multiplier."""
    linear = [c for c in problem.constraints if isinstance(c, cp.constraints.Equality | cp.constraints.Inequality)]
    missed = [np.abs(c.violation() * c.dual_value).sum() for c in linear if c.dual_value is not None]
    return float(sum(missed))


def require_values(answer: CvxpyAnswer, *variables: cp.Variable | cp.Constraint) -> None:
    """Refuse an answer in which a variable, or the dual value of a constraint, is missing or not finite."""
    values = [x.value if isinstance(x, cp.Variable) else x.dual_value for x in variables]
    if any(x is None or not np.all(np.isfinite(x)) for x in values):
        raise InputError(f"the solver found no optimum ({answer.status}); change the demand, or give fewer inputs")


def _limit(solver: str | None) -> dict[str, float]:
    """Return the time limit as this solver's option: a dictionary from the option's name to the seconds that are left, but at least
    `LEAST_SECONDS`.

    The dictionary is empty if no limit holds, or if no such option of the solver is known.
    """
    left, name = seconds_left(), TIME_OPTIONS.get(solver or "")
    return {} if name is None or math.isinf(left) else {name: max(left, LEAST_SECONDS)}
