"""Docstrings of public names, of rropt and of its public sub-packages: what goes in, what comes out, what is refused, an example
that runs, and where it is published or written down."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from rropt import checker, families, plots
from tests.surface import public

PUBLIC = {
    f"{room[6:]}.{name}".strip("."): found
    for name, (room, found) in public.of_problems().items()
    if inspect.isfunction(found) or inspect.isclass(found)
}
PUBLIC |= {
    f"{room.__name__[6:]}.{name}": getattr(room, name)
    for room in (checker, families, plots)
    for name in room.__all__
    if not any(getattr(room, name) is x for x in PUBLIC.values())
}
FUNCTIONS = [name for name, x in PUBLIC.items() if inspect.isfunction(x)]
CLASSES = [name for name, x in PUBLIC.items() if inspect.isclass(x) and not name.endswith("Error")]
MADE = [name for name in CLASSES if "Args:" in (inspect.getdoc(PUBLIC[name]) or "")]
"""The classes that people make themselves; rropt makes the others."""
NO_REFUSAL = {"verify", "checker.main"}
PLACE = re.compile(
    r"\(\d{4}(?:, \d{4})?\)|SPEC\.md, \d|SPEC\.md, the|\(docs/[\w/]+\.md\)|those of `measure`"
    r"|, (?:section|Theorem|equation|Remark)"
)


def told(name: str) -> str:
    return inspect.getdoc(PUBLIC[name]) or ""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_says_what_it_takes_gives_and_refuses(name: str) -> None:
    text = told(name)
    for section in ("Args:", "Returns:", "Examples:", *(() if name in NO_REFUSAL else ("Raises:",))):
        assert f"\n{section}\n" in text, f"{name} has no {section}"
    described = text.split("Args:")[1].split("Returns:")[0]
    parameters = [p for p in inspect.signature(PUBLIC[name]).parameters if p != "self"]
    assert [p for p in parameters if not re.search(rf"\b{p}\b", described)] == []


def examples(found: Any, name: str) -> list[doctest.DocTest]:
    return [x for x in doctest.DocTestFinder(recurse=True).find(found, name) if x.examples]


@pytest.mark.slow_at("page.Board")
@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES])
def test_the_examples_of_a_public_name_run(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for example in examples(PUBLIC[name], name):
        runner.run(example)
    assert runner.failures == 0


def test_every_public_name_says_where_it_is_published_or_written_down() -> None:
    assert [name for name in (*FUNCTIONS, *MADE, "InputError") if not PLACE.search(told(name))] == []
    manual = Path(__file__).parents[1]
    if (manual / "docs").exists():
        pages = {x for name in PUBLIC for x in re.findall(r"\((docs/[\w/]+\.md)\)", told(name))}
        titles = {x: (manual / x).read_text("utf-8") for x in pages}
        named = [x for name in PUBLIC for x in re.findall(r'"([^"]+)" \((docs/[\w/]+\.md)\)', told(name))]
        assert named and [x for x in named if f"# {x[0]}\n" not in titles[x[1]]] == []


def test_every_public_function_has_an_example() -> None:
    assert [name for name in FUNCTIONS if not examples(PUBLIC[name], name)] == []


def test_every_public_class_has_an_example_and_says_what_it_is_made_of() -> None:
    assert len(MADE) > 20 and [name for name in MADE if not examples(PUBLIC[name], name)] == []
    assert [name for name in MADE if "Raises:" not in told(name)] == []
    for name in {*MADE} - {"Mechanism"}:  # of which rropt alone sets `said` and `planned`
        text = told(name).split("Args:")[1].split("\n\n")[0]
        assert [x for x in inspect.signature(PUBLIC[name]).parameters if x not in text] == [], name
