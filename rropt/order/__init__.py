"""Blackwell's order: which mechanism is more informative, by how much, and which are admissible, each with a witness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.order.blackwell import (
        admissibility_problem as admissibility_problem,
        deficiency as deficiency,
        dominates as dominates,
        garbling_problem as garbling_problem,
    )
    from rropt.order.complete_class import (
        below_optimal_binary as below_optimal_binary,
        dominating_staircase as dominating_staircase,
        optimal_binary as optimal_binary,
        warner_table as warner_table,
    )

__getattr__, __dir__ = lazy_names(__name__)
