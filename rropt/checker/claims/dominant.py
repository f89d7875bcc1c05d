"""dominant: a mechanism is at least as informative as every mechanism of a demand, for two inputs.

A garbling is a stochastic matrix that is applied to the answers. Statement: the mechanism P satisfies the demand, and every
mechanism Q that satisfies the demand is C' P for some garbling C'. Evidence: a garbling C.

Proof. For a mechanism R with two inputs put E_R(s) = sum_i max(0, R_i0 - s R_i1). Of two such mechanisms R and S, R is at least as
informative as S iff E_R is nowhere smaller than E_S (Blackwell 1951). The demand consists of bounds, each with two numbers T and
delta. Some bounds say E_R(T) <= delta. The others say sum_i max(0, R_i1 - T R_i0) <= delta. Now let R = C P. It is required that
every row (p, q) of R has one of three forms:
- p = 0 or q = 0;
- p = T q for a bound E_R(T) <= delta in which equality holds;
- q = T p for a bound sum_i max(0, R_i1 - T R_i0) <= delta in which equality holds.
So E_R bends only at points where it has the largest value that the demand allows. Hence E_S <= E_R everywhere for every mechanism S
of the demand. So R is at least as informative as all mechanisms of the demand (SPEC.md, section 9.4), and P is at least as
informative as R. As the Fisher information does not increase under garbling, no mechanism of the demand has a smaller asymptotic
variance than P at any prevalence.
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
    """The claim: P satisfies the demand, and is at least as informative as every mechanism with two inputs that satisfies it.

    P is the `mechanism`, and the evidence is a stochastic matrix C, the `garbling`. The demand consists of bounds
    sum_i max(0, Q_ij - T Q_il) <= delta on a mechanism Q, each with its own T and delta. Here j and l are the two inputs in either
    order. In every row of C P one entry is 0, or the entry j is T times the entry l for a bound that C P meets with equality.
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
    """Require that the mechanism P satisfies the demand, and that each row of C P has one of the forms that the proof needs.

    C is the garbling, which must be a stochastic matrix. The demand consists of bounds sum_i max(0, Q_ij - T Q_il) <= delta on a
    mechanism Q, each with its own T and delta. Here j and l are the two inputs in either order. Every T must be 1 or more. In each
    row of C P one entry must be 0, or the entry j must be T times the entry l for a bound that C P meets with equality.
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
    """Say that P satisfies the demand, and is at least as informative as every mechanism with two inputs that satisfies it."""
    return (
        f"the mechanism {spell_by_output(claim.mechanism)} satisfies {claim.demand.words()}, and is at least as informative "
        "as every mechanism with two inputs that does; so none of these has a smaller asymptotic n*Var at any prevalence, "
        f"where {MEANT}"
    )
