"""violates: a mechanism does not satisfy a demand.

Statement: for some inputs j != l, sum_i max(0, P_ij - T P_il) > delta. Evidence: inputs j, l and a set of outputs.
Proof: the sum of the positive parts is at least sum_{i in the set} (P_ij - T P_il), which is evaluated. SPEC.md, section 7.
"""

from dataclasses import dataclass
from itertools import pairwise

from ..arithmetic.quotient import total
from ..model.demand import Demand, read_demand, require_demand
from ..model.mechanism import require_stochastic
from ..refusals import expect, require
from ..text.part import Matrix, Part, read_matrix
from ..text.spelling import quote, spell_by_output

ANSWERS = "event"


@dataclass(frozen=True, slots=True)
class Violates:
    """A mechanism, a demand, and the event (a set of outputs, at `part`) too probable for one input against another."""

    mechanism: Matrix
    demand: Demand
    outputs: list[int]
    part: Part
    input: int
    against: int


def read(part: Part) -> Violates:
    """The event names outputs in increasing order and two inputs."""
    parts = part.take("mechanism notion event")
    mechanism = read_matrix(parts["mechanism"])
    m, k = mechanism.size()
    event = parts["event"].take("rows input against")
    outputs = [row.index(m) for row in event["rows"].items()]
    j, against = event["input"].index(k), event["against"].index(k)
    expect(all(i < n for i, n in pairwise(outputs)), "the outputs of the event should increase")
    expect(j != against, "the event is about two inputs")
    return Violates(mechanism, read_demand(parts["notion"], pairs_of=k), outputs, event["rows"], j, against)


def check(claim: Violates) -> None:
    """The demand asks something of the two inputs, and the event is more probable than it allows."""
    require_stochastic(claim.mechanism)
    require_demand(claim.demand)
    asked = claim.demand.asked_between(claim.input, claim.against)
    require(len(asked) > 0, "event-asked", "nothing is asked of these two inputs")
    rows = [claim.mechanism.rows[i] for i in claim.outputs]
    more, less = (total([row[j] for row in rows]) for j in (claim.input, claim.against))
    violated = any(delta < more - ratio * less for ratio, delta in asked)
    require(violated, "violation", "the event is no violation")


def sentence(claim: Violates) -> str:
    """The mechanism, the demand and the event."""
    outputs = quote(claim.part, lambda: ", ".join(map(str, claim.outputs)))
    event = f"output {outputs} is" if len(claim.outputs) == 1 else f"outputs {outputs} together are"
    return (
        f"the mechanism {spell_by_output(claim.mechanism)} does not satisfy {claim.demand.words()}: {event} "
        f"too probable for input {claim.input} against {claim.against}, counted from 0"
    )
