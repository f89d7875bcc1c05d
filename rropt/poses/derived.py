"""A problem in symbols with the steps by which sympy solves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rropt.poses.sympy import SymbolicProblem

__all__ = ["DerivedProblem", "Step"]


@dataclass(frozen=True)
class Step:
    """A step of a derivation: what sympy did, and its result."""

    said: str
    result: Any

    def __str__(self) -> str:
        return f"{self.said}: {self.result}"


@dataclass(frozen=True)
class DerivedProblem(SymbolicProblem):
    """A problem in symbols, with the steps of its derivation, and the reason why it has no formula, if it has none."""

    derivation: tuple[Step, ...] = ()
    reason: str = ""
