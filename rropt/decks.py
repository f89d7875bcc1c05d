"""Christofides' decks of cards: the estimate and its variance, what answers disclose, and decks at equal ε.

**The deck.** Cards have the numbers 1 to L; card k has the mirror k' = L + 1 − k. Respondent i has the truth x_i, 0 or 1, and draws
a card with the number Y_i, which is put back or kept. The answer X_i is Y_i if x_i = 0, and L + 1 − Y_i if x_i = 1. The formulas of
Sun, Zhou and Yan (2023) do the same; their printed algorithms swap the two cases, which swaps the groups' names. Let μ and σ² be
the mean and the variance of one card, D = L + 1 − 2μ ≠ 0, and s_i = 1 − 2x_i = ±1. A bar is the mean over n respondents, π is the
share of x = 1, and π̂ its estimate. Then

    X_i = μ + D·x_i + s_i·(Y_i − μ),     π̂ = (X̄ − μ)/D = x̄ + (1/nD)·Σ s_i (Y_i − μ).

For given respondents the last sum has the mean 0, so π̂ is unbiased and Var π̂ = Var x̄ + E Var(Σ s_i Y_i)/(nD)².

* Cards put back: the Y_i are independent and s_i² = 1, so Var Σ s_i Y_i = nσ².
* Cards kept, drawn from M ≥ n cards: Cov(Y_i, Y_j) = −σ²/(M − 1). So with S = Σ s_i
  Var Σ s_i Y_i = σ²·(n − (S² − n)/(M − 1)) = σ²·(nM − S²)/(M − 1), and E S² = n²(1 − 2π)² + 4n² Var x̄.

With v = Var x̄ = f·π(1 − π)/n, where f is the sampling factor (`Sampling.factor`; 0 in a census), hence

    put back   Var π̂ = v + σ²/(nD²)                                            (their Theorem 3.1 for f = 0)
    kept       Var π̂ = v + σ²/D²·(nM − n²(1 − 2π)² − 4n²v)/(n²(M − 1))          (their Theorem 4.1 for f = 0, M = n)

**Its estimated variance.** Var π̂ = α + β·u with u = π(1 − π) and β ≥ 0. The mean of π̂(1 − π̂) is u − Var π̂, so that
α + β·(π̂(1 − π̂) + α)/(1 − β) is unbiased. If β ≥ 1 there is no such estimate, or it falls where the variance grows; then, and where
it is not positive, the exact variance stands in its place, as in `rropt.survey.estimates`.

**Privacy.** The named answers of n people are published, and two states that differ in one person are compared. If cards are put
back, answers are independent, and all of them are as private as one. If they are kept, the answers and truths of the others tell
which cards they hold, r_k with the number k. So person i answers k with a chance in proportion to c_k − r_k if x_i = 0, and to
c_k' − r_k' if x_i = 1. The distribution of r, that of n − 1 draws, depends on no truth. Hence

* e^ε is the largest c_k/(c_k' − n + 1), attained if all others hold card k'; infinite if some card k ≠ k' occurs, but its mirror
  fewer than n times. So in a census with M = n cards it is infinite, unless all cards are their own mirrors.
* δ(ε) = E Σ_k max(0, R_k − e^ε R_k')/(M − n + 1), where R_k = c_k − r_k counts what remains, a simple random sample of the deck.

Their Theorem 5.6, that kept cards have the ε of one answer, is therefore about one answer seen alone.

**At equal ε.** Cards 1 and L alone, in proportion 1 : t, have the least σ²/D² = t/(t − 1)² of all decks whose answer has ε = log t:
the answer of any other can be drawn from theirs without knowing the truth. They are Warner's device, and that of Simmons with an
unrelated share of 1/2. With a middle card of proportion m it is ((t + 1)²/((t − 1)²(1 − m)) − 1)/4.

References: Christofides (2003), A generalized randomized response technique; Sun, Zhou and Yan (2023), An improved Christofides
mechanism for local differential privacy, sections 3 to 6.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
from flint import Ordering, fmpz_mpoly_ctx

from rropt.errors import InputError, Undecided
from rropt.exact.element import Bound, Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.grammar import read_inside, read_integer, read_rational
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.sign import ceiling
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.show import Block, Col, Fact, Result, Say, Table, Warn, near, outward, up
from rropt.survey.answers import Columns, read_answers, read_level, read_sampling
from rropt.survey.contrast import stated_variances
from rropt.survey.estimates import exact_variances
from rropt.survey.intervals import Spread, score_interval

__all__ = [
    "Beliefs",
    "Deck",
    "DeckEstimate",
    "Disclosure",
    "disclosure",
    "estimate",
    "fellow_beliefs",
    "fellow_epsilon",
    "laws_of_sum",
    "least_people",
    "mean_and_distance",
    "one_answer_epsilon",
    "outsider_beliefs",
    "spread",
    "sum_epsilon",
    "transcript_delta",
    "transcript_epsilon",
    "variance",
]

MOST_CARDS, MOST_WORK, MOST_BITS = 10**15, 4_000_000, 400_000_000
DISCLOSED = {
    "one": "Epsilon of one answer",
    "joint": "Epsilon of all named answers",
    "sum": "Epsilon of their sum alone",
    "fellow": "Epsilon of one answer to a fellow respondent",
    "at": "Epsilon of delta",
    "delta": "Delta of all named answers at it",
}


# ---- The deck and its estimate ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in which counts[k − 1] cards show the number k; if `kept`, a drawn card is not put back.

    Examples:
        >>> from rropt.decks import Deck, variance
        >>> print(variance(Deck((5, 0, 15), kept=True), 20, "3/20"))
        153/7600
    """

    counts: tuple[int, ...]
    kept: bool = False

    def __post_init__(self) -> None:
        is_list = isinstance(self.counts, Sequence) and not isinstance(self.counts, str)
        if not is_list or len(self.counts) < 2 or not any(self.counts):
            raise InputError(
                f"a deck's cards are {self.counts!r}; give the numbers of cards of 2 kinds or more, such as (3, 1, 2)"
            )
        counts = tuple(
            read_integer(c, least=0, most=MOST_CARDS, name="the number of cards of a kind") for c in self.counts
        )
        object.__setattr__(self, "counts", counts)

    @property
    def cards(self) -> int:
        """The number M of cards."""
        return sum(self.counts)

    @property
    def proportions(self) -> tuple[Fraction, ...]:
        """The probability of each number on one drawn card."""
        return tuple(Fraction(c, self.cards) for c in self.counts)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The numbers of cards k and of their mirrors, for each k that is not its own mirror."""
        both = list(zip(self.counts, self.counts[::-1], strict=True))
        return [pair for k, pair in enumerate(both, start=1) if 2 * k != len(both) + 1]

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism of one answer."""
        rows = list(zip(self.proportions, self.proportions[::-1], strict=True))
        return Mechanism(rows, ("no", "yes"), tuple(str(k + 1) for k in range(len(rows))))

    def check(self, n: int) -> None:
        """Refuse fewer than one respondent, and more than the cards that they keep."""
        if n < 1 or (self.kept and n > self.cards):
            kept = f", each of whom keeps one of {counted(self.cards, 'card')}" if self.kept else ""
            raise InputError(f"a deck cannot serve {n} respondents{kept}; give 1 or more, and enough cards")

    def __str__(self) -> str:
        kinds = ", ".join(f"{c} of {k}" for k, c in enumerate(self.counts, start=1))
        return f"{counted(self.cards, 'card')} ({kinds}), {'kept' if self.kept else 'put back'} after the draw"


