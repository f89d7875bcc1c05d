import math
from collections import defaultdict
from fractions import Fraction as F
from itertools import pairwise

import pytest

from rropt.decks.deck import Deck, TooLong
from rropt.decks.privacy import one_answer_epsilon, transcript_epsilon
from rropt.decks.sum import laws_of_sum, sum_epsilon

DECKS = [
    (Deck((1, 3), kept=True), 4),
    (Deck((2, 1, 2), kept=True), 5),
    (Deck((2, 1, 3), kept=True), 3),
    (Deck((3, 4), kept=True), 3),
    (Deck((1, 1, 2)), 3),
]


def enumerated(deck, n, yes):
    law = defaultdict(F)
    stack = [((), F(1), deck.counts)]
    while stack:
        cards, weight, left = stack.pop()
        if len(cards) == n:
            law[sum(deck.values - k if i < yes else k + 1 for i, k in enumerate(cards))] += weight
            continue
        for k, c in enumerate(left):
            if c:
                rest = tuple(x - (j == k and deck.kept) for j, x in enumerate(left))
                stack.append(((*cards, k), weight * F(c, sum(left)), rest))
    return dict(law)


@pytest.mark.parametrize(("deck", "n"), DECKS)
def test_the_law_of_the_sum_is_the_enumerated_one(deck, n):
    assert laws_of_sum(deck, n) == [enumerated(deck, n, yes) for yes in range(n + 1)]


@pytest.mark.parametrize(("deck", "n"), [*DECKS, (Deck((0, 5, 0), kept=True), 5)])
def test_epsilon_is_that_of_the_laws_and_no_worse_than_the_transcripts(deck, n):
    laws = [enumerated(deck, n, yes) for yes in range(n + 1)]
    worst = F(1)
    for a, b in pairwise(laws):
        for p, q in ((a, b), (b, a)):
            worst = max([worst, *(p[s] / q[s] if s in q else math.inf for s in p)])
    assert sum_epsilon(deck, n).t == worst <= transcript_epsilon(deck, n).t


def test_the_sum_of_all_cards_of_two_kinds_tells_the_parity_of_the_number_of_yes():
    deck = Deck((3, 7), kept=True)
    assert sum_epsilon(deck, 10).t == math.inf
    for yes, law in enumerate(laws_of_sum(deck, 10)):
        assert {s % 2 for s in law} == {(3 + 14 + 3 * yes) % 2}


def test_cards_put_back_make_the_sum_as_private_as_its_extreme_answers():
    assert sum_epsilon(Deck((1, 3)), 5).t == one_answer_epsilon(Deck((1, 3))).t == 3


def test_hundreds_of_cards_that_are_all_drawn_or_put_back_are_decided():
    assert sum_epsilon(Deck((90, 20, 90), kept=True), 200).t == math.inf
    assert sum_epsilon(Deck((1, 2)), 150).t == 2


@pytest.mark.slow
def test_spare_cards_for_forty_people_leave_the_mean_of_their_answers():
    deck = Deck((30, 20, 50), kept=True)
    laws = laws_of_sum(deck, 40)
    for yes in (0, 13, 40):
        mean = sum(s * p for s, p in laws[yes].items())
        assert mean == yes * (4 - F(22, 10)) + (40 - yes) * F(22, 10) and sum(laws[yes].values()) == 1


def test_too_many_respondents_are_refused():
    with pytest.raises(TooLong, match=r"100 answers from 180 cards is too long to enumerate; take fewer"):
        laws_of_sum(Deck((80, 100), kept=True), 100)
