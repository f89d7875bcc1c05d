"""dominant: a mechanism is at least as informative as every mechanism of a demand, for two inputs.

Statement: the mechanism P satisfies the demand, and every Q that does is C' P for some garbling C'. Evidence: a garbling C.

Proof. For a mechanism R with two inputs put E(s) = sum_i max(0, R_i0 - s R_i1). Of two such mechanisms one is at least as
informative as the other iff its E is nowhere smaller (Blackwell 1951). Let R = C P. Every row (p, q) of R is required to have
p = 0, or q = 0, or to meet with equality something that is asked: p = T q for a T and delta of the first input against the second
with E(T) = delta, or q = T p for a T and delta of the second against the first with sum_i max(0, R_i1 - T R_i0) = delta. So the
E of R bends only at points where it has the largest value that the demand allows. Hence it is nowhere exceeded by the E of a
mechanism of the demand, and R is at least as informative as all of these (SPEC.md, section 9.4). P is at least as informative as R.
As the Fisher information does not increase under garbling, no mechanism of the demand has a smaller asymptotic variance than P at
any prevalence.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, Products
from ..functions.prevalence import MEANT
from ..model.demand import Demand, read_demand, require_demand, require_satisfied, total_excess
from ..model.mechanism import expect_garbling, multiply_matrices, require_stochastic
from ..refusals import expect, require
from ..text.part import Matrix, Part, read_matrix
from ..text.spelling import spell_by_output

ANSWERS = "mechanism garbling"


@dataclass(frozen=True, slots=True)
class Dominant:
    """The claim: the mechanism P satisfies the demand and is at least as informative as every mechanism with two inputs that does.

    The evidence is the garbling C, a stochastic matrix: every row of C P has a 0, or meets with equality something that the demand
    asks.
    """

    mechanism: Matrix
    demand: Demand
    garbling: Matrix


def read(part: Part) -> Dominant:
    """Read a mechanism with two inputs, a demand, and a garbling (a stochastic matrix that is applied to its outputs)."""
    parts = part.take("mechanism notion garbling")
    mechanism, garbling = read_matrix(parts["mechanism"]), read_matrix(parts["garbling"])
    expect(mechanism.size()[1] == 2, "a dominant mechanism is about two inputs")
    expect_garbling(garbling, mechanism)
    return Dominant(mechanism, read_demand(parts["notion"], pairs_of=2), garbling)


def check(claim: Dominant) -> None:
    """Require that P satisfies the demand, and that each row of C P has a 0 or meets with equality something that is asked.

    All ratios of the demand must be 1 or more, and the garbling C must be a stochastic matrix.
    """
    require_stochastic(claim.mechanism)
    require_stochastic(claim.garbling)
    require_demand(claim.demand)
    sides = [(0, 1, claim.demand.asked_between(0, 1)), (1, 0, claim.demand.asked_between(1, 0))]
    above_one = all(ratio >= ONE for _, _, asked in sides for ratio, _ in asked)
    require(above_one, "ratio-below-one", "a demand with a ratio below 1")
    require_satisfied(claim.mechanism, claim.demand)
    rows, multiples = multiply_matrices(claim.garbling.rows, claim.mechanism.rows), Products()
    met = [
        (j, against, ratio)
        for j, against, asked in sides
        for ratio, delta in asked
        if total_excess(rows, j, against, ratio, multiples) == delta
    ]
    for row in rows:
        tells = row[0].is_zero() or row[1].is_zero()
        meets = any(row[j] == ratio * row[against] for j, against, ratio in met)
        require(tells or meets, "garbling", "the garbling gives a row without a 0 that meets nothing the demand asks")


def sentence(claim: Dominant) -> str:
    """Say that the mechanism satisfies the demand, and is at least as informative as all mechanisms with two inputs that do."""
    return (
        f"the mechanism {spell_by_output(claim.mechanism)} satisfies {claim.demand.words()}, and is at least as informative "
        "as every mechanism with two inputs that does; so none of these has a smaller asymptotic n*Var at any prevalence, "
        f"where {MEANT}"
    )
