"""A leg: one of the independent answers to a problem, with its source."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from rropt.exact.decimal import show_with_decimal
from rropt.exact.element import Number
from rropt.exact.spelling import show
from rropt.results import Result, Table, fact_table

__all__ = ["CVXPY", "NO_FORMULA", "SOURCES", "SYMPY", "Leg"]

SYMPY, CVXPY = "sympy", "cvxpy"
SOURCES = {SYMPY: "Problem.as_sympy", CVXPY: "Problem.as_cvxpy"}
"""The answers that are asked for beside the fast ones, by name; for each the method that poses its program."""


@dataclass(frozen=True, slots=True, repr=False)
class Leg(Result):
    """One of the independent answers to a problem: its value (None if there is none), its source, and its status in words.

    Values that differ by less than `resolution` are the same to the solver, because of its tolerance.
    """

    name: str
    status: str
    value: Number | float | None
    source: str
    resolution: float = field(default=0.0, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The status, the value as text (None if there is none or it is not finite) and the source."""
        value = self.value if not isinstance(self.value, float) or math.isfinite(self.value) else None
        text = None if value is None else repr(float(value) + 0.0) if isinstance(value, float) else show(value)
        return {"status": str(self.status), "value": text, "source": self.source}

    def as_table(self) -> Table:
        """A table with one row for each of: the name, the status, the value and the source."""
        return fact_table({"leg": self.name, **self.to_dict()})

    def explain(self) -> str:
        """Say the value if there is one, its source and its status."""
        if self.value is None:
            return f"{self.name}: {self.status} ({self.source})"
        value = (
            f"{self.value + 0.0:.10g}" if isinstance(self.value, float) else show_with_decimal(self.value, digits=10)
        )
        return f"{self.name}: {value} ({self.source}; {self.status})"


NO_FORMULA = Leg("symbolic", "no closed form applies", None, "closed_forms")
"""The symbolic answer where no theorem gives the optimum as a formula."""
