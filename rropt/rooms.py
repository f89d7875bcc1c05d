"""What a room offers by name: functions and classes of its files, and the files, each loaded when it is first named.

What is offered is called by users, so that its wrong calls are answered in a sentence (`rropt.surface.calling`); inside the
library a function is taken from its file, without that guide.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any

from rropt.above import find

__all__ = ["guide_name", "offer_names"]


def guide_name(room: str, name: str, found: Any) -> Any:
    """Make a room's object answer wrong calls in a sentence, unless it does so already or is not callable."""
    if isinstance(found, type):
        return find("function", "guide")(found)
    if not callable(found) or hasattr(found, "__wrapped__"):
        return found
    guided = find("function", "guide")(found)
    guided.__module__, guided.__qualname__ = room, name  # by which it is pickled
    return guided


def offer_names(
    room: str,
    offers: Mapping[str, tuple[str, ...]],
    *,
    gives: Mapping[str, str] | None = None,
    unguided: Collection[str] = (),
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make the `__getattr__` and `__dir__` of a room from the names that its files offer; no name may be a file's name too.

    Naming a function also guides the methods of the result that it `gives`, wherever that comes from: `name`, or
    `room:name` of another room.
    """
    home = {name: file for file, names in offers.items() for name in names}
    files = [file for file in offers if "." not in file]

    def load(name: str) -> Any:
        if name == "__all__":
            return sorted(home)
        if name in home:
            found = getattr(import_module(f"{room}.{home[name]}"), name)
            found = found if name in unguided else guide_name(room, name, found)
            setattr(sys.modules[room], name, found)
            if gives and name in gives:
                other, _, result = gives[name].rpartition(":")
                getattr(import_module(other or room), result)
            return found
        if name in files:
            return import_module(f"{room}.{name}")
        raise AttributeError(f"module {room!r} has no attribute {name!r}")

    return load, lambda: sorted({*files, *home})
