"""The exact privacy of a deck's answers: one answer, the whole transcript, and one answer in a fellow respondent's eyes.

A transcript a ∈ {1 … L}ⁿ of named answers is published. Two true states are neighbours if they differ in one person.
If cards are put back, the answers are independent and the transcript is exactly as private as one answer. If cards are kept, the
others' answers and truths together tell their cards, r_k of each kind k, and person i holds one of the remaining cards:

    Pr(i answers k | x_i = 0, others) ∝ c_k − r_k,      Pr(i answers k | x_i = 1, others) ∝ c_k' − r_k',   k' = L+1−k.

The law of r (multivariate hypergeometric, n − 1 draws from M) depends on no truth, which gives both closed forms:

* the joint e^ε is the largest possible (c_k − r_k)/(c_k' − r_k'). For a kind k this is c_k/(c_k' − n + 1), attained when the n − 1
  others all hold k'. It is infinite if some kind k ≠ k' has cards, but fewer than n cards are of its mirror kind k'. If M = n, the
  joint ε is therefore infinite, unless all cards are middle ones (k = k');
* δ(ε) = E Σ_k max(0, R_k − e^ε R_k')/(M − n + 1) over the remaining cards R = c − r, a simple random sample of the deck:
  (R_k, R_k') is hypergeometric. For M = n one card remains and is known, so δ = 1 − p_middle at *every* ε.

The theorem that the improved mechanism "satisfies ε-differential privacy" with the ε of one answer (Sun, Zhou & Yan
2023, Theorem 5.6) is therefore a statement about one answer seen alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from math import comb

from rropt.decks.deck import Deck, TooLong
from rropt.exact.element import Bound, Number
from rropt.exact.enclosure import Bounds
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.sign import enclose

__all__ = ["fellow_epsilon", "one_answer_epsilon", "transcript_delta", "transcript_epsilon"]

MOST_TERMS = 100_000
TIGHT = Fraction(1, 10**30)


def _worst(ratios: Iterator[tuple[int, int]]) -> Epsilon:
    """Return log r as an ε, with r the largest of 1 and these ratios of counts; x/0 is infinite for x > 0, and 0/0 is left out."""
    worst = Fraction(1)
    for top, low in ratios:
        if top and not low:
            return Epsilon(INFINITY)
        if top:
            worst = max(worst, Fraction(top, low))
    return Epsilon(worst)


def one_answer_epsilon(deck: Deck) -> Epsilon:
    """Return the ε of one answer seen alone: log max_k c_k/c_{L+1−k}, as in the paper (Theorems 5.4 and 5.6)."""
    return _worst((c, deck.counts[deck.mirror(k)]) for k, c in enumerate(deck.counts))


def transcript_epsilon(deck: Deck, n: int) -> Epsilon:
    """Return the ε of all n named answers together, for two true states that differ in one person; possibly infinite."""
    deck.check(n)
    if not deck.kept:
        return one_answer_epsilon(deck)
    others = n - 1
    return _worst(
        (c, max(0, deck.counts[deck.mirror(k)] - others)) for k, c in enumerate(deck.counts) if deck.mirror(k) != k
    )


def transcript_delta(deck: Deck, n: int, epsilon: Epsilon) -> Number:
    """Return the least δ for which all n named answers together are (ε, δ)-private, exactly."""
    deck.check(n)
    left = deck.cards - n + 1
    delta: Number = Fraction(0)
    for k, a in enumerate(deck.counts):
        b = deck.counts[deck.mirror(k)]
        if deck.mirror(k) == k:
            continue
        if deck.kept:
            delta += _expected_excess(a, b, deck.cards - a - b, left, epsilon.t) / left
        elif is_infinite(epsilon.t):
            delta += Fraction(0 if b else a, deck.cards)
        else:
            delta += max(Fraction(0), a - epsilon.t * b) / deck.cards
    return delta


def _expected_excess(a: int, b: int, rest: int, left: int, t: Bound) -> Number:
    """Compute E max(0, R_a − t·R_b), if `left` cards remain of a + b + rest cards.

    R_a is how many of the a cards remain, and R_b how many of the b cards. If t is infinite, compute the mean of R_a, with 0 in its
    place where R_b > 0.
    """
    if (min(a, left) + 1) * (min(b, left, rest) + 1) > MOST_TERMS:
        raise TooLong(f"the exact delta of a deck of {a + b + rest} cards is too long to enumerate; use a smaller deck")
    of_a, of_b, of_rest = (_binomials(x, left) for x in (a, b, rest))
    top, low, near = 0, 0, None if is_infinite(t) else enclose(t, width=TIGHT)
    for j in range(max(0, left - a - rest), min(b, left) + 1):
        first = _first_above(t, near, j)
        if first > min(a, left - j):
            break  # a larger j would need a larger i and leave fewer cards for it
        for i in range(max(int(first), left - j - rest), min(a, left - j) + 1):
            ways = of_a[i] * of_b[j] * of_rest[left - i - j]
            top, low = top + i * ways, low + j * ways
    total = comb(a + b + rest, left)
    return Fraction(top, total) if is_infinite(t) else Fraction(top, total) - t * Fraction(low, total)


def _first_above(t: Bound, near: Bounds | None, j: int) -> float | int:
    """Return the least whole number larger than t·j; if t = ∞, 1 for j = 0 and else infinity."""
    if is_infinite(t) or near is None:
        return INFINITY if j else 1
    lower, upper = (math.floor(x * j) for x in near)
    if lower == upper:
        return lower + 1
    while lower <= t * j:
        lower += 1
    return lower


def _binomials(x: int, most: int) -> list[int]:
    """List the binomial coefficients C(x, 0), …, C(x, min(x, most))."""
    return list(accumulate(range(min(x, most)), lambda ways, i: ways * (x - i) // (i + 1), initial=1))


def fellow_epsilon(deck: Deck) -> Epsilon:
    """Return the ε of one answer in the eyes of a fellow respondent, who saw one other card (their own) from the same deck."""
    if not deck.kept:
        return one_answer_epsilon(deck)

    def ratios() -> Iterator[tuple[int, int]]:
        for seen in range(deck.values):
            if deck.counts[seen]:
                left = [c - (k == seen) for k, c in enumerate(deck.counts)]
                yield from ((left[k], left[deck.mirror(k)]) for k in range(deck.values))

    return _worst(ratios())
