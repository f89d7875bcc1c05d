"""Blackwell's order: which mechanism is more informative, by how much, and which are admissible, each with a witness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.order.admissibility import admissibility_problem as admissibility_problem
    from rropt.order.blackwell import garbling_problem as garbling_problem
    from rropt.order.complete_class import (
        below_optimal_binary as below_optimal_binary,
        dominating_staircase as dominating_staircase,
        optimal_binary as optimal_binary,
        warner_table as warner_table,
    )
    from rropt.order.dominance import dominates as dominates
    from rropt.order.le_cam import deficiency as deficiency

__getattr__, __dir__ = lazy_names(__name__)
