"""Christofides' decks of cards: what they estimate and how well, what they disclose, the best deck, and the repaired deck.

A deck is repaired by adding cards, until all answers together have a finite ε although respondents keep their cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.decks.best import best_deck as best_deck
    from rropt.decks.best import best_proportions as best_proportions
    from rropt.decks.deck import Deck as Deck
    from rropt.decks.disclosure import fellow_evidence as fellow_evidence
    from rropt.decks.disclosure import outsider_evidence as outsider_evidence
    from rropt.decks.estimate import chebyshev_interval as chebyshev_interval
    from rropt.decks.estimate import stated_deck_variance as stated_deck_variance
    from rropt.decks.privacy import fellow_epsilon as fellow_epsilon
    from rropt.decks.privacy import one_answer_epsilon as one_answer_epsilon
    from rropt.decks.privacy import transcript_delta as transcript_delta
    from rropt.decks.privacy import transcript_epsilon as transcript_epsilon
    from rropt.decks.repair import Repaired as Repaired
    from rropt.decks.repair import repaired_copies as repaired_copies
    from rropt.decks.repair import repaired_deck as repaired_deck
    from rropt.decks.sum import laws_of_sum as laws_of_sum
    from rropt.decks.sum import sum_epsilon as sum_epsilon

__getattr__, __dir__ = lazy_names(__name__)
