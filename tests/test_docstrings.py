"""Docstrings of public names: what goes in, what comes out, what is refused, and an example that runs."""

from __future__ import annotations

import doctest
import inspect
from typing import Any

import pytest

import rropt

FUNCTIONS = [name for name in rropt.__all__ if inspect.isfunction(getattr(rropt, name))]
CLASSES = [name for name in rropt.__all__ if inspect.isclass(getattr(rropt, name)) and not name.endswith("Error")]
NO_REFUSAL = {"verify"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_says_what_it_takes_gives_and_refuses(name: str) -> None:
    text = inspect.getdoc(getattr(rropt, name)) or ""
    for section in ("Args:", "Returns:", "Example:", *(() if name in NO_REFUSAL else ("Raises:",))):
        assert f"\n{section}\n" in text, f"{name} has no {section}"
    described = text.split("Args:")[1].split("Returns:")[0]
    parameters = [p for p in inspect.signature(getattr(rropt, name)).parameters if p != "self"]
    assert [p for p in parameters if p not in described] == []


def examples(found: Any, name: str) -> list[doctest.DocTest]:
    return [x for x in doctest.DocTestFinder(recurse=True).find(found, name) if x.examples]


@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES])
def test_the_examples_of_a_public_name_run(name: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for example in examples(getattr(rropt, name), name):
        runner.run(example)
    assert runner.failures == 0


def test_every_public_function_has_an_example() -> None:
    assert [name for name in FUNCTIONS if not examples(getattr(rropt, name), name)] == []


def test_every_public_class_has_an_example_and_says_what_it_is_made_of() -> None:
    assert [name for name in CLASSES if not examples(getattr(rropt, name), name)] == []
    made = [name for name in CLASSES if "Args:" in (inspect.getdoc(getattr(rropt, name)) or "")]
    results = {
        "BinaryOptima",
        "BreachBound",
        "BreachFunction",
        "Design",
        "Element",
        "ExactNumber",
        "Frontier",
        "Rational",
    }
    assert set(CLASSES) - set(made) <= results | {"Disagreement", "Epsilon", "Undecided"}  # which rropt makes
    assert [name for name in made if "Raises:" not in (inspect.getdoc(getattr(rropt, name)) or "")] == []
    for name in {*made} - {"Mechanism"}:  # of which rropt alone sets `said` and `planned`
        text = (inspect.getdoc(getattr(rropt, name)) or "").split("Args:")[1].split("\n\n")[0]
        assert [x for x in inspect.signature(getattr(rropt, name)).parameters if x not in text] == [], name
