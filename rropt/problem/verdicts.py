"""What is known of an optimum, and of the mechanisms that attain it."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Optima", "Verdict"]


class Verdict(StrEnum):
    """What is known of the optimum; each is equal to its word, so that a script may compare with `"optimal"`."""

    OPTIMAL = "optimal"
    WITHIN = "within"
    INFEASIBLE = "infeasible"
    UNATTAINED = "unattained"


class Optima(StrEnum):
    """Which mechanisms are optimal, as far as was asked for and found."""

    ONLY = "only"
    MIXTURES = "mixtures"
    UNLISTED = "unlisted"
    UNFINISHED = "unfinished"
    UNASKED = "unasked"
