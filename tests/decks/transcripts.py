"""Every transcript of named answers with its probability, cards drawn one after another."""

import itertools
from collections import defaultdict
from fractions import Fraction as F

from rropt.decks.deck import Deck

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
