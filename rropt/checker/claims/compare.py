"""compare: which of two mechanisms is more informative (Blackwell's order).

A mechanism P is at least as informative as Q if C P = Q for some stochastic matrix C, a garbling. The claim is one of five
relations of two mechanisms (WITNESSES). Every relation says whether the first mechanism is at least as informative as the second.
Some relations also say whether the second is at least as informative as the first. Evidence is given for each of these statements.

The evidence that P is at least as informative as Q is the garbling C. The evidence that P is not at least as informative as Q is a
decision problem in which Q is worth more: V(Q) > V(P). A decision problem is a prior w >= 0 with sum 1 and a matrix of gains G. The
worth V(P) = sum_i max_a sum_j w_j G_aj P_ij is the mean gain if the best action a is taken after each answer i.

Proof that such a decision problem shows this. If C P = Q, then V(Q) = sum_i max_a sum_r C_ir (sum_j w_j G_aj P_rj). The maximum of
a sum is at most the sum of the maxima, and the columns of C sum to 1. So V(Q) <= V(P). (Blackwell 1951.) SPEC.md, section 7.
"""

from dataclasses import dataclass

from ..model.demand import Demand, read_demand, require_demand, require_satisfied
from ..model.mechanism import (
    are_equal,
    expect_garbling,
    multiply_matrices,
    require_probabilities,
    require_stochastic,
    worth,
)
from ..refusals import expect, require
from ..text.part import Matrix, Part, Vector, read_matrix, read_vector
from ..text.spelling import spell_by_output

# For each relation the kind of the witness `forward`, which is about (first, second), and of `backward`, about (second, first).
WITNESSES = {
    "at least as informative": ("garbling", ""),
    "not at least as informative": ("decision", ""),
    "equivalent": ("garbling", "garbling"),
    "strictly more informative": ("garbling", "decision"),
    "incomparable": ("decision", "decision"),
}
WORDS = {
    "at least as informative": "is at least as informative as",
    "not at least as informative": "is not at least as informative as",
    "equivalent": "is as informative as, and no more informative than,",
    "strictly more informative": "is strictly more informative than",
    "incomparable": "is neither at least as informative as, nor at most as informative as,",
}

ANSWERS = "forward backward"


@dataclass(frozen=True, slots=True)
class Garbling:
    """Evidence that `better` is at least as informative: a stochastic matrix `garbling` whose product with `better` is `worse`."""

    better: Matrix
    worse: Matrix
    garbling: Matrix


@dataclass(frozen=True, slots=True)
class Decision:
    """Evidence that `worse` is not at least as informative: a decision problem in which `better` has the larger mean gain.

    It consists of a prior on the inputs, and of gains, with one row per action and one column per input.
    """

    better: Matrix
    worse: Matrix
    prior: Vector
    gains: Matrix


@dataclass(frozen=True, slots=True)
class Comparison:
    """The claim: two mechanisms, their relation, and the evidence for it. If `demand` is not None, both mechanisms satisfy it."""

    first: Matrix
    second: Matrix
    relation: str
    witnesses: list[Garbling | Decision]
    demand: Demand | None


def read(part: Part) -> Comparison:
    """Read two mechanisms with the same number of inputs, their relation, and the evidence that this relation needs."""
    parts = part.take("first second relation forward", "backward notion")
    first, second = read_matrix(parts["first"]), read_matrix(parts["second"])
    expect(first.size()[1] == second.size()[1], "the mechanisms have different inputs")
    relation = parts["relation"].word(*WITNESSES)
    forward, backward = WITNESSES[relation]
    expect(("backward" in parts) == bool(backward), "a witness is missing, or one too many")
    witnesses = [_read_witness(parts["forward"], forward, first, second)]
    if backward:
        witnesses.append(_read_witness(parts["backward"], backward, second, first))
    demand = read_demand(parts["notion"]) if "notion" in parts else None
    return Comparison(first, second, relation, witnesses, demand)


def _read_witness(part: Part, kind: str, one: Matrix, other: Matrix) -> Garbling | Decision:
    """Read the evidence about `one` and `other`.

    If `kind` is "garbling", the evidence shows that `one` is at least as informative as `other`. Otherwise it shows that `one`
    is not at least as informative as `other`.
    """
    if kind == "garbling":
        garbling = read_matrix(part.take("garbling")["garbling"])
        expect_garbling(garbling, one)
        return Garbling(better=one, worse=other, garbling=garbling)
    parts = part.take("prior gains")
    prior, gains = read_vector(parts["prior"]), read_matrix(parts["gains"])
    fits = len(prior.numbers) == gains.size()[1] == one.size()[1]
    expect(fits, f"{part.where()} should have a number for every input")
    # if `other` is worth more than `one` in some decision problem, it is no garbling of `one`
    return Decision(better=other, worse=one, prior=prior, gains=gains)


def check(claim: Comparison) -> None:
    """Reject unless both matrices are mechanisms and the evidence shows the relation.

    If the claim names a demand, both mechanisms must satisfy it.
    """
    require_stochastic(claim.first)
    require_stochastic(claim.second)
    for witness in claim.witnesses:
        if isinstance(witness, Garbling):
            _check_garbling(witness)
        else:
            _check_decision(witness)
    if claim.demand is not None:
        require_demand(claim.demand)
        require_satisfied(claim.first, claim.demand)
        require_satisfied(claim.second, claim.demand)


def _check_garbling(witness: Garbling) -> None:
    """Require that the garbling is a stochastic matrix, and that its product with `better` is `worse`."""
    require_stochastic(witness.garbling)
    made = multiply_matrices(witness.garbling.rows, witness.better.rows)
    require(are_equal(made, witness.worse.rows), "garbling", "the garbling does not give the other mechanism")


def _check_decision(witness: Decision) -> None:
    """Require that the prior is a distribution, and that `better` has a larger mean gain with the best actions than `worse`."""
    require_probabilities(witness.prior)
    more, less = (worth(P, witness.prior.numbers, witness.gains.rows) for P in (witness.better, witness.worse))
    require(less < more, "decision", "the decision problem does not show that one mechanism is worth more")


def sentence(claim: Comparison) -> str:
    """State in words how the two mechanisms compare."""
    both = f", and both satisfy {claim.demand.words()}" if claim.demand else ""
    first, second = spell_by_output(claim.first), spell_by_output(claim.second)
    return f"the mechanism {first} {WORDS[claim.relation]} the mechanism {second}{both}"