def mean_and_distance(proportions: Sequence[Number]) -> tuple[Number, Number]:
    """Return the mean μ of one card and the distance D of the two groups' mean answers; refuse D = 0."""
    mean: Number = sum((k * p for k, p in enumerate(proportions, start=1)), Fraction(0))
    distance = len(proportions) + 1 - 2 * mean
    if distance == 0:
        raise InputError(
            f"cards of the mean {mean} give both groups the same mean answer, so nothing can be estimated; change them"
        )
    return mean, distance


def spread(proportions: Sequence[Number]) -> Number:
    """Return σ²/D², n times the variance that cards put back add to the estimate from n answers."""
    mean, distance = mean_and_distance(proportions)
    square: Number = sum((k * k * p for k, p in enumerate(proportions, start=1)), Fraction(0))
    return (square - mean * mean) / (distance * distance)


def variance(
    deck: Deck, n: int, prevalence: object, *, sampling: str = "census", population: int | None = None
) -> Fraction:
    """Return the variance of the estimate from n respondents at a share of yes.

    Args:
        deck: The deck.
        n: The number of respondents.
        prevalence: The share of yes.
        sampling: How respondents are drawn: replacement, census, or srs with its population.
        population: The size of the population for srs.

    Returns:
        The variance, exact but for the factor of srs, which is a double.

    Raises:
        InputError: The deck has too few cards, the share is none, or nothing can be estimated.

    Examples:
        >>> from rropt.decks import Deck, variance
        >>> print(variance(Deck((1, 3)), 100, "1/10"))
        3/400

    Reference: Sun, Zhou and Yan (2023), Theorems 3.1 and 4.1.
    """
    deck.check(n)
    share, device = read_rational(prevalence), spread(deck.proportions)
    if not 0 <= share <= 1 or not isinstance(device, Fraction):
        raise InputError(f"the prevalence {prevalence} must lie between 0 and 1")
    people = Fraction(read_sampling(sampling, population).factor(n)) * share * (1 - share) / n
    if not deck.kept or deck.cards == 1:
        return people + (0 if deck.kept else device / n)
    squares = (n * (1 - 2 * share)) ** 2 + 4 * n * n * people
    return people + device * (n * deck.cards - squares) / (n * n * (deck.cards - 1))


