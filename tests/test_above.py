"""No file names one above itself in a text either, but an objective its `legs`; what is given from above is there."""

import ast
import re
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import rropt
from rropt.above import _PLACES, find, give, given

ROOT = Path(__file__).parents[1]
HOOKS = ("legs",)  # by which the contract has an objective name the module of its programs
PLACE = re.compile(r"rropt(\.\w+)+(:\w+)?")


def storey(module: str, layers: list[list[str]]) -> int:
    """The storey of a module, 0 at the bottom; a file that is no room's is in no storey, above all."""
    homes = (
        n for n, rooms in enumerate(reversed(layers)) for room in rooms if f"{module}.".startswith(f"rropt.{room}.")
    )
    return next(homes, len(layers))


def test_no_text_of_a_file_names_a_storey_above_it() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contract = tomllib.load(file)["tool"]["importlinter"]["contracts"][0]
    layers = [layer.split(" | ") for layer in contract["layers"]]
    met = 0
    for path in sorted((ROOT / "rropt").rglob("*.py")):
        own = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        hooks = {id(x.value) for x in ast.walk(tree) if isinstance(x, ast.AnnAssign) and ast.unparse(x.target) in HOOKS}
        for node in ast.walk(tree):
            if id(node) in hooks or not (
                isinstance(node, ast.Constant) and isinstance(node.value, str) and PLACE.fullmatch(node.value)
            ):
                continue
            named = node.value.partition(":")[0]
            if find_spec(named) is not None:
                met += 1
                assert storey(named, layers) <= storey(own, layers), (own, named)
    assert met > 30


def test_what_is_given_is_where_it_is_said_to_be() -> None:
    assert set(_PLACES) == {"objective", "function", "stored"}
    for kind, places in _PLACES.items():
        for name, place in places.items():
            module, _, own = place.partition(":")
            assert find(kind, name) is getattr(import_module(module), own)
    assert all(find("objective", name).name == name for name in given("objective") if name != "loss")


def test_what_is_given_later_is_seen() -> None:
    seen = given("test")
    try:
        give("test", {"package": "rropt:__version__"})
        assert dict(seen) == {"package": "rropt:__version__"} and find("test", "package") == rropt.__version__
    finally:
        del _PLACES["test"]
