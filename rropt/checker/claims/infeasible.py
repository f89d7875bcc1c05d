"""infeasible: no mechanism satisfies a demand, the conditions beside it, and a requirement if there is one.

A requirement says that a linear objective is at least b, or that it is at most b. Evidence: prices.

Proof. The lemma on prices (rows/prices.py) gives a number B. For every mechanism that satisfies the demand and the conditions, the
sum of f over the rows is at most B. Suppose that such a mechanism exists and, if there is a requirement, meets the requirement.
- Without a requirement, f = 0. The sum is 0, so B < 0 is a contradiction.
- If the objective is required to be at least b, f is the objective. The sum is at least b, so B < b is a contradiction.
- If the objective is required to be at most b, f is its negative. The sum is at least -b, so B < -b is a contradiction.
SPEC.md, sections 4 and 7.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ZERO, Quotient
from ..model.condition import Conditions, read_conditions
from ..model.demand import Demand, read_demand, require_demand
from ..model.linear import Requirement, read_objective, require_objective
from ..model.mechanism import Rows
from ..refusals import require
from ..rows.multipliers import require_by_multipliers
from ..rows.prices import Prices, read_prices, require_prices
from ..text.part import Labels, Part, read_labels, read_scalar
from ..text.spelling import spell_labels

ANSWERS = "prices"


@dataclass(frozen=True, slots=True)
class Infeasible:
    """The claim: no mechanism with these inputs and outputs satisfies the demand, the conditions and the requirement, if any.

    The prices are the evidence.
    """

    demand: Demand
    inputs: Labels
    outputs: Labels
    requirement: Requirement | None
    prices: Prices
    conditions: Conditions


def read(part: Part) -> Infeasible:
    """Read the demand, the inputs and outputs, the conditions and the requirement if they are there, and the prices."""
    parts = part.take("notion inputs outputs prices", "requirement conditions")
    inputs, outputs = read_labels(parts["inputs"]), read_labels(parts["outputs"])
    m, k = len(outputs), len(inputs)
    required = None
    if "requirement" in parts:
        more = parts["requirement"].take("objective bound")
        stated = read_objective(more["objective"], m, k)
        required = Requirement(stated, read_scalar(more["bound"]))
    conditions = read_conditions(parts, m, k)
    demand = read_demand(parts["notion"], pairs_of=k, vulnerabilities=True)
    prices = read_prices(parts["prices"], k, m, k, demand, conditions)
    return Infeasible(demand, inputs, outputs, required, prices, conditions)


def check(claim: Infeasible) -> None:
    """Reject unless the prices show a contradiction: they bound the sum of f by a number B, but a mechanism would need more.

    The sum of f over the rows of a mechanism of the claim would be at least `required_of(claim)`. This number is 0 if nothing is
    required. So B has to be less than this number.
    """
    require_demand(claim.demand)
    if claim.requirement is not None:
        require_objective(claim.requirement.objective)
    require_prices(claim.prices, claim.conditions)
    require_by_multipliers(weights_of(claim), claim.prices, claim.demand, claim.conditions)
    bound = claim.prices.bound([1] * len(claim.inputs), claim.conditions)
    require(bound < required_of(claim), "contradiction", "the prices give no contradiction")


def weights_of(claim: Infeasible) -> Rows:
    """Return the weights W of the linear functions f_i(s) = W_i s that the prices bound, one row per output.

    They are the weights of the required objective, negated if it is required to be at most a bound. If nothing is required, they
    are 0.
    """
    if claim.requirement is None:
        return [[ZERO] * len(claim.inputs)] * len(claim.outputs)
    return claim.requirement.objective.to_maximise(claim.requirement.objective.matrix())


def required_of(claim: Infeasible) -> Quotient:
    """Return the least sum of f over the rows that a mechanism can have if it meets the requirement.

    If the objective is required to be at least a bound, the result is this bound. If the objective is required to be at most a
    bound, the result is the bound negated. If nothing is required, the result is 0.
    """
    if claim.requirement is None:
        return ZERO
    bound = claim.requirement.bound.number
    return bound if claim.requirement.objective.sense == "max" else -bound


def sentence(claim: Infeasible) -> str:
    """State in words that no mechanism satisfies the demand and the conditions and also meets the requirement, if there is one."""
    who = f"no mechanism with {spell_labels(claim.inputs, 'input')} and {spell_labels(claim.outputs, 'output')}"
    asked = f"{claim.demand.words()}{claim.conditions.words()}"
    if claim.requirement is None:
        return f"{who} satisfies {asked}"
    return f"{who} that satisfies {asked} {claim.requirement.words()}"
