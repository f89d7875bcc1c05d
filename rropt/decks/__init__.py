"""Christofides' decks of cards: what they estimate and how well, what they disclose, the best deck, and its repair."""

from __future__ import annotations

from rropt.rooms import offer_names

__getattr__, __dir__ = offer_names(
    __name__,
    {
        "best": ("best_deck", "best_proportions"),
        "deck": ("Deck",),
        "disclosure": ("fellow_evidence", "outsider_evidence"),
        "estimate": ("chebyshev_interval", "stated_deck_variance"),
        "privacy": ("fellow_epsilon", "one_answer_epsilon", "transcript_epsilon", "transcript_delta"),
        "repair": ("Repaired", "repaired_copies", "repaired_deck"),
        "sum": ("laws_of_sum", "sum_epsilon"),
    },
)
