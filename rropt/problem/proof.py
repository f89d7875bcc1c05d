"""A design beside the answers of cvxpy and of sympy to the same question, which must not contradict it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.poses.others import OtherAnswer, ask_cvxpy, require_agreement
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    import cvxpy

__all__ = ["ask_others"]


def ask_others(problem: Problem, lower: Number, upper: Number, *, sympy: bool = True) -> tuple[OtherAnswer, ...]:
    """Ask cvxpy and, unless told not to, sympy for its formula; raise `Disagreement` if the certified bounds are contradicted."""
    objective = problem.objective

    def value_of(posed: cvxpy.Problem) -> float:
        return objective.of_posed(objective.solve_posed(posed, problem.asked, problem.conditions), problem.k)

    answers = [ask_cvxpy("cvxpy", problem.as_cvxpy, value_of)]
    if sympy:
        answers.append(_ask_sympy(problem))
    require_agreement(answers, lower, upper)
    return tuple(answers)


def _ask_sympy(problem: Problem) -> OtherAnswer:
    try:
        formula = problem.as_sympy().closed_form
    except InputError as error:
        return OtherAnswer("sympy", f"no answer ({error})", math.nan)
    return OtherAnswer(
        "sympy", "no closed form" if formula is None else str(formula), math.nan if formula is None else float(formula)
    )
