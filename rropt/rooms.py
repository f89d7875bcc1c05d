"""Give a sub-package (a room) its names. The names are functions and classes from the room's files, and the files themselves. Each
is loaded only when it is first used.

A room lists its names once, as imports under `if TYPE_CHECKING`. Type checkers and editors follow these imports, but Python does
not run them. So this module reads the imports from the text of the room's `__init__.py`. When users load a name, a function is
wrapped, and a class is changed in place. A wrong call is then answered by a sentence that says what to write
(`rropt.surface.calling`). Code inside the library imports a function directly from its file, and gets the function without the
wrapper.
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
    """Return the functions `__getattr__` and `__dir__` for the sub-package with the module name `room`.

    They offer the names that the sub-package imports under `if TYPE_CHECKING`. No such name may be the name of a file of the
    sub-package.

    `gives` maps the name of a function to the class of its result. The class is written `name`, or `package:name` if it belongs to
    another sub-package. When the function is loaded, the class is loaded, too. So a wrong call of the class's methods raises an
    error that says what to write. The objects named in `unguided` are returned unchanged, so their wrong calls raise Python's own
    errors.
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
    """Read the imports under `if TYPE_CHECKING` in the sub-package's `__init__.py`. Return a dictionary from each imported name to
    the module from which it is imported. Only imports of the form `from module import name as name` count."""
    text = sys.modules[room].__loader__.get_data(str(sys.modules[room].__file__))  # type: ignore[union-attr]
    guarded = [x for x in ast.parse(text).body if isinstance(x, ast.If) and ast.unparse(x.test) == "TYPE_CHECKING"]
    imports = [x for block in guarded for x in block.body if isinstance(x, ast.ImportFrom) and x.module]
    return {name.name: str(x.module) for x in imports for name in x.names if name.asname == name.name}
