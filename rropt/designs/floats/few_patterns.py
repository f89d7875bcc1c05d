"""An optimum over all patterns in many digits, by programs over few: those that matter, and then those that were missed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np

from rropt.designs.floats.digits import zeros

__all__ = ["CLOSED", "solve_by_few"]

Array: TypeAlias = Any
CLOSED = 1e-20  # relative, where a method stops
MISSED = 1e-16  # relative, of a slack; a bound is as much lower
MOST_PATTERNS = 100  # that are looked at to begin with
MOST_JOINING = 300  # at once


class _Found(Protocol):
    """The multipliers λ, the first of which is the value, and the probabilities and slacks of patterns."""

    @property
    def bounds(self) -> Array: ...
    @property
    def chances(self) -> Array: ...
    @property
    def slacks(self) -> Array: ...


F = TypeVar("F", bound=_Found)


def solve_by_few(order: Array, solve: Callable[[Array], F], slacks_of: Callable[[F], Array], least: int = 0) -> F:
    """The optimum of `solve` over the first patterns of the order, at least so many, and then those also with slacks below 0."""
    kept = order[: max(MOST_PATTERNS, least)]
    while True:
        best = solve(kept)
        slacks, chances = slacks_of(best), zeros(len(order))
        missed = np.setdiff1d(np.flatnonzero(slacks < -MISSED * abs(best.bounds[0])), kept)
        if not len(missed):
            chances[kept], slacks[kept] = best.chances, best.slacks
            return replace(best, chances=chances, slacks=slacks)  # type: ignore[type-var]
        kept = np.concatenate([kept, missed[np.argsort(slacks[missed])][:MOST_JOINING]])
