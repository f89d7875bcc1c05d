"""What a room offers by name: functions and classes of its files, and the files, each loaded when it is first named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["offer_names"]


def offer_names(
    room: str, offers: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and the `__dir__` of a room, from the names that each of its files offers; none is a file's name too."""
    home = {name: file for file, names in offers.items() for name in names}

    def load(name: str) -> Any:
        if name == "__all__":
            return sorted(home)
        if name in offers:
            return import_module(f"{room}.{name}")
        if name not in home:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(f"{room}.{home[name]}"), name)

    return load, lambda: sorted({*offers, *home})
