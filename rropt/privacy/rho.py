"""ρ1-to-ρ2 privacy: no answer lifts an event from below ρ1 to above ρ2, or the reverse."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from rropt.exact.element import Number
from rropt.exact.errors import InputError, Received, Undecided
from rropt.exact.ordering import number_between
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.boundary.breaking import breach_on_two
from rropt.privacy.boundary.function import BreachFunction
from rropt.privacy.boundary.named import odds_after, rho_boundaries
from rropt.privacy.bounds import read_probability, spell_factor
from rropt.privacy.notion import Breach, Violation
from rropt.privacy.ratios import largest_ratio, violations_of_ratio
from rropt.privacy.stored import Fields
from rropt.privacy.together import OfRatio

__all__ = ["RhoBreach"]


@dataclass(frozen=True, slots=True, repr=False)
class RhoBreach(OfRatio):
    """No output d lifts the probability of an event Q from below ρ1 to above ρ2, or lowers it from above ρ2 to below ρ1.

    This holds for every prior. Each of the two conditions, lifting and lowering, is equivalent to this: no two entries of a row
    have a ratio above ρ2(1−ρ1)/(ρ1(1−ρ2)). If a ratio is larger, some prior below ρ1 rises above ρ2, and some prior above ρ2 falls
    below ρ1. Evfimievski, Gehrke and Srikant (2003); Chai and Nayak (2018), Definition 1.1, Theorems 1.1, 3.1.

    Args:
        rho1: The prior below which an event is protected.
        rho2: The posterior that such an event must not pass.

    Raises:
        InputError: 0 < rho1 < rho2 < 1 does not hold.

    Example:
        >>> from rropt import RhoBreach, from_spec
        >>> RhoBreach("1/5", "1/2").holds(from_spec("warner:p=3/4"))
        True
    """

    name: ClassVar[str] = "rho"
    rho1: Number
    rho2: Number

    def __init__(self, rho1: object, rho2: object) -> None:
        low, high = _inside(rho1, "rho1"), _inside(rho2, "rho2")
        try:
            ordered = low < high
        except Undecided:
            ordered = False
        if not ordered:
            raise InputError(f"rho1 = {show(low)} must be less than rho2 = {show(high)}")
        object.__setattr__(self, "rho1", low)
        object.__setattr__(self, "rho2", high)

    def violations(self, mechanism: Mechanism) -> tuple[Violation, ...]:
        """The inequalities `upper[i,j]` (see `Violation`) that fail, each with a prior below ρ1 that rises above ρ2."""

        def breach(i: int, j: int, low: int) -> Breach:
            high, small = mechanism.rows[i][j], mechanism.rows[i][low]
            least = self.rho2 * small / (self.rho2 * small + (1 - self.rho2) * high)
            return breach_on_two(mechanism, i, j, low, number_between(least, self.rho1), self.rho2)

        return violations_of_ratio(mechanism, self.parity(), breach=breach)

    def tightest(self, mechanism: Mechanism) -> Number:
        """The least ρ2 for which the mechanism meets the demand with this ρ1."""
        return RhoBreach.tightest_rho2(mechanism, self.rho1)

    @staticmethod
    def tightest_rho2(mechanism: Mechanism, rho1: object) -> Number:
        """The least ρ2 such that no prior below ρ1 rises above ρ2: γρ1/(1+(γ−1)ρ1), or 1 if the mechanism's parity γ is ∞."""
        return odds_after(_inside(rho1, "rho1"), largest_ratio(mechanism).value)

    @staticmethod
    def tightest_rho1(mechanism: Mechanism, rho2: object) -> Number:
        """The largest ρ1 such that no prior below ρ1 rises above ρ2: ρ2/(γ−(γ−1)ρ2), or 0 if the mechanism's parity γ is ∞."""
        return 1 - odds_after(1 - _inside(rho2, "rho2"), largest_ratio(mechanism).value)

    def parity(self) -> Number:
        """The largest ratio that the demand allows between the chances of an answer under two inputs: ρ2(1−ρ1)/(ρ1(1−ρ2)) > 1."""
        return self.rho2 * (1 - self.rho1) / (self.rho1 * (1 - self.rho2))

    def boundaries(self) -> tuple[BreachFunction, BreachFunction]:
        """Bounds (h_l, h_u) on the posterior: h_l is `rho1` at priors above `rho2`, else 0; h_u is `rho2` below `rho1`, else 1."""
        return rho_boundaries(self.rho1, self.rho2)

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand: its name, ρ1 and ρ2."""
        return {"name": "rho", "from": self.rho1, "to": self.rho2}

    def sentence(self) -> str:
        """The demand in a sentence for a respondent."""
        return (
            f"Nobody who thinks something about you less than {_percent(self.rho1)} probable will, from your answer, "
            f"come to think it more than {_percent(self.rho2)} probable, nor the reverse."
        )

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of three texts: the demand's name as `name`, ρ1 as `from`, and ρ2 as `to`."""
        return {"name": self.name, "from": show(self.rho1), "to": show(self.rho2)}

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build the demand from its fields, as read from JSON or a command line."""
        return cls(fields.number("from"), fields.number("to"))

    def __repr__(self) -> str:
        return f"RhoBreach('{show(self.rho1)}', '{show(self.rho2)}')"


def _inside(x: object, name: str) -> Number:
    value = read_probability(x, name)
    if value in (0, 1):
        raise InputError(Received(name, show(value)), " must lie strictly between 0 and 1")
    return value


def _percent(x: Number) -> str:
    """Write a probability as a percentage if that is short, else as a number."""
    if isinstance(x, Fraction) and (x * 1000).denominator == 1:
        hundredths = x * 100
        whole = math.floor(hundredths)
        return f"{whole}%" if hundredths == whole else f"{float(hundredths)}%"
    return show(x) if isinstance(x, Fraction) else spell_factor(x)
