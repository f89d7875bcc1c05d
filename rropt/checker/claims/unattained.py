"""unattained: a demand under which answers tell nothing of the inputs, so that no least variance is attained.

Statement: every mechanism P that satisfies the demand gives each output with the same probability for all inputs. If the demand
names pairs or joins several demands, the statement is only about mechanisms with two inputs. No evidence is needed.

Proof. The demand asks the ratio 1 and delta = 0 of all pairs of inputs j and l or, with two inputs, of an ordered pair (j, l). This
says P_ij <= P_il for all outputs i. As the columns j and l both sum to 1, they are equal. Therefore no estimate of a prevalence is
unbiased, and there is no least variance among unbiased estimates. SPEC.md, section 7.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE
from ..model.demand import Demand, read_demand, require_demand
from ..refusals import require
from ..text.part import Part

ANSWERS = ""


@dataclass(frozen=True, slots=True)
class Unattained:
    """The claim: under this demand answers tell nothing of the inputs, so that no least variance is attained."""

    demand: Demand


def read(part: Part) -> Unattained:
    """Read the demand. If it names pairs of inputs, they may only be pairs of the inputs 0 and 1."""
    return Unattained(read_demand(part.take("notion")["notion"], pairs_of=2))


def check(claim: Unattained) -> None:
    """Reject unless the demand asks the ratio 1 and delta = 0 of some ordered pair of inputs."""
    require_demand(claim.demand)
    asked = [*claim.demand.asked_between(0, 1), *claim.demand.asked_between(1, 0)]
    of_ratio_one = [delta for ratio, delta in asked if ratio == ONE]
    require(len(of_ratio_one) > 0, "ratio-one", "the demand asks nothing with the ratio 1")
    silent = any(delta.is_zero() for delta in of_ratio_one)
    require(silent, "delta-zero", "the demand asks nothing with the ratio 1 and delta = 0")


def sentence(claim: Unattained) -> str:
    """State in words that no least variance is attained.

    If the demand names pairs or consists of several demands, the sentence is about mechanisms with two inputs alone, because the
    demand may ask nothing of a third input.
    """
    who = "every mechanism with two inputs" if claim.demand.has_pairs() else "every mechanism"
    return (
        f"{who} satisfying {claim.demand.words()} gives each output with the same probability for all inputs: "
        "no least variance of an unbiased estimate of a prevalence is attained"
    )
