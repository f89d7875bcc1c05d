"""What is known of an optimum, and of the mechanisms that attain it."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["BOUNDED", "UNSHOWN", "Optima", "Verdict"]

BOUNDED = "bounded by rropt, not by the checker"
"""The words for bounds that no certificate shows."""

UNSHOWN = "computed when the file was made; nothing here shows it"
"""The words for the parts of a design's file that do not follow from its question and its certificate."""


class Verdict(StrEnum):
    """What is known of the optimum. Each verdict is a text, so that a script may compare it with a word such as `"optimal"`."""

    OPTIMAL = "optimal"
    WITHIN = "within"
    INFEASIBLE = "infeasible"
    UNATTAINED = "unattained"


class Optima(StrEnum):
    """Whether mechanisms other than the stated one are optimal, and which ones; or why this is not known."""

    ONLY = "only"
    MIXTURES = "mixtures"
    EVERY = "every"
    UNLISTED = "unlisted"
    UNSEARCHED = "unsearched"
    UNFINISHED = "unfinished"
    UNASKED = "unasked"

    @property
    def note(self) -> str:
        """The sentence for a design's notes. If the optimal mechanisms are mixtures, the sentence is unfinished: the caller appends
        the number of vertices."""
        return {
            Optima.ONLY: "no other mechanism is optimal",
            Optima.MIXTURES: "the optimal mechanisms are the mixtures of the ",
            Optima.EVERY: "every mechanism of the demand is optimal, so none is listed beside this one",
            Optima.UNLISTED: "other mechanisms may be optimal too; optima = all searches for them",
            Optima.UNSEARCHED: "other mechanisms may be optimal too; of the worst of several, or of few answers, they are not "
            "searched for",
            Optima.UNFINISHED: "other mechanisms may be optimal too: their list is longer than the effort or the seconds",
            Optima.UNASKED: "whether other mechanisms are optimal too was not asked (optima = one)",
        }[self]
