"""Compute bounds of an objective's value at a candidate mechanism.

A candidate may have very many rows. So if the objective depends only on the covariance of the estimates, its value is computed from
that covariance. The value of any other objective is computed from the written-out rows, if there are not too many. A candidate that
is stored as a `SetMechanism` computes the value itself.
"""

from __future__ import annotations

import flint

from rropt.engine.sets import SetMechanism
from rropt.exact.element import Bound
from rropt.exact.infinity import is_infinite
from rropt.mechanism import Mechanism
from rropt.problem.contract import Objective, OfCovariances
from rropt.rankings.appraisal import MOST_KINDS, Bounds, count_kinds, covariance
from rropt.rankings.candidates import Candidate
from rropt.rankings.structure import BITS, Unlisted, rows_of

__all__ = ["value_of"]

MOST_ROWS = 1 << 12


def value_of(objective: Objective, candidate: Candidate) -> Bounds | None:
    """Compute bounds of the objective's value at a candidate; None if there are too many rows or terms, or if the value is
    infinite."""
    structure = candidate.structure
    if isinstance(structure, Unlisted):
        return None
    if isinstance(structure, SetMechanism):
        return _finite(*structure.value(objective))
    if not isinstance(objective, OfCovariances):
        if candidate.outputs > MOST_ROWS:
            return None
        return _finite(*objective.value_bounds(Mechanism(rows_of(structure))))
    lists = objective.shares_of_estimates(structure.k)
    if any(count_kinds(structure, shares) > MOST_KINDS for shares in lists):
        return None
    with flint.ctx.workprec(BITS):
        return objective.value_of_covariances([covariance(structure, shares) for shares in lists])


def _finite(low: Bound, high: Bound) -> Bounds | None:
    return None if is_infinite(low) or is_infinite(high) else (low, high)
