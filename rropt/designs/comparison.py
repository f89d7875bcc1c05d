"""The relation of two mechanisms in Blackwell's order, with a witness for each half of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rropt.designs.deficiency import Deficiency, deficiency, enclosed
from rropt.designs.dominance import Dominance, Witness, dominates
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision
from rropt.order.garbling import match_inputs

__all__ = ["Comparison", "Relation", "compare"]

Relation = Literal["better", "worse", "equivalent", "incomparable"]
SENTENCES = {
    "better": "A is more informative than B",
    "worse": "B is more informative than A",
    "equivalent": "A and B are equally informative",
    "incomparable": "neither of A and B is at least as informative as the other",
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A against B: `better`, `worse`, `equivalent` or `incomparable`; `forward` asks A ⪰ B, `backward` B ⪰ A.

    `deficiency` says how far A is from being at least as informative as B, `reverse_deficiency` the other way round.
    """

    first: Mechanism
    second: Mechanism
    relation: Relation
    forward: Dominance
    backward: Dominance
    deficiency: Deficiency
    reverse_deficiency: Deficiency

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

    @property
    def certificate(self) -> str:
        """The certificate's text; a strict relation is stated of the more informative mechanism first."""
        from rropt.certificate.order import comparison
        from rropt.designs.order_certificate import text

        if self.relation == "worse":
            document = comparison(
                self.second, self.first, "strictly more informative", self.backward.evidence, self.forward.evidence
            )
        else:
            relation = "strictly more informative" if self.relation == "better" else self.relation
            document = comparison(self.first, self.second, relation, self.forward.evidence, self.backward.evidence)
        return text(document)

    def __str__(self) -> str:
        return self.sentence


def relation_of(forward: bool, backward: bool) -> Relation:
    """The relation that the two halves make."""
    if forward:
        return "equivalent" if backward else "better"
    return "worse" if backward else "incomparable"


def compare(first: Mechanism, second: Mechanism) -> Comparison:
    """The relation of `first` to `second`, exactly, with garblings and decision problems that show it."""
    matched = match_inputs(first, second)
    forward, backward = dominates(first, matched), dominates(matched, first)
    if not isinstance(forward, Dominance) or not isinstance(backward, Dominance):
        raise InputError("a comparison is of two mechanisms, but epsilon is free; use compare_on_interval")
    return Comparison(
        forward.first,
        forward.second,
        relation_of(forward.holds, backward.holds),
        forward,
        backward,
        _deficiency(forward),
        _deficiency(backward),
    )


def _deficiency(found: Dominance) -> Deficiency:
    if found.garbling is None:
        return deficiency(found.first, found.second)
    k = found.first.k
    return enclosed(found.first, found.second, found.garbling, Decision((Fraction(1, k),) * k, ((Fraction(0),) * k,)))
