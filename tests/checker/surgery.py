"""The checker with one of its checks taken out: what an attack must get past."""

from __future__ import annotations

import ast
import importlib.util
import itertools
import sys
from pathlib import Path
from types import ModuleType

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


def copy(target: Path, changed: dict[str, str]) -> ModuleType:
    """A copy of the checker in which some files read otherwise."""
    target.mkdir(parents=True, exist_ok=True)
    for source in HOME.glob("*.py"):
        (target / source.name).write_text(changed.get(source.name, source.read_text("utf-8")), encoding="utf-8")
    return load(target)


class _Remover(ast.NodeTransformer):
    """Puts True in the place of one condition of a `require` or `expect`."""

    def __init__(self, message: str, part: str | None) -> None:
        self.message, self.part, self.found = message, part and ast.unparse(ast.parse(part, mode="eval")), 0

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        named = isinstance(node.func, ast.Name) and node.func.id in ("require", "expect")
        if not named or len(node.args) < 2 or self.message not in ast.unparse(node.args[1]):
            return node
        if self.part is None:
            self.found += 1
            node.args[0] = ast.Constant(True)
        else:
            node.args[0] = _Part(self).visit(node.args[0])
        return node


class _Part(ast.NodeTransformer):
    def __init__(self, owner: _Remover) -> None:
        self.owner = owner

    def visit(self, node: ast.AST) -> ast.AST:
        if ast.unparse(node) == self.owner.part:
            self.owner.found += 1
            return ast.Constant(True)
        return super().generic_visit(node)


def without(target: Path, message: str, part: str | None = None) -> ModuleType:
    """The checker without the check that has this message, or without one condition of it; it must exist once."""
    changed, found = {}, 0
    for source in HOME.glob("*.py"):
        remover = _Remover(message, part)
        tree = remover.visit(ast.parse(source.read_text("utf-8")))
        if remover.found:
            found += remover.found
            changed[source.name] = ast.unparse(ast.fix_missing_locations(tree))
    assert found == 1, f"{found} checks say {message!r} with the part {part!r}"
    return copy(target, changed)
