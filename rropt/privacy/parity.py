"""Parity: the largest ratio of the probabilities of one output under two inputs (two entries of a row)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from rropt.exact.element import Bound, Number
from rropt.exact.infinity import Infinity, is_infinite
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import read_factor, say_letter, spell_factor
from rropt.privacy.notion import Violation
from rropt.privacy.ratios import largest_ratio, violations_of_ratio
from rropt.privacy.stored import Fields
from rropt.privacy.together import OfRatio

__all__ = ["Parity"]


@dataclass(frozen=True, slots=True, repr=False)
class Parity(OfRatio):
    """P has parity ≤ γ iff p_ij ≤ γ·p_il for all outputs i and inputs j, l.

    The parity is max_i max_jl p_ij / p_il with 0/0 = 1 and a/0 = ∞, so it is finite iff every row is all zero or all positive.
    Chai and Nayak (2018), Definition 1.3.

    Args:
        gamma: The largest ratio within a row, at least 1.

    Raises:
        InputError: Gamma is no number of at least 1.

    Example:
        >>> from rropt import Parity, from_spec
        >>> print(Parity(1).tightest(from_spec("krr:k=4,epsilon=ln3")))
        3
    """

    name: ClassVar[str] = "parity"
    gamma: Bound

    def __init__(self, gamma: object) -> None:
        object.__setattr__(self, "gamma", read_factor(gamma, "gamma"))

    def violations(self, mechanism: Mechanism) -> tuple[Violation, ...]:
        """The inequalities p_ij ≤ γ·min_l p_il that fail, worst first. Each is named `upper[i,j]`, for output i and input j."""
        return violations_of_ratio(mechanism, self.gamma)

    def tightest(self, mechanism: Mechanism) -> Number | Infinity:
        """The mechanism's parity: the largest ratio of two entries of one of its rows."""
        return largest_ratio(mechanism).value

    def parity(self) -> Bound:
        """The largest ratio of two entries of a row that the demand allows: γ."""
        return self.gamma

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand: its name and γ."""
        return {"name": "parity", "gamma": self.gamma}

    def sentence(self) -> str:
        """The demand in a sentence for a respondent."""
        if is_infinite(self.gamma):
            return "This demand promises nothing: an answer may reveal the truth."
        if self.gamma == 1:
            return "Your answer says nothing at all about the truth."
        return (
            "Whatever the truth about you, each answer would be at most "
            f"{spell_factor(self.gamma)} times as likely under it as under any other{say_letter(self.gamma)}."
        )

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of the demand's name and γ as text."""
        return {"name": self.name, "gamma": show(self.gamma)}

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build the demand from its fields, as read from JSON or a command line."""
        return cls(fields.number("gamma"))

    def __repr__(self) -> str:
        return f"Parity('{show(self.gamma)}')"
