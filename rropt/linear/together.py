"""Linear objectives put together."""

from __future__ import annotations

from collections.abc import Sequence

from rropt.linear.weighted_sum import LinearSum
from rropt.linear.worst.objective import LinearWorst

__all__ = ["add", "take_worst"]


def add(terms: Sequence[tuple[object, object]]) -> LinearSum:
    """The weighted sum of terms."""
    return LinearSum(*terms)


def take_worst(objectives: Sequence[object]) -> LinearWorst:
    """The worst of several."""
    return LinearWorst(*objectives)
