"""The best proportions of cards at a given ε of one answer, and the best deck of a given number of cards, by exact search.

*Proportions.* A deck has c_k cards of each number k = 1, …, L. If c_k ≤ e^ε·c_{L+1−k} for all k, it is a garbling of Warner's
device of this ε: its answer can be drawn from the device's answer alone. Let t = e^ε, let W₀, W₁ be the rows of Warner's mechanism,
and a_k = p_k, b_k = p_{L+1−k} the proportions of a card and its mirror. Then the deck's mechanism has the rows
(a_k, b_k) = C[k, 0]·W₀ + C[k, 1]·W₁ with

    C[k, 0] = (t·a_k − b_k)/(t − 1) ≥ 0,      C[k, 1] = (t·b_k − a_k)/(t − 1) ≥ 0,      Σ_k C[k, ·] = 1.

The mean-of-answers estimator of one person is an unbiased function of the answer. Its conditional mean given Warner's answer is
unbiased too, so it is Warner's estimator (the only unbiased one), and it has no larger variance in either group (Rao–Blackwell).
So σ²/D² ≥ t/(t − 1)² (σ² and D as in `deck`), with equality for the two cards 1 and L in proportion 1 : t. All other decks, among
them those of Sun, Zhou & Yan (2023) with p₂ > 0, waste precision at equal ε.

*Whole decks.* The pair of card k and its mirror, at distance d_k = L + 1 − 2k, has m_k = c_k + c_{L+1−k} cards, and c_k and
c_{L+1−k} differ by δ_k. If, as in a best deck, the rarer card of every pair belongs to the same input, σ²/D² =
(M·Σ m_k d_k²/(Σ δ_k d_k)² − 1)/4 for M cards in all. δ_k is at most
δ(m_k) = m_k − 2·⌈m_k/(1 + t)⌉; if that is negative, no pair of m_k cards keeps ε. Middle cards (d = 0) add nothing to either sum
and may make rounding better. The search over (m_k) prunes with Cauchy's inequality (Σ δ_k d_k)²/Σ m_k d_k² ≤ Σ δ_k²/m_k, and with a
bound h(m) of the right side over all pairs that m cards can make.

*Decks for n respondents who keep their cards.* The joint e^ε is at most t if and only if m − c ≤ t·(c − n + 1) for every pair in
use, where the rarer card of the pair occurs c times among its m cards (`privacy.transcript_epsilon`). So the same search, with
δ(m) = m − 2·⌈(m + t(n − 1))/(1 + t)⌉, is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from math import floor

from rropt.decks.deck import Deck, spread
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose

__all__ = ["best_deck", "best_proportions", "difference", "least_spread", "require_positive"]

MOST_STEPS = 2_000_000
MOST_CARDS, MOST_VALUES = 100_000, 1000


def require_positive(epsilon: Epsilon) -> Number:
    """Return t = e^ε of one positive finite ε; refuse any other."""
    if epsilon.is_free or is_infinite(epsilon.t) or epsilon.t <= 1:
        raise InputError(
            Received("epsilon", str(epsilon)), " must be positive and finite to choose cards; give one number above 0"
        )
    return epsilon.t


def best_proportions(values: int, epsilon: Epsilon) -> tuple[Number, ...]:
    """Return the proportions of the cards 1 … `values` that have the least variance if one answer has this ε: only the first and
    the last card occur."""
    t = require_positive(epsilon)
    if values < 2:
        raise InputError(f"a deck with {values} value hides nothing; give at least 2 values")
    return (1 / (1 + t), *[Fraction(0)] * (values - 2), t / (1 + t))


def least_spread(epsilon: Epsilon) -> Number:
    """Return t/(t − 1)² with t = e^ε: a lower bound on `spread` for all distributions of cards whose single answers have this ε."""
    t = require_positive(epsilon)
    return t / ((t - 1) * (t - 1))


def difference(m: int, t: Number, others: int) -> int:
    """Return the largest difference between the numbers of a card and of its mirror card that keeps ε, if both together are m
    cards.

    `others` is the number of other answers that are known and whose cards were kept (0 if cards are put back). The result is m − 2c
    for the least c with m − c ≤ t·(c − others), where t = e^ε. It is 0 if m is 0, and negative if no such m cards keep ε.
    """
    if not m:
        return 0
    c = floor(enclose((m + t * others) / (1 + t))[0])
    while m - c > t * (c - others):
        c += 1
    return m - 2 * c


@dataclass
class _Search:
    """Searches depth-first over how many cards each pair (a card and its mirror card) has, the outermost pair first. All cards that
    are left over go to the last pair, or to the middle card."""

    cards: int
    distances: tuple[int, ...]
    difference: Callable[[int], int]
    room: Callable[[int], Fraction]
    best: tuple[int, ...] = ()
    square: int = 0
    length: int = 1
    steps: int = field(default=0)

    def offer(self, sizes: tuple[int, ...]) -> None:
        if self.distances[-1] and self.difference(sizes[-1]) < 0:
            return
        signal = sum(self.difference(m) * d for m, d in zip(sizes, self.distances, strict=True))
        length = sum(m * d * d for m, d in zip(sizes, self.distances, strict=True))
        if signal > 0 and signal * signal * self.length > self.square * length:
            self.best, self.square, self.length = sizes, signal * signal, length

    def run(self, sizes: tuple[int, ...], left: int, signal: Fraction) -> None:
        """Continue the search where the first pairs have these sizes and `left` cards remain. A pair of m cards that differ by at
        most δ in number contributes δ²/m to a bound: `signal` is the sum over the first pairs, and the other pairs add at most
        `room(left)`."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise InputError(f"the search over decks of {self.cards} cards takes too long; give fewer cards or values")
        place = len(sizes)
        if place == len(self.distances) - 1:
            self.offer((*sizes, left))
            return
        for m in range(left, -1, -1):
            if self.difference(m) < 0:
                continue
            gained = signal + (Fraction(self.difference(m) ** 2, m) if m else 0)
            last = place == len(self.distances) - 2 and self.distances[-1] == 0
            if (gained + (0 if last else self.room(left - m))) * self.length > self.square:
                self.run((*sizes, m), left - m, gained)
            elif last and (self.room(m) + signal) * self.length <= self.square:
                # the bound only falls as m does, and the cards left over go to the middle card, which adds nothing
                return


