"""The names that a sub-package (a room) offers: functions and classes of its files, and the files, each loaded at its first use.

A room lists its names once, as imports under its `if TYPE_CHECKING`. Type checkers and editors follow these imports; Python does
not run them, so they are read here from the room's own text. Users call these names, so a wrong call is answered in a sentence
(`rropt.surface.calling`). Code inside the library imports a function from its file and does without this.
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
    """Change an object of a sub-package so that it answers wrong calls in a sentence, if it is callable and does not do so yet.

    A class is changed in place, and a function is wrapped. An object that is wrapped already or not callable stays as it is.
    """
    if isinstance(found, type):
        return find("function", "guide")(found)
    if not callable(found) or hasattr(found, "__wrapped__"):
        return found
    guided = find("function", "guide")(found)
    guided.__module__, guided.__qualname__ = room, name  # pickle finds it by these
    return guided


def offer_names(
    room: str,
    *,
    gives: Mapping[str, str] | None = None,
    unguided: Collection[str] = (),
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make a sub-package's `__getattr__` and `__dir__` from its imports for type checkers; no name may also be the name of a file.

    `gives` maps a function's name to the class of its result: `name`, or `room:name` if the class belongs to another sub-package
    `room`. When the function is loaded, the methods of that class answer wrong calls in a sentence, too. Objects in
    `unguided` are left as they are.
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
                # the class is loaded only so that its methods answer wrong calls
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
    """Map each name that the sub-package's text imports under `if TYPE_CHECKING` to the module of the name."""
    text = sys.modules[room].__loader__.get_data(str(sys.modules[room].__file__))  # type: ignore[union-attr]
    guarded = [x for x in ast.parse(text).body if isinstance(x, ast.If) and ast.unparse(x.test) == "TYPE_CHECKING"]
    imports = [x for block in guarded for x in block.body if isinstance(x, ast.ImportFrom) and x.module]
    return {name.name: str(x.module) for x in imports for name in x.names if name.asname == name.name}
