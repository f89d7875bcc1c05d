"""The examples: each function returns what is computed and what the theorem says, and they are equal; the index is complete."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FILES = sorted(EXAMPLES.glob("*.py"))


def loaded(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def has_function(path: Path) -> bool:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == path.stem for node in tree.body)


def cases() -> list[Any]:
    found = []
    for path in filter(has_function, FILES):
        module = loaded(path)
        found += [
            pytest.param(getattr(module, path.stem), c, id=f"{path.stem}-{n}")
            for n, c in enumerate([{}, *module.CASES])
        ]
    return found


@pytest.mark.slow_at("composition_of_randomized_response-0")
@pytest.mark.parametrize(("function", "case"), cases())
def test_what_is_computed_is_what_the_theorem_says(function: Any, case: dict[str, Any]) -> None:
    computed, theorem = function(**case)
    assert computed == theorem


@pytest.mark.slow_at("composition_of_randomized_response")
@pytest.mark.parametrize("path", [p for p in FILES if has_function(p)], ids=lambda p: p.stem)
def test_a_function_is_not_always_right(path: Path) -> None:
    """Two cases of one theorem differ somewhere, so that equality says something; truths without numbers are left out."""
    module = loaded(path)
    found = {str(getattr(module, path.stem)(**case)) for case in ({}, *module.CASES)}
    assert len(found) > 1 or path.stem == "four_answers_dominate"


def test_there_are_at_least_twenty_five_results_and_the_index_has_each_once() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"\]\((\w+\.(?:py|ipynb))\)", text)
    files = {p.name for p in EXAMPLES.iterdir() if p.suffix in (".py", ".ipynb")}
    assert sorted(named) == sorted(files) and len(FILES) >= 25
    for path in FILES:
        assert (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").strip(), path
