"""Count frames of Dask: Dask itself counts each partition, and the counts are added up.

Each partition is a pandas frame, to which the functions for frames apply; only their results come back. (narwhals leaves Dask to a
plugin, which is not published yet, and warns until then.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["is_partitioned", "over_partitions"]

Found = TypeVar("Found")


def is_partitioned(data: Any) -> bool:
    """Whether the object is a Dask frame; Dask is not loaded for it."""
    return type(data).__module__.partition(".")[0] in ("dask", "dask_expr") and hasattr(data, "to_delayed")


def over_partitions(count: Callable[[Any], Found], data: Any) -> list[Found]:
    """Apply a function to every partition on Dask's workers, and collect the results."""
    import dask

    return list(dask.compute(*(dask.delayed(count)(part) for part in data.to_delayed())))
