"""A repaired deck under a joint (ε, δ): what keeping the cards can gain over independent draws, honestly accounted.

With a small δ > 0 the improbable transcripts that force a pure joint ε to be paid for (all others hold one kind) are
forgiven, so the deck may be nearly as uneven as Warner's while the kept cards still shrink the variance by the factor
(nM − n²(1 − 2π)²)/(n(M − 1)) < 1. For many respondents this wins: at n = 1000, ε = 1, δ = 10⁻⁶ and prevalence 1/10 a deck
of 5000 cards has variance 0.000908, independent draws at ε = 1 have 0.000921. For few it loses.

δ(ε) is exact, and the sum over the pairs of mirror cards of shares φ(m, s) that decrease in s, the scarcer kind of m cards
(`deck_pairs`, with the proof). So two values need one bisection. For L values the sizes m_k and scarcer kinds s_k that
maximise (Σ (m_k − 2s_k) d_k)²/Σ m_k d_k² under Σ φ(m_k, s_k) ≤ δ, d_k = L + 1 − 2k, are found by search: all choices for
the outer pairs, bisection for the last. It prunes with Cauchy's inequality, as `deck_best` does. More values can
pay: a few cards of a pair without any of the scarcer kind reveal the truth of those who draw them, within δ.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from rropt.decks.best import least_spread
from rropt.decks.deck import Deck, people_variance, variance
from rropt.decks.pairs import PairShares, TooLong
from rropt.decks.privacy import transcript_delta
from rropt.estimates.sampling import CENSUS, Sampling
from rropt.exact.counted import counted
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.results import FieldResult, Table, fact_table, text_table

__all__ = ["RepairedDelta", "repaired_deck_delta"]

MOST_STEPS = 200_000
MOST_CARDS_OF_MORE_VALUES = 200


@dataclass(frozen=True, slots=True, repr=False)
class RepairedDelta(FieldResult):
    """A deck of kept cards, the exact δ of its transcript at `epsilon`, its variance, and Warner's at that ε."""

    deck: Deck
    epsilon: Epsilon
    delta: Number
    variance: Fraction
    independent: Number

    def explain(self) -> str:
        """The table for a terminal."""
        return text_table(*self.as_table())

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