def least_people(proportions: Sequence[Number], prevalence: object, wanted: object, *, kept: bool = False) -> int:
    """Return the least number n of people in a census whose estimate has at most the variance `wanted`.

    With c = σ²/D² the variance is c/n if cards are put back, and 4π(1 − π)c/(n − 1) if n of n cards are kept, though a deck of so
    many whole cards need not be there.

    Args:
        proportions: The proportions of the cards, such as a column of `rropt.families.christofides(epsilon=…, middle=…)`; two of
            them are Warner's device.
        prevalence: The share of yes.
        wanted: The variance.
        kept: Whether cards are kept.

    Returns:
        The number of people.

    Raises:
        InputError: The share or the variance is none.

    Examples:
        >>> from rropt.decks import least_people
        >>> from rropt.families import christofides
        >>> three = christofides(epsilon="0.5", middle="1/100").columns[0]
        >>> least_people(three, "1/10", "1/10"), least_people(three, "1/10", "1/10", kept=True)
        (40, 16)

    Reference: Sun, Zhou and Yan (2023), section 6 and Table 2.
    """
    share, most = read_rational(prevalence), read_rational(wanted)
    if not 0 <= share <= 1 or most <= 0:
        raise InputError(f"prevalence = {share} must lie between 0 and 1, and the variance {most} above 0")
    c = spread(proportions)
    return 1 + ceiling(4 * share * (1 - share) * c / most) if kept else max(1, ceiling(c / most))


@dataclass(frozen=True, slots=True, repr=False)
class DeckEstimate(Result):
    """An estimated share of yes with the variance of its standard error, and Chebyshev's interval at the confidence `level`."""

    schema: ClassVar[str] = "rropt/deck-estimate/1"
    deck: Deck
    n: int
    share: float
    variance: float
    variance_from: str
    interval: tuple[float, float]
    level: float

    def show(self) -> Iterator[Block]:
        """Say the estimate, its error and its interval."""
        yield Say(
            f"The share of yes is estimated at {near(self.share)}, with a standard error of {up(self.variance**0.5)}; by "
            f"Chebyshev's inequality it lies from {outward(*self.interval)} with a confidence of at least {100 * self.level:g} %.",
            key="",
        )
        for key in ("n", "share", "variance", "variance_from", "interval", "level"):
            yield Fact(key, key, getattr(self, key), shown=False)
        yield Say(f"The deck: {self.deck}.")


