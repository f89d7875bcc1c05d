"""How a design's JSON writes its problem, complete for a machine, matrices, and the ends of intervals."""

from __future__ import annotations

from typing import Any

from rropt.exact.element import Element, Number
from rropt.exact.fields import Algebraic, Free
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy import Notion
from rropt.problem.contract import Objective
from rropt.problem.problem import Problem
from rropt.results import number_fields

__all__ = ["end_fields", "matrix_fields", "objective_dict", "problem_dict"]

BOUNDARIES = ("sip", "csip")


def objective_dict(objective: Objective) -> dict[str, Any]:
    """The objective in a sentence and in fields."""
    return {
        "objective": str(objective),
        "name": objective.name,
        "sense": objective.sense,
        **objective.to_fields(),
    }


def problem_dict(problem: Problem, objective: dict[str, Any] | None = None) -> dict[str, Any]:
    """The objective (as `objective_dict` has it), the demand, the interval of a free epsilon or delta, the inputs and outputs."""
    interval, names = problem.interval, problem.output_labels
    return {
        **(objective_dict(problem.objective) if objective is None else objective),
        **_demand_fields(problem.demand),
        "interval": None if interval is None else _interval_fields(interval),
        "inputs": list(problem.inputs) if problem.inputs else str(problem.k),
        "outputs": "free" if problem.outputs == "free" else list(names) if names else str(problem.outputs),
        **({"subject_to": list(map(str, problem.conditions))} if problem.conditions else {}),
    }


def _demand_fields(demand: Notion) -> dict[str, Any]:
    """The demand; beside a boundary also the parity that it amounts to, which is what certificates name."""
    told = demand.to_dict()
    return {"demand": told, "parity": show(demand.parity())} if told["name"] in BOUNDARIES else {"demand": told}


def _interval_fields(interval: Free) -> dict[str, Any]:
    ends = ("(" if interval.lower_open else "[") + (")" if interval.upper_open else "]")
    fields = {"from": end_fields(interval.lower), "to": end_fields(interval.upper)}
    return {"variable": interval.variable, **fields, "ends": ends}


def matrix_fields(p: Mechanism) -> dict[str, Any]:
    """A mechanism's labels, exact entries and decimals."""
    document = p.to_dict()
    return {key: document[key] for key in ("inputs", "outputs", "exact", "decimal")}


def end_fields(x: Number | float) -> dict[str, Any]:
    """An end of an interval: `exact` is null for a root without a closed form, and infinity is `inf` throughout."""
    if isinstance(x, float):
        return {"exact": "inf", "lower": "inf", "upper": "inf"}
    closed = not (isinstance(x, Element) and isinstance(x.field, Algebraic))
    return number_fields(x if closed else None, x, x) or {}
