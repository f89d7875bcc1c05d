"""deficiency: how far one mechanism is from being at least as informative as another.

A garbling is a stochastic matrix that is applied to the answers. For a garbling C, let D(C) be the largest distance between a
column j of C P and the column j of Q, over all inputs j. The distance is the total variation distance. The deficiency of P with
respect to Q is the least D(C) over all garblings C. Statement: the deficiency lies between `lower` and `upper`. Evidence: a
garbling, and a decision problem, which consists of a prior w and gains G in [0, 1].

Proof of the upper bound: D(C) is evaluated for the garbling C that is given. Proof of the lower bound: take any garbling C, and let
a(i) be the best action after the output i of Q. As gains are in [0, 1], the distance at input j is at least
sum_i G_a(i)j (Q - C P)_ij. D(C) is at least the mean of these sums over j with the weights w. This mean is at least V(Q) - V(C P),
where V is the worth in the decision problem (claims/compare.py). And V(C P) <= V(P). Le Cam; Torgersen, Comparison of Statistical
Experiments (1991). SPEC.md, section 7.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, ZERO, largest, total
from ..model.mechanism import (
    expect_garbling,
    multiply_matrices,
    require_probabilities,
    require_stochastic,
    worth,
)
from ..refusals import expect, require
from ..text.part import Matrix, Part, Scalar, Vector, read_matrix, read_scalar, read_vector
from ..text.spelling import spell, spell_by_output

ANSWERS = "garbling prior gains lower upper"


@dataclass(frozen=True, slots=True)
class Deficiency:
    """The claim: bounds of the deficiency of the mechanism P (`first`) with respect to Q (`second`), and the evidence for them.

    The deficiency is the least distance between Q and C P, over all garblings C (stochastic matrices applied to the answers of P).
    """

    first: Matrix
    second: Matrix
    garbling: Matrix
    prior: Vector
    gains: Matrix
    lower: Scalar
    upper: Scalar


def read(part: Part) -> Deficiency:
    """Read two mechanisms P and Q, a prior and gains about their inputs, a garbling of P, and the bounds.

    The garbling, a stochastic matrix, must lead from the outputs of P to those of Q.
    """
    parts = part.take("first second garbling prior gains lower upper")
    matrices = [read_matrix(parts[key]) for key in ("first", "second", "garbling", "gains")]
    first, second, garbling, gains = matrices
    prior = read_vector(parts["prior"])
    sizes = {first.size()[1], second.size()[1], gains.size()[1], len(prior.numbers)}
    expect(len(sizes) == 1, "the mechanisms, the gains and the prior have different inputs")
    expect_garbling(garbling, first)
    expect(garbling.size()[0] == second.size()[0], "the garbling should have the outputs of the second mechanism")
    bounds = read_scalar(parts["lower"]), read_scalar(parts["upper"])
    return Deficiency(first, second, garbling, prior, gains, *bounds)


def check(claim: Deficiency) -> None:
    """Require that the garbling shows the upper bound, and that the prior and the gains show the lower bound."""
    for matrix in (claim.first, claim.second, claim.garbling):
        require_stochastic(matrix)
    _check_upper(claim)
    require_probabilities(claim.prior)
    for row in claim.gains.rows:
        require(all(g >= ZERO and g <= ONE for g in row), "gains", "a gain outside [0, 1]")
    better, worse = (worth(P, claim.prior.numbers, claim.gains.rows) for P in (claim.second, claim.first))
    require(
        claim.lower.number <= better - worse, "deficiency-lower", "the decision problem shows less than the lower bound"
    )


def _check_upper(claim: Deficiency) -> None:
    """Require the upper bound: for every input j, sum_i max(0, (C P)_ij - Q_ij) is at most this bound, where C is the garbling."""
    made = multiply_matrices(claim.garbling.rows, claim.first.rows)
    for mine, wanted in zip(zip(*made, strict=True), zip(*claim.second.rows, strict=True), strict=True):
        apart = total([largest([ZERO, a - b]) for a, b in zip(mine, wanted, strict=True)])
        require(apart <= claim.upper.number, "deficiency-upper", "the garbling is farther away than the upper bound")


def sentence(claim: Deficiency) -> str:
    """State in words the two mechanisms, and the bounds of the deficiency of the first with respect to the second."""
    return (
        f"the deficiency of the mechanism {spell_by_output(claim.first)} "
        f"with respect to the mechanism {spell_by_output(claim.second)} "
        "(least over garblings, largest over inputs, total variation distance) "
        f"lies between {spell(claim.lower)} and {spell(claim.upper)}"
    )
