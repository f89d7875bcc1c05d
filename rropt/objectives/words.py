"""Objectives as text: a name, and after a colon its numbers, as in `trace` or `trace:weights=1,2,3`."""

from __future__ import annotations

from rropt.exact.errors import InputError
from rropt.objectives.base import Objective
from rropt.objectives.linear import Trace

__all__ = ["read_objective"]


def read_objective(text: str) -> Objective:
    """Read the spec of an objective."""
    name, _, rest = text.strip().partition(":")
    if name != "trace":
        raise InputError(f"the objective {text[:60]!r} is not known; give one such as trace")
    key, _, numbers = rest.partition("=")
    if not rest:
        return Trace()
    if key.strip() != "weights":
        raise InputError(f"the trace takes weights alone, not {rest[:60]!r}; write trace:weights=1,2,3")
    return Trace(numbers.split(","))
