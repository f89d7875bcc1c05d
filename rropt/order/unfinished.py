"""A comparison that the limit of seconds cut off: which half of the order is decided, and what gives the other longer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rropt.exact.errors import OutOfTime
from rropt.exact.fields import Free
from rropt.exact.patience import limit_seconds, not_in_time
from rropt.mechanism import Mechanism
from rropt.order.comparison import SCHEMA, Comparison, compare_halves
from rropt.order.dominance import Dominance, dominates_at_point, shared_field
from rropt.order.interval.comparison import ComparisonPieces, compare_on_interval
from rropt.order.words import mechanism_dict
from rropt.privacy.given import match_inputs
from rropt.results import Result, Table

__all__ = ["UnfinishedComparison", "compare_in_time"]


@dataclass(frozen=True, slots=True, repr=False)
class UnfinishedComparison(Result):
    """What is known of A against B when the time is over: a half that is None is not decided. `sentence` says so."""

    first: Mechanism
    second: Mechanism
    forward: Dominance | None
    backward: Dominance | None
    sentence: str

    @property
    def known(self) -> list[str]:
        """The half that is decided, in words; none where neither is."""
        halves = (("A", "B", self.forward), ("B", "A", self.backward))
        says = {True: "is", False: "is not"}
        return [f"{a} {says[x.holds]} at least as informative as {b}." for a, b, x in halves if x is not None]

    def lines(self) -> list[str]:
        """What is not decided and why, then what is known."""
        certified = ["That is certified, judged by the checker; --json carries the certificate."]
        return [f"{self.sentence}.", *self.known, *(certified if self.known else [])]

    def explain(self) -> str:
        """What is not decided and why, then what is known."""
        return "\n".join(self.lines())

    def as_table(self) -> Table:
        """Both halves."""
        halves = (("A over B", self.forward), ("B over A", self.backward))
        return ("at least as informative", "holds"), [
            (name, "undecided" if half is None else str(half.holds)) for name, half in halves
        ]

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text; `relation` is null."""
        halves = {"A over B": self.forward, "B over A": self.backward}
        return {
            "schema": SCHEMA,
            "relation": None,
            "verdict": self.sentence,
            "halves": {name: None if half is None else half.holds for name, half in halves.items()},
            "A": mechanism_dict(self.first),
            "B": mechanism_dict(self.second),
            "certificates": [half.certificate for half in halves.values() if half is not None],
        }


def compare_in_time(first: Mechanism, second: Mechanism) -> Comparison | ComparisonPieces | UnfinishedComparison:
    """The relation of two mechanisms, or what is known of it when the limit around this call is reached.

    The first half of the order may take half of the time.
    """
    first, matched = match_inputs(first, second)
    field = shared_field(first, matched)
    if isinstance(field, Free):
        try:
            return compare_on_interval(first, matched, field)
        except OutOfTime:
            return _unfinished(first, matched, None, None)
    forward = _half(first, matched, share=0.5)
    backward = _half(matched, first, share=1.0)
    if forward is None or backward is None:
        return _unfinished(first, matched, forward, backward)
    return compare_halves(forward, backward)


def _unfinished(
    first: Mechanism, second: Mechanism, forward: Dominance | None, backward: Dominance | None
) -> UnfinishedComparison:
    """What is known, and what is not."""
    if forward is None and backward is None:
        what = "which of A and B is more informative"
    else:
        a, b = ("A", "B") if forward is None else ("B", "A")
        what = f"whether {a} is at least as informative as {b}"
    return UnfinishedComparison(first, second, forward, backward, not_in_time("Undecided", of=f": {what}"))


def _half(first: Mechanism, second: Mechanism, *, share: float) -> Dominance | None:
    """Whether the first is at least as informative; None where this share of the time left is over."""
    try:
        with limit_seconds(math.inf, share=share):
            return dominates_at_point(first, second)
    except OutOfTime:
        return None
