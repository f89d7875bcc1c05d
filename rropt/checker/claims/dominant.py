"""dominant: a mechanism at least as informative as every mechanism of a demand, two inputs.

Statement: the mechanism satisfies the demand, and every Q that does is C' P for some garbling C'. Evidence: a garbling C.
Proof. Of two mechanisms R with two inputs one is at least as informative iff its E(s) = sum_i max(0, R_i0 - s R_i1) is nowhere
smaller (Blackwell 1951). Let R = C P. Every row (p, q) of R has p = 0, q = 0 or meets what is asked: p = T q with E(T) = delta
for a T and delta of the first input against the second, or q = T p with sum_i max(0, R_i1 - T R_i0) = delta for the second
against the first. So E bends at points of bounds alone, which no E of the demand exceeds, and R is at least as
informative as all of them (SPEC.md, section 9.4); and P as R. As the Fisher information does not increase under garbling, none
has a smaller asymptotic variance at any prevalence.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE
from ..functions.prevalence import MEANT
from ..model.demand import Demand, read_demand, require_demand, require_satisfied, total_excess
from ..model.mechanism import expect_garbling, multiply_matrices, require_stochastic
from ..refusals import expect, require
from ..text.part import Matrix, Part, read_matrix
from ..text.spelling import spell_by_output

ANSWERS = "mechanism garbling"


@dataclass(frozen=True, slots=True)
class Dominant:
    """The mechanism, the demand, and the garbling into rows that meet its bounds."""

    mechanism: Matrix
    demand: Demand
    garbling: Matrix


def read(part: Part) -> Dominant:
    """A mechanism with two inputs, a demand, and a garbling of its outputs."""
    parts = part.take("mechanism notion garbling")
    mechanism, garbling = read_matrix(parts["mechanism"]), read_matrix(parts["garbling"])
    expect(mechanism.size()[1] == 2, "a dominant mechanism is about two inputs")
    expect_garbling(garbling, mechanism)
    return Dominant(mechanism, read_demand(parts["notion"], pairs_of=2), garbling)


def check(claim: Dominant) -> None:
    """Require that P satisfies the demand, that C is stochastic, and that each row of C P meets a bound or reveals an input."""
    require_stochastic(claim.mechanism)
    require_stochastic(claim.garbling)
    require_demand(claim.demand)
    sides = [(0, 1, claim.demand.asked_between(0, 1)), (1, 0, claim.demand.asked_between(1, 0))]
    above_one = all(ratio >= ONE for _, _, asked in sides for ratio, _ in asked)
    require(above_one, "ratio-below-one", "a demand with a ratio below 1")
    require_satisfied(claim.mechanism, claim.demand)
    rows = multiply_matrices(claim.garbling.rows, claim.mechanism.rows)
    met = [
        (j, against, ratio)
        for j, against, asked in sides
        for ratio, delta in asked
        if total_excess(rows, j, against, ratio) == delta
    ]
    for row in rows:
        tells = row[0].is_zero() or row[1].is_zero()
        meets = any(row[j] == ratio * row[against] for j, against, ratio in met)
        require(tells or meets, "garbling", "the garbling gives a row that meets nothing that the demand asks")


def sentence(claim: Dominant) -> str:
    """Say that the mechanism satisfies the demand and dominates all others."""
    return (
        f"the mechanism {spell_by_output(claim.mechanism)} satisfies {claim.demand.words()}, and is at least as informative "
        "as every mechanism with two inputs that does; so none of these has a smaller asymptotic n*Var at any prevalence, "
        f"where {MEANT}"
    )
