"""The repaired deck: it has so many cards that all answers together have a finite ε (the joint ε) although cards are kept.

A deck has c_k cards of each number k = 1, …, L, and k' = L + 1 − k is the mirror of card k. The joint e^ε of n named answers is the
largest c_k/(c_k' − n + 1) (`privacy.transcript_epsilon`). It is to be at most t. There are two repairs:

* `repaired_deck` finds the deck with M cards and this bound that has the least variance, by the exact search of `best`.
* `repaired_copies` takes the fewest copies of a given deck that keep the bound. With s copies the largest ratio is
  s·c_k/(s·c_k' − n + 1). It is at most t if and only if s·(t·c_k' − c_k) ≥ t(n − 1) for every card k ≠ k' that the deck has.

The estimate is π̂ = (X̄ − μ)/D of the repaired deck, which is unbiased. Its variance is the exact one for kept cards (`deck`).

*At the same joint ε no repaired deck has a smaller variance than putting the cards back, whatever L is.* Let ρ = (t − 1)/(t + 1)
and κ = 2t(n − 1)/(t + 1). A card and its mirror, which are m_k cards together, have |c_k − c_k'| ≤ ρm_k − κ (`best`). By Cauchy's
inequality

    σ²/D² ≥ (M/Σ h(m_k) − 1)/4 ≥ (M/h(M) − 1)/4,      h(m) = max(0, ρm − κ)²/m.

The last step holds because h is superadditive. It is so because h(0) = 0 and h is convex (h'' = 2κ²/m³ where h is positive). So if
counts need not be whole, a deck that has only the cards 1 and L is best (`least_repaired_spread`). It has
c₁ = (M + t(n − 1))/(1 + t). From here on let b = c₁ − n + 1 and m = n − 1, so that M = (1 + t)b + m. In a census the variance is
least at prevalence 0 or 1. There it is at least 1/n times

    tb(b + m)/(tb − b − m)²·(M − n)/(M − 1)  =  t/(t − 1)²·[(t − 1)b/((t − 1)b − m)]²·(b + m)((1 + t)b − 1)/(b((1 + t)b + m − 1)).

The square is at least 1. The last fraction is at least 1 too, because (b + m)((1 + t)b − 1) − b((1 + t)b + m − 1) = m(tb − 1), and
this is not negative for M > n and t ≥ 1. So the product is at least t/(t − 1)², which is the value of independent draws (Warner's
device) with the same joint e^ε. As M grows, the square and the last fraction tend to 1. The claims rropt.repaired_pair,
rropt.repaired_superadditive and rropt.repaired_no_gain decide the three steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from rropt.decks.best import best_deck, least_spread, require_positive
from rropt.decks.deck import Deck, people_variance, variance
from rropt.decks.privacy import transcript_epsilon
from rropt.decks.sampling import CENSUS, Sampling
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.sign import enclose
from rropt.exact.spelling import counted
from rropt.results import FieldResult, InTable, Table, fact_table

__all__ = ["Repaired", "least_repaired_spread", "least_repairing_cards", "repaired_copies", "repaired_deck"]

MOST_CARDS = 10**9


@dataclass(frozen=True, slots=True, repr=False)
class Repaired(InTable, FieldResult):
    """A deck for a survey in which drawn cards are not put back, but all answers together still have a finite ε.

    `joint` is this ε, and `variance` is the variance of the estimate. If answers were drawn independently with the ε that was asked
    for, their least variance would be `independent`.
    """

    deck: Deck
    joint: Epsilon
    variance: Fraction
    independent: Number

    def as_table(self) -> Table:
        """Return a table of the deck, its joint ε, its variance, and that of independent draws."""
        return fact_table(
            {
                "deck": str(self.deck),
                "joint epsilon": self.joint,
                "variance": self.variance,
                "variance of independent draws": self.independent,
            }
        )


def _require(n: int, epsilon: Epsilon) -> Number:
    """Return t = e^ε of a positive finite ε; refuse any other ε, and fewer than one respondent."""
    if n < 1:
        raise InputError(f"a survey needs at least 1 respondent, not {n}")
    return require_positive(epsilon)


def least_repairing_cards(n: int, epsilon: Epsilon) -> int:
    """Return the least number of cards with which a deck is usable for n respondents who keep their cards. In a usable deck the ε
    of all answers together, the joint ε, is at most `epsilon`.

    It is enough to look at decks of two values. In every usable deck some card and its mirror card differ in count, because the
    answers must depend on the truth. The cards of these two kinds alone already form a usable deck of two values.
    """
    t = _require(n, epsilon)
    # if the counts c₁ < c₂ are usable, c₁ and c₁ + 1 are, too; and these are if and only if c₁ + 1 ≤ t·(c₁ − n + 1)
    small = ceil(enclose((t * (n - 1) + 1) / (t - 1))[0])
    while small + 1 > t * (small - n + 1):
        small += 1
    if (cards := 2 * small + 1) > MOST_CARDS:
        raise InputError(
            Received("epsilon", str(epsilon)),
            f" would take {cards} cards, more than {MOST_CARDS}; allow a larger epsilon",
        )
    return cards


def least_repaired_spread(n: int, cards: int, epsilon: Epsilon) -> Number:
    """Return a lower bound on the `spread` of every deck of `cards` cards whose joint ε is at most `epsilon`.

    Respondents keep the cards that they draw. The joint ε is that of all n answers together, where it is known who gave which
    answer. The head of this file derives the bound.
    """
    t = _require(n, epsilon)
    signal = ((t - 1) * cards - 2 * t * (n - 1)) / (t + 1)
    if signal <= 0:
        raise InputError(
            f"{counted(cards, 'card')} cannot give {counted(n, 'respondent')} a joint epsilon of {epsilon}; add cards"
        )
    return (cards * cards / (signal * signal) - 1) / 4


def repaired_deck(
    n: int, cards: int, epsilon: Epsilon, prevalence: object, *, values: int = 2, sampling: Sampling = CENSUS
) -> Repaired:
    """Find the deck with the least variance among those of `cards` cards whose joint ε is at most `epsilon`.

    The cards have the numbers 1 to `values`, and respondents keep the cards that they draw. The joint ε is that of all n answers
    together.
    """
    if cards < (least := least_repairing_cards(n, epsilon)):
        raise InputError(
            f"{counted(cards, 'card')} cannot give {counted(n, 'respondent')} a joint epsilon of {epsilon}; take {least} or more"
        )
    return _repair_with(best_deck(cards, values, epsilon, kept=True, joint=n), n, epsilon, prevalence, sampling)


def repaired_copies(
    deck: Deck, n: int, epsilon: Epsilon, prevalence: object, *, sampling: Sampling = CENSUS
) -> Repaired:
    """Join as few copies of a deck as are needed for a joint ε of at most `epsilon`.

    The n respondents keep the cards that they draw. The joint ε is that of all their answers together.
    """
    t, copies = _require(n, epsilon), ceil(Fraction(n, deck.cards))
    for k, c in enumerate(deck.counts):
        d = deck.counts[deck.mirror(k)]
        if deck.mirror(k) == k or not c:
            continue
        if (gain := t * d - c) < 0 or (gain == 0 and n > 1):
            raise InputError(
                f"however many such decks are joined, the joint epsilon is above {epsilon}, because a deck has "
                f"{counted(c, 'copy', 'copies')} of card {k + 1} and {d} of card {deck.mirror(k) + 1}, the mirror image of card "
                f"{k + 1}; allow a larger epsilon or take other cards"
            )
        if n > 1:
            copies = max(copies, floor(enclose(t * (n - 1) / gain)[0]))
            while copies * gain < t * (n - 1):
                copies += 1
    return _repair_with(Deck(tuple(copies * c for c in deck.counts), kept=True), n, epsilon, prevalence, sampling)


def _repair_with(deck: Deck, n: int, epsilon: Epsilon, prevalence: object, sampling: Sampling) -> Repaired:
    independent = people_variance(n, prevalence, sampling) + least_spread(epsilon) / n
    return Repaired(deck, transcript_epsilon(deck, n), variance(deck, n, prevalence, sampling=sampling), independent)
