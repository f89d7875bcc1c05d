"""infeasible: no mechanism satisfies a demand and conditions, or none that does reaches a bound of a linear objective.

Statement: no P with these inputs and outputs satisfies the demand and the conditions and has sum W_ij P_ij >= b (min: <= b).
Without a requirement W = 0 and b = 0, so that every P would have 0 >= 0. Evidence: multipliers. Proof: weak duality bounds sum
W_ij P_ij (min: of -W) by less than b (min: than -b); see model/linear.py. SPEC.md, section 7.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ZERO
from ..model.condition import Conditions, read_conditions
from ..model.demand import Demand, read_demand, require_demand
from ..model.linear import (
    Multipliers,
    Requirement,
    dual_bound,
    read_multipliers,
    read_objective,
    require_objective,
)
from ..refusals import require
from ..text.part import Labels, Part, read_labels, read_scalar
from ..text.spelling import spell_labels

ANSWERS = "multipliers"


@dataclass(frozen=True, slots=True)
class Infeasible:
    """What is asked for, and the multipliers of a contradiction."""

    demand: Demand
    inputs: Labels
    outputs: Labels
    requirement: Requirement | None
    multipliers: Multipliers
    conditions: Conditions


def read(part: Part) -> Infeasible:
    """A requirement is about mechanisms with these inputs and outputs; without one, W = 0."""
    parts = part.take("notion inputs outputs multipliers", "requirement conditions")
    inputs, outputs = read_labels(parts["inputs"]), read_labels(parts["outputs"])
    m, k = len(outputs), len(inputs)
    required = None
    if "requirement" in parts:
        more = parts["requirement"].take("objective bound")
        required = Requirement(read_objective(more["objective"], m, k), read_scalar(more["bound"]))
    conditions = read_conditions(parts, m, k)
    demand = read_demand(parts["notion"], pairs_of=k)
    multipliers = read_multipliers(parts["multipliers"], m, k, demand, len(conditions.items))
    return Infeasible(demand, inputs, outputs, required, multipliers, conditions)


def check(claim: Infeasible) -> None:
    """The bound that the multipliers prove is less than what is required."""
    require_demand(claim.demand)
    required = claim.requirement
    if required is None:
        weights, bound = [[ZERO] * len(claim.inputs)] * len(claim.outputs), ZERO
    else:
        require_objective(required.objective)
        weights = required.objective.to_maximise(required.objective.matrix())
        bound = required.bound.number if required.objective.sense == "max" else -required.bound.number
    most = dual_bound(weights, claim.multipliers, claim.demand, claim.conditions)
    require(most < bound, "contradiction", "the multipliers give no contradiction")


def sentence(claim: Infeasible) -> str:
    """What no mechanism does."""
    who = f"no mechanism with {spell_labels(claim.inputs, 'input')} and {spell_labels(claim.outputs, 'output')}"
    asked = f"{claim.demand.words()}{claim.conditions.words()}"
    if claim.requirement is None:
        return f"{who} satisfies {asked}"
    return f"{who} that satisfies {asked} {claim.requirement.words()}"
