"""The repaired deck: more cards than respondents, so that keeping the cards leaves a finite joint ε.

With two kinds of cards, c₁ < c₂ and n respondents the joint e^ε is t = c₂/(c₁ − n + 1) (`deck_privacy.transcript`), so for
M cards and a bound t the best c₁ is ⌈(M + t(n − 1))/(1 + t)⌉.

*It never beats putting the cards back at the same joint ε.* Write b = c₁ − n + 1 ≥ 1, m = n − 1, so that c₂ = tb,
M = (1 + t)b + m, and let 1 < m/b + 1 < t. In a census the variance at prevalence 0 or 1, where it is least, is 1/n times

    c₁c₂/(c₂ − c₁)²·(M − n)/(M − 1)  =  t/(t − 1)²·[(t − 1)b/((t − 1)b − m)]²·(b + m)((1 + t)b − 1)/(b((1 + t)b + m − 1)).

The square is at least 1, and (b + m)((1 + t)b − 1) − b((1 + t)b + m − 1) = m(tb − 1) ≥ 0, so this is at least t/(t − 1)²,
the value of independent draws (Warner's device) with the same joint e^ε. As M grows both factors tend to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import floor
from typing import Any

from rropt.estimates.sampling import CENSUS, Sampling
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.sign import enclose
from rropt.planning.deck_best import least_spread
from rropt.planning.deck_privacy import transcript
from rropt.planning.decks import Deck, people_variance, variance
from rropt.results import Result, Table, fact_table, fields_of, text_table

__all__ = ["Repaired", "least_repairing_cards", "repaired_deck"]

MOST_CARDS = 10**9


@dataclass(frozen=True, slots=True, repr=False)
class Repaired(Result):
    """A deck of kept cards with finite joint ε, its variance, and what independent draws with the bound's ε reach."""

    deck: Deck
    joint: Epsilon
    variance: Fraction
    independent: Number

    def explain(self) -> str:
        """The table for a terminal."""
        return text_table(*self.as_table())

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        return fields_of(self)

    def as_table(self) -> Table:
        """The deck, its joint ε, its variance, and that of independent draws."""
        return fact_table(
            {
                "deck": str(self.deck),
                "joint epsilon": self.joint,
                "variance": self.variance,
                "variance of independent draws": self.independent,
            }
        )


def _small(cards: int, n: int, t: Number) -> int:
    """The least c₁ with cards − c₁ ≤ t·(c₁ − n + 1)."""
    c = max(n, int((cards + float(t) * (n - 1)) / (1 + float(t))) - 1)
    while cards - c > t * (c - n + 1):
        c += 1
    return c


def least_repairing_cards(n: int, epsilon: Epsilon) -> int:
    """The least number of cards for which some two-valued deck serves n respondents with this joint ε."""
    if isinstance(epsilon.t, float) or epsilon.t <= 1 or n < 1:
        raise InputError(f"a repaired deck for {n} respondents needs a positive finite epsilon, not {epsilon}")
    t = epsilon.t
    # c₁ ≥ (M + t(n − 1))/(1 + t), so 2c₁ < M needs M(t − 1) > 2t(n − 1); rounding c₁ up may ask for a few cards more
    cards = floor(enclose(2 * t * (n - 1) / (t - 1))[0])
    if cards > MOST_CARDS:
        raise InputError(f"epsilon = {epsilon} would take {cards} cards; allow a larger epsilon")
    return next(c for c in count(max(cards, n)) if 2 * _small(c, n, t) < c)


def repaired_deck(n: int, cards: int, epsilon: Epsilon, prevalence: object, *, sampling: Sampling = CENSUS) -> Repaired:
    """The two-valued deck of so many kept cards with the least variance among those of joint ε at most the stated."""
    least = least_repairing_cards(n, epsilon)
    t = epsilon.t
    assert not isinstance(t, float)
    small = _small(cards, n, t) if cards > n else cards
    if cards < least or not 2 * small < cards:
        raise InputError(
            f"{cards} cards cannot give {n} respondents a joint epsilon of {epsilon}; take {least} or more"
        )
    deck = Deck((small, cards - small), kept=True)
    return Repaired(
        deck,
        transcript(deck, n),
        variance(deck, n, prevalence, sampling=sampling),
        people_variance(n, prevalence, sampling) + least_spread(epsilon) / n,
    )
