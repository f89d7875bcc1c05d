"""The exact privacy of publishing the sum of all answers alone, from its distribution for each number of people with truth yes.

The distribution of the sum depends on the truths only through the number T of people whose truth is yes. So T and T + 1 are the
states that are compared. If cards are kept, the distribution is read off a product of polynomials, with one factor for each number
on a card. If cards are put back, it is read off a product with one factor for each respondent.

If cards are kept and every card is drawn, the sum is certain for T = 0. For T = 1 it can have another value, unless all cards are
middle cards, which are their own mirror cards. So ε is infinite unless all cards are middle cards.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

from flint import fmpz, fmpz_poly

from rropt.decks.deck import Deck, TooLong
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import INFINITY
from rropt.exact.spelling import counted

__all__ = ["laws_of_sum", "sum_epsilon"]

MOST_BITS = 130_000_000
Law = dict[int, Fraction]


def sum_epsilon(deck: Deck, n: int) -> Epsilon:
    """Return the ε of publishing the sum alone, for two true states that differ in one person."""
    if deck.kept and n == deck.cards:
        is_uneven = any(c for k, c in enumerate(deck.counts) if deck.mirror(k) != k)
        return Epsilon(INFINITY if is_uneven else Fraction(1))
    worst = Fraction(1)
    for one, two in pairwise(laws_of_sum(deck, n)):
        if one.keys() != two.keys():
            return Epsilon(INFINITY)
        worst = max(worst, *(one[s] / two[s] for s in one), *(two[s] / one[s] for s in one))
    return Epsilon(worst)


def laws_of_sum(deck: Deck, n: int) -> list[Law]:
    """Return the distributions of the sum of n people's answers, one for each number T = 0 … n of people whose truth is yes."""
    deck.check(n)
    if _bits(deck, n) > MOST_BITS:
        raise TooLong(
            f"the law of the sum of {counted(n, 'answer')} from {counted(deck.cards, 'card')} is too long to enumerate; "
            "take fewer respondents"
        )
    return _laws_of_kept_cards(deck, n) if deck.kept else _laws_put_back(deck, n)


def _bits(deck: Deck, n: int) -> int:
    """Estimate how many bits the polynomials have that `laws_of_sum` multiplies for n people.

    To multiply 10⁸ bits takes a second or two.
    """
    sums = n * (deck.values - 1) + 1
    if not deck.kept:
        return (n + 1) * sums * n * deck.cards.bit_length()
    return (n + 1) * (2 * n + 1) * (deck.values - 1) * sums * (math.comb(deck.cards, n) << n).bit_length()


def _laws_put_back(deck: Deck, n: int) -> list[Law]:
    """Return the distributions of the sum for T = 0 … n people whose truth is yes, if each card is put back.

    They are read off the polynomial g₁^T·g₀^(n − T), in which x^s stands for the sum n + s. Here g₀ = Σ c_k x^(k − 1), where c_k is
    the number of cards k, and g₁ has the coefficients of g₀ in reverse order.
    """
    no, yes = fmpz_poly(list(deck.counts)), fmpz_poly(list(deck.counts[::-1]))
    laws: list[Law] = []
    for t in range(n + 1):
        ways = (yes**t * no ** (n - t)).coeffs()
        laws.append({n + s: Fraction(int(w), deck.cards**n) for s, w in enumerate(ways) if w})
    return laws


def _laws_of_kept_cards(deck: Deck, n: int) -> list[Law]:
    """Return the distributions of the sum for each number of people whose truth is yes, if cards are kept.

    They are read off the product Π_k (1 + y·x^(L − k) + z·x^(k − 1))^(c_k), where c_k is the number of cards k, and L is the
    largest number on a card. The coefficient of y^u·z^v·x^s in the product counts the ways to choose u cards for the yes group and
    v cards for the other group such that the answers sum to s + u + v. In the code y and z are powers of x, which are so high that
    no two terms have the same power of x.
    """
    sums = n * (deck.values - 1) + 1
    z, y = 2 * sums, 2 * sums * (2 * n + 1)
    wanted = [u * y + v * z for u in range(n + 1) for v in range(n - u + 1)]
    ways = fmpz_poly([1])
    for k, c in enumerate(deck.counts):
        found = (ways * _ways_of_kind(c, n, y + deck.values - 1 - k, z + k)).coeffs()
        # keep only the terms of at most n cards
        few = [fmpz(0)] * len(found)
        for start in wanted:
            few[start : start + sums] = found[start : start + sums]
        ways = fmpz_poly(few)
    laws: list[Law] = []
    for u in range(n + 1):
        start, orders = u * y + (n - u) * z, math.factorial(u) * math.factorial(n - u)
        of_u = ((s, int(ways[start + s]) * orders) for s in range(sums))
        laws.append({n + s: Fraction(w, math.perm(deck.cards, n)) for s, w in of_u if w})
    return laws


def _ways_of_kind(c: int, n: int, yes: int, no: int) -> fmpz_poly:
    """Expand (1 + x^yes + x^no)^c, keeping only the terms for which at most n of the c factors gave x^yes or x^no."""
    most = min(c, n)
    found = [0] * (most * max(yes, no) + 1)
    for a in range(most + 1):
        for b in range(most - a + 1):
            found[a * yes + b * no] += math.comb(c, a) * math.comb(c - a, b)
    return fmpz_poly(found)
