"""A repaired deck under a joint (ε, δ): what keeping the cards can gain over independent draws, honestly accounted.

With a small δ > 0 the improbable transcripts that force a pure joint ε to be paid for (all others hold one kind) are
forgiven, so the deck may be nearly as uneven as Warner's while the kept cards still shrink the variance by the factor
(nM − n²(1 − 2π)²)/(n(M − 1)) < 1. For many respondents this wins: at n = 1000, ε = 1, δ = 10⁻⁶ and prevalence 1/10 a deck
of 5000 cards has variance 0.000908, independent draws at ε = 1 have 0.000921. For few it loses.

δ(ε) of the chosen deck is evaluated exactly (`deck_privacy.transcript_delta`); c₁ is found by bisection between a deck of
equal halves, whose δ is the least, and none.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.estimates.sampling import CENSUS, Sampling
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.planning.deck_best import least_spread
from rropt.planning.deck_privacy import transcript_delta
from rropt.planning.decks import Deck, people_variance, variance
from rropt.results import Result, Table, fact_table, fields_of, text_table

__all__ = ["RepairedDelta", "repaired_deck_delta"]


@dataclass(frozen=True, slots=True, repr=False)
class RepairedDelta(Result):
    """A deck of kept cards, the exact δ of its transcript at `epsilon`, its variance, and Warner's at that ε."""

    deck: Deck
    epsilon: Epsilon
    delta: Number
    variance: Fraction
    independent: Number

    def explain(self) -> str:
        """The table for a terminal."""
        return text_table(*self.as_table())

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        return fields_of(self)

    def as_table(self) -> Table:
        """The deck, its joint (ε, δ), its variance, and that of independent draws."""
        return fact_table(
            {
                "deck": str(self.deck),
                "epsilon": self.epsilon,
                "joint delta": self.delta,
                "variance": self.variance,
                "variance of independent draws": self.independent,
            }
        )


def _delta(small: int, cards: int, n: int, epsilon: Epsilon) -> Number:
    return transcript_delta(Deck((small, cards - small), kept=True), n, epsilon)


def repaired_deck_delta(
    n: int, cards: int, epsilon: Epsilon, delta: Fraction, prevalence: object, *, sampling: Sampling = CENSUS
) -> RepairedDelta:
    """The most uneven two-valued deck of so many kept cards, by bisection, whose joint release is (ε, δ)-private."""
    if not 0 <= delta < 1:
        raise InputError(f"delta = {delta} must be at least 0 and below 1")
    if cards <= n:
        raise InputError(f"{cards} cards for {n} respondents: the last card is known, so no delta helps; add cards")
    low, high = 0, (cards - 1) // 2
    if _delta(high, cards, n, epsilon) > delta:
        raise InputError(
            f"no uneven deck of {cards} cards gives {n} respondents a joint delta of {delta} at epsilon = {epsilon}; "
            "add cards or allow more"
        )
    while high - low > 1:
        middle = (low + high) // 2
        if _delta(middle, cards, n, epsilon) <= delta:
            high = middle
        else:
            low = middle
    deck = Deck((high, cards - high), kept=True)
    people = people_variance(n, prevalence, sampling)
    return RepairedDelta(
        deck,
        epsilon,
        transcript_delta(deck, n, epsilon),
        variance(deck, n, prevalence, sampling=sampling),
        people + least_spread(epsilon) / n,
    )
