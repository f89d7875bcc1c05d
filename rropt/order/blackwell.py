"""Blackwell's order of two mechanisms, at one point of t or, where epsilon is free, for every t of its interval."""

from __future__ import annotations

from rropt.exact.fields import Free
from rropt.mechanism import Mechanism
from rropt.order.comparison import Comparison, compare_at_point
from rropt.order.dominance import Dominance, dominates_at_point, shared_field
from rropt.order.garbling import match_inputs
from rropt.order.interval.comparison import ComparisonPieces, compare_on_interval
from rropt.order.interval.dominance import dominates_on_interval
from rropt.order.interval.pieces import DominancePieces

__all__ = ["compare", "dominates"]


def dominates(first: Mechanism, second: Mechanism) -> Dominance | DominancePieces:
    """Whether `first` is at least as informative as `second`; for a free t, on which pieces of its interval.

    Inputs are matched by label where both mechanisms have labels, else by position.
    """
    matched = match_inputs(first, second)
    field = shared_field(first, matched)
    return (
        dominates_on_interval(first, matched, field) if isinstance(field, Free) else dominates_at_point(first, matched)
    )


def compare(first: Mechanism, second: Mechanism) -> Comparison | ComparisonPieces:
    """The relation of `first` to `second`, exactly, with garblings and decision problems that show it.

    Where epsilon is free, the relation on each piece of its interval. Inputs are matched by label where both have labels.
    """
    matched = match_inputs(first, second)
    field = shared_field(first, matched)
    return compare_on_interval(first, matched, field) if isinstance(field, Free) else compare_at_point(first, matched)