def estimate(
    data: Any,
    deck: Deck,
    *,
    answer: str | None = None,
    confidence: object = "0.95",
    sampling: str = "census",
    population: int | None = None,
) -> DeckEstimate:
    """Estimate the share of yes from the numbers that respondents answered.

    Args:
        data: Counts by answer 1, 2, …, a list of answers, any data frame, or a CSV file.
        deck: The deck.
        answer: The column of the answers.
        confidence: The least confidence of the interval.
        sampling: How respondents were drawn: replacement, census, or srs with its population.
        population: The size of the population for srs.

    Returns:
        The estimate, with its standard error and Chebyshev's interval, which holds at every share.

    Raises:
        InputError: The data have other answers or none, or more than the deck has cards to keep.

    Examples:
        >>> from rropt.decks import Deck, estimate
        >>> estimate({1: 40, 2: 20, 3: 140}, Deck((2, 1, 7))).share
        0.0

    Reference: Sun, Zhou and Yan (2023), Algorithms 3 and 4.
    """
    answers = read_answers(data, [deck.mechanism.output_labels], Columns.of(answer=answer))
    counts = answers.total(answers.n)[0]
    n, (mean, distance) = int(counts.sum()), mean_and_distance(deck.proportions)
    found = (Fraction(int(counts @ np.arange(1, len(counts) + 1)), n) - mean) / distance
    ends = [variance(deck, n, x, sampling=sampling, population=population) for x in (0, Fraction(1, 2))]
    alpha, beta = ends[0], 4 * (ends[1] - ends[0])
    raw = alpha + beta * (found * (1 - found) + alpha) / (1 - beta) if beta < 1 else 0
    x, f, spread = np.array([[float(found)]]), np.array([float(beta)]), Spread(float(alpha), float(alpha))
    values, exact = stated_variances(np.array([[float(raw)]]), 0, exact_variances(x, spread, f, np.ones(1)))
    level = read_level(confidence)
    low, high, _ = score_interval(x, spread, 1 / (1 - level), f)
    return DeckEstimate(
        deck, n, float(found), values.item(), "exact" if exact.item() else "unbiased", (low.item(), high.item()), level
    )


# ---- Privacy of answers ----------------------------------------------------------------------------------------------------------


def _largest_ratio(pairs: Sequence[tuple[Any, Any]], others: int) -> Epsilon:
    """Return as ε the logarithm of the largest c/(d − others) over pairs with c > 0, or 0 if none is above 1."""
    held = [(c, d - others) for c, d in pairs if c]
    return Epsilon(INFINITY if any(d <= 0 for _, d in held) else max([Fraction(1), *(Fraction(c, d) for c, d in held)]))


def one_answer_epsilon(deck: Deck) -> Epsilon:
    """Return the exact ε of one answer seen alone, the logarithm of the largest c_k/c_k' (Sun, Zhou and Yan, Theorems 5.4, 5.6)."""
    return _largest_ratio(deck.pairs, 0)


def transcript_epsilon(deck: Deck, n: int) -> Epsilon:
    """Return the exact ε of all n named answers together, for two states that differ in one person."""
    deck.check(n)
    return _largest_ratio(deck.pairs, n - 1 if deck.kept else 0)


def _seen(deck: Deck) -> list[Deck]:
    """Return what remains of the deck for a fellow respondent, who has seen one card, for each card."""
    removed = [tuple(c - (j == k) for j, c in enumerate(deck.counts)) for k, c in enumerate(deck.counts) if c]
    return [Deck(counts, kept=True) for counts in removed if any(counts)]


def fellow_epsilon(deck: Deck) -> Epsilon:
    """Return the exact ε of one answer for a fellow respondent, who saw one other card (their own) from the deck."""
    return max(
        map(one_answer_epsilon, _seen(deck) if deck.kept else [deck]), key=lambda x: x.t, default=Epsilon(Fraction(1))
    )


