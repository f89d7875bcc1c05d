"""What is known of an optimum, and of the mechanisms that attain it."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["BOUNDED", "UNSHOWN", "Optima", "Verdict"]

BOUNDED = "bounded by rropt, not by the checker"
"""What is said of bounds that no certificate is about."""

UNSHOWN = "computed when the file was made; nothing here shows it"
"""What is said of what a design's file has beside its question, its certificate and what follows from the two."""


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
    EVERY = "every"
    UNLISTED = "unlisted"
    UNSEARCHED = "unsearched"
    UNFINISHED = "unfinished"
    UNASKED = "unasked"

    @property
    def note(self) -> str:
        """What a design's notes say of it; how many vertices are mixed is said there."""
        return {
            Optima.ONLY: "no other mechanism is optimal",
            Optima.MIXTURES: "the optimal mechanisms are the mixtures of the ",
            Optima.EVERY: "every mechanism of the demand is optimal, so none is listed beside this one",
            Optima.UNLISTED: "other mechanisms may be optimal too; optima = all searches for them",
            Optima.UNSEARCHED: "other mechanisms may be optimal too; of the worst of several or of few answers none is looked for",
            Optima.UNFINISHED: "other mechanisms may be optimal too: their list is longer than the effort or the seconds",
            Optima.UNASKED: "whether other mechanisms are optimal too was not asked (optima = one)",
        }[self]
