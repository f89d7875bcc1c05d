"""A design problem in JSON, complete for a machine: what `problem_dict` writes, `read_problem` reads back."""

from __future__ import annotations

import math
from typing import Any

from rropt.designs.fields import end_fields
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.field import Element, Free, Number, generator
from rropt.exact.reading import parse, read_number, show
from rropt.objectives import Objective, Trace, Utility, Variance
from rropt.objectives.prevalence import Prevalence, Quantifier
from rropt.privacy import CSIP, LDP, SIP, BayesFactor, BetaFactor, Notion, Parity, RhoBreach
from rropt.problem import Problem

__all__ = [
    "BOUNDARIES",
    "boundary_of",
    "free_interval",
    "problem_dict",
    "read_problem",
]

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


def read_problem(data: Any) -> Problem:
    """The problem of such fields; the sentence is not read."""
    try:
        demand = _read_demand(data["demand"], data)
        inputs, outputs = (
            x if isinstance(x, list) or x == "free" else int(x) for x in (data["inputs"], data["outputs"])
        )
        return Problem(_read_objective(data), demand, inputs=inputs, outputs=outputs)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"the problem has a field that is missing or cannot be read ({error})") from None


def _read_objective(data: Any) -> Objective:
    if data["name"] == Variance.name:
        return Variance(
            _read_prevalence(data["prevalence"]), warner=data["restriction"] == "warner", positive=int(data["positive"])
        )
    if data["name"] == Trace.name:
        return Trace(data["weights"])
    if data["name"] == Utility.name:
        return Utility(data["utility"], data["prior"], sense=data["sense"])
    raise InputError("an objective is a variance, a trace or a utility")


def _read_prevalence(data: Any) -> Prevalence:
    ((name, x),) = data.items()
    quantifier = Quantifier(name)
    lower, upper = (x, x) if quantifier is Quantifier.AT else x
    return Prevalence(read_number(lower), read_number(upper), quantifier)


def boundary_of(data: Any) -> Notion | None:
    """The demand of a boundary's text; None where that is a name, such as a table's, and cannot be read."""
    try:
        return CSIP(data["h"]) if data["name"] == "csip" else SIP(data["lower"], data["upper"])
    except InputError:
        return None


def _read_demand(data: Any, problem: Any) -> Notion:
    name = data["name"]
    if name == "ldp":
        interval = problem["interval"]
        t = _ratio(data["ratio"]) if interval is None else generator(_read_interval(interval))
        return LDP(Epsilon(t), delta=data["delta"])
    if name in BOUNDARIES:
        if not all(isinstance(text, str) for text in data.values()):
            raise InputError("the boundaries of a demand are texts")
        return boundary_of(data) or _Boundary(problem["parity"], data)
    if name == "rho":
        return RhoBreach(data["from"], data["to"])
    if name == "parity":
        return Parity(data["gamma"])
    return BetaFactor(data["beta"]) if name == "beta" else BayesFactor(data["factor"])


def _ratio(text: str) -> Number | float:
    return math.inf if text == "inf" else read_number(text)


def _read_interval(data: Any) -> Free:
    lower, upper = (parse(data[key]["exact"]) for key in ("from", "to"))
    if not isinstance(lower, Element) and not hasattr(lower, "numerator"):
        raise InputError("the interval of a free epsilon begins at a number")
    return Free(lower, upper, data["ends"][0] == "(", data["ends"][1] == ")")  # type: ignore[arg-type]


class _Boundary(Parity):
    """A demand told by a boundary that is not read: what a design knows of it is the parity it amounts to."""

    def __init__(self, gamma: object, told: dict[str, Any]) -> None:
        super().__init__(gamma)
        object.__setattr__(self, "told", told)

    def to_dict(self) -> dict[str, Any]:
        """What was told."""
        return dict(self.__dict__["told"])
