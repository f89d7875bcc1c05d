"""Many randomized yes/no questions at once: joint distributions, what they cost, and the bit randomizers behind them."""

from __future__ import annotations

from rropt.rooms import offer_names

__getattr__, __dir__ = offer_names(
    __name__,
    {
        "bit_randomizers": ("bits_at_equal_epsilon",),
        "bits": ("Randomizers", "unrelated_question", "whole_answer_epsilon"),
        "loss": ("Loss", "approximate_loss", "least_loss"),
        "pairwise": ("Pairwise",),
        "patterns": ("Patterns", "count_patterns"),
        "questions": ("ExactMarginal", "Marginal", "marginal", "marginal_exact"),
        "rappor": ("Rappor",),
    },
)
