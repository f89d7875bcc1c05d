"""Blackwell's order: which mechanism is more informative, by how much, and which are admissible, each with a witness."""

from __future__ import annotations

from rropt.surface.rooms import offer_names

__getattr__, __dir__ = offer_names(
    __name__, {"poses": ("garbling_problem",), "posed_admissibility": ("admissibility_problem",)}
)
