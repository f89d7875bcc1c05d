"""Designs that keep most: information about the truth, and divergences between truths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.rooms import offer_names

if TYPE_CHECKING:
    from rropt.sublinear.together import ConvexSum as ConvexSum
    from rropt.sublinear.together import ConvexWorst as ConvexWorst

__getattr__, __dir__ = offer_names(
    __name__,
    {
        "together": ("ConvexSum", "ConvexWorst"),
    },
)
