"""A comparison of mechanisms A and B that is undecided in one or both directions: is A at least as informative as B, and is B at
least as informative as A?

The reason is that time ran out, the numbers are too close, or a certificate is too large. The result says what is known, and why
the rest is not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rropt.exact.errors import OutOfTime, Undecided
from rropt.exact.patience import limit_seconds, not_in_time
from rropt.mechanism import Mechanism
from rropt.order.comparison import SCHEMA, Comparison, compare_halves
from rropt.order.dominance import Dominance, dominates_at_point, require_one_epsilon
from rropt.order.words import mechanism_dict
from rropt.privacy.given import match_inputs
from rropt.results import Result, Table

__all__ = ["UnfinishedComparison", "compare_in_time"]

NEAR = "How far each is from imitating the other has certified bounds: rropt.order.deficiency(A, B), and with A and B exchanged."


@dataclass(frozen=True, slots=True, repr=False)
class UnfinishedComparison(Result):
    """What is known of the comparison of `first` (called A) with `second` (B), if part of it is undecided; `sentence` says why.

    `forward` says whether A is at least as informative as B, `backward` whether B is at least as informative as A. Either of them
    is None if undecided.
    """

    first: Mechanism
    second: Mechanism
    forward: Dominance | None
    backward: Dominance | None
    sentence: str

    @property
    def known(self) -> list[str]:
        """One sentence for each direction that is decided: whether A is at least as informative as B, or whether B is at least as
        informative as A.

        The list is empty if neither direction is decided.
        """
        halves = (("A", "B", self.forward), ("B", "A", self.backward))
        says = {True: "is", False: "is not"}
        return [f"{a} {says[x.holds]} at least as informative as {b}." for a, b, x in halves if x is not None]

    def lines(self) -> list[str]:
        """Say what is undecided and why, then what is known."""
        certified = ["That is certified, judged by the checker; --json carries the certificate."]
        return [f"{self.sentence}.", *self.known, *(certified if self.known else []), NEAR]

    def explain(self) -> str:
        """Say what is undecided and why, then what is known."""
        return "\n".join(self.lines())

    def as_table(self) -> Table:
        """A table that says whether the first mechanism (A) is at least as informative as the second (B), and the reverse.

        Each of the two directions has one row.
        """
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


def compare_in_time(first: Mechanism, second: Mechanism) -> Comparison | UnfinishedComparison:
    """Compare two mechanisms. If time runs out or an answer is not found, return what is known as an `UnfinishedComparison`.

    There are two questions. The first is whether the first mechanism is at least as informative as the
    second. It may take half of the time. The second question is the converse, and may take all that remains.
    """
    first, matched = match_inputs(first, second)
    require_one_epsilon(first, matched)
    forward = _half(first, matched, share=0.5)
    backward = _half(matched, first, share=1.0)
    if isinstance(forward, Undecided) or isinstance(backward, Undecided):
        return _unfinished(first, matched, forward, backward)
    return compare_halves(forward, backward)


def _unfinished(
    first: Mechanism, second: Mechanism, forward: Dominance | Undecided, backward: Dominance | Undecided
) -> UnfinishedComparison:
    """Make the result of a comparison that is undecided in one or both directions.

    If one direction is decided, its answer is kept. A sentence says what is undecided and why.
    """
    known = [None if isinstance(half, Undecided) else half for half in (forward, backward)]
    reasons = [half for half in (forward, backward) if isinstance(half, Undecided)]
    if len(reasons) == 2:
        what = "which of A and B is more informative"
    else:
        a, b = ("A", "B") if known[0] is None else ("B", "A")
        what = f"whether {a} is at least as informative as {b}"
    # if time ran out, the sentence advises more seconds
    is_late = any(isinstance(reason, OutOfTime) for reason in reasons)
    said = not_in_time("Undecided", of=f": {what}") if is_late else f"Undecided: {what}: {reasons[0]}"
    return UnfinishedComparison(first, second, known[0], known[1], said)


def _half(first: Mechanism, second: Mechanism, *, share: float) -> Dominance | Undecided:
    """Decide, within a share of the remaining time, whether the first mechanism is at least as informative as the second; if
    undecided, return the error that says why.
    """
    try:
        with limit_seconds(math.inf, share=share):
            return dominates_at_point(first, second)
    except Undecided as error:
        return error
