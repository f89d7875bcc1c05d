"""β-factor privacy: no answer multiplies or divides the probability of any event by more than β."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from rropt.exact.element import Bound, Number
from rropt.exact.infinity import Infinity, is_infinite
from rropt.exact.ordering import number_between
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.boundary.breaking import breach_on_two
from rropt.privacy.boundary.function import BreachFunction
from rropt.privacy.boundary.named import Side, beta_boundaries, odds_boundary
from rropt.privacy.bounds import read_factor, say_letter, spell_factor
from rropt.privacy.notion import Breach, Violation
from rropt.privacy.ratios import largest_ratio, violations_of_ratio
from rropt.privacy.stored import Fields
from rropt.privacy.together import OfRatio

__all__ = ["BetaFactor"]


@dataclass(frozen=True, slots=True, repr=False)
class BetaFactor(OfRatio):
    """For every prior, event Q with Pr(Q) > 0 and possible output d: 1/β ≤ Pr(Q | d) / Pr(Q) ≤ β.

    Pr(Q | d)/Pr(Q) is the average of row d over Q divided by its average over all inputs. As Pr(Q) → 0 it can approach
    the largest entry of the row divided by the smallest. So the demand holds iff no such ratio exceeds β. Nayak, Zhang and
    Adeshiyan (2015); Chai and Nayak (2018), Definition 1.2 and Theorem 1.2.

    Args:
        beta: The factor, at least 1.

    Raises:
        InputError: Beta is no number of at least 1.

    Example:
        >>> from rropt import BetaFactor, from_spec
        >>> BetaFactor(3).holds(from_spec("warner:p=3/4"))
        True
    """

    name: ClassVar[str] = "beta"
    beta: Bound

    def __init__(self, beta: object) -> None:
        object.__setattr__(self, "beta", read_factor(beta, "beta"))

    def violations(self, mechanism: Mechanism) -> tuple[Violation, ...]:
        """Return the inequalities `upper[i,j]` that fail: p_ij ≤ β·p_il, where the input l (`against`) has the least p_il. Each
        comes with a prior on j and l, under which output i raises the probability of j more than β-fold.
        """

        def breach(i: int, j: int, low: int) -> Breach:
            assert not is_infinite(self.beta)
            high, small = mechanism.rows[i][j], mechanism.rows[i][low]
            most = (high - self.beta * small) / (self.beta * (high - small))
            prior = number_between(Fraction(0), most)
            return breach_on_two(mechanism, i, j, low, prior, self.beta * prior)

        return violations_of_ratio(mechanism, self.beta, breach=breach)

    def tightest(self, mechanism: Mechanism) -> Number | Infinity:
        """The largest ratio of two entries of a row. It is the supremum of Pr(Q | d)/Pr(Q) over priors, events Q and outputs d."""
        return largest_ratio(mechanism).value

    def parity(self) -> Bound:
        """The largest ratio of two entries of a row that the demand allows: β."""
        return self.beta

    def boundaries(self) -> tuple[BreachFunction, BreachFunction]:
        """The lower and the upper boundary (h_l, h_u) of the equivalent `SIP` demand: for a prior p, p/β and min(1, βp)."""
        if is_infinite(self.beta):
            return odds_boundary(self.beta, Side.LOWER), odds_boundary(self.beta, Side.UPPER)
        return beta_boundaries(self.beta)

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand: its name and β."""
        return {"name": "beta", "beta": self.beta}

    def sentence(self) -> str:
        """The demand in a sentence for a respondent."""
        if is_infinite(self.beta):
            return "This demand promises nothing: an answer may reveal the truth."
        if self.beta == 1:
            return "Your answer says nothing at all about the truth."
        return (
            "Whatever anybody thinks of you beforehand, your answer makes nothing about you more than "
            f"{spell_factor(self.beta)} times as probable, or as improbable, as they thought"
            f"{say_letter(self.beta)}."
        )

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of the demand's name and β as text."""
        return {"name": self.name, "beta": show(self.beta)}

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build the demand from its fields, as read from JSON or a command line."""
        return cls(fields.number("beta"))

    def __repr__(self) -> str:
        return f"BetaFactor('{show(self.beta)}')"
