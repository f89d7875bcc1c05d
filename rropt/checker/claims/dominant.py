"""dominant: a mechanism at least as informative as every mechanism of a demand, two inputs.

Statement: the mechanism satisfies the demand, and every Q that does is C' P for some garbling C'. Evidence: a garbling C. Proof:
C P = the mechanism of the rows (delta, 0), s (T, 1), s (1, T), (0, delta) with s = (1 - delta)/(T + 1), which is at least as
informative as all others of the demand (SPEC.md, section 9.4). As the Fisher information does not increase under garbling,
none has a smaller asymptotic variance at any prevalence.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, ZERO
from ..model.demand import Demand, read_demand, require_demand, require_satisfied
from ..model.mechanism import Rows, are_equal, expect_garbling, multiply_matrices, require_stochastic
from ..refusals import expect, require
from ..text.part import Matrix, Part, read_matrix
from ..text.spelling import spell


@dataclass(frozen=True, slots=True)
class Dominant:
    """The mechanism, the demand, and the garbling into the four rows."""

    mechanism: Matrix
    demand: Demand
    garbling: Matrix


def read(part: Part) -> Dominant:
    parts = part.take("mechanism notion garbling")
    mechanism, garbling = read_matrix(parts["mechanism"]), read_matrix(parts["garbling"])
    expect(mechanism.size()[1] == 2, "a dominant mechanism is about two inputs")
    expect_garbling(garbling, mechanism)
    return Dominant(mechanism, read_demand(parts["notion"]), garbling)


def check(claim: Dominant) -> None:
    """P satisfies the demand, C is stochastic, and C P is the mechanism of the four best rows."""
    require_stochastic(claim.mechanism)
    require_stochastic(claim.garbling)
    require_demand(claim.demand)
    require(claim.demand.ratio() >= ONE, "ratio-below-one", "a demand with a ratio below 1")
    require_satisfied(claim.mechanism, claim.demand)
    made = multiply_matrices(claim.garbling.rows, claim.mechanism.rows)
    require(are_equal(made, _four_rows(claim.demand)), "garbling", "the garbling does not give the best four rows")


def _four_rows(demand: Demand) -> Rows:
    """Tell the input with probability delta, else randomise it with the ratio T."""
    ratio, delta = demand.ratio(), demand.delta()
    s = (ONE - delta) / (ratio + ONE)
    return [[delta, ZERO], [s * ratio, s], [s, s * ratio], [ZERO, delta]]


def sentence(claim: Dominant) -> str:
    return (
        f"the mechanism {spell(claim.mechanism)} satisfies {claim.demand.words()}, and is at least as informative as every "
        "mechanism with two inputs that does; so none of these has a smaller asymptotic n*Var at any prevalence"
    )
