"""The common part of the claims `optimal` and `within`: a demand, a mechanism that satisfies it, labels, and bounds.

`within` says lower <= optimum <= upper. `optimal` has one value, which is both bounds. The evidence proves one of the two bounds,
for all mechanisms that satisfy the demand. The other bound is shown by the mechanism that the certificate names: the value of this
mechanism is equal to the bound or better.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import Quotient
from ..limits import spend
from ..model.condition import Conditions, read_conditions, require_conditions
from ..model.demand import Demand, read_demand, require_demand, require_satisfied
from ..model.mechanism import require_stochastic
from ..refusals import TooMuch, expect, require
from ..text.part import Labels, Matrix, Part, Scalar, read_labels, read_matrix, read_scalar
from ..text.spelling import (
    TooLong,
    fit,
    spell,
    spell_by_output,
    spell_labels,
    spell_number,
)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim about an optimum: the demand, the labels of the inputs, and the bounds lower <= optimum <= upper.

    If one value is claimed, `lower` and `upper` are the same object.
    """

    demand: Demand
    inputs: Labels
    lower: Scalar
    upper: Scalar

    def is_optimal(self) -> bool:
        """Tell whether one value is claimed and not two bounds: the claim is `optimal`, not `within`."""
        return self.lower is self.upper


@dataclass(frozen=True, slots=True)
class Answer(Claimed):
    """A claim about an optimum, with a mechanism given as a matrix; the mechanism's value shows one of the two bounds.

    `outputs` has the labels of the mechanism's outputs. `conditions` are the conditions that mechanisms have to meet in addition
    to the demand.
    """

    mechanism: Matrix
    outputs: Labels
    conditions: Conditions


def is_by_orbits(part: Part) -> bool:
    """Tell whether the mechanism is given by orbits (sets of inputs with weights) and not as a matrix."""
    return "orbits" in part.data


def keys_of(claim: str, by_orbits: bool = False) -> str:
    """List, separated by spaces, the keys that every certificate of this claim has.

    `by_orbits` says whether the mechanism is given by orbits (sets of inputs with weights), and not as a matrix.
    """
    mechanism = "orbits classes" if by_orbits else "mechanism outputs"
    return f"notion inputs objective {mechanism} " + ("value" if claim == "optimal" else "lower upper")


def read_answer(parts: dict[str, Part], *, vulnerabilities: bool = False) -> Answer:
    """Read everything that all claims of an optimum have in common, except the objective.

    A vulnerability (a bound on the mean gain of a guesser) may stand in the demand only if `vulnerabilities` is true.
    """
    mechanism = read_matrix(parts["mechanism"])
    inputs, outputs = read_labels(parts["inputs"]), read_labels(parts["outputs"])
    labelled = (len(outputs), len(inputs)) == mechanism.size()
    expect(labelled, "there should be a label for every input and output of the mechanism")
    demand = read_demand(parts["notion"], pairs_of=len(inputs), vulnerabilities=vulnerabilities)
    conditions = read_conditions(parts, *mechanism.size())
    return Answer(demand, inputs, *read_bounds(parts), mechanism, outputs, conditions)


def read_bounds(parts: dict[str, Part]) -> tuple[Scalar, Scalar]:
    """Read the lower and the upper bound of the optimum. If a single value is claimed, return it twice, as the same object."""
    lower = read_scalar(parts["value" if "value" in parts else "lower"])
    return lower, lower if "value" in parts else read_scalar(parts["upper"])


def require_feasible(answer: Answer) -> None:
    """Reject unless the matrix is a mechanism that satisfies the demand and the conditions."""
    require_stochastic(answer.mechanism)
    require_demand(answer.demand)
    require_satisfied(answer.mechanism, answer.demand)
    require_conditions(answer.mechanism, answer.conditions)


@dataclass(frozen=True, slots=True)
class Shown:
    """Two bounds that the evidence shows. If there is only one `Shown`, least <= optimum <= most.

    If the objective is the worst of several, there may be one `Shown` for each of these several objectives. Then one of the two
    bounds in a `Shown` is the value of the mechanism given for this single objective, or a bound on this value. The mechanism's
    value of the whole objective is the worst of these single values. So a claim is shown only if it follows from every `Shown`.
    """

    least: Quotient
    most: Quotient

    def require_claimed(self, answer: Claimed) -> None:
        """Reject unless the claimed lower bound is at most `least` and the claimed upper bound is at least `most`."""
        require_both(answer.lower.number <= self.least, self.most <= answer.upper.number)


def require_both(lower: bool, upper: bool) -> None:
    """Reject unless the claimed lower bound is shown (`lower`) and the claimed upper bound is shown (`upper`)."""
    require(lower, "lower-bound", "the lower bound, or the value, is not shown")
    require(upper, "upper-bound", "the upper bound, or the value, is not shown")


def spell_answer(answer: Answer, aim: str, sense: str, free_outputs: bool) -> str:
    """State in words the claim about the optimum that `aim` names, for example "maximum of the trace".

    `sense` is "max" or "min". If `free_outputs`, the optimum is over mechanisms with any number of outputs. Otherwise it is over
    mechanisms with the outputs of the answer.
    """
    outputs = spell_labels(answer.outputs, "output")
    rivals = "any number of outputs" if free_outputs else outputs
    if free_outputs and answer.conditions.items:
        rivals = f"any number of outputs, each of which counts as one of the {outputs} in the conditions,"
    mechanism = f"the mechanism {spell_by_output(answer.mechanism)}{f' with {outputs}' if free_outputs else ''}"
    return spell_claim(answer, aim, sense, rivals, answer.conditions.words(), mechanism)


def spell_claim(answer: Claimed, aim: str, sense: str, rivals: str, conditions: str, mechanism: str) -> str:
    """State in words the claim about the optimum that `aim` names, and about the mechanism whose value shows one of the two bounds.

    The optimum is taken over all mechanisms that satisfy the demand and have the outputs that `rivals` describes. `conditions`
    says what these mechanisms have to meet in addition to the demand. `mechanism` is the text that names the mechanism of the
    claim.
    """
    asked = f"{answer.demand.words()}{conditions}"
    who = f"among all mechanisms with {spell_labels(answer.inputs, 'input')} and {rivals} satisfying {asked}"
    if answer.is_optimal():
        return f"{who}, the {aim} is {spell(answer.lower)}, attained by {mechanism}"
    side = f"at least {spell(answer.lower)}" if sense == "max" else f"at most {spell(answer.upper)}"
    return (
        f"{who}, the {aim} lies between {spell(answer.lower)} and {spell(answer.upper)}{_spell_gap(answer)}, and {mechanism} "
        f"reaches {side}"
    )


def _spell_gap(answer: Claimed) -> str:
    """Say how far apart the two bounds are, by a decimal that is at least their difference.

    If a bound cannot be enclosed by decimals, for example because it varies with t, give the difference as an expression. Return
    "" if the expression is too long, or cannot be found within the limits.
    """
    from ..text.decimals import SHORT_DIGITS, enclose_ratio, spell_decimal

    lower, upper = enclose_ratio(answer.lower.number), enclose_ratio(answer.upper.number)
    if lower is None or upper is None:
        try:
            return f" ({fit(spell_number(answer.upper.number - answer.lower.number))} apart)"
        except (TooLong, TooMuch):
            return ""
    (a, b), (c, d) = lower[0], upper[1]
    bits = a.bit_length() + b.bit_length() + c.bit_length() + d.bit_length()
    spend(0, bits, bits)
    return f" (at most {spell_decimal((c * b - a * d, b * d), SHORT_DIGITS, 1)} apart)"
