"""Demands of the form "a posterior probability is at most h(prior probability)".

The parity of a mechanism is the largest ratio between the probabilities that two inputs give to one output. A demand with the
boundary h is equivalent to an upper bound on the parity, which is called B(h). This package finds B(h) and certifies it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.breach.bound import breach_bound as breach_bound
    from rropt.breach.canonical import canonical_region as canonical_region
    from rropt.breach.poses import problem as problem
    from rropt.breach.regions import compare_demands as compare_demands
    from rropt.breach.regions import protected_region as protected_region
    from rropt.breach.regions import tightest_precise as tightest_precise
    from rropt.breach.result import BreachBound as BreachBound

__getattr__, __dir__ = lazy_names(__name__)
