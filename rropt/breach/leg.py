"""One way to B(h), and with what authority it says its value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rropt.results import Result, Table, fact_table

__all__ = ["BoundLeg", "Standing"]


class Standing(StrEnum):
    """With what authority a leg says its value; the numeric leg of a table says what its solver said instead."""

    EXACT = "exact"
    ENCLOSED = "enclosed"
    RIGOROUS = "rigorous"
    LIMIT = "a limit inside the enclosure"
    ACCEPTED = "accepted"
    UNCERTIFIED = "uncertified"


@dataclass(frozen=True, slots=True, repr=False)
class BoundLeg(Result):
    """One way to B(h): what it found (None where nothing), and by what."""

    name: str
    status: str
    value: str | None
    source: str

    def explain(self) -> str:
        """The value, by what, and with what authority."""
        how = ", ".join(part for part in (self.source, self.status) if part)
        return f"{self.name}: {how}" if self.value is None else f"{self.name}: {self.value} ({how})"

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary."""
        return {"status": str(self.status), "value": self.value, "source": self.source}

    def as_table(self) -> Table:
        """A table with one row per field."""
        return fact_table({"leg": self.name, **self.to_dict()})
