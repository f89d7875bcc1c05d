"""What `help`, `dir` and completion show of a class: all that its users call, and nothing else."""

import ast
import inspect
import pydoc
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

import rropt
from rropt.listed import MACHINERY, Listed
from rropt.problem.contract import Objective
from tests.readme import PAGES
from tests.surface import public

ROOT = Path(__file__).parents[1]
LISTED = [
    found
    for room in public.ROOMS
    for name in import_module(room).__all__
    if isinstance(found := getattr(import_module(room), name), Listed)
]
AT_THE_TOP = [found for name in rropt.__all__ if isinstance(found := getattr(rropt, name), Listed)]


@dataclass(frozen=True, slots=True)
class Plain(metaclass=Listed):
    """A class without `offers`."""

    field: int

    def __add__(self, other: "Plain") -> "Plain":
        return Plain(self.field + other.field)

    def double(self) -> int:
        return 2 * self.field


class Offering(Plain):
    """One with them, which has a dictionary too."""

    offers = frozenset({"__add__", "quadruple"})

    def quadruple(self) -> int:
        return 4 * self.field


def test_machinery_is_left_out_and_operators_stay() -> None:
    assert dir(Plain) == ["__add__", "_abc_impl", "double", "field"]
    assert {"__setattr__", "__dataclass_fields__", "__match_args__"} <= MACHINERY & {*vars(Plain), *dir(object)}
    assert Plain(3).double() == 6 and (Plain(1) + Plain(2)).field == 3


def test_of_a_class_that_offers_are_listed_its_fields_and_what_it_and_its_bases_offer() -> None:
    made = Offering(1)
    object.__setattr__(made, "own", 5)
    assert dir(Offering) == ["__add__", "field", "quadruple"] and dir(made) == ["__add__", "field", "own", "quadruple"]
    assert made.double() == 2, "what is not listed can be called"


def test_an_abstract_class_lists_all_to_whoever_implements_it() -> None:
    assert {"arguments", "statement", "value"} <= {*dir(Objective)}
    assert "statement" not in dir(rropt.Trace) and "statement" not in dir(rropt.Trace())


def test_what_is_offered_is_there() -> None:
    offering = {kind for found in LISTED for kind in found.__mro__ if "offers" in vars(kind)}
    assert len(offering) > 12
    for kind in offering:
        heirs = [found for found in LISTED if issubclass(found, kind)]
        assert [x for x in vars(kind)["offers"] if not any(hasattr(heir, x) for heir in heirs)] == [], kind


@pytest.mark.parametrize("found", AT_THE_TOP, ids=lambda found: found.__name__)
def test_what_is_listed_is_told(found: type) -> None:
    kinds = (inspect.isfunction, inspect.ismethod, lambda x: isinstance(x, property))
    listed = {name: getattr(found, name) for name in dir(found) if name[0] != "_"}
    assert [name for name, x in listed.items() if any(is_kind(x) for is_kind in kinds) and not x.__doc__] == []


def attributes(code: str) -> set[str]:
    """The names behind a dot in Python text; none if it is not whole."""
    try:
        return {node.attr for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Attribute)}
    except SyntaxError:
        return set()


def shown_code() -> Iterator[str]:
    """The Python of README, manual, examples and docstrings."""
    for page in PAGES:
        yield from re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S)
        yield from re.findall(r"`([A-Z]\w+\([^`]*)`", page.read_text("utf-8"))
    for path in (ROOT / "examples").glob("*.py"):
        yield path.read_text("utf-8")
    for path in (ROOT / "rropt").rglob("*.py"):
        yield from (line.rstrip(":") for line in re.findall(r"(?:>>>|\.\.\.) (.*)", path.read_text("utf-8")))


def test_what_the_manual_calls_is_listed() -> None:
    has = {name for found in LISTED for kind in found.__mro__ for name in vars(kind) if name[0] != "_"}
    shown = {name for found in LISTED for name in dir(found)}
    called = set().union(*map(attributes, shown_code()))
    assert len(called & shown) > 60
    assert called & (has - shown) == set()


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="later Pythons write each parameter on a line of its own")
def test_help_is_short_enough_to_be_read() -> None:
    text = pydoc.plain(pydoc.render_doc(rropt))
    assert len(text.splitlines()) <= 2500
    assert [name for name in rropt.__all__ if not re.search(rf"\b{name}\(", text)] == []
