"""The deficiency of P towards Q: how far mechanism P is from being at least as informative as mechanism Q.

For a garbling C and an input j, the total variation between the outputs of C·P and of Q is ½·Σ_i |(C·P − Q)_ij|. The distance of
C·P from Q is the largest of these numbers over the inputs j. The deficiency is the least distance over all garblings C. It is zero
exactly if P is at least as informative as Q (Le Cam 1964).

Any garbling gives an upper bound on the deficiency. Any decision problem with gains in [0, 1] gives the lower bound V(Q) − V(P),
where V(M) is what a mechanism M earns on the problem (`decision.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.exact.decimal import decimal, show_with_decimal
from rropt.exact.element import Number
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.exact.fields import Field, Free
from rropt.exact.matrix import common_field, product
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.mechanism import Mechanism
from rropt.order import certificate
from rropt.order.decision import Decision
from rropt.order.dominance import Dominance, dominates_at_point
from rropt.order.garbling import as_garbling
from rropt.order.minimal import MinimalForm, minimal_form
from rropt.order.numeric.deficiency import (
    DeficiencyProposal,
    deficiency_by_numeric,
    deficiency_by_simplex,
    deficiency_size,
    degree,
    is_beyond_programs,
    round_proposal,
)
from rropt.order.words import mechanism_dict
from rropt.privacy.given import match_inputs
from rropt.results import Result, Table, fact_table, number_fields, text_table

__all__ = ["Deficiency", "deficiency", "deficiency_of", "loose_deficiency", "total_variation_between"]

ZERO = Fraction(0)
MOST_CELLS = 10_000
MOST_CELLS_ELEMENTS = 3_000
MOST_DEGREE = 6
MOST_UNKNOWNS = 30_000
# Products of a gain and a probability that a certificate may have: four fifths of what the checker takes on. Two mechanisms of 64
# inputs and 128 outputs have so many.
MOST_WORK = 2_300_000


@dataclass(frozen=True, slots=True, repr=False)
class Deficiency(Result):
    """Bounds on the deficiency (how far the best garbling of `first` stays from `second`); `garbling` attains `upper`, `decision`
    shows `lower`."""

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
    def value(self) -> Number | None:
        """The deficiency if both bounds on it are equal; else None."""
        return self.lower if self.lower == self.upper else None

    def explain(self) -> str:
        """Write the deficiency or its bounds, the garbling that attains the upper bound, and the certified sentence or why there is
        none.
        """
        lines = [text_table(*self.as_table()), "", "The garbling C for which C·first comes so near to second:"]
        proof = f"Uncertified: {self.uncertified}" if self.uncertified else f"Certified: {self.sentence}"
        return "\n".join([*lines, repr(self.garbling), proof])

    @property
    def said(self) -> str:
        """The deficiency in words; if only bounds on it are known, these bounds."""
        if self.value is not None:
            return show_with_decimal(self.value)
        low, high = decimal(self.lower, direction="lower"), decimal(self.upper, direction="upper")
        why = f" (uncertified: {self.uncertified})" if self.uncertified else ""
        return f"at least {low} and at most {high}{why}"

    def to_dict_short(self) -> dict[str, Any]:
        """The exact value (or null), the bounds rounded outward, and the certificate."""
        fields = number_fields(self.value, self.lower, self.upper)
        assert fields is not None
        why = {"uncertified": self.uncertified} if self.uncertified else {}
        return {**fields, "certificate": self.certificate or None, **why}

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        garbling, decision = mechanism_dict(self.garbling), self.decision.to_dict()
        head = {"schema": "rropt/deficiency/1", **self.to_dict_short()}
        return {**head, "garbling": garbling, "decision": decision, "sentence": self.sentence}

    def as_table(self) -> Table:
        """A table of the deficiency, or its bounds."""
        if self.value is not None:
            return fact_table({"deficiency of first towards second": self.value})
        low, high = show_with_decimal(self.lower, direction="lower"), show_with_decimal(self.upper, direction="upper")
        return fact_table({"deficiency, at least": low, "deficiency, at most": high})


def total_variation_between(a: Mechanism, b: Mechanism) -> Number:
    """Return the largest total variation, over the inputs, between the distributions of the output under a and under b."""
    sums: list[Number] = [ZERO] * a.k
    for p, q in zip(a.rows, b.rows, strict=True):
        sums = [s + max(ZERO, x - y) for s, x, y in zip(sums, p, q, strict=True)]
    return max(sums)


def deficiency(first: Mechanism, second: Mechanism, *, seconds: float | None = None) -> Deficiency:
    """The largest total variation that remains between `second` and the best garbling of `first`.

    The deficiency is exact if it is shown to be 0 or if the linear program for it is small; else it is enclosed. The enclosure is
    as narrow as floats allow, about 1e-12; the deficiency of two nearly equivalent mechanisms may be smaller than that. If the
    second mechanism has more than 5,000 entries, the enclosure has two or three correct digits, or one if the deficiency is nearly
    0. The enclosure is wider if the decision problem that shows the lower bound has too many actions for the checker. If entries
    are irrational, an optimum of high degree in t is enclosed too, because its certificate would be slow to check.

    Args:
        first: A mechanism.
        second: Another of the same inputs.
        seconds: The time limit, after which `OutOfTime` is raised (None for no limit); running compiled code is not interrupted.

    Returns:
        The deficiency: `value` (None unless exact), `lower`, `upper`, the garbling that attains `upper`, and the certificate.

    Raises:
        InputError: The inputs differ, or epsilon is free. Undecided: Floats give no enclosure, and the order is undecided.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.order import deficiency
        >>> print(deficiency(from_spec("kuk:p=2/3,q=1/3"), from_spec("warner:p=3/4")).value)
        1/12

    Reference: Le Cam (1964), Sufficiency and approximate sufficiency; Torgersen (1991), Comparison of statistical experiments.
    """
    first, matched = match_inputs(first, second)
    field = common_field(first.rows, matched.rows)
    if isinstance(field, Free):
        raise InputError(f"cannot compute a deficiency while {field.number} is free ({field}); fix {field.number}")
    with limit_seconds(read_seconds(seconds)):
        return _deficiency(first, matched, field, None)


def deficiency_of(found: Dominance) -> Deficiency:
    """Compute or enclose the deficiency of `found.first` towards `found.second`.

    `found` already says whether the first mechanism is at least as informative. If it is, the deficiency is 0.
    """
    if found.garbling is not None:
        return loose_deficiency(found)
    return _deficiency(found.first, found.second, common_field(found.first.rows, found.second.rows), found)


def _deficiency(first: Mechanism, matched: Mechanism, field: Field | None, found: Dominance | None) -> Deficiency:
    p, q = minimal_form(first), minimal_form(matched)
    if deficiency_size(p.mechanism, q.mechanism) <= (MOST_CELLS if field is None else MOST_CELLS_ELEMENTS):
        proposal = deficiency_by_simplex(p.mechanism, q.mechanism)
        proposal = round_proposal(proposal) if degree(proposal) > MOST_DEGREE else proposal
        return _carry_over(first, matched, p, q, proposal)
    if found is None and is_beyond_programs(q.mechanism):
        found = _decided(first, matched)
    if found is not None and found.garbling is not None:
        return loose_deficiency(found)
    near = deficiency_by_numeric(p.mechanism, q.mechanism)
    gains = 0 if near is None else sum(1 for row in near.decision.gains for x in row if x)
    if near is not None and gains * (first.m + matched.m) > MOST_WORK:
        near = None
    enclosure = None if near is None else _carry_over(first, matched, p, q, near)
    if enclosure is not None and enclosure.lower > 0 and found is None:
        return enclosure
    try:
        found = dominates_at_point(first, matched) if found is None else found
    except Undecided:
        if enclosure is None:
            raise
        return enclosure
    if found.witness is None or enclosure is None:
        return loose_deficiency(found)
    if enclosure.lower < found.witness.second - found.witness.first:
        return certify_enclosure(first, matched, enclosure.garbling, found.witness.decision)
    return enclosure


def _decided(first: Mechanism, second: Mechanism) -> Dominance | None:
    """Decide whether the first mechanism is at least as informative as the second; None if undecided."""
    try:
        return dominates_at_point(first, second)
    except Undecided:
        return None


def _carry_over(
    first: Mechanism, second: Mechanism, p: MinimalForm, q: MinimalForm, proposal: DeficiencyProposal
) -> Deficiency:
    """Turn a garbling and a decision problem found for the minimal forms into ones for `first` and `second`, and certify the bounds
    that they prove."""
    rows = product(product(q.split, proposal.garbling), p.merge)
    return certify_enclosure(first, second, as_garbling(rows, first, second), proposal.decision)


def loose_deficiency(found: Dominance) -> Deficiency:
    """Enclose the deficiency of P = `found.first` towards Q = `found.second` without a linear program.

    If there is a garbling of P that gives Q, the deficiency is 0. Otherwise, the lower bound is how much more Q earns than P on the
    decision problem of `found`. The upper bound is the distance of one garbling of P from Q. This garbling ignores P's output, and
    draws an output from the mean of the columns of Q.
    """
    first, second = found.first, found.second
    if found.garbling is not None:
        return certify_enclosure(first, second, found.garbling, _nothing(first.k))
    assert found.witness is not None
    rows = [[sum(row, ZERO) / first.k] * first.m for row in second.rows]
    return certify_enclosure(first, second, as_garbling(rows, first, second), found.witness.decision)


def _nothing(k: int) -> Decision:
    """The decision problem in which all gains are 0."""
    return Decision((Fraction(1, k),) * k, ((ZERO,) * k,))


def certify_enclosure(first: Mechanism, second: Mechanism, garbling: Mechanism, decision: Decision) -> Deficiency:
    """Compute exactly the upper bound that a garbling proves for the deficiency and the lower bound that a decision problem proves,
    and certify both. If the certificate exceeds the checker's limits, the bounds are returned with that reason in `uncertified`.
    """
    upper = total_variation_between(garbling @ first, second)
    lower = decision.value(second) - decision.value(first)
    if lower < 0:
        lower, decision = ZERO, _nothing(first.k)
    if lower > upper:
        raise Disagreement(
            f"the lower bound {lower} of the deficiency exceeds its upper bound {upper}; this is an error in rropt; please report "
            "it"
        )
    bounds = first, second, lower, upper, garbling, decision
    try:
        text, sentence = certificate.certify(
            certificate.write_deficiency(first, second, garbling.rows, decision, lower, upper)
        )
    except Undecided as error:  # more than the checker takes on; the bounds are exact all the same
        return Deficiency(*bounds, "", "", uncertified=str(error))
    return Deficiency(*bounds, text, sentence)
