"""What a room offers by name: functions and classes of its files, and the files, each loaded when it is first named.

A room says once what it offers: by the imports under its `if TYPE_CHECKING`, which type checkers and editors follow, and which are
read here from the room's own text, as Python does not run them. What is offered is called by users, so that its wrong calls are
answered in a sentence (`rropt.surface.calling`); inside the library a function is taken from its file, without that guide.
"""

from __future__ import annotations

import ast
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
    *,
    gives: Mapping[str, str] | None = None,
    unguided: Collection[str] = (),
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make the `__getattr__` and `__dir__` of a room from what it imports for type checkers; no name may be a file's name too.

    Naming a function also guides the methods of the result that it `gives`, wherever that comes from: `name`, or
    `room:name` of another room.
    """
    home = _read_imports(room)

    def load(name: str) -> Any:
        if name == "__all__":
            return sorted(home)
        if name in home:
            found = getattr(import_module(home[name]), name)
            found = found if name in unguided else guide_name(room, name, found)
            setattr(sys.modules[room], name, found)
            if gives and name in gives:
                other, _, result = gives[name].rpartition(":")
                getattr(import_module(other or room), result)
            return found
        file = f"{room}.{name}"
        try:
            if not name.startswith("_"):
                return import_module(file)
        except ModuleNotFoundError as error:
            if error.name != file:
                raise
        raise AttributeError(f"module {room!r} has no attribute {name!r}")

    def list_names() -> list[str]:
        from pkgutil import iter_modules

        files = {name for _, name, _ in iter_modules(sys.modules[room].__path__) if not name.startswith("_")}
        return sorted({*files, *home})

    return load, list_names


def _read_imports(room: str) -> dict[str, str]:
    """The module of each name that the room's text imports under `if TYPE_CHECKING`."""
    text = sys.modules[room].__loader__.get_data(str(sys.modules[room].__file__))  # type: ignore[union-attr]
    guarded = [x for x in ast.parse(text).body if isinstance(x, ast.If) and ast.unparse(x.test) == "TYPE_CHECKING"]
    imports = [x for block in guarded for x in block.body if isinstance(x, ast.ImportFrom) and x.module]
    return {name.name: str(x.module) for x in imports for name in x.names if name.asname == name.name}
