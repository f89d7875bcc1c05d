"""The mechanism of a device that asks either the sensitive question, with a stated probability, or an unrelated one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number
from rropt.families.parameters import read_probability
from rropt.mechanism import Mechanism

__all__ = ["with_unrelated"]


def with_unrelated(name: str, given: Any, outputs: Sequence[str] | None) -> Mechanism:
    """Make the mechanism for one half-sample with an unrelated question. It asks the sensitive question with probability `given`,
    and otherwise the unrelated one. Its four truths say for which of the two questions the true answer is yes."""
    p = read_probability(given, name=f"the chance of half-sample '{name}'")
    yes: list[Number] = [Fraction(0), 1 - p, p, Fraction(1)]
    inputs = ["neither", "unrelated alone", "sensitive alone", "both"]
    return Mechanism([[1 - x for x in yes], yes], inputs=inputs, outputs=outputs or ("no", "yes"))
