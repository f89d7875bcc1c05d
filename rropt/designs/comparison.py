"""The relation of two mechanisms in Blackwell's order, with a witness for each half of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from rropt.certificate.order import EQUIVALENT, INCOMPARABLE, STRICTLY, comparison
from rropt.designs.deficiency import MOST_UNKNOWNS, Deficiency, deficiency_of, loosely
from rropt.designs.dominance import Dominance, Witness, dominates_at_point, shared_field, witnessed
from rropt.designs.order_certificate import certified
from rropt.exact.errors import Disagreement
from rropt.exact.fields import Free
from rropt.mechanism import Mechanism
from rropt.order.garbling import match_inputs
from rropt.order.minimal import MinimalForm
from rropt.results import Result, Table

if TYPE_CHECKING:
    from rropt.designs.comparison_interval import ComparisonPieces

__all__ = ["Comparison", "Relation", "compare", "compare_at_point"]

SCHEMA = "rropt/compare/1"
Relation = Literal["better", "worse", "equivalent", "incomparable"]
CLAIMS = {"better": STRICTLY, "worse": STRICTLY, "equivalent": EQUIVALENT, "incomparable": INCOMPARABLE}
SENTENCES = {
    "better": "A is more informative than B",
    "worse": "B is more informative than A",
    "equivalent": "A and B are equally informative",
    "incomparable": "neither of A and B is at least as informative as the other",
}


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Result):
    """A against B: `better`, `worse`, `equivalent` or `incomparable`; `forward` asks A ⪰ B, `backward` B ⪰ A.

    `deficiency` says how far A is from being at least as informative as B, `reverse_deficiency` the other way round.
    `certificate` is the text the checker accepted with `proved`, the more informative mechanism of a strict relation first.
    """

    first: Mechanism
    second: Mechanism
    relation: Relation
    forward: Dominance
    backward: Dominance
    certificate: str
    proved: str
    most_unknowns: int

    @property
    def deficiency(self) -> Deficiency:
        """The deficiency of A towards B, found when asked for: its certificate takes as long as the relation's."""
        return _deficiency(self.forward, self.most_unknowns)

    @property
    def reverse_deficiency(self) -> Deficiency:
        """The deficiency of B towards A, found when asked for."""
        return _deficiency(self.backward, self.most_unknowns)

    @property
    def garbling(self) -> Mechanism | None:
        """C with C @ A = B where A ⪰ B, else C with C @ B = A where B ⪰ A, else None."""
        return self.forward.garbling or self.backward.garbling

    @property
    def witness(self) -> Witness | None:
        """A decision problem that separates the two: B earns more than A where it can, else A more than B, else None."""
        return self.forward.witness or self.backward.witness

    @property
    def witnesses(self) -> tuple[Witness, ...]:
        """Every decision problem found: two where incomparable, one where strict, none where equivalent."""
        return tuple(w for w in (self.forward.witness, self.backward.witness) if w is not None)

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return SENTENCES[self.relation]

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        from rropt.designs.order_text import comparison_dict

        return comparison_dict(self)

    def explain(self) -> str:
        """The verdict with its witnesses, in words."""
        from rropt.designs.order_text import comparison_words

        return comparison_words(self)

    def as_table(self) -> Table:
        """The verdict and how far each is from the other."""
        from rropt.designs.order_text import deficiency_words

        near, reverse = map(deficiency_words, (self.deficiency, self.reverse_deficiency))
        rows = [("verdict", self.sentence), ("deficiency of A towards B", near), ("deficiency of B towards A", reverse)]
        return ("quantity", "value"), rows


def relation_of(forward: bool, backward: bool) -> Relation:
    """The relation that the two halves make."""
    if forward:
        return "equivalent" if backward else "better"
    return "worse" if backward else "incomparable"


def compare(first: Mechanism, second: Mechanism) -> Comparison | ComparisonPieces:
    """The relation of `first` to `second`, exactly, with garblings and decision problems that show it.

    Where epsilon is free, the relation on each piece of its interval. Inputs are matched by label where both have labels.
    """
    matched = match_inputs(first, second)
    if isinstance(shared_field(first, matched), Free):
        from rropt.designs.comparison_interval import compare_on_interval

        return compare_on_interval(first, matched)
    return compare_at_point(first, matched)


def compare_at_point(first: Mechanism, second: Mechanism) -> Comparison:
    """`compare` for mechanisms over one point of t."""
    matched = match_inputs(first, second)
    return put_together(dominates_at_point(first, matched), dominates_at_point(matched, first))


def put_together(forward: Dominance, backward: Dominance) -> Comparison:
    """The comparison that the two halves make."""
    relation = relation_of(forward.holds, backward.holds)
    text, proved = _certified(relation, forward, backward)
    return Comparison(forward.first, forward.second, relation, forward, backward, text, proved, MOST_UNKNOWNS)


def strictly_better(
    better: Mechanism, form: MinimalForm, garbling: Mechanism, leg: str, *, most_unknowns: int = MOST_UNKNOWNS
) -> Comparison:
    """The comparison of a mechanism, minimal as it is, with one that it strictly dominates by this garbling, under one
    certificate for both halves, each of which carries it; deficiencies with more unknowns than stated are only bounded.
    """
    from rropt.oracles.garbling import propose

    worse = form.original
    proposal = propose(form.mechanism, better)
    if proposal.gains is None:
        raise Disagreement("a mechanism that should be strictly less informative came out as at least as informative")
    witness = witnessed(worse, better, proposal)
    text, proved = certified(comparison(better, worse, STRICTLY, garbling.rows, witness.decision))
    forward = Dominance(better, worse, True, garbling, None, leg, text, proved)
    backward = Dominance(worse, better, False, None, witness, proposal.leg, text, proved)
    return Comparison(better, worse, "better", forward, backward, text, proved, most_unknowns)


def _certified(relation: Relation, forward: Dominance, backward: Dominance) -> tuple[str, str]:
    """The certificate of both halves; a strict relation is stated of the more informative mechanism first."""
    better, worse = (backward, forward) if relation == "worse" else (forward, backward)
    return certified(comparison(better.first, better.second, CLAIMS[relation], better.evidence, worse.evidence))


def _deficiency(found: Dominance, most_unknowns: int) -> Deficiency:
    large = found.first.m * found.second.m > most_unknowns
    return loosely(found) if large else deficiency_of(found)
