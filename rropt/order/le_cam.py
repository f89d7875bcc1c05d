"""The deficiency of P towards Q: how far mechanism P is from being at least as informative as mechanism Q.

It is the least, over garblings C, of the largest total variation between C·P and Q under an input (Le Cam 1964). Any garbling gives
an upper bound. Any decision problem with gains in [0, 1] gives the lower bound V(Q) − V(P), where V(M) is what a mechanism M is
worth on the problem. `imitation` finds a garbling and a decision problem whose bounds meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from rropt.exact.element import Number
from rropt.mechanism import Mechanism
from rropt.order.certificate import certify, write_deficiency
from rropt.order.decision import Decision, no_decision
from rropt.order.dominance import Dominance, as_garbling
from rropt.order.imitation import imitate
from rropt.order.minimal import minimal_form
from rropt.order.words import show_matrix
from rropt.show import Block, Fact, Result, Say

__all__ = ["Deficiency", "deficiency_matched"]

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True, repr=False)
class Deficiency(Result):
    """Bounds on the deficiency of `first` towards `second`, which are equal if it is known exactly; `garbling` attains `upper`, and
    `decision` shows `lower`. The checker accepted the text `certificate`, and says in `sentence` what it proves."""

    schema: ClassVar[str] = "rropt/deficiency/2"
    first: Mechanism
    second: Mechanism
    lower: Number
    upper: Number
    garbling: Mechanism
    decision: Decision
    certificate: str
    sentence: str

    @property
    def value(self) -> Number | None:
        """The deficiency if both bounds on it are equal; else None."""
        return self.lower if self.lower == self.upper else None

    @property
    def told(self) -> Number | Deficiency:
        """The deficiency as a number for a document or words: itself if it is known, else its bounds."""
        return self.lower if self.lower == self.upper else self

    def show(self) -> Iterator[Block]:
        """Yield the deficiency, and the garbling that attains it."""
        yield Fact("deficiency", "deficiency of the first towards the second", self.told)
        yield Say("With this garbling C, C·first comes so near to the second:", key="")
        yield from show_matrix("garbling", self.garbling)
        yield Fact("decision", "", {"prior": self.decision.prior, "gains": self.decision.gains}, shown=False)
        yield Say(f"Certified: {self.sentence}", key="")
        yield Fact("certificate", "", self.certificate, shown=False)


def deficiency_matched(first: Mechanism, second: Mechanism, found: Dominance | None = None) -> Deficiency:
    """Find the deficiency of `first` towards `second`, whose inputs have the same order. It is 0 if `found` has a garbling."""
    if found is not None and found.garbling is not None:
        return _certified(first, second, found.garbling, no_decision(first.k))
    p, q = minimal_form(first), minimal_form(second)
    near = imitate(p.mechanism, q.mechanism)
    return _certified(first, second, as_garbling(q.carry(near.garbling, p), first, second), near.decision)


def _certified(first: Mechanism, second: Mechanism, garbling: Mechanism, decision: Decision) -> Deficiency:
    """Compute the bounds that a garbling and a decision problem show, and certify both."""
    made = (garbling @ first).rows
    over = [[max(ZERO, x - y) for x, y in zip(a, b, strict=True)] for a, b in zip(made, second.rows, strict=True)]
    upper = max(sum((row[j] for row in over), ZERO) for j in range(first.k))
    lower = decision.value(second) - decision.value(first)
    if lower < 0:
        lower, decision = ZERO, no_decision(first.k)
    bounds = (lower, upper)
    text, sentence = certify(write_deficiency(first, second, garbling.rows, decision, bounds))
    return Deficiency(first, second, *bounds, garbling, decision, text, sentence)
