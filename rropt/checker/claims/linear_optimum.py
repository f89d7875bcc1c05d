"""optimal, within: the optimum of the trace, a weighted trace, an expected utility or any linear objective.

Statement: lower <= the largest (or least) sum_ij W_ij P_ij over the mechanisms of the demand with these inputs and outputs
<= upper, and the mechanism reaches the bound on its side. Evidence: multipliers. Proof: the mechanism is feasible; weak duality
bounds all others, see model/linear.py, and model/symmetric.py for the trace. SPEC.md, sections 4 and 7.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, Quotient, constant
from ..model.demand import require_demand
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
from ..model.symmetric import (
    SymmetricMultipliers,
    expect_symmetric,
    is_symmetric,
    read_symmetric,
    require_symmetric,
    symmetric_bound,
)
from ..text.part import Part
from .optimum import Answer, keys_of, read_answer, require_bounds, require_feasible, spell_answer

OBJECTIVES = NAMES


@dataclass(frozen=True, slots=True)
class LinearOptimum:
    """The answer, the objective and the multipliers that bound all mechanisms of the demand."""

    answer: Answer
    objective: LinearObjective
    multipliers: Multipliers | SymmetricMultipliers


def read(part: Part, claim: str) -> LinearOptimum:
    """The objective, and multipliers of inequalities one by one or of all pairs at once."""
    parts = part.take(f"{keys_of(claim)} multipliers", "conditions")
    answer = read_answer(parts)
    m, k = answer.mechanism.size()
    objective = read_objective(parts["objective"], m, k)
    conditions = len(answer.conditions.items)
    if is_symmetric(parts["multipliers"]):
        expect_symmetric(objective.name, answer.demand, conditions)
        return LinearOptimum(answer, objective, read_symmetric(parts["multipliers"]))
    return LinearOptimum(answer, objective, read_multipliers(parts["multipliers"], m, k, answer.demand, conditions))


def check(claim: LinearOptimum) -> None:
    """The objective of the mechanism and the bound of the multipliers enclose the optimum."""
    reached, bound = (
        _by_symmetry(claim)
        if isinstance(claim.multipliers, SymmetricMultipliers)
        else _in_full(claim, claim.multipliers)
    )
    if claim.objective.sense == "max":
        require_bounds(claim.answer, reached, bound)
    else:
        require_bounds(claim.answer, -bound, reached)


def _in_full(claim: LinearOptimum, multipliers: Multipliers) -> tuple[Quotient, Quotient]:
    """The objective of the mechanism, and the bound on all others (min: on minus the objective)."""
    require_feasible(claim.answer)
    require_objective(claim.objective)
    weights = claim.objective.matrix()
    reached = value_of(claim.answer.mechanism, weights)
    gains = claim.objective.to_maximise(weights)
    return reached, dual_bound(gains, multipliers, claim.answer.demand, claim.answer.conditions)


def _by_symmetry(claim: LinearOptimum) -> tuple[Quotient, Quotient]:
    """The same of the trace, where nothing changes as inputs are relabelled."""
    assert isinstance(claim.multipliers, SymmetricMultipliers)
    answer, k = claim.answer, claim.objective.size[1]
    require_demand(answer.demand)
    diagonal = require_symmetric(answer.mechanism, answer.demand)
    weight = ONE if claim.objective.sense == "max" else -ONE
    return constant(k) * diagonal, symmetric_bound(weight, k, claim.multipliers, answer.demand)


def sentence(claim: LinearOptimum) -> str:
    """What is largest or least, among the mechanisms with these outputs."""
    sense = claim.objective.sense
    return spell_answer(claim.answer, f"{sense}imum of the {claim.objective.noun()}", sense, free_outputs=False)
