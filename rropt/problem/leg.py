"""One of the independent answers to a problem."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from rropt.exact.decimal import show_with_decimal
from rropt.exact.element import Number
from rropt.exact.spelling import show
from rropt.results import Result, Table, fact_table

__all__ = ["CVXPY", "SOURCES", "SYMPY", "Leg"]

SYMPY, CVXPY = "sympy", "cvxpy"
SOURCES = {SYMPY: "Problem.as_sympy", CVXPY: "Problem.as_cvxpy"}
"""The legs that are asked beside the fast legs, by name; for each the method that poses its program."""


@dataclass(frozen=True, slots=True, repr=False)
class Leg(Result):
    """One of the independent answers to a problem: its value, source and status.

    `resolution` is the difference that the solver's tolerance cannot resolve.
    """

    name: str
    status: str
    value: Number | float | None
    source: str
    resolution: float = field(default=0.0, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; the value is text."""
        value = self.value if not isinstance(self.value, float) or math.isfinite(self.value) else None
        text = None if value is None else repr(float(value) + 0.0) if isinstance(value, float) else show(value)
        return {"status": self.status, "value": text, "source": self.source}

    def as_table(self) -> Table:
        """A table with one row per field."""
        return fact_table({"leg": self.name, **self.to_dict()})

    def explain(self) -> str:
        """Say the value, its source and its authority."""
        if self.value is None:
            return f"{self.name}: {self.status} ({self.source})"
        value = (
            f"{self.value + 0.0:.10g}" if isinstance(self.value, float) else show_with_decimal(self.value, digits=10)
        )
        return f"{self.name}: {value} ({self.source}; {self.status})"