def transcript_delta(deck: Deck, n: int, epsilon: Epsilon) -> Number:
    """Return the least δ, exactly, for which all n named answers together are (ε, δ)-private."""
    deck.check(n)
    left = deck.cards - n + 1 if deck.kept else deck.cards
    every = [_expected_excess(a, b, deck.cards - a - b, left, epsilon) for a, b in deck.pairs if a]
    return sum(every, Fraction(0)) / left


def _expected_excess(a: int, b: int, rest: int, left: int, epsilon: Epsilon) -> Number:
    """Compute E max(0, R_a − t·R_b) for the numbers of cards of two kinds among `left` that remain of a + b + rest cards.

    If t is infinite, it is the mean of R_a where R_b = 0.
    """
    t, cards = epsilon.t, a + b + rest
    few, comb = min(left, cards - left), cache(math.comb)
    bits = min(cards, few * cards.bit_length())
    if (min(a, few, rest) + 1) * (min(b, few) + 1) * bits > MOST_BITS:
        raise Undecided(
            f"the exact delta of a deck of {counted(cards, 'card')} is too long to enumerate; use a smaller deck"
        )
    top = low = 0
    for j in range(max(0, left - a - rest), 1 if is_infinite(t) else min(b, left) + 1):
        least = 1 if is_infinite(t) else 1 - ceiling(-t * j)
        for i in range(max(least, left - j - rest), min(a, left - j) + 1):
            ways = comb(a, i) * comb(b, j) * comb(rest, left - i - j)
            top, low = top + i * ways, low + j * ways
    total = math.comb(cards, left)
    return Fraction(top, total) - (t * Fraction(low, total) if low else 0)


def sum_epsilon(deck: Deck, n: int) -> Epsilon:
    """Return the exact ε if only the sum of all answers is published.

    If every card is drawn and kept, the sum is certain once it is known how many said yes, so ε is infinite unless all cards are
    their own mirrors.
    """
    deck.check(n)
    if deck.kept and n == deck.cards:
        return transcript_epsilon(deck, n)
    chances = [
        (one.get(s, 0), two.get(s, 0)) for one, two in pairwise(laws_of_sum(deck, n)) for s in one.keys() | two.keys()
    ]
    return _largest_ratio([*chances, *((b, a) for a, b in chances)], 0)


def laws_of_sum(deck: Deck, n: int) -> list[dict[int, Fraction]]:
    """Return the distributions of the sum of n answers, for u = 0 … n people whose truth is yes.

    If cards are kept, the coefficient of x^s y^u z^v in Π_k (1 + x^k' y + x^k z)^(c_k) counts the ways to choose u cards for people
    of yes and v for the others such that the answers sum to s; terms of more than n cards are not needed. If they are put back, it
    is the coefficient in (Σ_k c_k (x^k' y + x^k z))^n, which counts each choice C(n, u) times.
    """
    every, top = (math.comb(deck.cards, n) if deck.kept else deck.cards**n), len(deck.counts) + 1
    if n ** (3 if deck.kept else 2) * top * (every << n).bit_length() > MOST_BITS:
        raise Undecided(
            f"the sum of {n} answers from {deck.cards} cards has a law too long to enumerate; take fewer respondents"
        )
    ring = fmpz_mpoly_ctx.get(("x", "y", "z"), Ordering.lex)
    kinds = [(k, c) for k, c in enumerate(deck.counts, start=1) if c]
    found = {(top - k, 1, 0): c for k, c in kinds} | {(k, 0, 1): c for k, c in kinds}
    ways = ring.constant(1) if deck.kept else ring.from_dict(found) ** n  # type: ignore[arg-type]
    for k, c in kinds if deck.kept else ():
        found = {
            ((top - k) * a + k * b, a, b): math.comb(c, a) * math.comb(c - a, b)
            for a in range(min(c, n) + 1)
            for b in range(min(c, n) - a + 1)
        }
        terms = (ways * ring.from_dict(found)).to_dict()  # type: ignore[arg-type]
        ways = ring.from_dict({x: w for x, w in terms.items() if x[1] + x[2] <= n})
    laws: list[dict[int, Fraction]] = [{} for _ in range(n + 1)]
    for (s, yes, no), w in ways.to_dict().items():
        if yes + no == n:
            laws[yes][int(s)] = Fraction(int(w), every * math.comb(n, yes))
    return laws


