"""A design problem in JSON, complete for a machine."""

from __future__ import annotations

from typing import Any

from rropt.designs.fields import end_fields
from rropt.exact.element import Element
from rropt.exact.fields import Free
from rropt.exact.spelling import show
from rropt.objectives import Objective, Trace, Variance
from rropt.privacy import Notion
from rropt.problem.problem import Problem
from rropt.variance.prevalence import Prevalence, Quantifier

__all__ = ["free_interval", "problem_dict"]

BOUNDARIES = ("sip", "csip")


def free_interval(problem: Problem) -> Free | None:
    """The interval of t = e^epsilon where epsilon is free."""
    ratio, _ = problem.demand.reduced()
    return ratio.field if isinstance(ratio, Element) and isinstance(ratio.field, Free) else None


def problem_dict(problem: Problem) -> dict[str, Any]:
    """The objective in a sentence and in fields, the demand, the interval of a free epsilon, the inputs and outputs."""
    interval, names = free_interval(problem), problem.output_labels
    return {
        "objective": str(problem.objective),
        **_objective_fields(problem.objective),
        **_demand_fields(problem.demand),
        "interval": None if interval is None else _interval_fields(interval),
        "inputs": list(problem.inputs) if problem.inputs else str(problem.k),
        "outputs": "free" if problem.outputs == "free" else list(names) if names else str(problem.outputs),
    }


def _objective_fields(objective: Objective) -> dict[str, Any]:
    head = {"name": objective.name, "sense": objective.sense}
    if isinstance(objective, Variance):
        restriction = "warner" if objective.warner else None
        fields = {"prevalence": _prevalence_fields(objective.prevalence), "positive": str(objective.positive)}
        return {**head, **fields, "restriction": restriction}
    if isinstance(objective, Trace):
        return {**head, "weights": None if objective.weights is None else list(map(show, objective.weights))}
    matrix = [list(map(show, row)) for row in objective.matrix_of_utilities]
    return {**head, "utility": matrix, "prior": list(map(show, objective.prior))}


def _demand_fields(demand: Notion) -> dict[str, Any]:
    """The demand; beside a boundary also the parity that it amounts to, which is what certificates name."""
    told = demand.to_dict()
    return {"demand": told, "parity": show(demand.parity())} if told["name"] in BOUNDARIES else {"demand": told}


def _prevalence_fields(pi: Prevalence) -> dict[str, Any]:
    if pi.quantifier is Quantifier.AT:
        return {"at": show(pi.point)}
    return {pi.quantifier.value: [show(pi.lower), show(pi.upper)]}


def _interval_fields(interval: Free) -> dict[str, Any]:
    ends = ("(" if interval.lower_open else "[") + (")" if interval.upper_open else "]")
    fields = {"from": end_fields(interval.lower), "to": end_fields(interval.upper)}
    return {"variable": "t = e^epsilon", **fields, "ends": ends}
