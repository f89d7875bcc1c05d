"""A design beside the answers of cvxpy and of sympy to the same question, which must not contradict it."""

from __future__ import annotations

import math

from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.poses.others import OtherAnswer, require_agreement
from rropt.problem.problem import Problem

__all__ = ["ask_others"]


def ask_others(problem: Problem, lower: Number, upper: Number, *, sympy: bool = True) -> tuple[OtherAnswer, ...]:
    """Ask cvxpy and, unless told not to, sympy for its formula; raise `Disagreement` if the certified bounds are contradicted."""
    answers = [_ask_cvxpy(problem), *(_ask_sympy(problem) if sympy else ())]
    require_agreement(answers, lower, upper)
    return tuple(answers)


def _ask_cvxpy(problem: Problem) -> OtherAnswer:
    import cvxpy as cp

    try:
        posed = problem.as_cvxpy()
        value = problem.objective.solve_posed(posed, problem.asked, problem.conditions)
    except (cp.SolverError, InputError) as error:
        return OtherAnswer("cvxpy", f"no answer ({error})", math.nan)
    if math.isnan(value):
        return OtherAnswer("cvxpy", f"no answer ({posed.status})", math.nan)
    found = problem.objective.of_posed(value, problem.k)
    return OtherAnswer("cvxpy", f"{found:.10g}", found)


def _ask_sympy(problem: Problem) -> list[OtherAnswer]:
    try:
        formula = problem.as_sympy().closed_form
    except InputError as error:
        return [OtherAnswer("sympy", f"no answer ({error})", math.nan)]
    return [
        OtherAnswer("sympy", "no closed form", math.nan)
        if formula is None
        else OtherAnswer("sympy", str(formula), float(formula))
    ]
