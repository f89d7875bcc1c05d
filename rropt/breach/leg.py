"""The result of one of several independent computations of B(h) (a leg), and how far its value can be trusted.

B(h) is the infimum over priors p of the odds of h(p) divided by the odds of p, for the boundary h of a privacy demand.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rropt.results import Result, Table, fact_table

__all__ = ["BoundLeg", "Standing"]


class Standing(StrEnum):
    """How far a value of B(h), the bound of a privacy demand, can be trusted: the status of one of several computations of B(h).

    Computations in doubles, and those by sympy and cvxpy, have a free text as their status instead.
    """

    EXACT = "exact"
    ENCLOSED = "enclosed"
    RIGOROUS = "rigorous"
    LIMIT = "a limit inside the enclosure"
    ACCEPTED = "accepted"
    UNCERTIFIED = "uncertified"


@dataclass(frozen=True, slots=True, repr=False)
class BoundLeg(Result):
    """The result of one computation of B(h), the infimum over priors p of the odds of h(p) divided by the odds of p.

    Here h is the boundary of a privacy demand. Several computations check each other. `name` and `source` say how B(h) was
    computed, and `status` says how far the value can be trusted. If no value was found, `value` is None.
    """

    name: str
    status: str
    value: str | None
    source: str

    def explain(self) -> str:
        """Write the value, how it was computed, and how far it can be trusted."""
        how = ", ".join(part for part in (self.source, self.status) if part)
        return f"{self.name}: {how}" if self.value is None else f"{self.name}: {self.value} ({how})"

    def to_dict(self) -> dict[str, Any]:
        """The status, value and source as a plain dictionary."""
        return {"status": str(self.status), "value": self.value, "source": self.source}

    def as_table(self) -> Table:
        """A table with one row per field."""
        return fact_table({"leg": self.name, **self.to_dict()})
