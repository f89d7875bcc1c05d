"""Combine several linear objectives into one: their weighted sum, or the worst of them."""

from __future__ import annotations

from collections.abc import Sequence

from rropt.designs.objectives.linear_sum import LinearSum
from rropt.designs.objectives.linear_worst import LinearWorst

__all__ = ["add", "take_worst"]


def add(terms: Sequence[tuple[object, object]]) -> LinearSum:
    """Make the weighted sum of linear objectives, given as pairs of a weight and an objective."""
    return LinearSum(*terms)


def take_worst(objectives: Sequence[object]) -> LinearWorst:
    """Make the objective whose value is the worst of the values of several linear objectives."""
    return LinearWorst(*objectives)
