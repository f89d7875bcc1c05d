"""Designs for k categories: patterns of {1, t}^k with weights, and the objectives that they are chosen by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.rooms import offer_names

if TYPE_CHECKING:
    from rropt.categories.together import VarianceSum as VarianceSum
    from rropt.categories.together import VarianceWorst as VarianceWorst

__getattr__, __dir__ = offer_names(__name__, {"together": ("VarianceSum", "VarianceWorst")})
