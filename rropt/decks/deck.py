"""Christofides' deck: cards with numbers from 1 to L, each put back after its draw or kept, and the estimate from the mean answer.

Respondent i of n has the truth x_i, which is 0 or 1, and draws a card with the number Y_i. The answer X_i is Y_i if x_i = 0, and
L + 1 − Y_i if x_i = 1. The formulas of Sun, Zhou & Yan (2023) do the same; their printed algorithms swap the two cases, which swaps
the groups' names. Let μ and σ² be the mean and the variance of one card, D = L + 1 − 2μ ≠ 0, and s_i = 1 − 2x_i = ±1. A bar denotes
the mean over the n respondents, π the prevalence of x = 1, and π̂ its estimate. Then

    X_i = μ + D·x_i + s_i·(Y_i − μ),     π̂ = (X̄ − μ)/D = x̄ + (1/nD)·Σ s_i (Y_i − μ).

For given respondents the last sum has mean 0, so π̂ is unbiased and Var π̂ = Var x̄ + E Var(Σ s_i Y_i)/(nD)².

* Cards put back: the Y_i are independent and s_i² = 1, so Var Σ s_i Y_i = nσ².
* Cards kept, drawn from M ≥ n cards: Cov(Y_i, Y_j) = −σ²/(M − 1). So with S = Σ s_i
  Var Σ s_i Y_i = σ²·(n − (S² − n)/(M − 1)) = σ²·(nM − S²)/(M − 1), and E S² = n²(1 − 2π)² + 4n² Var x̄.

Let v = Var x̄ = f·π(1 − π)/n. The factor f is 1 if the respondents are drawn with replacement, and 0 in a census. If n of N people
are drawn without replacement, f is (N − n)/(N − 1). Hence

    put back   Var π̂ = v + σ²/(nD²)                                            (their Theorem 3.1 for f = 0)
    kept       Var π̂ = v + σ²/D²·(nM − n²(1 − 2π)² − 4n²v)/(n²(M − 1))          (their Theorem 4.1 for f = 0, M = n)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral

from rropt.decks.sampling import CENSUS, Sampling
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism

__all__ = [
    "Deck",
    "TooLong",
    "mean_and_distance",
    "people_variance",
    "spread",
    "variance",
]


class TooLong(InputError):
    """Raised if an exact enumeration would take too long; smaller numbers avoid it."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in which counts[k − 1] cards show the number k; if `kept`, a drawn card is not put back."""

    counts: tuple[int, ...]
    kept: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.counts, Sequence) or not all(isinstance(c, Integral | float) for c in self.counts):
            raise InputError(f"a deck's cards are {self.counts!r}; give the numbers of its cards, such as (3, 1, 2)")
        if len(self.counts) < 2 or any(c < 0 or c % 1 for c in self.counts) or not any(self.counts):
            raise InputError(f"a deck needs whole numbers of cards of at least 2 kinds, not {self.counts}")
        object.__setattr__(self, "counts", tuple(map(int, self.counts)))

    @property
    def values(self) -> int:
        """The largest number L on a card."""
        return len(self.counts)

    @property
    def cards(self) -> int:
        """The number M of cards."""
        return sum(self.counts)

    @property
    def proportions(self) -> tuple[Fraction, ...]:
        """The probability of each number on one drawn card, from 1 to L."""
        return tuple(Fraction(c, self.cards) for c in self.counts)

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism of one answer: the distribution of the cards if the truth is no, and the reversed distribution if it is
        yes.
        """
        p = self.proportions
        return Mechanism(
            list(zip(p, reversed(p), strict=True)), ("no", "yes"), tuple(str(k + 1) for k in range(len(p)))
        )

    def mirror(self, k: int) -> int:
        """Return the index of the mirror card of the card with index k; indices count from 0.

        A respondent of one group who draws a card answers its number. A respondent of the other group answers the number of its
        mirror card.
        """
        return self.values - 1 - k

    def check(self, n: int) -> None:
        """Refuse a number n of respondents below 1, and, if cards are kept, above the number of cards."""
        if n < 1:
            raise InputError(f"a survey needs at least 1 respondent, not {n}")
        if self.kept and n > self.cards:
            raise InputError(
                f"{n} respondents cannot each keep one of {counted(self.cards, 'card')}; add cards or have them put back"
            )

    def __str__(self) -> str:
        kinds = ", ".join(f"{c} of {k}" for k, c in enumerate(self.counts, start=1))
        if self.kept:
            return (
                f"{counted(self.cards, 'card')} ({kinds}), kept after the draw: the answers depend on one another, so together "
                "they are less private than one alone"
            )
        return f"{counted(self.cards, 'card')} ({kinds}), put back after the draw"


def mean_and_distance(proportions: Sequence[Number]) -> tuple[Number, Number]:
    """Return the mean μ of one card and the distance D = L + 1 − 2μ of the two groups' mean answers, for cards 1 to L.

    Raise an error if D = 0, because the mean of the answers then says nothing about the truth.
    """
    mean: Number = sum((k * p for k, p in enumerate(proportions, start=1)), Fraction(0))
    distance = len(proportions) + 1 - 2 * mean
    if distance == 0:
        raise InputError(
            "these cards give both groups the same mean answer, so nothing can be estimated from it; change their numbers so that "
            f"the mean card is not {(len(proportions) + 1) / 2:g}"
        )
    return mean, distance


def spread(proportions: Sequence[Number]) -> Number:
    """Return the variance of the number on one drawn card, divided by D². D is the distance of the mean answers of the two groups
    of people.

    The result is n times the variance that drawing cards adds to the estimate from n answers, if each card is put back after its
    draw.
    """
    mean, distance = mean_and_distance(proportions)
    square: Number = sum((k * k * p for k, p in enumerate(proportions, start=1)), Fraction(0))
    return (square - mean * mean) / (distance * distance)


def _share(prevalence: object) -> Fraction:
    share = read_rational(prevalence)
    if not 0 <= share <= 1:
        raise InputError(Received("prevalence", str(prevalence)), " must lie between 0 and 1")
    return share


def people_variance(n: int, prevalence: object, sampling: Sampling) -> Fraction:
    """Return the variance of the share of people with truth yes among n respondents.

    The respondents are chosen at random by the given sampling from people with this prevalence. In a census the variance is 0.
    """
    share = _share(prevalence)
    return sampling.factor(n) * share * (1 - share) / n


def variance(deck: Deck, n: int, prevalence: object, *, sampling: Sampling = CENSUS) -> Fraction:
    """Return the exact variance of the estimate from n respondents at the stated prevalence.

    The head of this module derives the formula.
    """
    deck.check(n)
    share = _share(prevalence)
    people = people_variance(n, share, sampling)
    device = spread(deck.proportions)
    assert isinstance(device, Fraction)
    if not deck.kept:
        return people + device / n
    if deck.cards == 1:
        return people
    squares = (n * (1 - 2 * share)) ** 2 + 4 * n * n * people
    return people + device * (n * deck.cards - squares) / (n * n * (deck.cards - 1))
