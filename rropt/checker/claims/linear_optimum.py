"""optimal, within: the optimum of the trace, a weighted trace, an expected utility or any linear objective.

Statement: lower <= the largest (or least) sum_ij W_ij P_ij over the mechanisms of the demand with these inputs and outputs
<= upper, and the mechanism reaches the bound on its side. Evidence: multipliers. Proof: the mechanism is feasible; weak duality
bounds all others, see model/linear.py. SPEC.md, sections 4 and 7.
"""

from dataclasses import dataclass

from ..model.linear import (
    NAMES,
    LinearObjective,
    Multipliers,
    dual_bound,
    read_multipliers,
    read_objective,
    require_objective,
    value_of,
)
from ..text.part import Part
from .optimum import Answer, keys_of, read_answer, require_bounds, require_feasible, spell_answer

OBJECTIVES = NAMES


@dataclass(frozen=True, slots=True)
class LinearOptimum:
    """The answer, the objective and the multipliers that bound all mechanisms of the demand."""

    answer: Answer
    objective: LinearObjective
    multipliers: Multipliers


def read(part: Part, claim: str) -> LinearOptimum:
    parts = part.take(f"{keys_of(claim)} multipliers")
    answer = read_answer(parts, by_pair=True)
    m, k = answer.mechanism.size()
    objective = read_objective(parts["objective"], m, k)
    return LinearOptimum(answer, objective, read_multipliers(parts["multipliers"], m, k, answer.demand))


def check(claim: LinearOptimum) -> None:
    """The objective of the mechanism and the bound of the multipliers enclose the optimum."""
    require_feasible(claim.answer)
    require_objective(claim.objective)
    reached = value_of(claim.answer.mechanism, claim.objective.matrix())
    bound = dual_bound(claim.objective.maximised(), claim.multipliers, claim.answer.demand)
    if claim.objective.sense == "max":
        require_bounds(claim.answer, reached, bound)
    else:
        require_bounds(claim.answer, -bound, reached)


def sentence(claim: LinearOptimum) -> str:
    sense = claim.objective.sense
    return spell_answer(claim.answer, f"{sense}imum of the {claim.objective.noun()}", sense, free_outputs=False)