@dataclass
class _Search:
    """Depth first over (m, s) of each pair, outermost first; what is left are the last pair and the middle cards."""

    shares: PairShares
    delta: Fraction
    distances: tuple[int, ...]
    best: tuple[tuple[int, int], ...] = ()
    square: int = 0
    length: int = 1
    steps: int = field(default=0)
    rooms: dict[tuple[int, int], Fraction] = field(default_factory=dict)

    def room(self, cards: int, pairs: int) -> Fraction:
        """No so many pairs of so many cards in all have a larger Σ (m − 2s)²/m, each within δ alone."""
        if not pairs or not cards:
            return Fraction(0)
        if (cards, pairs) not in self.rooms:
            alone = (self._alone(m) + self.room(cards - m, pairs - 1) for m in range(cards + 1))
            self.rooms[cards, pairs] = max(alone)
        return self.rooms[cards, pairs]

    def _alone(self, m: int) -> Fraction:
        s = self.shares.scarcest(m, (0, 0), self.delta) if m else None
        return Fraction(0) if s is None else Fraction((m - 2 * s) ** 2, m)

    def offer(self, pairs: tuple[tuple[int, int], ...]) -> None:
        signal = sum((m - 2 * s) * d for (m, s), d in zip(pairs, self.distances, strict=True))
        length = sum(m * d * d for (m, _), d in zip(pairs, self.distances, strict=True))
        if signal > 0 and signal * signal * self.length > self.square * length:
            self.best, self.square, self.length = pairs, signal * signal, length

    def run(self, pairs: tuple[tuple[int, int], ...], left: int, spent: tuple[int, int], gained: Fraction) -> None:
        """`spent` is the pairs' share of δ and `gained` their Σ (m − 2s)²/m."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLong(f"the search over decks of {self.shares.cards} cards is too long; take fewer cards or values")
        after = len(self.distances) - len(pairs) - 1
        if after and self.distances[-1] == 0:
            after -= 1
        if not after and self.distances[len(pairs)] == 0:
            self.offer((*pairs, (left, left // 2)))
            return
        whole = not after and self.distances[-1] != 0
        for m in (left,) if whole else range(left, -1, -1):
            self._sizes(pairs, m, left, spent, gained, after, whole)

    def _sizes(
        self,
        pairs: tuple[tuple[int, int], ...],
        m: int,
        left: int,
        spent: tuple[int, int],
        gained: Fraction,
        after: int,
        last: bool,
    ) -> None:
        """The pairs of m cards: the most uneven alone where no later pair wants a share of δ, else all."""
        if not m and last:
            return self.offer((*pairs, (0, 0)))
        rest = Fraction(0) if last else self.room(left - m, after)
        if (gained + m + rest) * self.length <= self.square:
            return None
        least = self.shares.scarcest(m, spent, self.delta)
        if least is None:
            return None
        for s in range(least, m // 2 + 1) if after else (least,):
            more = gained + (Fraction((m - 2 * s) ** 2, m) if m else 0)
            if (more + rest) * self.length <= self.square:
                break
            top, low = self.shares.share(m, s)
            if last:
                self.offer((*pairs, (m, s)))
            else:
                self.run((*pairs, (m, s)), left - m, (spent[0] + top, spent[1] + low), more)
        return None


def _searched(n: int, cards: int, t: Number, delta: Fraction, values: int) -> Deck | None:
    distances = tuple(values + 1 - 2 * k for k in range(1, (values + 1) // 2 + 1))
    search = _Search(PairShares(cards, n, t), delta, distances)
    search.run((), cards, (0, 0), Fraction(0))
    if not search.best:
        return None
    counts = [0] * values
    for k, (m, s) in enumerate(search.best):
        counts[k], counts[values - 1 - k] = (m, m) if distances[k] == 0 else (s, m - s)
    return Deck(tuple(counts), kept=True)


def repaired_deck_delta(
    n: int,
    cards: int,
    epsilon: Epsilon,
    delta: Fraction,
    prevalence: object,
    *,
    values: int = 2,
    sampling: Sampling = CENSUS,
) -> RepairedDelta:
    """The deck of so many kept cards 1 … `values` with the least variance whose joint release is (ε, δ)-private."""
    if not 0 <= delta < 1:
        raise InputError(f"delta = {delta} must be at least 0 and below 1")
    if epsilon.is_free or isinstance(epsilon.t, float) or epsilon.t <= 1:
        raise InputError(f"a repaired deck needs a positive finite epsilon, not {epsilon}")
    if cards <= n:
        raise InputError(
            f"{counted(cards, 'card')} for {counted(n, 'respondent')}: the last card is known, so no delta helps; add cards"
        )
    if values < 2:
        raise InputError(f"a deck of {values} values cannot hide anything; give at least 2")
    if values > 2 and cards > MOST_CARDS_OF_MORE_VALUES:
        raise TooLong(
            f"the search over decks of {cards} cards and {values} values is too long; take at most "
            f"{MOST_CARDS_OF_MORE_VALUES} cards, or 2 values"
        )
    deck = _searched(n, cards, epsilon.t, delta, values)
    if deck is None:
        raise InputError(
            f"no uneven deck of {cards} cards gives {counted(n, 'respondent')} a joint delta of {delta} at epsilon = {epsilon}; "
            "add cards or allow more"
        )
    return RepairedDelta(
        deck,
        epsilon,
        transcript_delta(deck, n, epsilon),
        variance(deck, n, prevalence, sampling=sampling),
        people_variance(n, prevalence, sampling) + least_spread(epsilon) / n,
    )
