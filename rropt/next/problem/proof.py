"""A design beside the answers of cvxpy and of sympy to the same question, which must not contradict it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rropt.exact.errors import Disagreement, InputError
from rropt.exact.sign import enclose
from rropt.next.problem.problem import Problem

__all__ = ["OtherAnswer", "ask_others"]

APART = 1e-6
"""How far cvxpy's optimum may lie from the certified one, in parts of it: solvers of floats have tolerances near 1e-8."""


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """What another program answers: its name, its answer in words, and its value, which is NaN if it found none."""

    name: str
    said: str
    value: float


def ask_others(problem: Problem, lower: object, upper: object) -> tuple[OtherAnswer, ...]:
    """Ask cvxpy, and sympy where it has a formula; raise `Disagreement` if an answer contradicts the certified bounds."""
    answers = [_ask_cvxpy(problem), *_ask_sympy(problem)]
    low, high = float(enclose(lower)[0]), float(enclose(upper)[1])  # type: ignore[arg-type]
    spare = APART * max(1.0, abs(low), abs(high))
    for found in answers:
        if not (math.isnan(found.value) or low - spare <= found.value <= high + spare):
            told = "; ".join(f"{x.name}: {x.said}" for x in answers)
            raise Disagreement(
                f"the certificate says {low:.10g} to {high:.10g}, but other programs contradict it: {told}"
            )
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
    return [] if formula is None else [OtherAnswer("sympy", str(formula), float(formula))]
