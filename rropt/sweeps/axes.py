"""The one number in which the rows of a group differ: ε, δ or the prevalence."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from rropt.exact.element import Number, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.spelling import show
from rropt.privacy import LDP
from rropt.problem.contract import Along, Objective, Together
from rropt.problem.problem import Problem

__all__ = ["number_along", "pose_over", "rest_of"]


def number_along(problem: Problem, along: Along) -> Number | None:
    """The row's e^ε, δ or prevalence, where rows that differ in it alone are answered together; None elsewhere, and at the ends 0
    and 1 of δ and of the prevalence, where the answer is of another form."""
    demand = problem.demand
    if problem.conditions or not isinstance(demand, LDP) or demand.epsilon.is_free or is_free(demand.delta):
        return None
    if isinstance(demand.t, float) or problem.objective.answered_together(problem, along) is Together.NOT:
        return None
    if along is Along.EPSILON:
        return None if demand.t == 1 else demand.t
    found = demand.delta if along is Along.DELTA else problem.objective.one_prevalence
    return found if isinstance(found, Fraction) and 0 < found < 1 else None


def rest_of(problem: Problem, along: Along) -> Hashable:
    """All else of a row that `number_along` knows."""
    x, demand = problem, problem.demand
    assert isinstance(demand, LDP)
    objective: Objective | int = id(x.objective)
    if along is Along.PREVALENCE:
        objective = x.objective.with_prevalence("every")
    others = {
        Along.EPSILON: (demand.delta,),
        Along.DELTA: (demand.t,),
        Along.PREVALENCE: (demand.t, demand.delta),
    }
    return objective, x.k, x.outputs, x.inputs, x.output_labels, others[along]


def pose_over(problem: Problem, along: Along, low: Number | float, high: Number | float) -> Problem:
    """The same question over all of the numbers from one to another, or at one."""
    demand, objective = problem.demand, problem.objective
    assert isinstance(demand, LDP)
    if along is Along.EPSILON:
        demand = LDP(Epsilon(low) if low is high else f"{Epsilon(low)}..{Epsilon(high)}", delta=demand.delta)
    else:
        ends = [show(x) for x in ((low,) if low is high else (low, high)) if not isinstance(x, float)]
        if along is Along.DELTA:
            demand = LDP(demand.epsilon, delta="..".join(ends))
        else:
            objective = objective.with_prevalence(f"every:{'..'.join(ends)}")
    outputs = problem.output_labels or problem.outputs
    return Problem(objective, demand, inputs=problem.inputs or problem.k, outputs=outputs)
