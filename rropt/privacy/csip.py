"""Canonical strict information privacy: no answer lifts an event of probability p above h(p), for a stated function h."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from rropt.exact.element import Bound
from rropt.exact.infinity import is_infinite
from rropt.mechanism import Mechanism
from rropt.privacy.boundary.algebra import reflect
from rropt.privacy.boundary.breaking import breach_on_two, broken_at
from rropt.privacy.boundary.function import BreachFunction, require_upper
from rropt.privacy.boundary.infimum import largest_factor
from rropt.privacy.boundary.named import Side, odds_boundary
from rropt.privacy.boundary.reading import read_boundary, text_of
from rropt.privacy.bounds import spell_factor
from rropt.privacy.notion import Violation, worst_first
from rropt.privacy.ratios import extremes, largest_ratio, ratio
from rropt.privacy.stored import Fields
from rropt.privacy.together import OfRatio

__all__ = ["CSIP"]


@dataclass(frozen=True, slots=True, repr=False)
class CSIP(OfRatio):
    """For every prior, event Q with 0 < Pr(Q) < 1 and possible output d: Pr(Q | d) ≤ h(Pr(Q)), where p ≤ h(p) ≤ 1.

    Events of one input and priors on two inputs are the worst case. Let γ be the largest ratio of two entries of
    a row. A mechanism meets the demand iff h_γ(p) = γp/(1+(γ−1)p) ≤ h(p) on (0, 1). That is, γ ≤ B(h), where B(h) is the
    infimum of ((1−p)/p)·(h(p)/(1−h(p))) over 0 < p < 1. Chai and Nayak (2018), Definition 3.1, Theorem 3.1.

    Args:
        h: The boundary: a `BreachFunction`, points (p, h(p)), or text such as "0=1/5,8/9=1,1=1" or "odds:3".

    Raises:
        InputError: h is no function on [0, 1] with p ≤ h(p) ≤ 1.

    Example:
        >>> from rropt import CSIP, from_spec
        >>> CSIP([(0, "1/5"), ("8/9", 1), (1, 1)]).holds(from_spec("warner:p=3/5"))
        True
    """

    name: ClassVar[str] = "csip"
    h: BreachFunction

    def __init__(self, h: object) -> None:
        object.__setattr__(self, "h", require_upper(read_boundary(h, side=Side.UPPER)))

    def holds(self, mechanism: Mechanism) -> bool:
        """Whether no answer raises the probability of an event from a prior p to more than h(p)."""
        return broken_at(self.h, largest_ratio(mechanism).value) is None

    def violations(self, mechanism: Mechanism) -> tuple[Violation, ...]:
        """Return the inequalities `posterior[i,j]` ≤ h(prior) that fail, for output i and input j. Each has a prior at which it
        fails; its amount is posterior − h(prior)."""
        found = []
        for i, row in enumerate(mechanism.rows):
            low = extremes(row)[1]
            for j, x in enumerate(row):
                p = broken_at(self.h, ratio(x, row[low])) if x > row[low] else None
                if p is not None:
                    breach = breach_on_two(mechanism, i, j, low, p, self.h(p))
                    found.append(Violation(f"posterior[{i},{j}]", breach.after - breach.limit, (i,), j, low, breach))
        return worst_first(found)

    def tightest(self, mechanism: Mechanism) -> BreachFunction:
        """The least h that the mechanism meets: γp/(1 + (γ−1)p), where γ is the largest ratio of two entries of a row."""
        return odds_boundary(largest_ratio(mechanism).value, Side.UPPER)

    def parity(self) -> Bound:
        """The largest ratio of two entries of a row that the demand allows, written B(h)."""
        return largest_factor(self.h)

    def boundaries(self) -> tuple[BreachFunction, BreachFunction]:
        """Return the lower boundary 1 − h(1−p), which is h for the complement of an event, and the upper boundary h(p)."""
        return reflect(self.h), self.h

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand: the equivalent bound on the parity (the largest ratio of an answer's
        chances under two inputs)."""
        return {"name": "parity", "gamma": self.parity()}

    def sentence(self) -> str:
        """The demand in a sentence for a respondent."""
        if self.h(Fraction(1, 2)) == 1 and is_infinite(self.parity()):
            return "This demand promises nothing: an answer may reveal the truth."
        if len(self.h.pieces) == 1 and not self.h.is_linear:
            return (
                "Whatever anybody thinks of you beforehand, your answer raises the odds of anything about you "
                f"by a factor of at most {spell_factor(self.parity())}."
            )
        half = spell_factor(self.h(Fraction(1, 2)))
        return (
            "Whatever anybody thinks of you beforehand, your answer raises the probability of anything about you "
            f"at most to the stated limit; of what was even chances, for one, to at most {half}."
        )

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of the demand's name and its boundary as text."""
        return {"name": self.name, "h": text_of(self.h, Side.UPPER)}

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build the demand from its fields, as read from JSON or a command line."""
        return cls(fields["h"])

    def __repr__(self) -> str:
        return f"CSIP('{text_of(self.h, Side.UPPER)}')"

    def __str__(self) -> str:
        return f"CSIP('{self.h}')"
