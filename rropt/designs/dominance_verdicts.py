"""Pieces of an interval of t joined where their verdict is the same, and two such lines laid over each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rropt.designs.dominance_pieces import DominancePiece, DominancePieces, End, interval_words
from rropt.designs.dominance_runs import compare_ends
from rropt.exact.fields import Free
from rropt.results import FieldResult, Table, fact_table

__all__ = ["Verdict", "overlaid", "verdicts", "where"]

Cut = tuple[End, bool]


@dataclass(frozen=True, slots=True, repr=False)
class Verdict(FieldResult):
    """A longest interval of t on which the answer is the same, and the pieces that show it, each with its witness."""

    pieces: tuple[DominancePiece, ...]

    @property
    def holds(self) -> bool | None:
        """Whether the first is at least as informative there; None where it was not decided."""
        return self.pieces[0].holds

    @property
    def verdict(self) -> str:
        """`yes`, `no` or `undecided`."""
        return self.pieces[0].verdict

    @property
    def interval(self) -> str:
        """Where, in words."""
        low, high = self.pieces[0], self.pieces[-1]
        return interval_words(low.lower, high.upper, low.ends[0] + high.ends[1])

    @property
    def witnesses(self) -> int:
        """The number of different garblings or gains that the pieces have."""
        return len({piece.garbling if piece.decision is None else piece.decision.gains for piece in self.pieces})

    def explain(self) -> str:
        """The interval, the verdict and what shows it."""
        return f"{where(self.interval)}: {self.said}"

    @property
    def said(self) -> str:
        """The verdict, and how many witnesses in how many pieces show it."""
        if self.holds is None:
            return f"undecided ({'; '.join(dict.fromkeys(piece.reason for piece in self.pieces))})"
        name = "garbling" if self.holds else "decision problem"
        by = f"{self.witnesses} {name}s" if self.witnesses > 1 else f"one {name}"
        parts = f" in {len(self.pieces)} pieces" if len(self.pieces) > self.witnesses else ""
        return f"{self.verdict}, by {by}{parts}"

    def as_table(self) -> Table:
        """Where, the verdict, and how many witnesses and pieces show it."""
        return fact_table(
            {
                "t in": self.interval,
                "first at least as informative": self.verdict,
                "witnesses": self.witnesses,
                "pieces": len(self.pieces),
            }
        )


def where(interval: str) -> str:
    """`t in (1, 3)` or `t = 3`."""
    return interval if interval.startswith("t") else f"t in {interval}"


def verdicts(found: DominancePieces) -> tuple[Verdict, ...]:
    """The pieces joined where neighbours have the same answer, in increasing order of t."""
    return tuple(Verdict(tuple(group)) for _, group in groupby(found.pieces, key=lambda piece: piece.holds))


def overlaid(
    first: Sequence[Verdict], second: Sequence[Verdict], field: Free
) -> list[tuple[str, bool | None, bool | None]]:
    """The intervals, in words, on which both answers are constant, and the two answers."""
    found: list[tuple[str, bool | None, bool | None]] = []
    i = j = 0
    start: Cut = (field.lower, field.lower_open)
    while i < len(first) and j < len(second):
        order = _order(_end(first[i]), _end(second[j]), field)
        end = _end(first[i]) if order <= 0 else _end(second[j])
        ends = ("(" if start[1] else "[") + ("]" if end[1] else ")")
        found.append((interval_words(start[0], end[0], ends), first[i].holds, second[j].holds))
        start = end
        i, j = i + (order <= 0), j + (order >= 0)
    return found


def _end(verdict: Verdict) -> Cut:
    """Where it ends, and whether the point itself still belongs to it."""
    last = verdict.pieces[-1]
    return last.upper, last.ends[1] == "]"


def _order(a: Cut, b: Cut, field: Free) -> int:
    return compare_ends(a[0], b[0], field) or a[1] - b[1]
