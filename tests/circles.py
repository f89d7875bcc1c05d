"""Circles of imports, found in the syntax trees alone: an import inside a function counts, one for type checking does not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

__all__ = ["circles", "imports_of"]


def imports_of(package: Path) -> dict[str, set[str]]:
    """The modules of a package, each with those of the package that its text imports."""
    files = {_name(path, package): path for path in sorted(package.rglob("*.py"))}
    found: dict[str, set[str]] = {}
    for name, path in files.items():
        home = name if path.stem == "__init__" else name.rpartition(".")[0]
        found[name] = {x for x in _imported(ast.parse(path.read_text(encoding="utf-8")), home, files) if x in files} - {
            name
        }
    return found


def _name(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(tree: ast.AST, home: str, files: dict[str, Path]) -> Iterator[str]:
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = home.split(".")[: len(home.split(".")) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (name if (name := f"{base}.{alias.name}") in files else base for alias in node.names)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every node but those under `if TYPE_CHECKING`, which never run."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield other
                yield from _statements(other)
        else:
            yield child
            yield from _statements(child)


def circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """The sets of modules each of which reaches all others of its set."""
    reached = {name: _reached(name, imports) for name in imports}
    sets = {frozenset(x for x in reached[name] if name in reached[x]) for name in imports if name in reached[name]}
    return sorted(map(set, sets), key=sorted)


def _reached(start: str, imports: dict[str, set[str]]) -> set[str]:
    found, waiting = set[str](), [start]
    while waiting:
        new = imports[waiting.pop()] - found
        found |= new
        waiting += new
    return found
