"""The law of the sum of all answers given how many say yes, and the exact privacy of publishing the sum alone.

The sum depends on the truth only through the number T of people with x_i = 1, so neighbours are T and T + 1. The law
is enumerated by kinds of cards. With every card drawn (M = n) the cards' total is fixed, so the sum is
total + T·(L + 1) − 2·(the total of the yes group): for even L its parity tells the parity of T, and ε is infinite.
"""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise
from math import comb

from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.planning.deck_pairs import TooLong
from rropt.planning.decks import Deck

__all__ = ["laws_of_sum", "sum_delta", "sum_epsilon"]

MOST_RESPONDENTS = 60
MOST_RESPONDENTS_SPARE = 20
Law = dict[int, Fraction]


def laws_of_sum(deck: Deck, n: int) -> list[Law]:
    """For T = 0 … n the law of the sum of the answers of n people of whom T have x = 1."""
    deck.check(n)
    most = MOST_RESPONDENTS_SPARE if deck.kept and n < deck.cards else MOST_RESPONDENTS
    if n > most:
        raise TooLong(f"the law of the sum of {n} answers is too long to enumerate; at most {most} respondents")
    if not deck.kept:
        return [_independent(deck, n, yes) for yes in range(n + 1)]
    return _all_drawn(deck, n) if n == deck.cards else _some_drawn(deck, n)


def _independent(deck: Deck, n: int, yes: int) -> Law:
    law: Law = {0: Fraction(1)}
    for person in range(n):
        new: Law = defaultdict(Fraction)
        for k, p in enumerate(deck.proportions):
            answer = deck.values - k if person < yes else k + 1
            for s, w in law.items() if p else ():
                new[s + answer] += p * w
        law = dict(new)
    return law


def _all_drawn(deck: Deck, n: int) -> list[Law]:
    """ways[u][v]: in how many ways u cards of total v are chosen for the yes group."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for k, c in enumerate(deck.counts, start=1):
        new: dict[tuple[int, int], int] = defaultdict(int)
        for (u, v), w in ways.items():
            for taken in range(c + 1):
                new[u + taken, v + k * taken] += w * comb(c, taken)
        ways = dict(new)
    total = sum(k * c for k, c in enumerate(deck.counts, start=1))
    laws: list[Law] = [{} for _ in range(n + 1)]
    for (u, v), w in ways.items():
        laws[u][total + u * (deck.values + 1) - 2 * v] = Fraction(w, comb(n, u))
    return laws


def _some_drawn(deck: Deck, n: int) -> list[Law]:
    """ways[u, v, s]: u cards for the yes group and v for the other, with answers that sum to s."""
    ways: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for k, c in enumerate(deck.counts, start=1):
        new: dict[tuple[int, int, int], int] = defaultdict(int)
        for (u, v, s), w in ways.items():
            for a in range(min(c, n - u - v) + 1):
                for b in range(min(c - a, n - u - v - a) + 1):
                    answers = s + a * (deck.values + 1 - k) + b * k
                    new[u + a, v + b, answers] += w * comb(c, a) * comb(c - a, b)
        ways = dict(new)
    laws: list[Law] = [defaultdict(Fraction) for _ in range(n + 1)]
    drawn = math.perm(deck.cards, n)
    for (u, v, s), w in ways.items():
        if u + v == n:
            laws[u][s] += Fraction(w * math.factorial(u) * math.factorial(v), drawn)
    return [dict(law) for law in laws]


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
