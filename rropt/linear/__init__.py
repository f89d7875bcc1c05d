"""Problem 2: the trace and every other linear objective, over the mechanisms that keep a demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.rooms import offer_names

if TYPE_CHECKING:
    from rropt.linear.weighted_sum import LinearSum as LinearSum
    from rropt.linear.worst.objective import LinearWorst as LinearWorst

__getattr__, __dir__ = offer_names(
    __name__,
    {
        "weighted_sum": ("LinearSum",),
        "worst.objective": ("LinearWorst",),
    },
)
