"""Find the best proportions of cards if one answer has a given ε, and by exact search the best deck with a given number of cards.

*Proportions.* A deck has c_k cards of each number k = 1, …, L. The mirror of card k is card L + 1 − k. Assume that
c_k ≤ e^ε·c_{L+1−k} for all k, so that one answer has this ε. Then the deck's answer can be drawn from the answer of Warner's device
with the same ε, without knowing the truth. To see this, let t = e^ε, and let W₀ and W₁ be the rows of Warner's mechanism. Let a_k
be the proportion of card k, and b_k that of its mirror. Then the deck's mechanism has the rows
(a_k, b_k) = C[k, 0]·W₀ + C[k, 1]·W₁ with

    C[k, 0] = (t·a_k − b_k)/(t − 1) ≥ 0,      C[k, 1] = (t·b_k − a_k)/(t − 1) ≥ 0,      Σ_k C[k, ·] = 1.

The estimate is a mean of one unbiased number for each person, which depends on this person's answer alone. The conditional mean of
that number, given Warner's answer, is unbiased too. So the conditional mean is Warner's estimator, the only unbiased one. By
Rao–Blackwell its variance is no larger in either group. Let σ² be the variance of one card, and D the distance of the two groups'
mean answers, as in `deck`. It follows that σ²/D² ≥ t/(t − 1)². Equality holds if the deck has only one card and its mirror, such
as 1 and L, in proportion 1 : t. All other decks have a larger variance at equal ε, among them those of Sun, Zhou & Yan (2023) with
p₂ > 0.

*Whole decks.* Card k and its mirror form a pair at distance d_k = L + 1 − 2k. The pair has m_k = c_k + c_{L+1−k} cards, and δ_k is
the difference of c_k and c_{L+1−k}. M is the number of all cards. In a best deck the rarer card of every pair belongs to the same
input; then σ²/D² = (M·Σ m_k d_k²/(Σ δ_k d_k)² − 1)/4. To keep ε, δ_k must be at most δ(m_k) = m_k − 2·⌈m_k/(1 + t)⌉. If δ(m_k) is
negative, no pair of m_k cards keeps ε. Middle cards, which have d = 0, add nothing to either sum and may make rounding better. The
search over the sizes m_k leaves out sizes that cannot be best. It uses two bounds. By Cauchy's inequality
(Σ δ_k d_k)²/Σ m_k d_k² ≤ Σ δ_k²/m_k. If the pairs have m cards together, Σ δ_k²/m_k is at most a number h(m) (`_room`).

*Decks for n respondents who keep their cards.* Let the rarer card of a pair occur c times among the pair's m cards. The ε of all n
answers together is at most log t if and only if m − c ≤ t·(c − n + 1) for every pair that has cards
(`privacy.transcript_epsilon`). So the same search is exact with δ(m) = m − 2·⌈(m + t(n − 1))/(1 + t)⌉.
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

MOST_STEPS = 3_000_000
MOST_CARDS, MOST_VALUES = 100_000, 1000


def require_positive(epsilon: Epsilon) -> Number:
    """Return t = e^ε. Raise an error unless `epsilon` is a single positive finite number."""
    if epsilon.is_free or is_infinite(epsilon.t) or epsilon.t <= 1:
        raise InputError(
            Received("epsilon", str(epsilon)), " must be positive and finite to choose cards; give one number above 0"
        )
    return epsilon.t


def best_proportions(values: int, epsilon: Epsilon) -> tuple[Number, ...]:
    """Return the proportions of the cards 1 … `values` with which the estimate has the least variance, if one answer has this ε.

    Only the first and the last card have a positive proportion.
    """
    t = require_positive(epsilon)
    if values < 2:
        raise InputError(f"a deck with {values} value hides nothing; give at least 2 values")
    return (1 / (1 + t), *[Fraction(0)] * (values - 2), t / (1 + t))


def least_spread(epsilon: Epsilon) -> Number:
    """Return t/(t − 1)² with t = e^ε, a lower bound on `spread`. It holds for all proportions of cards with which one answer has
    this ε.
    """
    t = require_positive(epsilon)
    return t / ((t - 1) * (t - 1))


def difference(m: int, t: Number, others: int) -> int:
    """Return the largest difference between the numbers of copies of a card and of its mirror card with which the privacy demand
    holds.

    The mirror of card k is card L + 1 − k, where L is the largest number on a card. The two numbers of copies sum to m, and t is
    e^ε. `others` is the number of other answers that are known and whose cards were kept; it is 0 if cards are put back. The result
    is m − 2c, where c is the least number with m − c ≤ t·(c − others). If m is 0, the result is 0. If the result is negative, no
    two numbers of copies with the sum m keep ε.
    """
    if not m:
        return 0
    c = floor(enclose((m + t * others) / (1 + t))[0])
    while m - c > t * (c - others):
        c += 1
    return m - 2 * c


@dataclass
class _Search:
    """Searches depth-first for the best deck, by choosing how many cards each pair (a card and its mirror card) has.

    The outermost pair comes first. The cards that are left over go to the last pair, or to the middle card.
    """

    cards: int
    distances: tuple[int, ...]
    difference: Callable[[int], int]
    gain: Callable[[int], Fraction]
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
        """Try all numbers of cards for the pairs that have none yet, if `left` cards remain for them.

        The card k and its mirror, the card L + 1 − k, form a pair, where L is the largest number on a card. `sizes` has the numbers
        of cards of the first pairs. Let m be the number of cards of a pair, d the distance between its two numbers, and δ the
        largest allowed difference between its two counts.

        A deck is better if its (Σ δd)²/Σ md² is larger, where both sums run over all pairs. By Cauchy's inequality this number is
        at most Σ δ²/m. The first pairs contribute `signal` to Σ δ²/m, and the others contribute at most `room(left)`. If both
        together do not exceed the number of the best deck so far, the search leaves these cases out.
        """
        place = len(sizes)
        if place == len(self.distances) - 1:
            self.offer((*sizes, left))
            return
        last = place == len(self.distances) - 2 and self.distances[-1] == 0
        needed = Fraction(self.square, self.length) - signal
        for m in range(left, -1, -1):
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise InputError(
                    f"the search over decks of {self.cards} cards takes too long; give fewer cards or values"
                )
            if self.difference(m) < 0:
                continue
            gained = self.gain(m)
            if gained + (0 if last else self.room(left - m)) > needed:
                self.run((*sizes, m), left - m, signal + gained)
                needed = Fraction(self.square, self.length) - signal
            elif last and self.room(m) <= needed:
                # the bound only falls as m does, and the cards left over go to the middle card, which adds nothing
                return


def _room(t: Number, others: int) -> Callable[[int], Fraction]:
    """Return the function h(m) = max(0, ρm − κ)²/m, rounded up. Here ρ = (t − 1)/(t + 1), κ = 2t·others/(t + 1) and h(0) = 0.

    The number t is e^ε. From t and `others`, the function `difference` computes δ(m), the largest allowed difference between the
    counts of a card and of its mirror card, if these two have m cards together.

    Let m cards form several such pairs, and let pair k have m_k > 0 cards. If no δ(m_k) is negative, then Σ δ(m_k)²/m_k ≤ h(m).
    First, δ(m_k) ≤ ρm_k − κ, so each term is at most h(m_k). Second, h is convex and h(0) = 0, so Σ h(m_k) ≤ h(m).
    """
    rho, kappa = enclose((t - 1) / (t + 1))[1], enclose(2 * t * others / (t + 1))[0]

    def room(m: int) -> Fraction:
        return max(Fraction(0), rho * m - kappa) ** 2 / m if m else Fraction(0)

    return cache(room)


def best_deck(cards: int, values: int, epsilon: Epsilon, *, kept: bool = False, joint: int = 1) -> Deck:
    """Find the deck with the least variance among those of `cards` cards whose ε is at most `epsilon`.

    The cards have the numbers 1 to `values`. If `joint` is 1, the ε is that of one answer. If `joint` is larger, respondents keep
    their cards. The ε is then that of `joint` answers together, where it is known who gave which answer. `kept` says whether cards
    of the returned deck are kept. At every prevalence and sampling, kept or not, the variance increases with `spread`, so the same
    deck is best in all cases. Among equally good decks, the one with more cards in the outermost pairs is returned.
    """
    t = require_positive(epsilon)
    if cards < 3 or values < 2:
        raise InputError(f"a private estimate needs at least 3 cards and 2 values, not {cards} and {values}")
    if joint < 1:
        raise InputError(f"the epsilon of {joint} answers together is not defined; give at least 1 answer")
    if values > MOST_VALUES or (values > 2 and cards > MOST_CARDS):
        raise InputError(
            f"rropt cannot search decks of {cards} cards and {values} values; take at most {MOST_VALUES} values, and for more "
            f"than 2 values at most {MOST_CARDS} cards"
        )
    distances = tuple(values + 1 - 2 * k for k in range(1, (values + 1) // 2 + 1))
    allowed = cache(partial(difference, t=t, others=joint - 1))
    gain = cache(lambda m: Fraction(allowed(m) ** 2, m or 1))
    search = _Search(cards, distances, allowed, gain, _room(t, joint - 1))
    search.run((), cards, Fraction(0))
    if not search.best:
        of = "" if joint == 1 else f" for {joint} named answers"
        raise InputError(
            f"no deck of {cards} cards that allows an estimate keeps epsilon = {epsilon}{of}; add cards or allow a larger epsilon"
        )
    counts = [0] * values
    for k, m in enumerate(search.best):
        small = (m - search.difference(m)) // 2
        counts[k], counts[values - 1 - k] = (m, m) if distances[k] == 0 else (small, m - small)
    deck = Deck(tuple(counts), kept=kept)
    assert spread(deck.proportions) == (Fraction(cards * search.length, search.square) - 1) / 4
    return deck