def _room(t: Number, others: int) -> Callable[[int], Fraction]:
    """Return the function h(m) = max(0, ρm − κ)²/m, rounded up, with ρ = (t − 1)/(t + 1) and κ = 2t·others/(t + 1).

    It is at least Σ δ(m_k)²/m_k for all pairs of m cards in total, where δ is `difference`, since |δ(m)| ≤ ρm − κ and h is
    superadditive (convex, h(0) = 0).
    """
    rho, kappa = enclose((t - 1) / (t + 1))[1], enclose(2 * t * others / (t + 1))[0]

    def room(m: int) -> Fraction:
        return max(Fraction(0), rho * m - kappa) ** 2 / m if m else Fraction(0)

    return cache(room)


def best_deck(cards: int, values: int, epsilon: Epsilon, *, kept: bool = False, joint: int = 1) -> Deck:
    """Find the deck of exactly `cards` cards, with numbers from 1 to `values`, that has the least variance among those that keep ε.

    ε is that of one answer, or, if the cards are kept, that of `joint` named answers together. The same deck is best for every
    prevalence, sampling and number of respondents, with cards kept or put back, because every such variance increases with
    `spread`. Of several best decks the first that is found is returned, which has most cards in the outermost pairs.
    """
    t = require_positive(epsilon)
    if cards < 3 or values < 2:
        raise InputError(f"a private estimate needs at least 3 cards and 2 values, not {cards} and {values}")
    if values > MOST_VALUES or (values > 2 and cards > MOST_CARDS):
        raise InputError(
            f"decks of {cards} cards and {values} values are not searched; take at most {MOST_VALUES} values, and for more than 2 "
            f"values at most {MOST_CARDS} cards"
        )
    distances = tuple(values + 1 - 2 * k for k in range(1, (values + 1) // 2 + 1))
    search = _Search(cards, distances, cache(partial(difference, t=t, others=joint - 1)), _room(t, joint - 1))
    search.run((), cards, Fraction(0))
    if not search.best:
        of = "" if joint == 1 else f" for {joint} named answers"
        raise InputError(f"no deck of {cards} cards has epsilon = {epsilon}{of}; add cards or allow a larger epsilon")
    counts = [0] * values
    for k, m in enumerate(search.best):
        small = (m - search.difference(m)) // 2
        counts[k], counts[values - 1 - k] = (m, m) if distances[k] == 0 else (small, m - small)
    deck = Deck(tuple(counts), kept=kept)
    assert spread(deck.proportions) == (Fraction(cards * search.length, search.square) - 1) / 4
    return deck
