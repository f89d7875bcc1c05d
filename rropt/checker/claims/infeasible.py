"""infeasible: no mechanism satisfies a demand, further linear conditions, and a requirement if there is one.

A requirement says that the value of a linear objective is at least b, or that it is at most b. The evidence is prices, which are
dual variables of a linear program.

Proof. Choose a linear function f_i of a row for each output i. Let S be the sum of f_i(r_i) over the rows r_i of a mechanism. By
the lemma on prices (rows/prices.py), the prices give a number B such that S <= B for every mechanism that satisfies the demand and
the conditions. Suppose that such a mechanism exists and, if there is a requirement, meets the requirement.
- Without a requirement, choose f_i = 0. Then S = 0, so B < 0 is a contradiction.
- If the objective must be at least b, choose the f_i so that S is the objective. Then S >= b, so B < b is a contradiction.
- If the objective must be at most b, choose the f_i so that S is the negative of the objective. Then S >= -b, so B < -b is a
  contradiction.
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

    The evidence is `prices`, which are dual variables of a linear program.
    """

    demand: Demand
    inputs: Labels
    outputs: Labels
    requirement: Requirement | None
    prices: Prices
    conditions: Conditions


def read(part: Part) -> Infeasible:
    """Read the demand, the inputs, the outputs and the prices; also the conditions and the requirement, if there are any."""
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
    """Reject unless the prices show that no mechanism satisfies the demand, the conditions and the requirement.

    Let W be the matrix that `weights_of` returns. For every mechanism P that satisfies the demand and the conditions, the prices
    bound sum_ij W_ij P_ij from above by a number B. If P also met the requirement, this sum would be at least `required_of(claim)`.
    So reject unless B is less than `required_of(claim)`.
    """
    require_demand(claim.demand)
    if claim.requirement is not None:
        require_objective(claim.requirement.objective)
    require_prices(claim.prices, claim.conditions)
    require_by_multipliers(weights_of(claim), claim.prices, claim.demand, claim.conditions)
    bound = claim.prices.bound([1] * len(claim.inputs), claim.conditions)
    require(bound < required_of(claim), "contradiction", "the prices give no contradiction")


def weights_of(claim: Infeasible) -> Rows:
    """Return the matrix W for which the prices bound sum_ij W_ij P_ij from above, where P is a mechanism.

    W is indexed [output, input]. It has the weights of the required objective. They are negated if the objective must be at most a
    bound. If nothing is required, W is 0.
    """
    if claim.requirement is None:
        return [[ZERO] * len(claim.inputs)] * len(claim.outputs)
    return claim.requirement.objective.to_maximise(claim.requirement.objective.matrix())


def required_of(claim: Infeasible) -> Quotient:
    """Return the least value of sum_ij W_ij P_ij if a mechanism P meets the requirement, where W comes from `weights_of`.

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
