"""Everything a deck's answers disclose in one report that never shows the privacy of one answer alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from rropt.decks.deck import Deck
from rropt.decks.pairs import TooLong
from rropt.decks.privacy import (
    Evidence,
    fellow_epsilon,
    fellow_evidence,
    one_answer,
    outsider,
    transcript,
    transcript_delta,
)
from rropt.decks.sum import sum_epsilon
from rropt.exact.counted import counted
from rropt.exact.decimal import shown
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.results import FieldResult, Table, fact_table, text_table

TOO_LONG = "too long to enumerate here"
Found = TypeVar("Found")

__all__ = ["Disclosure", "disclosure"]


@dataclass(frozen=True, slots=True, repr=False)
class Disclosure(FieldResult):
    """Exact ε of one answer, of the sum and of the transcript, δ of the transcript at `at`, and what others learn.

    `sum`, `delta` and the evidence are None where they are too long to enumerate.
    """

    deck: Deck
    respondents: int
    one: Epsilon
    joint: Epsilon
    sum: Epsilon | None
    fellow: Epsilon
    at: Epsilon
    delta: Number | None
    outsider: Evidence | None
    fellow_evidence: Evidence | None

    @property
    def differs(self) -> bool:
        """Whether the answers together are less private than one alone."""
        return self.joint.t != self.one.t

    @property
    def warning(self) -> str:
        """The sentence that goes wherever the design is printed; empty where joint and marginal privacy agree."""
        if not self.differs:
            return ""
        return (
            f"WARNING: one answer alone has epsilon = {self.one.shown()}, but the {self.respondents} named answers "
            f"together have epsilon = {self.joint.shown()} (delta at epsilon = {self.at}: {self._delta})"
        )

    @property
    def _delta(self) -> str:
        return TOO_LONG if self.delta is None else shown(self.delta)

    def facts(self) -> dict[str, str]:
        """Named sentences for printing, the warning first where there is one."""
        head = {"warning": self.warning} if self.differs else {}
        return {
            **head,
            "epsilon of one answer": self.one.shown(),
            "epsilon of all named answers": self.joint.shown(),
            "epsilon of their sum alone": self.sum.shown() if self.sum is not None else TOO_LONG,
            f"delta of all named answers at epsilon = {self.at}": self._delta,
            "epsilon of one answer to a fellow who saw one card": self.fellow.shown(),
            "an outsider's belief in a person's yes": _between(self.outsider),
            "a fellow respondent's belief in a person's yes": _between(self.fellow_evidence),
        }

    def explain(self) -> str:
        """The deck, the respondents, and every fact, the warning first where there is one."""
        lines = [f"{self.deck}; {counted(self.respondents, 'respondent')}", text_table(*self.as_table())]
        return "\n".join(lines)

    def as_table(self) -> Table:
        """One row a fact."""
        return fact_table(self.facts())


def _between(evidence: Evidence | None) -> str:
    if evidence is None:
        return TOO_LONG
    low, high = evidence.range
    return f"{shown(evidence.prior)} before, at least {shown(low)} and at most {shown(high)} after the transcript"


def disclosure(deck: Deck, n: int, *, prior: object = Fraction(1, 10), at: Epsilon | None = None) -> Disclosure:
    """The disclosure of n respondents' answers; δ is taken at `at`, by default the ε of one answer (1 if infinite)."""
    one = one_answer(deck)
    if at is None:
        at = Epsilon(Fraction(1)) if isinstance(one.t, float) else one
    return Disclosure(
        deck,
        n,
        one,
        transcript(deck, n),
        _or_none(lambda: sum_epsilon(deck, n)),
        fellow_epsilon(deck),
        at,
        _or_none(lambda: transcript_delta(deck, n, at)),
        _or_none(lambda: outsider(deck, n, prior)),
        _or_none(lambda: fellow_evidence(deck, n, prior)),
    )


def _or_none(compute: Callable[[], Found]) -> Found | None:
    try:
        return compute()
    except TooLong:
        return None
