"""Find a repeated item in a list whose items must all differ, such as columns, labels, cells, files or options."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

__all__ = ["first_repeated"]

Item = TypeVar("Item", bound=Hashable)


def first_repeated(items: Iterable[Item]) -> Item | None:
    """Find the first item that equals an earlier one; None if all differ."""
    seen: set[Item] = set()
    for item in items:
        if item in seen:
            return item
        seen.add(item)
    return None
