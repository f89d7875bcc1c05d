"""The checker with one of its conditions taken out: what an attack must get past."""

from __future__ import annotations

import importlib.util
import itertools
import pkgutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import rropt.checker

HOME = Path(rropt.checker.__file__).parent
COUNTER = itertools.count()


def load(folder: Path) -> ModuleType:
    """The checker that stands in a folder, under a name of its own."""
    name = f"checker_under_test_{next(COUNTER)}"
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def parts(checker: ModuleType) -> list[ModuleType]:
    """The checker and all of its modules."""
    found = pkgutil.walk_packages(checker.__path__, f"{checker.__name__}.")
    names = [info.name for info in found if not info.name.endswith("__main__")]
    return [checker, *(importlib.import_module(name) for name in names)]


def forget(checker: ModuleType) -> None:
    """Let go of a checker that was loaded."""
    for name in [name for name in sys.modules if name == checker.__name__ or name.startswith(f"{checker.__name__}.")]:
        del sys.modules[name]


def copy(target: Path, changed: dict[str, str]) -> ModuleType:
    """A copy of the checker in which some files, named by their paths in it, read otherwise."""
    for source in HOME.rglob("*.py"):
        path = str(source.relative_to(HOME))
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(changed.get(path, source.read_text("utf-8")), encoding="utf-8")
    return load(target)


def without(condition: str) -> tuple[ModuleType, list[str]]:
    """The checker without the condition of this name, and a list to which the reason is added where it would have failed."""
    checker = load(HOME)
    failed: list[str] = []
    modules = parts(checker)
    plain = sys.modules[f"{checker.__name__}.refusals"].require

    def require(holds: bool, name: str, why: str) -> None:
        if name == condition and not holds:
            failed.append(why)
        else:
            plain(holds, name, why)

    for module in modules:
        replace(module, "require", plain, require)
    return checker, failed


def replace(module: ModuleType, name: str, old: Any, new: Any) -> None:
    """Put another function in the place of one that a module has imported."""
    if getattr(module, name, None) is old:
        setattr(module, name, new)
