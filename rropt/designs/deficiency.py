"""How far P is from being at least as informative as Q: the least worst-case total variation of a garbling to Q.

deficiency(P, Q) = min over stochastic C of max over inputs j of ½·Σ_i |(C·P − Q)_ij|; it is zero exactly where P
dominates Q (Le Cam 1964). A garbling bounds it from above; a prior and gains in [0, 1] with V(Q) − V(P) from below.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.certificate import order
from rropt.designs.dominance import Dominance, dominates_at_point
from rropt.designs.order_certificate import certified
from rropt.exact.element import Number
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.exact.fields import Field, Free
from rropt.exact.matrix import common_field, product
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision
from rropt.order.garbling import as_garbling, match_inputs
from rropt.order.minimal import minimal_form
from rropt.results import Result, Table, fact_table, text_table

if TYPE_CHECKING:
    from rropt.oracles.deficiency_exact import DeficiencyProposal

__all__ = ["Deficiency", "deficiency", "deficiency_of", "total_variation"]

ZERO = Fraction(0)
MOST_CELLS = 10_000
MOST_CELLS_ELEMENTS = 3_000
MOST_DEGREE = 6
MOST_UNKNOWNS = 30_000
MOST_WORK = 2_300_000  # products of a gain and a probability: 64 inputs and 128 outputs twice, four fifths of the checker's budget


@dataclass(frozen=True, slots=True, repr=False)
class Deficiency(Result):
    """lower ≤ deficiency of `first` towards `second` ≤ upper; the garbling attains upper, the decision problem lower."""

    first: Mechanism
    second: Mechanism
    lower: Number
    upper: Number
    garbling: Mechanism
    decision: Decision
    certificate: str
    sentence: str
    uncertified: str = ""

    @property
    def exact(self) -> Number | None:
        """The deficiency where it is known exactly."""
        return self.lower if self.lower == self.upper else None

    def explain(self) -> str:
        """The number or its bounds, the garbling that comes so near, and what the checker accepted."""
        lines = [text_table(*self.as_table()), "", "The garbling C for which C·first comes so near to second:"]
        proof = f"Uncertified: {self.uncertified}" if self.uncertified else f"Certified: {self.sentence}"
        return "\n".join([*lines, repr(self.garbling), proof])

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        from rropt.designs.order_text import deficiency_dict, mechanism_dict

        garbling, decision = mechanism_dict(self.garbling), self.decision.to_dict()
        head = {"schema": "rropt/deficiency/1", **deficiency_dict(self)}
        return {**head, "garbling": garbling, "decision": decision, "sentence": self.sentence}

    def as_table(self) -> Table:
        """The deficiency, or its bounds."""
        if self.exact is not None:
            return fact_table({"deficiency of first towards second": self.exact})
        return fact_table({"deficiency, at least": self.lower, "deficiency, at most": self.upper})


def total_variation(a: Mechanism, b: Mechanism) -> Number:
    """The largest total variation, over inputs, of the two laws of the output."""
    sums: list[Number] = [ZERO] * a.k
    for p, q in zip(a.rows, b.rows, strict=True):
        sums = [s + max(ZERO, x - y) for s, x, y in zip(sums, p, q, strict=True)]
    return max(sums)


def deficiency(first: Mechanism, second: Mechanism) -> Deficiency:
    """The deficiency of `first` towards `second`: exact on small programs, and where it is 0; else to ten digits.

    Where a decision problem of so many actions is more than the checker takes on, or the mechanisms are so near to each
    other that rounds of refinement do not settle, the enclosure is wide.
    Over Q(t) an optimum of a high degree in t is enclosed too, because its certificate would be slow to check.
    """
    matched = match_inputs(first, second)
    field = common_field(first.rows, matched.rows)
    if isinstance(field, Free):
        raise InputError(f"a deficiency is one number, but {field}; fix epsilon")
    return _deficiency(first, matched, field, None)


def deficiency_of(found: Dominance) -> Deficiency:
    """The deficiency of the first towards the second mechanism of an order that is decided already."""
    if found.garbling is not None:
        return loosely(found)
    return _deficiency(found.first, found.second, common_field(found.first.rows, found.second.rows), found)


def _deficiency(first: Mechanism, matched: Mechanism, field: Field | None, found: Dominance | None) -> Deficiency:
    p, q = minimal_form(first), minimal_form(matched)
    from rropt.oracles.deficiency_exact import deficiency_by_simplex, deficiency_size, degree, rounded
    from rropt.oracles.deficiency_refined import deficiency_by_refinement

    if deficiency_size(p.mechanism, q.mechanism) <= (MOST_CELLS if field is None else MOST_CELLS_ELEMENTS):
        proposal: DeficiencyProposal | None = deficiency_by_simplex(p.mechanism, q.mechanism)
        assert proposal is not None
        proposal = rounded(proposal) if degree(proposal) > MOST_DEGREE else proposal
    else:
        proposal = deficiency_by_refinement(p.mechanism, q.mechanism) if found is None else None
        if proposal is None:
            found = dominates_at_point(first, matched) if found is None else found
            if found.witness is None:
                return loosely(found)
            proposal = deficiency_by_refinement(p.mechanism, q.mechanism, apart=found.witness.decision)
        if proposal is None or _work(first, matched, proposal) > MOST_WORK:
            return loosely(dominates_at_point(first, matched) if found is None else found)
    rows = product(product(q.split, proposal.garbling), p.merge)
    return enclosed(first, matched, as_garbling(rows, first, matched), proposal.decision)


def _work(first: Mechanism, second: Mechanism, proposal: DeficiencyProposal) -> int:
    """About what the checker is asked for: products of a gain that is not 0 and a probability."""
    return sum(1 for row in proposal.decision.gains for x in row if x) * (first.m + second.m)


def loosely(found: Dominance) -> Deficiency:
    """The enclosure that is known without a program: zero from a garbling; else what a decision problem loses from
    below, and from above the best that can be made without any answer, the average of the columns of Q.
    """
    first, second = found.first, found.second
    uniform = (Fraction(1, first.k),) * first.k
    if found.garbling is not None:
        return enclosed(first, second, found.garbling, Decision(uniform, ((ZERO,) * first.k,)))
    assert found.witness is not None
    rows = [[sum(row, ZERO) / first.k] * first.m for row in second.rows]
    return enclosed(first, second, as_garbling(rows, first, second), found.witness.decision)


def enclosed(first: Mechanism, second: Mechanism, garbling: Mechanism, decision: Decision) -> Deficiency:
    """The enclosure that a garbling and a decision problem prove, both evaluated exactly."""
    upper = total_variation(garbling @ first, second)
    lower = max(ZERO, decision.value(second) - decision.value(first))
    if lower > upper:
        raise Disagreement(f"the deficiency would be at least {lower} and at most {upper}; nothing is concluded")
    bounds = first, second, lower, upper, garbling, decision
    try:
        text, sentence = certified(order.deficiency(first, second, garbling.rows, decision, lower, upper))
    except Undecided as error:  # more than the checker takes on; the bounds are exact all the same
        return Deficiency(*bounds, "", "", uncertified=str(error))
    return Deficiency(*bounds, text, sentence)
