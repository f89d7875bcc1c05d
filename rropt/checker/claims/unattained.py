"""unattained: a demand under which nothing is identified.

Statement: every mechanism of the demand answers alike for all inputs. Evidence: none. Proof: with T = 1 and delta = 0 the
demand says P_ij <= P_il for all j, l, so all columns are equal; then no estimate of a prevalence has a least variance, as none
is unbiased. SPEC.md, section 7.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE
from ..model.demand import Demand, read_demand, require_demand
from ..refusals import require
from ..text.part import Part


@dataclass(frozen=True, slots=True)
class Unattained:
    """The demand."""

    demand: Demand


def read(part: Part) -> Unattained:
    return Unattained(read_demand(part.take("notion")["notion"]))


def check(claim: Unattained) -> None:
    require_demand(claim.demand)
    require(claim.demand.ratio() == ONE, "ratio-one", "some mechanism distinguishes inputs, as the ratio is not 1")
    require(claim.demand.is_pure(), "delta-zero", "some mechanism distinguishes inputs, as delta is not 0")


def sentence(claim: Unattained) -> str:
    return (
        f"every mechanism satisfying {claim.demand.words()} answers alike for all inputs: "
        "no least variance of an estimated prevalence is attained"
    )
