"""How much a piece of work does, in calls of functions: the same on a busy machine and on an idle one.

A loop that should be a vector operation, an answer that is worked out where a refusal was due, or a search that is not cut
shows in the number of calls, so a test that says "this is quick" need not look at a clock.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

__all__ = ["TooManyCalls", "within_calls"]

T = TypeVar("T")


class TooManyCalls(AssertionError):
    """The work was broken off at its limit, however long it would have gone on."""


def within_calls(most: int, work: Callable[[], T]) -> T:
    """What `work()` returns, or raises, provided that it calls at most `most` functions, Python's and C's."""
    left = most

    def count(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal left
        if event in ("call", "c_call"):
            left -= 1
            if left < 0:
                sys.setprofile(before)
                raise TooManyCalls(f"more than {most} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        return work()
    finally:
        sys.setprofile(before)
