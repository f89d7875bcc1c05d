"""What a design wants of its process while it is made: one thread for BLAS, garbage looked for seldom, and no other design.

With more threads, matrices of this size are up to 60 times slower where cores are busy. A design makes many numbers and little
garbage: at 128 inputs, looking for it after every 700 objects takes a quarter of the time.
These belong to the process, as FLINT's precision does, so that designs in several threads are made one after the other.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from rropt.exact.precision import ALONE

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

__all__ = ["one_thread", "one_design_at_a_time"]

OBJECTS_BETWEEN_COLLECTIONS = 50_000


@contextmanager
def one_thread() -> Iterator[None]:
    """Limit BLAS to one thread."""
    with _libraries().limit(limits=1, user_api="blas"):
        yield


@contextmanager
def one_design_at_a_time() -> Iterator[None]:
    """Let no other thread make a design, and have Python look for garbage after 50,000 new objects at the soonest, or never."""
    with ALONE:
        before = gc.get_threshold()
        if 0 < before[0] < OBJECTS_BETWEEN_COLLECTIONS:
            gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, *before[1:])
        try:
            yield
        finally:
            gc.set_threshold(*before)


@cache
def _libraries() -> ThreadpoolController:
    """The libraries that are loaded; numpy's and scipy's are by then."""
    import scipy.linalg  # noqa: F401

    # three milliseconds, and linear objectives need no BLAS
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
