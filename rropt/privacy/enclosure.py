"""The results of `tightest` that are not one exact number: rational bounds on a number, or a pair of boundaries."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.exact.decimal import show_with_decimal
from rropt.results import FieldResult, Result, Table, fact_table

if TYPE_CHECKING:
    from rropt.privacy.boundary.function import BreachFunction

__all__ = ["Boundaries", "Enclosure"]


@dataclass(frozen=True, slots=True, repr=False)
class Enclosure(FieldResult):
    """A number that is only known to lie between `lower` and `upper`.

    Example:
        >>> from rropt import Sensitive, from_spec
        >>> found = Sensitive([1], "ln2").tightest(from_spec("warner:p=3/4"))
        >>> f"{float(found.lower):.6f}", f"{float(found.upper):.6f}", found.lower < found.upper
        ('1.584963', '1.584963', True)

    Reference: "How much could it be tightened?" (docs/demands.md).
    """

    lower: Fraction
    upper: Fraction

    def explain(self) -> str:
        """Both bounds in words, rounded outward."""
        return f"between {self._low} and {self._high}"

    def as_table(self) -> Table:
        """A table with one row per bound, rounded outward."""
        return fact_table({"lower": self._low, "upper": self._high})

    @property
    def _low(self) -> str:
        return show_with_decimal(self.lower, direction="lower")

    @property
    def _high(self) -> str:
        return show_with_decimal(self.upper, direction="upper")


@dataclass(frozen=True, slots=True, repr=False)
class Boundaries(Result):
    """The boundaries h_l and h_u between which every posterior stays, as functions of its prior.

    Example:
        >>> from rropt import SIP, from_spec
        >>> found = SIP("odds:1", "odds:1").tightest(from_spec("warner:p=3/4"))
        >>> str(found.lower), str(found.upper)
        ('odds:1/3', 'odds:3')

    Reference: Chai and Nayak (2018), Definition 2.2.
    """

    lower: BreachFunction
    upper: BreachFunction

    def explain(self) -> str:
        """Both boundaries in words."""
        return f"between {self.lower} and {self.upper}"

    def to_dict(self) -> dict[str, str]:
        """Both boundaries as texts that can be read back."""
        return {"lower": str(self.lower), "upper": str(self.upper)}

    def as_table(self) -> Table:
        """A table with one row per boundary."""
        return fact_table(self.to_dict())
