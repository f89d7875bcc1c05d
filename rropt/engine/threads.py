"""One thread for BLAS: with more, matrices of this size are up to 60 times slower where cores are busy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

__all__ = ["one_thread"]


@contextmanager
def one_thread() -> Iterator[None]:
    """Limit BLAS to one thread."""
    with _libraries().limit(limits=1, user_api="blas"):
        yield


@cache
def _libraries() -> ThreadpoolController:
    """The libraries that are loaded; numpy's and scipy's are by then."""
    import scipy.linalg  # noqa: F401

    # three milliseconds, and linear objectives need no BLAS
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
