"""Progress of long work, on a terminal's error stream or in a notebook: nothing in the first two seconds, nothing in a file."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event, Thread
from typing import Any, TypeVar

__all__ = ["track", "waiting"]

T = TypeVar("T")
SECONDS = 2.0
_COUNTED: ContextVar[Event | None] = ContextVar(
    "work whose progress `waiting` shows until a bar counts it", default=None
)


def track(work: Iterable[T], what: str, *, total: int | None = None) -> Iterator[T]:
    """Yield from `work`, and show how much of it is done and how long the rest takes."""
    from tqdm.auto import tqdm

    if (counted := _COUNTED.get()) is not None:
        counted.set()
    # without a terminal or a notebook, disable=None shows nothing
    yield from tqdm(work, desc=what, total=total, delay=SECONDS, leave=False, disable=None, dynamic_ncols=True)


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """While active, show every second for how long the work goes on, until `track` counts it."""
    if not sys.stderr.isatty():
        yield
        return
    ended = Event()
    token = _COUNTED.set(ended)
    shown = Thread(target=_show, args=(what, ended), daemon=True)
    shown.start()
    try:
        yield
    finally:
        ended.set()
        shown.join()
        _COUNTED.reset(token)


def _show(what: str, ended: Event) -> None:
    start = time.monotonic()
    line = ""
    stream: Any = sys.stderr
    while not ended.wait(1 if line else SECONDS):
        line = f"{what}, {time.monotonic() - start:.0f} s"
        stream.write(f"\r{line}")  # no more than a carriage return, which a dumb terminal has too
        stream.flush()
    if line:
        stream.write(f"\r{' ' * len(line)}\r")
        stream.flush()
