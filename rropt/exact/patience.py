"""A limit in seconds on the time of an answer, checked wherever a computation may still be long.

The limit is a context variable, so functions need not pass it on. A running call into C is not cut short, but solvers are told
how much time is left. The same variable keeps the solvers' answers, because a second leg (a computation that checks the
answer) may ask a solver for the same again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rropt.exact.errors import Either, InputError, OutOfTime

__all__ = [
    "Patience",
    "keep_last",
    "known_answers",
    "limit_seconds",
    "read_seconds",
    "not_in_time",
    "require_time",
    "seconds_left",
]

MOST_SECONDS = 10**7
Found = TypeVar("Found")


@dataclass(slots=True)
class Patience:
    """A time limit. It ends when `clock` shows `end`. `seconds` is the limit that messages state, and `ended` says whether it was
    reached.

    `known` has the solvers' answers so far.
    """

    end: float
    seconds: float
    ended: bool = False
    clock: Callable[[], float] = time.monotonic
    known: dict[Hashable, Any] = field(default_factory=dict)


_PATIENCE: ContextVar[Patience | None] = ContextVar("_PATIENCE", default=None)


def read_seconds(seconds: object) -> float:
    """Read a positive number of seconds; None means no limit and gives infinity."""
    if seconds is None:
        return math.inf
    try:
        found = math.nan if isinstance(seconds, bool) else float(seconds)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not 0 < found <= MOST_SECONDS:
        raise InputError(f"seconds = {seconds} must be a number above 0, and at most {MOST_SECONDS}")
    return found


@contextmanager
def limit_seconds(
    seconds: float, *, share: float = 1.0, clock: Callable[[], float] = time.monotonic
) -> Iterator[Patience]:
    """While active, limit the time of the computation to `seconds`. If a limit is already active, the time is also at most the
    fraction `share` of the seconds that are left. Yields the limit, which tells afterwards whether it was reached.

    If the clock is `time.process_time`, the limit is on processor time. If a limit is already active, its clock is used.
    """
    around, left = _PATIENCE.get(), seconds_left()
    allowed = min(seconds, share * left)
    clock = clock if around is None else around.clock
    own = Patience(clock() + allowed, seconds if around is None else around.seconds, clock=clock)
    own.known = own.known if around is None else around.known
    token = _PATIENCE.set(own)
    try:
        yield own
    finally:
        _PATIENCE.reset(token)
        if own.ended and around is not None:
            around.ended = True


def seconds_left() -> float:
    """Return the seconds left until the time limit, or infinity if there is no limit. If no time is left, the limit is marked as
    reached."""
    own = _PATIENCE.get()
    if own is None:
        return math.inf
    left = max(0.0, own.end - own.clock())
    own.ended = own.ended or left == 0
    return left


def known_answers() -> dict[Hashable, Any]:
    """Return the dictionary of solvers' answers that is kept while the current time limit is active.

    The caller may add answers to it. If there is no time limit, return a new, empty dictionary.
    """
    own = _PATIENCE.get()
    return {} if own is None else own.known


def keep_last(kind: str, asked: object, find: Callable[[], Found]) -> Found:
    """Return find(). If the last question of this kind equals `asked`, return instead what find() gave then.

    Answers are kept while a time limit is active, and only then. They help because the exact and the floating-point computation of
    a result ask the same questions.
    """
    known = known_answers()
    if kind not in known or known[kind][0] != asked:
        known[kind] = asked, find()
    found: Found = known[kind][1]
    return found


def require_time() -> None:
    """Raise `OutOfTime` if the limit is reached."""
    own = _PATIENCE.get()
    if own is not None and seconds_left() == 0:
        raise OutOfTime(
            f"the answer was not found within seconds = {own.seconds:g}; give more seconds, or ask for less"
        )


def not_in_time() -> str:
    """Say that something was not computed within the time limit, and how to give it more time.

    If there is no limit, the text names no time.
    """
    own = _PATIENCE.get()
    if own is None or math.isinf(own.seconds):
        return "not computed"
    longer = min(10 * own.seconds, MOST_SECONDS)
    more = Either(f"seconds={longer:g}", f"--seconds {longer:g}")
    return f"not computed within {own.seconds:g} s; {more} gives it longer"
