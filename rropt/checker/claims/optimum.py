"""What the claims `optimal` and `within` share: a mechanism of a demand, labels, and the bounds that are claimed.

`within` says lower <= optimum <= upper; `optimal` has one value, which is both. The evidence proves one bound for all
mechanisms of the demand, and the mechanism itself attains or beats the other.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import Quotient
from ..model.condition import Conditions, read_conditions, require_conditions
from ..model.demand import Demand, read_demand, require_demand, require_satisfied
from ..model.mechanism import require_stochastic
from ..refusals import expect, require
from ..text.part import Labels, Matrix, Part, Scalar, read_labels, read_matrix, read_scalar
from ..text.spelling import spell, spell_labels


@dataclass(frozen=True, slots=True)
class Answer:
    """A mechanism that satisfies a demand, with the bounds that are claimed for the optimum.

    Where one value is claimed, `lower` and `upper` are the same object.
    """

    demand: Demand
    mechanism: Matrix
    inputs: Labels
    outputs: Labels
    lower: Scalar
    upper: Scalar
    conditions: Conditions

    def is_exact(self) -> bool:
        """Whether the claim is `optimal`."""
        return self.lower is self.upper


def keys_of(claim: str) -> str:
    """The keys of every certificate of this claim."""
    return "notion mechanism inputs outputs objective " + ("value" if claim == "optimal" else "lower upper")


def read_answer(parts: dict[str, Part], by_pair: bool = False) -> Answer:
    """The keys that every claim of an optimum has, but for the objective; `by_pair` where it takes a demand by pairs."""
    mechanism = read_matrix(parts["mechanism"])
    inputs, outputs = read_labels(parts["inputs"]), read_labels(parts["outputs"])
    labelled = (len(outputs), len(inputs)) == mechanism.size()
    expect(labelled, "there should be a label for every input and output of the mechanism")
    lower = read_scalar(parts["value" if "value" in parts else "lower"])
    upper = lower if "value" in parts else read_scalar(parts["upper"])
    demand = read_demand(parts["notion"], pairs_of=len(inputs) if by_pair else 0)
    conditions = read_conditions(parts, *mechanism.size())
    return Answer(demand, mechanism, inputs, outputs, lower, upper, conditions)


def require_feasible(answer: Answer) -> None:
    """The mechanism is one, and satisfies the demand and the conditions."""
    require_stochastic(answer.mechanism)
    require_demand(answer.demand)
    require_satisfied(answer.mechanism, answer.demand)
    require_conditions(answer.mechanism, answer.conditions)


def require_bounds(answer: Answer, least: Quotient, most: Quotient) -> None:
    """What is proved, least <= optimum <= most, gives what is claimed."""
    require(answer.lower.number <= least, "lower-bound", "the lower bound, or the value, is not shown")
    require(most <= answer.upper.number, "upper-bound", "the upper bound, or the value, is not shown")


def spell_answer(answer: Answer, aim: str, sense: str, free_outputs: bool) -> str:
    """The sentence of an optimum: of `aim`, the "max" or "min" (sense) over mechanisms with these or any outputs."""
    outputs = spell_labels(answer.outputs, "output")
    rivals = "any number of outputs" if free_outputs else outputs
    asked = f"{answer.demand.words()}{answer.conditions.words()}"
    who = f"among all mechanisms with {spell_labels(answer.inputs, 'input')} and {rivals} satisfying {asked}"
    mechanism = f"the mechanism {spell(answer.mechanism)}{f' with {outputs}' if free_outputs else ''}"
    if answer.is_exact():
        return f"{who}, the {aim} is {spell(answer.lower)}, attained by {mechanism}"
    side = f"at least {spell(answer.lower)}" if sense == "max" else f"at most {spell(answer.upper)}"
    return (
        f"{who}, the {aim} lies between {spell(answer.lower)} and {spell(answer.upper)}, "
        f"and that of {mechanism} is {side}"
    )
