"""The exact privacy of a deck's answers: one answer, the whole transcript, and one answer in a fellow respondent's eyes.

The transcript, which consists of the named answers of n people, is published. Two true states are neighbours if they differ in one
person. If cards are put back, the answers are independent, and the transcript is exactly as private as one answer. Now let the M
cards be kept. Of the M cards, c_k have the number k. For a person i, the answers and truths of the others tell which cards they
hold; let r_k of these have the number k. Person i, with truth x_i, holds one of the remaining cards, so

    Pr(i answers k | x_i = 0, others) ∝ c_k − r_k,      Pr(i answers k | x_i = 1, others) ∝ c_k' − r_k',   k' = L+1−k.

The distribution of r is multivariate hypergeometric, with n − 1 draws from M cards. It depends on no truth. This gives two
formulas:

* The e^ε of the whole transcript is the largest possible (c_k − r_k)/(c_k' − r_k'). For a card k this is c_k/(c_k' − n + 1),
  which is attained if all n − 1 others hold card k'. It is infinite if some card k ≠ k' occurs, but its mirror card k' occurs
  fewer than n times. So if M = n, it is infinite, unless all cards are middle cards, which have k = k'.
* δ(ε) = E Σ_k max(0, R_k − e^ε R_k')/(M − n + 1), where R_k = c_k − r_k counts the remaining cards k. The remaining cards are a
  simple random sample of the deck, so (R_k, R_k') is hypergeometric. If M = n, the one remaining card is known, so at *every* ε
  δ is 1 minus the proportion of middle cards.

Theorem 5.6 of Sun, Zhou & Yan (2023) says that the deck with kept cards "satisfies ε-differential privacy" with the ε of one
answer. It is therefore a statement about one answer seen alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from operator import mul

from flint import fmpz

from rropt.decks.deck import Deck, TooLong
from rropt.exact.element import Bound, Number
from rropt.exact.enclosure import Bounds
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.sign import enclose

__all__ = ["fellow_epsilon", "one_answer_epsilon", "transcript_delta", "transcript_epsilon"]

MOST_TERMS = 100_000
MOST_BITS = 4_000_000_000  # of the binomial coefficients that one sum lists
TIGHT = Fraction(1, 10**30)


def _worst(ratios: Iterator[tuple[int, int]]) -> Epsilon:
    """Return as an ε the logarithm of the largest of these ratios of counts, or 0 if all ratios are below 1.

    A ratio x/0 with x > 0 is infinite, and 0/0 is left out.
    """
    worst = Fraction(1)
    for top, low in ratios:
        if top and not low:
            return Epsilon(INFINITY)
        if top:
            worst = max(worst, Fraction(top, low))
    return Epsilon(worst)


def one_answer_epsilon(deck: Deck) -> Epsilon:
    """Return the ε of one answer seen alone, which is the logarithm of the largest c_k/c_{L+1−k}.

    Here c_k is the number of cards k, for k from 1 to L. Theorems 5.4 and 5.6 of Sun, Zhou & Yan (2023) state the same.
    """
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
    """Compute E max(0, R_a − t·R_b), where R_a and R_b are the numbers of cards of two kinds that remain.

    A deck has a cards of the first kind, b cards of the second kind and `rest` other cards, and `left` of all these remain, chosen
    at random. If t is infinite, the result is the mean of a number that is R_a if R_b = 0, and 0 if R_b > 0.
    """
    if not a:
        return Fraction(0)
    least = max(0, left - a - b)
    listed = min(a, left) + min(b, left) + min(rest, left) - least
    if (min(a, left) + 1) * (min(b, left, rest) + 1) > MOST_TERMS or listed * (a + b + rest) > MOST_BITS:
        raise TooLong(f"the exact delta of a deck of {a + b + rest} cards is too long to enumerate; use a smaller deck")
    of_a, of_b, of_rest = _binomials(a, 0, left), _binomials(b, 0, left), _binomials(rest, least, left)
    # the sums of i and of j are first taken over all cases with equally many other cards, as numbers of these may be the longest
    of_i, of_j = [0] * len(of_rest), [0] * len(of_rest)
    near = None if is_infinite(t) else enclose(t, width=TIGHT)
    for j in range(max(0, left - a - rest), min(b, left) + 1):
        first = _first_above(t, near, j)
        if first > min(a, left - j):
            break  # a larger j would need a larger i and leave fewer cards for it
        for i in range(max(int(first), left - j - rest), min(a, left - j) + 1):
            ways, others = of_a[i] * of_b[j], left - i - j - least
            of_i[others] += i * ways
            of_j[others] += j * ways
    top, low = (sum(map(mul, of_rest, sums)) for sums in (of_i, of_j))
    total = _binomials(a + b + rest, left, left)[0]
    return Fraction(top, total) if is_infinite(t) else Fraction(top, total) - t * Fraction(low, total)


def _first_above(t: Bound, near: Bounds | None, j: int) -> float | int:
    """Return the least whole number larger than t·j.

    If t is infinite, the result is 1 for j = 0, and infinity for larger j. `near` has a lower and an upper bound of a finite t.
    """
    if is_infinite(t) or near is None:
        return INFINITY if j else 1
    lower, upper = (math.floor(x * j) for x in near)
    if lower == upper:
        return lower + 1
    while lower <= t * j:
        lower += 1
    return lower


def _binomials(x: int, least: int, most: int) -> list[int]:
    """List the binomial coefficients C(x, least), …, C(x, min(x, most)), where least ≤ x."""
    first = int(fmpz.bin_uiui(x, least))
    return list(accumulate(range(least, min(x, most)), lambda ways, i: ways * (x - i) // (i + 1), initial=first))


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
