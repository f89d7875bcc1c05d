"""Names of a package that are loaded when they are first used (PEP 562), so that importing the package takes little time."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

__all__ = ["lazy_names"]


def lazy_names(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` for a package, which offer what it imports under `if TYPE_CHECKING`.

    Both know the package's own modules too, and `__getattr__` knows `__all__`. No name may be that of a module of the package.
    """
    home = _read_imports(package)

    def load(name: str) -> Any:
        if name == "__all__":
            return sorted(home)
        if name in home:
            found = getattr(import_module(home[name]), name)
            setattr(sys.modules[package], name, found)
            return found
        module = f"{package}.{name}"
        try:
            if not name.startswith("_"):
                return import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def list_names() -> list[str]:
        modules = {name for _, name, _ in iter_modules(sys.modules[package].__path__) if not name.startswith("_")}
        return sorted({*modules, *home})

    return load, list_names


def _read_imports(package: str) -> dict[str, str]:
    """Read where each name is imported from: `from MODULE import NAME as NAME`, the form that also marks it as public."""
    source = sys.modules[package].__loader__.get_source(package)  # type: ignore[union-attr]
    blocks = [x for x in ast.parse(source).body if isinstance(x, ast.If) and ast.unparse(x.test) == "TYPE_CHECKING"]
    imports = [x for block in blocks for x in block.body if isinstance(x, ast.ImportFrom)]
    return {name.name: str(x.module) for x in imports for name in x.names if name.asname == name.name}