# ---- What the collector learns ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The least and the largest odds ratio (yes against no) that all named answers can give about one person, and what is then
    believed of a person with this prior."""

    prior: Fraction
    least_odds_ratio: Bound
    largest_odds_ratio: Bound
    least_posterior: Bound
    largest_posterior: Bound


def _beliefs(prior: Fraction, ratios: Sequence[Any]) -> Beliefs:
    odds = min(ratios), max(ratios)
    believed = [Fraction(1) if is_infinite(x) else prior * x / (prior * x + 1 - prior) for x in odds]
    return Beliefs(prior, *odds, *believed)


def outsider_beliefs(deck: Deck, n: int, prior: object) -> Beliefs:
    """Return the most that all answers together, each with its person's name, can tell an outsider about one person.

    The outsider takes the truths of different people to be independent, each yes with probability π, the prior. Of c cards k and d
    mirrors k', let q people have answered k or k', and a of these, the person among them, k. Only they matter. Let W be how many of
    the other q − 1 hold card k, distributed as Bin(a − 1, 1 − π) + Bin(q − a, π). With falling factorials (x)_i the odds ratio is

        E (c)_W (d)_{q−W} / E (c)_{W+1} (d)_{q−1−W}  =  E'[(d − q + 1 + W)/(c − W)] + R.

    Here E' weights W by (c)_{W+1} (d)_{q−1−W}. At W = c this weight is 0, and R is the part of the left side from W = c. The
    fraction increases in W, and R grows if larger W become likelier. If a grows by one, a Bernoulli(π) variable in W becomes a
    Bernoulli(1 − π) one, which moves W in the likelihood ratio order, up if π ≤ 1/2, else down; the weights keep this order. So the
    odds ratio is monotone in a, and its extremes lie at a = 1 and a = q, where W is binomial.

    If all cards are drawn, q = c + d, and only W = c − 1 contributes to the denominator: the extremes are (d/c)·π/(1 − π) and
    (d/c)·(1 − π)/π. So however small the prior is, some answers lead to the posterior e^ε/(1 + e^ε) with the ε of one answer, which
    a single answer reaches only from a prior of 1/2.
    """
    deck.check(n)
    p = read_inside(prior, "prior")
    return _beliefs(p, [Fraction(1), *(x for c, d in deck.pairs for x in _odds_ratios(deck, n, c, d, p))])


def _odds_ratios(deck: Deck, n: int, c: int, d: int, p: Fraction) -> list[Bound]:
    """Return the odds ratios of answers with c cards and d mirrors that can be extremes."""
    if not deck.kept:
        return [Fraction(d, c) if c else INFINITY] if c or d else []
    if n == deck.cards and c + d:
        return [Fraction(d, c) * x for x in (p / (1 - p), (1 - p) / p)] if c and d else [INFINITY if d else Fraction(0)]
    sizes = range(max(1, n - (deck.cards - c - d)), min(n, c + d) + 1)
    if sum(q * q for q in sizes) > MOST_WORK:
        raise Undecided(
            f"the evidence in {n} answers from {deck.cards} cards is too long to enumerate; take fewer of them"
        )
    return [_binomial_ratio(c, d, q, share) for q in sizes for share in {p, 1 - p}]


def _binomial_ratio(c: int, d: int, q: int, share: Fraction) -> Bound:
    """Return the odds ratio if W has the distribution Bin(q − 1, share), by sums of whole numbers."""
    yes, no = share.numerator, share.denominator - share.numerator
    of_c, of_d = ([math.perm(x, i) for i in range(q + 1)] for x in (c, d))
    weights = [math.comb(q - 1, w) * yes**w * no ** (q - 1 - w) for w in range(q)]
    top = sum(x * of_c[w] * of_d[q - w] for w, x in enumerate(weights))
    low = sum(x * of_c[w + 1] * of_d[q - 1 - w] for w, x in enumerate(weights))
    return Fraction(top, low) if low else INFINITY


def fellow_beliefs(deck: Deck, n: int, prior: object) -> Beliefs:
    """Return the most that all named answers can tell a fellow respondent, who knows their own card, whatever it is, and truth."""
    deck.check(n)
    rests = _seen(deck) if deck.kept and n > 1 else [deck]
    found = [outsider_beliefs(rest, max(1, n - 1), prior) for rest in rests]
    return _beliefs(found[0].prior, [x for e in found for x in (e.least_odds_ratio, e.largest_odds_ratio)])


@dataclass(frozen=True, slots=True, repr=False)
class Disclosure(Result):
    """What a deck's answers disclose: the ε of one answer, of all together, of their sum, and of one to a fellow respondent; the δ
    of all at the epsilon `at`; the beliefs of an outsider and of a fellow respondent. None is what takes too long."""

    schema: ClassVar[str] = "rropt/deck/3"
    deck: Deck
    n: int
    one: Epsilon
    joint: Epsilon
    sum: Epsilon | None
    fellow: Epsilon
    at: Epsilon
    delta: Number | None
    outsider: Beliefs | None
    fellow_beliefs: Beliefs | None

    def show(self) -> Iterator[Block]:
        """Say the ε of one answer and of all together first, then all that is disclosed."""
        one, joint = near(self.one, "up"), near(self.joint, "up")
        who = counted(self.n, "named answer")
        yield Say(f"One answer alone has epsilon = {one}, and {who} together have epsilon = {joint}.", key="")
        if self.one != self.joint:
            yield Warn("Together the answers are less private than one alone, because cards are kept.")
        yield Say(f"The deck: {self.deck}.")
        for key, label in DISCLOSED.items():
            yield Fact(key, label, getattr(self, key), "up")
        found = {"an outsider": self.outsider, "a fellow respondent": self.fellow_beliefs}
        rows = [(name, x.prior, x.least_posterior, x.largest_posterior) for name, x in found.items() if x]
        heads = {"who": "belief in a yes", "prior": "before", "least": "least after", "largest": "largest after"}
        yield Table("beliefs", [Col(*x) for x in heads.items()], rows)


def disclosure(deck: Deck, n: int, *, prior: object = "1/10", at: object = None) -> Disclosure:
    """Compute what the answers of n respondents disclose.

    Args:
        deck: The deck.
        n: The number of respondents.
        prior: What is believed of each person before.
        at: The ε of which δ is computed; the ε of one answer if not given, or 0 if that is infinite.

    Returns:
        All epsilons, the δ and the beliefs, exactly; None for what takes too long to enumerate.

    Raises:
        InputError: There are too few cards, or the prior is none.

    Examples:
        >>> from rropt.decks import Deck, disclosure
        >>> found = disclosure(Deck((5, 0, 15), kept=True), 20)
        >>> print(found.one, found.joint, found.outsider.largest_posterior)
        log(3) inf 3/4

    Reference: Sun, Zhou and Yan (2023), Theorems 5.4 to 5.6.
    """
    one = one_answer_epsilon(deck)
    level = read_epsilon(at) if at is not None else Epsilon(Fraction(1)) if is_infinite(one.t) else one
    return Disclosure(
        deck,
        n,
        one,
        transcript_epsilon(deck, n),
        _unless_too_long(lambda: sum_epsilon(deck, n)),
        fellow_epsilon(deck),
        level,
        _unless_too_long(lambda: transcript_delta(deck, n, level)),
        _unless_too_long(lambda: outsider_beliefs(deck, n, prior)),
        _unless_too_long(lambda: fellow_beliefs(deck, n, prior)),
    )


def _unless_too_long(find: Callable[[], Any]) -> Any:
    try:
        return find()
    except Undecided:
        return None
