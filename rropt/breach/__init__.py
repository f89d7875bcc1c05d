"""Demands of the form "a posterior probability is at most h(prior probability)".

A demand with the boundary h is equivalent to an upper bound on the parity, which is the largest ratio between the probabilities
that two inputs give to one output. This bound is called B(h).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.breach.asking import (
        compare_demands as compare_demands,
        demand as demand,
        read_demand_document as read_demand_document,
        tightest_precise as tightest_precise,
    )
    from rropt.breach.bound import BreachBound as BreachBound, breach_bound as breach_bound, problem as problem
    from rropt.breach.boundaries import canonical_region as canonical_region
    from rropt.breach.protected import protected_region as protected_region

__getattr__, __dir__ = lazy_names(__name__)
