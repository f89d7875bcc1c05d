"""unattained: a demand under which nothing is identified.

Statement: every mechanism of the demand (of two inputs, where it is by pairs or of several) gives each output with the same
probability for all inputs. Evidence: none.
Proof: with T = 1 and delta = 0 the demand says P_ij <= P_il for all j, l, or for one pair of the two inputs; as both columns sum
to 1, they are equal; then no estimate of a prevalence has a least variance, as none is unbiased. SPEC.md, section 7.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE
from ..model.demand import Demand, read_demand, require_demand
from ..refusals import require
from ..text.part import Part

ANSWERS = ""


@dataclass(frozen=True, slots=True)
class Unattained:
    """The demand."""

    demand: Demand


def read(part: Part) -> Unattained:
    """Read a demand; one by pairs, or several, must be about two inputs."""
    return Unattained(read_demand(part.take("notion")["notion"], pairs_of=2))


def check(claim: Unattained) -> None:
    """Require some pair of inputs with T = 1 and delta = 0."""
    require_demand(claim.demand)
    asked = [*claim.demand.asked_between(0, 1), *claim.demand.asked_between(1, 0)]
    of_ratio_one = [delta for ratio, delta in asked if ratio == ONE]
    require(len(of_ratio_one) > 0, "ratio-one", "nothing is asked of the inputs with the ratio 1")
    silent = any(delta.is_zero() for delta in of_ratio_one)
    require(silent, "delta-zero", "nothing with the ratio 1 is asked with delta = 0")


def sentence(claim: Unattained) -> str:
    """State that no variance is attained; with "two inputs" if the demand names inputs, because it asks nothing of others."""
    who = "every mechanism with two inputs" if claim.demand.has_pairs() else "every mechanism"
    return (
        f"{who} satisfying {claim.demand.words()} gives each output with the same probability for all inputs: "
        "no least variance of an unbiased estimate of a prevalence is attained"
    )
