"""The law of the sum of all answers given how many say yes, and the exact privacy of publishing the sum alone.

The sum depends on the truth only through the number T of people with x_i = 1, so neighbours are T and T + 1. The law is
enumerated by kinds of cards, as a product of polynomials with one factor a kind. With every card drawn (M = n) the
cards' total is fixed, so the sum is total + T·(L + 1) − 2·(the total of the yes group): for even L its parity tells the
parity of T, and ε is infinite.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb

from flint import fmpz_poly

from rropt.decks.deck import Deck
from rropt.decks.pairs import TooLong
from rropt.exact.counted import counted
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError

__all__ = ["laws_of_sum", "sum_delta", "sum_epsilon"]

MOST_BITS = 130_000_000
Law = dict[int, Fraction]


def laws_of_sum(deck: Deck, n: int) -> list[Law]:
    """For T = 0 … n the law of the sum of the answers of n people of whom T have x = 1."""
    deck.check(n)
    if _bits(deck, n) > MOST_BITS:
        most = bisect_right(range(1, n), MOST_BITS, key=lambda fewer: _bits(deck, fewer))
        raise TooLong(
            f"the law of the sum of {counted(n, 'answer')} from {counted(deck.cards, 'card')} is too long to "
            f"enumerate; at most {counted(most, 'respondent')}"
        )
    if not deck.kept:
        return _independent(deck, n)
    return _all_drawn(deck, n) if n == deck.cards else _some_drawn(deck, n)


def _bits(deck: Deck, n: int) -> int:
    """How long the polynomials are whose product holds the laws: 10⁸ bits take a second or two."""
    sums = n * (deck.values - 1) + 1
    if not deck.kept:
        return (n + 1) * sums * n * deck.cards.bit_length()
    if n == deck.cards:
        return (n + 1) * sums * n
    return (n + 1) * (2 * n + 1) * (deck.values - 1) * sums * (comb(deck.cards, n) << n).bit_length()


def _independent(deck: Deck, n: int) -> list[Law]:
    """g₁ᵀ·g₀ⁿ⁻ᵀ, where g₀ = Σ c_k xᵏ⁻¹ and g₁ is its mirror image."""
    no, yes = fmpz_poly(list(deck.counts)), fmpz_poly(list(deck.counts[::-1]))
    laws: list[Law] = []
    for t in range(n + 1):
        ways = (yes**t * no ** (n - t)).coeffs()
        laws.append({n + s: Fraction(int(w), deck.cards**n) for s, w in enumerate(ways) if w})
    return laws


def _all_drawn(deck: Deck, n: int) -> list[Law]:
    """The coefficient of yᵘxᵛ in Π_k (1 + y·xᵏ⁻¹)^(c_k) says in how many ways u cards of total v + u are chosen for the yes
    group; y is a power of x above all totals."""
    total = sum(k * c for k, c in enumerate(deck.counts, start=1))
    above = n * (deck.values - 1) + 1
    product = fmpz_poly([1])
    for k, c in enumerate(deck.counts):
        product *= fmpz_poly([1, *[0] * (k + above - 1), 1]) ** c
    ways = product.coeffs()
    laws: list[Law] = []
    for u in range(n + 1):
        of_u, all_of_u = enumerate(ways[u * above : (u + 1) * above]), comb(n, u)
        laws.append({total + u * (deck.values - 1) - 2 * v: Fraction(int(w), all_of_u) for v, w in of_u if w})
    return laws


def _some_drawn(deck: Deck, n: int) -> list[Law]:
    """The coefficient of yᵘzᵛxˢ in Π_k (1 + y·xᴸ⁻ᵏ + z·xᵏ⁻¹)^(c_k) says in how many ways u cards are chosen for the yes group and
    v for the other with answers that sum to s + u + v; z and y are powers of x above what two factors of degree n reach."""
    sums = n * (deck.values - 1) + 1
    place = _Place(2 * sums, 2 * sums * (2 * n + 1))
    ways = {0: 1}
    for k, c in enumerate(deck.counts):
        found = (_polynomial(ways) * _polynomial(_of_kind(deck, k, c, n, place))).coeffs()
        ways = {}
        for start in (place.of(u, v) for u in range(n + 1) for v in range(n - u + 1)):
            ways |= {start + s: int(w) for s, w in enumerate(found[start : start + sums]) if w}
    drawn = math.perm(deck.cards, n)
    laws: list[Law] = []
    for u in range(n + 1):
        start, orders = place.of(u, n - u), math.factorial(u) * math.factorial(n - u)
        of_u = ((s, ways.get(start + s, 0)) for s in range(sums))
        laws.append({n + s: Fraction(w * orders, drawn) for s, w in of_u if w})
    return laws


@dataclass(frozen=True, slots=True)
class _Place:
    """The powers of x that stand for z and y."""

    z: int
    y: int

    def of(self, u: int, v: int) -> int:
        """The exponent of yᵘzᵛ."""
        return u * self.y + v * self.z


def _polynomial(terms: dict[int, int]) -> fmpz_poly:
    dense = [0] * (max(terms) + 1)
    for exponent, weight in terms.items():
        dense[exponent] += weight
    return fmpz_poly(dense)


def _of_kind(deck: Deck, k: int, c: int, n: int, place: _Place) -> dict[int, int]:
    """The terms of degree n at most that c cards k + 1 have."""
    return {
        place.of(a, b) + a * (deck.values - 1 - k) + b * k: comb(c, a) * comb(c - a, b)
        for a in range(min(c, n) + 1)
        for b in range(min(c, n) - a + 1)
    }


def sum_epsilon(deck: Deck, n: int) -> Epsilon:
    """The ε of publishing the sum alone, for neighbours who differ in one person."""
    if deck.kept and n == deck.cards and any(c for k, c in enumerate(deck.counts) if deck.mirror(k) != k):
        # the total is certain for T = 0 and is not for T = 1
        return Epsilon(math.inf)
    worst = Fraction(1)
    laws = laws_of_sum(deck, n)
    for one, two in pairwise(laws):
        if one.keys() != two.keys():
            return Epsilon(math.inf)
        worst = max(worst, *(one[s] / two[s] for s in one), *(two[s] / one[s] for s in one))
    return Epsilon(worst)


def sum_delta(deck: Deck, n: int, epsilon: Epsilon) -> Number:
    """The least δ for which publishing the sum alone is (ε, δ)-private."""
    if isinstance(epsilon.t, float):
        raise InputError("epsilon = inf leaves nothing to bound; give a finite epsilon")
    laws = laws_of_sum(deck, n)
    worst: Number = Fraction(0)
    for one, two in pairwise(laws):
        for p, q in ((one, two), (two, one)):
            worst = max(worst, _delta(p, q, epsilon.t))
    return worst


def _delta(p: Law, q: Law, t: Number) -> Number:
    top = low = Fraction(0)
    for s, weight in p.items():
        other = q.get(s, Fraction(0))
        if weight > t * other:
            top, low = top + weight, low + other
    return top - t * low
