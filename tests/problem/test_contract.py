"""Nobody outside its own slice asks which objective or program is in hand: the contract answers what there is to know of it.

Found in the syntax trees. Whether a thing is an objective at all (`isinstance(x, Objective)`) may be asked anywhere. The checker
has statements of its own, and the claims engine knows no problem.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import rropt

HOUSE = Path(rropt.__file__).parent
CONTRACT = "rropt.problem.contract"
KINDS = {"Objective", "OfCovariances", "OfPrevalences", "Program", "Reduction"}
Class = tuple[str, str]  # its module and its name


def name_of(path: Path) -> str:
    return ".".join(("rropt", *path.relative_to(HOUSE).with_suffix("").parts)).removesuffix(".__init__")


@cache
def trees() -> dict[str, ast.Module]:
    return {
        name_of(path): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(HOUSE.glob("*/**/*.py"))
        if path.relative_to(HOUSE).parts[0] not in ("checker", "claims", "objectives")
    }


@cache
def known_in(module: str, tree: ast.Module) -> dict[str, Class]:
    """What the names of a module stand for that it imports or defines, function-level imports counted."""
    found: dict[str, Class] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {x.asname or x.name: (node.module, x.name) for x in node.names}
        elif isinstance(node, ast.ClassDef):
            found[node.name] = (module, node.name)
    return found


@cache
def implementations() -> set[Class]:
    """The classes that implement the contract, directly or not."""
    found = {(CONTRACT, name) for name in KINDS}
    classes = [
        ((module, node.name), {known_in(module, tree).get(ast.unparse(base)) for base in node.bases})
        for module, tree in trees().items()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    while True:
        more = {name for name, bases in classes if bases & found}
        if more <= found:
            return found - {(CONTRACT, name) for name in KINDS}
        found |= more


def questions(module: str, tree: ast.Module) -> Iterator[str]:
    """Where a module asks which objective or program of another slice it has."""
    known = known_in(module, tree)
    foreign = {name for name, x in known.items() if x in implementations() and slice_of(x[0]) != slice_of(module)}
    for node in ast.walk(tree):
        if asked := _classes_asked_for(node) & foreign:
            yield f"{module}:{node.lineno}: {', '.join(sorted(asked))}"  # type: ignore[attr-defined]
        elif (looked_at := _looked_at(node)) and slice_of(module) not in slices():
            yield f"{module}:{node.lineno}: {looked_at}"  # type: ignore[attr-defined]


@cache
def slice_of(module: str) -> str:
    """The room of a module; of an objective that of its programs, which its `legs` name."""
    above, *parts = module.split(".")[1:]
    if above != "designs" or not parts:
        return above
    if parts[0] == "objectives" and module in trees():
        found = [getattr(import_module(module), x.name) for x in trees()[module].body if isinstance(x, ast.ClassDef)]
        named = [x.legs for x in found if hasattr(x, "legs")]
        return slice_of(named[0]) if named else "objectives"
    return parts[0]


@cache
def slices() -> set[str]:
    return {slice_of(module) for module, _ in implementations()}


def _classes_asked_for(node: ast.AST) -> set[str]:
    """The names in the second argument of isinstance, in a class pattern, or in a comparison of types."""
    if isinstance(node, ast.Call) and _called(node) in ("isinstance", "issubclass"):
        return _names(node.args[1])
    if isinstance(node, ast.MatchClass):
        return _names(node.cls)
    if isinstance(node, ast.Compare) and (names := _names(node)) & {"type", "__class__"}:
        return names
    return set()


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _names(node: ast.AST) -> set[str]:
    return {x.id for x in ast.walk(node) if isinstance(x, ast.Name)} | {
        x.attr for x in ast.walk(node) if isinstance(x, ast.Attribute)
    }


def _looked_at(node: ast.AST) -> str:
    """An objective or a program whose attributes are tried, or whose name is compared."""
    if isinstance(node, ast.Call) and _called(node) in ("hasattr", "getattr") and _is_one(node.args[0]):
        return ast.unparse(node)
    if isinstance(node, ast.Compare | ast.Match):
        for x in [node.subject] if isinstance(node, ast.Match) else [node.left, *node.comparators]:
            if isinstance(x, ast.Attribute) and x.attr in ("name", "legs", "kind") and _is_one(x.value):
                return ast.unparse(node)
    return ""


def _is_one(node: ast.AST) -> bool:
    """Whether an expression is called an objective or a program."""
    return ast.unparse(node).split(".")[-1] in ("objective", "program")


@pytest.mark.slow
def test_the_contract_is_implemented_in_several_slices() -> None:
    assert {name for _, name in implementations()} > {
        "Variance",
        "BinaryVariance",
        "Trace",
        "CommonLinear",
        "Determinant",
    }
    assert {"variance", "linear", "sublinear", "estimation", "reductions"} == slices()


@pytest.mark.slow
def test_nobody_outside_its_slice_asks_which_objective_it_has() -> None:
    assert [x for module, tree in trees().items() for x in questions(module, tree)] == []


@pytest.mark.parametrize(
    "asked",
    [
        "isinstance(x, Trace)",
        "isinstance(x, Trace | int)",
        "isinstance(x, (int, kept))",
        "type(x) is Trace",
        "x.__class__ == Trace",
        "hasattr(problem.objective, 'prevalence')",
        "getattr(objective, 'prevalence', None)",
        "objective.name == 'trace'",
        "found.problem.objective.legs in ('rropt.designs.linear.legs',)",
        "match x:\n  case Trace(): pass",
        "match objective.name:\n  case 'trace': pass",
    ],
)
def test_every_way_of_asking_is_seen(asked: str) -> None:
    home = "rropt.designs.objectives"
    text = f"from {home}.trace import Trace\nfrom {home}.variance import Variance as kept\n{asked}"
    assert list(questions("rropt.plots.planted", ast.parse(text)))
    assert not list(questions("rropt.plots.planted", ast.parse("isinstance(x, Objective)\nname == 'trace'")))
