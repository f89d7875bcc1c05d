"""The checker with one of its conditions taken out: what an attack must get past."""

from __future__ import annotations

import functools
import importlib
import itertools
import sys
from dataclasses import dataclass, field
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import rropt.checker

HOME = Path(rropt.checker.__file__).parent
COUNTER = itertools.count()


class Assembled(MetaPathFinder, InspectLoader):
    """Imports one package from compiled files that are named by their paths in it."""

    def __init__(self, name: str, files: dict[str, CodeType], names: dict[str, Any]) -> None:
        self.name, self.files, self.names = name, files, names

    def path(self, fullname: str) -> str | None:
        """The file of a module; None if the package has no such module."""
        inside = fullname.removeprefix(self.name).strip(".").replace(".", "/")
        found = [path for path in (f"{inside}.py", f"{inside}/__init__.py".lstrip("/")) if path in self.files]
        return found[0] if found and f"{fullname}.".startswith(f"{self.name}.") else None

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        return spec_from_loader(fullname, self) if self.path(fullname) else None

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(self.names)
        super().exec_module(module)

    def get_code(self, fullname: str) -> CodeType:
        path = self.path(fullname)
        assert path
        return self.files[path]

    def is_package(self, fullname: str) -> bool:
        return str(self.path(fullname)).endswith("__init__.py")

    def get_source(self, fullname: str) -> None:
        return None


@functools.cache
def compiled() -> dict[str, CodeType]:
    """The files of the checker by their paths in it."""
    paths = {str(p.relative_to(HOME)): p for p in sorted(HOME.rglob("*.py")) if p.name != "__main__.py"}
    return {path: compile(p.read_text("utf-8"), str(p), "exec", dont_inherit=True) for path, p in paths.items()}


def assemble(files: dict[str, CodeType], **names: Any) -> ModuleType:
    """A checker made of compiled files, all loaded, under a name of its own; in each file some names stand for something."""
    name = f"checker_under_test_{next(COUNTER)}"
    sys.meta_path.append(Assembled(name, files, names))
    for path in files:
        importlib.import_module(".".join([name, *Path(path).with_suffix("").parts]).removesuffix(".__init__"))
    return sys.modules[name]


def parts(checker: ModuleType) -> list[ModuleType]:
    """The checker and all of its modules."""
    return [module for name, module in sys.modules.items() if f"{name}.".startswith(f"{checker.__name__}.")]


def forget() -> None:
    """Let go of the checkers that were assembled."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, Assembled)]
    for name in [name for name in sys.modules if name.startswith("checker_under_test_")]:
        del sys.modules[name]


@dataclass
class TakenOut:
    """The condition that a checker is without, and the reasons for which it would have failed."""

    condition: str = ""
    failed: list[str] = field(default_factory=list)


@functools.cache
def weaker() -> tuple[ModuleType, TakenOut]:
    """A checker whose condition may be taken out at will: a check keeps nothing for the next one, so one checker serves all."""
    checker = assemble(compiled())
    out = TakenOut()
    plain = sys.modules[f"{checker.__name__}.refusals"].require

    def require(holds: bool, name: str, why: str) -> None:
        if name == out.condition and not holds:
            out.failed.append(why)
        else:
            plain(holds, name, why)

    for module in parts(checker):
        replace(module, "require", plain, require)
    return checker, out


def without(condition: str) -> tuple[ModuleType, list[str]]:
    """The checker without the condition of this name, and a list to which the reason is added where it would have failed."""
    checker, out = weaker()
    out.condition, out.failed = condition, []
    return checker, out.failed


def replace(module: ModuleType, name: str, old: Any, new: Any) -> None:
    """Put another function in the place of one that a module has imported."""
    if getattr(module, name, None) is old:
        setattr(module, name, new)
