"""Evidence: what stands behind a verdict, and the items that a claim's own function may return.

A function never returns a verdict. It returns items, each a checkable assertion about one case; the engine replays
every item and counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rropt.exact.errors import InputError, Undecided

__all__ = ["Certified", "Fact", "Item", "Rejected", "Statement", "Verdict", "KINDS", "fact_holds"]

PROVED = "proved"
PROVED_WITH = "proved with an added hypothesis"
CHECKED = "checked on instances"
UNDECIDED = "undecided"
REFUTED = "refuted"
MULTIPLIERS = ("linear programming multipliers", "sums of squares by semidefinite programming")
KINDS = (PROVED, PROVED_WITH, CHECKED, UNDECIDED, REFUTED)


@dataclass(frozen=True, slots=True)
class Fact:
    """Two exact values compared: numbers of rropt's field, or, with = and !=, any values that have an equality."""

    label: str
    left: Any
    relation: str
    right: Any


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the grammar about this case, proved by the engine for all its variables."""

    label: str
    states: str
    given: Mapping[str, str] = field(default_factory=dict)
    assuming: tuple[str, ...] = ()
    define: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Certified:
    """An rropt certificate, decided by the standalone checker; `says` must occur in what the checker accepts."""

    label: str
    text: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A certificate that the checker must reject."""

    label: str
    text: str


Item = Fact | Statement | Certified | Rejected


@dataclass(frozen=True, slots=True)
class Verdict:
    """A computed verdict and its evidence as lines of text; `counterexample` and `added` where there are any.

    `multipliers` counts the inequalities proved for every t by multipliers that a program found.
    """

    kind: str
    evidence: tuple[str, ...] = ()
    counterexample: tuple[tuple[str, str], ...] = ()
    added: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    instances: int = 0
    proofs: int = 0
    multipliers: int = 0


def fact_holds(fact: Fact) -> bool | None:
    """Whether a fact holds, exactly; None where the comparison is undecided."""
    left, right = _exact(fact, fact.left), _exact(fact, fact.right)
    try:
        match fact.relation:
            case "=":
                return bool(left == right)
            case "!=":
                return bool(left != right)
            case "<":
                return bool(left < right)
            case "<=":
                return bool(left <= right)
            case ">":
                return bool(left > right)
            case ">=":
                return bool(left >= right)
    except Undecided:
        return None
    raise InputError(f"the relation '{fact.relation}' of the fact '{fact.label}' is none of = != < <= > >=")


def _exact(fact: Fact, value: Any) -> Any:
    if isinstance(value, bool):
        raise InputError(f"the fact '{fact.label}' compares truth values; compare the numbers they came from")
    if isinstance(value, float) and value not in (float("inf"), float("-inf")):
        raise InputError(f"the fact '{fact.label}' compares the float {value}; facts are exact")
    return Fraction(value) if isinstance(value, int) else value
