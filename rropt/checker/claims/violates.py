"""violates: a mechanism does not satisfy a demand.

With an event. Statement: the demand asks a ratio T and a number delta of some ordered pair of inputs j != l, but the mechanism P
has sum_i max(0, P_ij - T P_il) > delta. Evidence: the event, which consists of the inputs j and l and a set of outputs. Proof: add
up P_ij - T P_il over the outputs i of the set only. This partial sum is at most the sum above. The checker evaluates the partial
sum, and it must exceed delta.

Without an event. A vulnerability in the demand is about a guesser, whose mean gain V(P) may be at most v (model/vulnerability.py).
Statement: V(P) > v for some vulnerability. No evidence is needed: V(P) is evaluated.
SPEC.md, section 7.
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
class Event:
    """A set of outputs whose probability is too large for the input `input`, compared with that for the input `against`.

    `part` is the field of the certificate in which the outputs stand.
    """

    outputs: list[int]
    part: Part
    input: int
    against: int

    def words(self) -> str:
        """Say that these outputs are more probable under one input, compared with the other input, than the demand allows."""
        outputs = quote(self.part, lambda: ", ".join(map(str, self.outputs)))
        event = f"output {outputs} is" if len(self.outputs) == 1 else f"outputs {outputs} together are"
        return f"{event} too probable for input {self.input} against {self.against}, counted from 0"


@dataclass(frozen=True, slots=True)
class Violates:
    """The claim: the mechanism does not satisfy the demand.

    The evidence is `event`. If `event` is None, a vulnerability in the demand shows the claim: under the mechanism the guesser
    has a larger mean gain than the vulnerability allows.
    """

    mechanism: Matrix
    demand: Demand
    event: Event | None


def read(part: Part) -> Violates:
    """Read a mechanism, a demand, and an event: outputs in increasing order and two inputs.

    The event may be absent only if the demand has a vulnerability, a bound on the mean gain of a guesser.
    """
    parts = part.take("mechanism notion", "event")
    mechanism = read_matrix(parts["mechanism"])
    m, k = mechanism.size()
    demand = read_demand(parts["notion"], pairs_of=k, vulnerabilities=True)
    if "event" not in parts:
        expect(len(demand.vulnerabilities()) > 0, "there should be an event, as the demand has no vulnerability")
        return Violates(mechanism, demand, None)
    event = parts["event"].take("rows input against")
    outputs = [row.index(m) for row in event["rows"].items()]
    j, against = event["input"].index(k), event["against"].index(k)
    expect(all(i < n for i, n in pairwise(outputs)), "the outputs of the event should increase")
    expect(j != against, "the event is about two inputs")
    return Violates(mechanism, demand, Event(outputs, event["rows"], j, against))


def check(claim: Violates) -> None:
    """Reject unless the event, or a vulnerability if there is no event, shows that the mechanism does not satisfy the demand.

    If there is an event, let p and q be its probabilities under the inputs `event.input` and `event.against`. The demand must ask
    something of these two inputs, and p > ratio * q + delta must hold for a ratio and a delta that it asks. If there is no event,
    the guesser of some vulnerability in the demand must have a larger mean gain than this vulnerability allows.
    """
    require_stochastic(claim.mechanism)
    require_demand(claim.demand)
    if claim.event is None:
        broken = any(
            vulnerability.is_broken(claim.mechanism) for vulnerability in claim.demand.vulnerabilities().values()
        )
        require(broken, "violation", "the mechanism is no more vulnerable than the demand allows")
        return
    asked = claim.demand.asked_between(claim.event.input, claim.event.against)
    require(len(asked) > 0, "event-asked", "nothing is asked of these two inputs")
    rows = [claim.mechanism.rows[i] for i in claim.event.outputs]
    more, less = (total([row[j] for row in rows]) for j in (claim.event.input, claim.event.against))
    violated = any(delta < more - ratio * less for ratio, delta in asked)
    require(violated, "violation", "the event is no violation")


def sentence(claim: Violates) -> str:
    """State in words that the mechanism does not satisfy the demand, and what shows this."""
    why = _words_of_guesser(claim) if claim.event is None else claim.event.words()
    return f"the mechanism {spell_by_output(claim.mechanism)} does not satisfy {claim.demand.words()}: {why}"


def _words_of_guesser(claim: Violates) -> str:
    """Say that an answer gives the guesser a larger mean gain than a vulnerability in the demand allows.

    If the demand consists of several demands, the text has the indices of those whose vulnerability is violated.
    """
    said = "an answer is worth more than that to the guesser"
    if not claim.demand.together:
        return said
    vulnerabilities = claim.demand.vulnerabilities().items()
    broken = [str(n) for n, vulnerability in vulnerabilities if vulnerability.is_broken(claim.mechanism)]
    return f"{said} of demand{'s' if len(broken) > 1 else ''} {', '.join(broken)}, counted from 0"
