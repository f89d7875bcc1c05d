"""Bayes-factor bound: no answer changes the odds of any event by more than a factor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from rropt.exact.element import Bound, Number
from rropt.exact.infinity import Infinity, is_infinite
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.boundary.breaking import breach_on_two
from rropt.privacy.boundary.function import BreachFunction
from rropt.privacy.boundary.named import Side, odds_after, odds_boundary
from rropt.privacy.bounds import read_factor, say_letter, spell_factor
from rropt.privacy.notion import Breach, Violation
from rropt.privacy.ratios import largest_ratio, violations_of_ratio
from rropt.privacy.stored import Fields
from rropt.privacy.together import OfRatio

__all__ = ["BayesFactor"]


@dataclass(frozen=True, slots=True, repr=False)
class BayesFactor(OfRatio):
    """For every prior, every event Q with 0 < Pr(Q) < 1 and every possible output d: odds(Q | d) ≤ factor · odds(Q).

    The Bayes factor of Q is odds(Q | d)/odds(Q). The demand on the complement of Q bounds this factor from below by 1/factor. To
    compute the Bayes factor, average row d over Q, weighted by the prior, and divide by the same average over the complement of Q.
    So the demand holds iff the parity (largest ratio in a row) is at most the factor. Chai and Nayak (2018), (3.6) and Theorem 3.1.

    Args:
        factor: The factor, at least 1.

    Raises:
        InputError: The factor is no number of at least 1.

    Example:
        >>> from rropt import BayesFactor, from_spec
        >>> print(BayesFactor(2).tightest(from_spec("warner:p=3/4")))
        3
    """

    name: ClassVar[str] = "bayes"
    factor: Bound

    def __init__(self, factor: object) -> None:
        object.__setattr__(self, "factor", read_factor(factor, "factor"))

    def violations(self, mechanism: Mechanism) -> tuple[Violation, ...]:
        """Return the inequalities `upper[i,j]` that fail: p_ij ≤ factor·p_il, where the input l (`against`) has the least p_il.
        Each comes with the uniform prior on j and l. Under this prior, output i has the Bayes factor p_ij / p_il for the event {j}.
        """

        def breach(i: int, j: int, low: int) -> Breach:
            half = Fraction(1, 2)
            return breach_on_two(mechanism, i, j, low, half, odds_after(half, self.factor))

        return violations_of_ratio(mechanism, self.factor, breach=breach)

    def tightest(self, mechanism: Mechanism) -> Number | Infinity:
        """The largest Bayes factor over priors, events and outputs. It is the largest ratio of two entries of a row."""
        return largest_ratio(mechanism).value

    def parity(self) -> Bound:
        """The largest ratio of two entries of a row that the demand allows: the factor."""
        return self.factor

    def boundaries(self) -> tuple[BreachFunction, BreachFunction]:
        """The lower and upper boundary (h_l, h_u) of the equivalent `SIP` demand: they bound a posterior, given its prior."""
        return odds_boundary(self.factor, Side.LOWER), odds_boundary(self.factor, Side.UPPER)

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand: its name and the factor."""
        return {"name": "bayes", "factor": self.factor}

    def sentence(self) -> str:
        """The demand in a sentence for a respondent."""
        if is_infinite(self.factor):
            return "This demand promises nothing: an answer may reveal the truth."
        if self.factor == 1:
            return "Your answer says nothing at all about the truth."
        return (
            "Whatever anybody thinks of you beforehand, your answer changes the odds of anything about you "
            f"by a factor of at most {spell_factor(self.factor)}, up or down{say_letter(self.factor)}."
        )

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of the demand's name and its factor as text."""
        return {"name": self.name, "factor": show(self.factor)}

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build the demand from its fields, as read from JSON or a command line."""
        return cls(fields.number("factor"))

    def __repr__(self) -> str:
        return f"BayesFactor('{show(self.factor)}')"
