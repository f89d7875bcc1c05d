import itertools
import math
from collections import defaultdict
from fractions import Fraction as F

import pytest

from rropt.decks.deck import Deck
from rropt.decks.privacy import (
    fellow_epsilon,
    fellow_evidence,
    one_answer,
    outsider,
    transcript,
    transcript_delta,
)
from rropt.exact.epsilon import read_epsilon

DECKS = [
    (Deck((1, 3), kept=True), 4),
    (Deck((1, 3), kept=True), 2),
    (Deck((3, 5), kept=True), 3),
    (Deck((1, 2, 1), kept=True), 3),
    (Deck((1, 1, 2), kept=True), 4),
    (Deck((3, 1, 4), kept=True), 3),
    (Deck((2, 1, 1, 3), kept=True), 2),
    (Deck((0, 1, 2), kept=True), 3),
    (Deck((0, 2, 3), kept=True), 2),
    (Deck((0, 2)), 2),
    (Deck((1, 2)), 3),
    (Deck((1, 2, 3)), 2),
]


def law_of_transcripts(deck, truths):
    """Every transcript with its probability, cards drawn one after another."""
    law = defaultdict(F)
    for cards in itertools.product(range(deck.values), repeat=len(truths)):
        weight, left = F(1), list(deck.counts)
        for k in cards:
            weight *= F(left[k], sum(left)) if sum(left) else 0
            left[k] -= deck.kept
            if not weight:
                break
        if weight:
            law[tuple(deck.mirror(k) if x else k for k, x in zip(cards, truths, strict=True))] += weight
    return law


def neighbours(n):
    for truths in itertools.product((0, 1), repeat=n):
        for i in range(n):
            yield truths, tuple(x ^ (j == i) for j, x in enumerate(truths))


@pytest.mark.parametrize(("deck", "n"), DECKS)
def test_the_joint_epsilon_is_that_of_all_enumerated_transcripts(deck, n):
    worst = F(1)
    for one, two in neighbours(n):
        p, q = law_of_transcripts(deck, one), law_of_transcripts(deck, two)
        for a in p:
            worst = math.inf if not q.get(a) or worst == math.inf else max(worst, p[a] / q[a])
    assert transcript(deck, n).t == worst


@pytest.mark.parametrize(("deck", "n"), DECKS)
@pytest.mark.parametrize("epsilon", ["0", "ln2", "1", "ln3"])
def test_the_joint_delta_is_that_of_all_enumerated_transcripts(deck, n, epsilon):
    t = read_epsilon(epsilon).t
    worst = F(0)
    for one, two in neighbours(n):
        p, q = law_of_transcripts(deck, one), law_of_transcripts(deck, two)
        worst = max(worst, sum((p[a] - t * q.get(a, 0) for a in p if p[a] > t * q.get(a, 0)), F(0)))
    assert transcript_delta(deck, n, read_epsilon(epsilon)) == worst


def test_with_as_many_cards_as_people_delta_is_the_same_at_every_epsilon():
    deck = Deck((2, 3, 5), kept=True)
    assert one_answer(deck).t == F(5, 2)
    assert transcript(deck, 10).t == math.inf
    for epsilon in ("0", "1/2", "5", "inf"):
        assert transcript_delta(deck, 10, read_epsilon(epsilon)) == 1 - F(3, 10)


def test_a_larger_deck_is_finite_exactly_from_n_cards_of_each_kind():
    assert transcript(Deck((4, 9), kept=True), 5).t == math.inf
    assert transcript(Deck((5, 9), kept=True), 5).t == 9
    assert transcript_delta(Deck((5, 9), kept=True), 5, read_epsilon("ln9")) == 0
    assert transcript_delta(Deck((5, 9), kept=True), 5, read_epsilon("ln8")) > 0


@pytest.mark.parametrize(("deck", "n"), DECKS)
@pytest.mark.parametrize("prior", [F(1, 10), F(1, 2)])
def test_the_outsiders_evidence_is_that_of_bayes_rule_over_all_transcripts(deck, n, prior):
    given = [defaultdict(F), defaultdict(F)]
    for truths in itertools.product((0, 1), repeat=n):
        weight = math.prod((prior if x else 1 - prior for x in truths[1:]), start=F(1))
        for a, p in law_of_transcripts(deck, truths).items():
            given[truths[0]][a] += weight * p
    ratios = [given[1][a] / given[0][a] if given[0][a] else math.inf for a in {**given[0], **given[1]}]
    found = outsider(deck, n, prior)
    assert (found.least, found.largest) == (min(ratios), max(ratios))
    posteriors = [
        prior * given[1][a] / (prior * given[1][a] + (1 - prior) * given[0][a]) for a in {**given[0], **given[1]}
    ]
    assert found.range == (min(posteriors), max(posteriors))


def test_a_fellow_who_saw_one_card_knows_more_exactly_when_cards_are_kept():
    assert fellow_epsilon(Deck((2, 6))).t == one_answer(Deck((2, 6))).t == 3
    # having seen one of the two cards 1, six cards to one remain
    assert fellow_epsilon(Deck((2, 6), kept=True)).t == 6
    assert fellow_epsilon(Deck((1, 6), kept=True)).t == math.inf


def test_a_fellows_evidence_is_the_worst_over_the_card_he_drew():
    deck, n, prior = Deck((2, 3), kept=True), 3, F(1, 3)
    seen = [outsider(Deck((1, 3), kept=True), 2, prior), outsider(Deck((2, 2), kept=True), 2, prior)]
    found = fellow_evidence(deck, n, prior)
    assert found.largest == max(e.largest for e in seen) and found.least == min(e.least for e in seen)
    assert found.largest > outsider(deck, n, prior).largest


def test_with_every_card_drawn_the_posterior_reaches_that_of_one_answer_at_even_prior():
    for prior in (F(1, 1000), F(1, 10), F(1, 2), F(9, 10)):
        for counts, n in (((25, 75), 100), ((2000, 1000, 5000), 8000)):
            t = F(max(counts), counts[0])
            assert outsider(Deck(counts, kept=True), n, prior).range == (
                min(1 / (1 + t), prior**2 / (prior**2 + t * (1 - prior) ** 2)),
                max(t / (1 + t), t * prior**2 / (t * prior**2 + (1 - prior) ** 2)),
            )


def test_evidence_from_many_answers_and_spare_cards_is_found():
    found = outsider(Deck((400, 900), kept=True), 500, F(1, 10))
    one = outsider(Deck((4, 9)), 1, F(1, 10))
    assert found.least < one.least < 1 < one.largest < found.largest < F(9, 4) * 9
