"""Count the answers in a Dask data frame: each partition is counted by Dask, and the counts are added up.

Each partition is a pandas data frame, so the functions for pandas frames can count it. Only the counts come back from Dask's
workers. The library narwhals, which reads the other kinds of frames, is not used for Dask: it needs a plugin that is not published
yet, and warns without it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["is_partitioned", "over_partitions"]

Found = TypeVar("Found")


def is_partitioned(data: Any) -> bool:
    """Whether the object is a Dask data frame. This is told from the name of its type's module and from its method `to_delayed`,
    without importing Dask."""
    return type(data).__module__.partition(".")[0] in ("dask", "dask_expr") and hasattr(data, "to_delayed")


def over_partitions(count: Callable[[Any], Found], data: Any) -> list[Found]:
    """Apply a function to every partition on Dask's workers, and collect the results."""
    import dask

    return list(dask.compute(*(dask.delayed(count)(part) for part in data.to_delayed())))
