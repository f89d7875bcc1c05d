"""What a deck's answers disclose, exactly: one answer, the whole transcript, and what outsiders and fellows learn.

A transcript a ∈ {1 … L}ⁿ of named answers is published. Two true states are neighbours if they differ in one person.
Cards put back make the answers independent, so the transcript is exactly as private as one answer. Cards kept do not:
given the others' truths their answers tell their cards, r_k of each kind, and person i holds one of the rest,

    Pr(i answers k | x_i = 0, others) ∝ c_k − r_k,      Pr(i answers k | x_i = 1, others) ∝ c_k' − r_k',   k' = L+1−k.

The law of r (multivariate hypergeometric, n − 1 draws from M) depends on no truth, which gives both closed forms:

* the joint e^ε is the largest (c_k − r_k)/(c_k' − r_k'): c_k/(c_k' − n + 1), attained when the n − 1 others all hold k',
  and infinite as soon as some kind with cards has a mirror kind of fewer than n; in particular whenever M = n, L ≥ 2;
* δ(ε) = E Σ_k max(0, R_k − e^ε R_k')/(M − n + 1) over the remaining cards R = c − r. For M = n one card remains and is
  known, so δ = 1 − p_middle at *every* ε.

The theorem that the improved mechanism "satisfies ε-differential privacy" with the ε of one answer (Sun, Zhou & Yan
2023, Theorem 5.6) is therefore a statement about one answer seen alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from rropt.decks.deck import Deck
from rropt.decks.pairs import TooLong, pair_excess
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.results import Result, Table, fact_table, plain, text_table

__all__ = ["Evidence", "fellow_epsilon", "fellow_evidence", "one_answer", "outsider", "transcript", "transcript_delta"]

MOST_WORK = 4_000_000


def _worst(ratios: Iterator[tuple[int, int]]) -> Epsilon:
    """The ε of the largest ratio; x/0 is infinite and 0/0 does not happen."""
    worst = Fraction(1)
    for top, low in ratios:
        if top and not low:
            return Epsilon(math.inf)
        if top:
            worst = max(worst, Fraction(top, low))
    return Epsilon(worst)


def one_answer(deck: Deck) -> Epsilon:
    """The ε of one answer seen alone: log max_k c_k/c_{L+1−k}, which the paper gives (Theorems 5.4 and 5.6)."""
    return _worst((c, deck.counts[deck.mirror(k)]) for k, c in enumerate(deck.counts))


def transcript(deck: Deck, n: int) -> Epsilon:
    """The ε of all n named answers together, for neighbours who differ in one person; may be infinite."""
    deck.check(n)
    if not deck.kept:
        return one_answer(deck)
    others = n - 1
    return _worst(
        (c, max(0, deck.counts[deck.mirror(k)] - others)) for k, c in enumerate(deck.counts) if deck.mirror(k) != k
    )


def transcript_delta(deck: Deck, n: int, epsilon: Epsilon) -> Number:
    """The least δ for which all n named answers together are (ε, δ)-private, exactly."""
    deck.check(n)
    if not deck.kept and not isinstance(epsilon.t, float):
        p = deck.proportions
        return sum((_excess(p[k], p[deck.mirror(k)], epsilon.t) for k in range(deck.values)), Fraction(0))
    left = deck.cards - n + 1 if deck.kept else deck.cards
    return sum((_expected_excess(deck, k, left, epsilon.t) for k in range(deck.values)), Fraction(0)) / left


def _excess(a: Number, b: Number, t: Number) -> Number:
    return a - t * b if a > t * b else Fraction(0)


def _expected_excess(deck: Deck, k: int, left: int, t: Number | float) -> Number:
    """E max(0, R_k − t·R_k'); for t = ∞ the expected R_k where R_k' = 0."""
    if deck.mirror(k) == k:
        return Fraction(0)
    a, b = deck.counts[k], deck.counts[deck.mirror(k)]
    top, low = pair_excess(a, b, deck.cards - a - b, left, t)
    total = comb(deck.cards, left)
    return Fraction(top, total) if isinstance(t, float) else Fraction(top, total) - t * Fraction(low, total)


def fellow_epsilon(deck: Deck) -> Epsilon:
    """The ε of one answer to a fellow respondent who saw one other card (his own) drawn from the same deck."""
    if not deck.kept:
        return one_answer(deck)

    def ratios() -> Iterator[tuple[int, int]]:
        for seen in range(deck.values):
            if deck.counts[seen]:
                left = [c - (k == seen) for k, c in enumerate(deck.counts)]
                yield from ((left[k], left[deck.mirror(k)]) for k in range(deck.values))

    return _worst(ratios())


@dataclass(frozen=True, slots=True, repr=False)
class Evidence(Result):
    """The least and largest odds ratio (yes against no) that any transcript gives about one person, and posteriors."""

    prior: Fraction
    least: Fraction
    largest: Fraction | float

    def posterior(self, ratio: Fraction | float) -> Fraction:
        """The probability of yes after evidence of that odds ratio."""
        if isinstance(ratio, float):
            return Fraction(1)
        return self.prior * ratio / (self.prior * ratio + 1 - self.prior)

    @property
    def range(self) -> tuple[Fraction, Fraction]:
        """The least and the largest posterior probability of yes."""
        return self.posterior(self.least), self.posterior(self.largest)

    def explain(self) -> str:
        """The table for a terminal."""
        return text_table(*self.as_table())

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        ratios = {"prior": self.prior, "least_odds_ratio": self.least, "largest_odds_ratio": self.largest}
        posteriors = {"least_posterior": self.range[0], "largest_posterior": self.range[1]}
        return {name: plain(x) for name, x in {**ratios, **posteriors}.items()}

    def as_table(self) -> Table:
        """The belief before, and its extremes afterwards."""
        return fact_table({"prior": self.prior, "least posterior": self.range[0], "largest posterior": self.range[1]})


def _read_prior(prior: object) -> Fraction:
    p = read_rational(prior)
    if not 0 < p < 1:
        raise InputError(f"prior = {prior} must lie strictly between 0 and 1")
    return p


def outsider(deck: Deck, n: int, prior: object) -> Evidence:
    """What the whole transcript can tell an outsider who believes each person's truth to be yes independently.

    Only the pair {k, k'} of the person's own answer k matters. Of the q people who answered k or k' let a, this person
    among them, have answered k. The number W of others who hold card k is Bin(a − 1, 1 − π) + Bin(q − a, π), and with
    c = c_k, d = c_k' and falling factorials the odds ratio is

        E (c)_W (d)_{q−W} / E (c)_{W+1} (d)_{q−1−W}  =  E[(d − q + 1 + W)/(c − W)] under the law of W tilted by the second.

    The function increases in W. As a grows a Bernoulli(π) is replaced by a Bernoulli(1 − π), which moves W up in the
    likelihood ratio order for π ≤ 1/2 and down otherwise, and tilting keeps that order: the ratio is monotone in a, so
    its extremes lie at a = 1 and a = q, where W is binomial. For M = n, q = c + d and W + 1 = c is certain below, which
    gives (d/c)·π/(1 − π) and (d/c)·(1 − π)/π: however small the prior, some transcript leads to the posterior
    e^ε/(1 + e^ε) of one answer's ε at even prior.
    """
    deck.check(n)
    p = _read_prior(prior)
    found: list[Fraction | float] = [Fraction(1)]
    for k in range(deck.values):
        if deck.mirror(k) != k:
            found += _ratios(deck, n, k, p)
    finite = [x for x in found if isinstance(x, Fraction)]
    return Evidence(p, min(finite), math.inf if len(finite) < len(found) else max(finite))


def _ratios(deck: Deck, n: int, k: int, p: Fraction) -> Iterator[Fraction | float]:
    c, d = deck.counts[k], deck.counts[deck.mirror(k)]
    if not deck.kept:
        if c or d:
            yield Fraction(d, c) if c else math.inf
        return
    sizes = range(max(1, n - (deck.cards - c - d)), min(n, c + d) + 1)
    if n == deck.cards and sizes:
        odds = p / (1 - p)
        yield from (Fraction(d, c) * odds, Fraction(d, c) / odds) if c and d else [math.inf if d else Fraction(0)]
        return
    if sum(q * q for q in sizes) > MOST_WORK:
        raise TooLong(f"the evidence in {n} answers from {deck.cards} cards is too long to enumerate; take fewer")
    for q in sizes:
        for share in {p, 1 - p}:
            yield _binomial_ratio(c, d, q, share)


def _binomial_ratio(c: int, d: int, q: int, share: Fraction) -> Fraction | float:
    """E (c)_W (d)_{q−W} / E (c)_{W+1} (d)_{q−1−W} for W ~ Bin(q − 1, share), in integers."""
    yes, no = share.numerator, share.denominator - share.numerator
    falling_c, falling_d = _falling(c, q), _falling(d, q)
    top = low = 0
    for w in range(q):
        weight = comb(q - 1, w) * yes**w * no ** (q - 1 - w)
        top += weight * falling_c[w] * falling_d[q - w]
        low += weight * falling_c[w + 1] * falling_d[q - 1 - w]
    return Fraction(top, low) if low else math.inf


def _falling(x: int, most: int) -> list[int]:
    """(x)_0, …, (x)_most."""
    found = [1]
    for i in range(most):
        found.append(found[-1] * max(0, x - i))
    return found


def fellow_evidence(deck: Deck, n: int, prior: object) -> Evidence:
    """The same for a fellow respondent, who knows his own card and truth: the worst over the card he drew."""
    deck.check(n)
    if not deck.kept or n == 1:
        return outsider(deck, max(1, n - 1), prior)
    seen = [
        outsider(Deck(tuple(c - (k == s) for k, c in enumerate(deck.counts)), kept=True), n - 1, prior)
        for s in range(deck.values)
        if deck.counts[s]
    ]
    return Evidence(seen[0].prior, min(e.least for e in seen), max(e.largest for e in seen))
