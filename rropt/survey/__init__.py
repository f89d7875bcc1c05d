"""Surveys: what answers randomized by a known mechanism say about a population, how surely, and how many are needed."""

from __future__ import annotations

from rropt.surface.rooms import offer_names

__getattr__, __dir__ = offer_names(
    __name__,
    {
        "halves.estimate": ("two_samples",),
        "mean_alone": ("estimate_mean",),
        "planning.epsilons": ("plan_epsilons",),
        "relations.association": ("associate",),
        "relations.comparison": ("compare_estimates", "compare_groups"),
        "regression.fit": ("regress",),
    },
)
