"""Strict information privacy: an event of probability p stays between h_l(p) and h_u(p) whatever the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from rropt.exact.element import Bound
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.boundary.algebra import reflect, star
from rropt.privacy.boundary.breaking import breach_on_two, broken_at
from rropt.privacy.boundary.function import BreachFunction, require_lower, require_upper
from rropt.privacy.boundary.named import Side, odds_boundary
from rropt.privacy.boundary.reading import read_boundary, text_of
from rropt.privacy.bounds import spell_factor
from rropt.privacy.csip import CSIP
from rropt.privacy.enclosure import Boundaries
from rropt.privacy.notion import Breach, Violation, worst_first
from rropt.privacy.ratios import extremes, largest_ratio, ratio
from rropt.privacy.stored import Fields
from rropt.privacy.together import OfRatio

__all__ = ["SIP"]


@dataclass(frozen=True, slots=True, repr=False)
class SIP(OfRatio):
    """For every prior, event Q and possible output d: h_l(Pr(Q)) ≤ Pr(Q | d) ≤ h_u(Pr(Q)), where h_l(p) ≤ p ≤ h_u(p).

    The lower bound h_l also bounds the complement of Q from above, by 1 − h_l(1−p). So the demand is equivalent to one upper bound,
    h(p) = min(h_u(p), 1 − h_l(1−p)), written h_l ⋆ h_u. Chai and Nayak (2018), Definition 2.2 and Lemma 3.1.

    Args:
        h_l: The lower boundary, with h_l(p) ≤ p, in a form that `CSIP` takes.
        h_u: The upper boundary, with h_u(p) ≥ p, likewise.

    Raises:
        InputError: h_l or h_u is no boundary on its side of p.

    Example:
        >>> from rropt import SIP, from_spec
        >>> demand = SIP([(0, 0), ("1/2", "1/5"), (1, "3/5")], [(0, "2/5"), ("1/2", "4/5"), (1, 1)])
        >>> demand.holds(from_spec("warner:p=7/10"))
        True
    """

    name: ClassVar[str] = "sip"
    h_l: BreachFunction
    h_u: BreachFunction

    def __init__(self, h_l: object, h_u: object) -> None:
        object.__setattr__(self, "h_l", require_lower(read_boundary(h_l, side=Side.LOWER)))
        object.__setattr__(self, "h_u", require_upper(read_boundary(h_u, side=Side.UPPER)))

    def boundaries(self) -> tuple[BreachFunction, BreachFunction]:
        """The stated functions (h_l, h_u): the lower and the upper bound on a posterior."""
        return self.h_l, self.h_u

    def canonical(self) -> CSIP:
        """The equivalent demand that states an upper boundary alone, h_l ⋆ h_u = min{h_u(p), 1 − h_l(1 − p)}."""
        return CSIP(star(self.h_l, self.h_u))

    def holds(self, mechanism: Mechanism) -> bool:
        """Whether no answer moves the probability of an event outside its bounds."""
        gamma = largest_ratio(mechanism).value
        return broken_at(self.h_u, gamma) is None and broken_at(reflect(self.h_l), gamma) is None

    def violations(self, mechanism: Mechanism) -> tuple[Violation, ...]:
        """The inequalities `posterior[i,j]` (output i, input j) that fail, each with a prior at which it fails and the amount."""
        found = []
        for i, row in enumerate(mechanism.rows):
            low = extremes(row)[1]
            for j, x in enumerate(row):
                breach = self._breach(mechanism, i, j, low) if x > row[low] else None
                if breach is not None:
                    excess = breach.after - breach.limit
                    amount = excess if breach.after > breach.before else -excess
                    found.append(Violation(f"posterior[{i},{j}]", amount, (i,), j, low, breach))
        return worst_first(found)

    def _breach(self, mechanism: Mechanism, i: int, j: int, low: int) -> Breach | None:
        """Return a breach by output i, under a prior that gives positive probability only to the inputs `j` and `low`.

        The breach is that the event {j} rises above h_u, or that {low} falls below h_l. None if neither happens.
        """
        gamma = ratio(mechanism.rows[i][j], mechanism.rows[i][low])
        p = broken_at(self.h_u, gamma)
        if p is not None:
            return breach_on_two(mechanism, i, j, low, p, self.h_u(p))
        p = broken_at(reflect(self.h_l), gamma)
        if p is None:
            return None
        rise = breach_on_two(mechanism, i, j, low, p, p)
        return Breach(rise.prior, (low,), i, 1 - p, 1 - rise.after, self.h_l(1 - p))

    def tightest(self, mechanism: Mechanism) -> Boundaries:
        """The narrowest h_l and h_u that the mechanism meets, as `lower` and `upper`. They follow from its parity."""
        gamma = largest_ratio(mechanism).value
        return Boundaries(odds_boundary(gamma, Side.LOWER), odds_boundary(gamma, Side.UPPER))

    def parity(self) -> Bound:
        """The largest ratio of two entries of a row that the demand allows; `largest_factor` finds it from h_l and h_u."""
        return self.canonical().parity()

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand: a bound on the ratio of two entries of a row (the parity)."""
        return {"name": "parity", "gamma": self.parity()}

    def sentence(self) -> str:
        """The demand in a sentence for a respondent."""
        half = Fraction(1, 2)
        low, high = self.h_l(half), self.h_u(half)
        is_short = isinstance(low, Fraction) and len(show(low)) <= 5
        bottom = spell_factor(low) if is_short else f"1 - {spell_factor(1 - low)}"
        return (
            "Whatever anybody thinks of you beforehand, your answer keeps the probability of anything about you within "
            f"the stated limits; what was even chances, for one, between {bottom} and {spell_factor(high)}."
        )

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of the demand's name and both boundaries as text."""
        return {"name": self.name, "lower": text_of(self.h_l, Side.LOWER), "upper": text_of(self.h_u, Side.UPPER)}

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build the demand from its fields, as read from JSON or a command line."""
        return cls(fields["lower"], fields["upper"])

    def __repr__(self) -> str:
        return f"SIP('{text_of(self.h_l, Side.LOWER)}', '{text_of(self.h_u, Side.UPPER)}')"

    def __str__(self) -> str:
        return f"SIP('{self.h_l}', '{self.h_u}')"
