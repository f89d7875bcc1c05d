"""One thread for many small products: what BLAS gains by more it loses, many times over, where the processor is shared."""

from __future__ import annotations

import contextlib
from contextlib import AbstractContextManager

__all__ = ["one_thread"]


def one_thread() -> AbstractContextManager[object]:
    """A context in which BLAS keeps to one thread; without threadpoolctl it changes nothing but takes longer."""
    import scipy.linalg  # noqa: F401 - its BLAS must be there to be limited

    try:
        import threadpoolctl
    except ModuleNotFoundError:
        return contextlib.nullcontext()
    limits: AbstractContextManager[object] = threadpoolctl.threadpool_limits(1)
    return limits
