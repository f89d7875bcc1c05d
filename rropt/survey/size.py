"""For a criterion that larger samples keep meeting, the smallest sample that meets it."""

from __future__ import annotations

from collections.abc import Callable

from rropt.exact.errors import InputError
from rropt.survey.sampling import Sampling

__all__ = ["smallest"]

MOST = 10**15


def smallest(enough: Callable[[int], bool], sampling: Sampling, *, goal: str) -> int:
    """The least n ≥ 1 with enough(n), by doubling and bisection; `enough` must stay true once it is."""
    limit = sampling.population or MOST
    high = 1
    while not enough(high):
        if high >= limit:
            why = f"even all {limit} of the population" if sampling.population else f"even {MOST} answers"
            raise InputError(f"{why} do not reach {goal}; ask less, or use a device with more information")
        high = min(2 * high, limit)
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
