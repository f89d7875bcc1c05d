"""Errors for wrong calls. If the arguments do not fit, one sentence says which call to write, in place of Python's own message.

Arguments are examined only after a call has failed, so right calls cost nothing more. If the arguments fit, an error from inside
the call is passed on unchanged, unless it says that a number has too many digits for Python to write.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Integral, Real
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from rropt.exact.errors import InputError

__all__ = ["Miscalled", "guide"]

Named = TypeVar("Named", bound=Callable[..., Any] | type)
BUILT_IN: Mapping[str, Any] = {
    "str": str,
    "bool": bool,
    "int": Integral,
    "float": Real,
    "Path": Path,
    "Mapping": Mapping,
    "dict": Mapping,
    "Callable": Callable,
}
LISTS = ("Iterable", "Sequence", "Collection", "list", "tuple")
TOO_LONG = "for integer string conversion"  # in Python's message about a number of more than 4300 digits
OUTSIDE = re.compile(r" \| (?![^[]*\])")  # between the names of a union, not within brackets of one level
WANTED = {
    "str": "a text",
    "bool": "True or False",
    "int": "a whole number",
    "float": "a number",
    "Path": "a path",
    "Mapping": "a dictionary",
    "dict": "a dictionary",
    "Callable": "a function",
    "Mechanism": "a Mechanism, such as from_spec('warner:p=3/4')",
    "SetMechanism": "the sets of a design",
    "Design": "a Design, as design gives it",
    "Device": "a Device, as Design.device gives it",
    "Classical": "a classical device, as classical('crosswise') of rropt.devices.classical gives it",
    "Estimate": "an Estimate, as estimate gives it",
    "Estimates": "the Estimates of groups",
    "SetEstimate": "the SetEstimate of a design of sets",
    "BreachFunction": "a boundary, such as piecewise_linear([(0, '1/5'), (1, 1)])",
    "Frontier": "a Frontier, as frontier gives it",
    "FrontierAlong": "the FrontierAlong of an objective",
    "Problem": "a Problem, such as Problem(Trace(), LDP('1/2'), inputs=3)",
    "[list": "rows of numbers, such as [[0.75, 0.25], [0.25, 0.75]]",
    "[int": "a list of whole numbers",
    "DataFrame": "a data frame of pandas",
    "Matrix": "a Matrix of sympy",
}
"""The words in which a message asks for an argument, by the last part of the annotated type's name; other types get no advice."""


MEANT = {
    "by_group": "by",
    "design": "mechanism",
    "eps": "epsilon",
    "group": "by",
    "groups": "by",
    "k": "inputs",
    "objective_function": "objective",
    "random_state": "rng",
    "sample_size": "n",
    "seed": "rng",
}
"""Names that other libraries give to arguments, with our names, which the spelling of theirs does not suggest."""

NAMED = {"Joinable": "demand", "Objective": "objective"}
"""For each class, the name of the argument that takes its values, and those of classes that derive from it."""

LIKE = {"rng": "numpy.random.default_rng(7)"}
"""Examples of arguments whose names do not say what their values look like, shown if such an argument is missing."""

MADE_BY = {
    "BinaryOptima": "binary_optima, as in binary_optima([0.5, 1.0], 0, 0.1)",
    "BreachBound": "breach_bound, as in breach_bound(RhoBreach('1/5', '1/2'))",
    "BreachFunction": "piecewise_linear, as in piecewise_linear([(0, '1/5'), ('8/9', 1), (1, 1)])",
    "Design": "design, as in design(Variance('1/10'), LDP('ln3')), and read back by Design.from_json(text)",
    "Epsilon": "read_epsilon, as in read_epsilon('ln3')",
    "Frontier": "frontier, as in frontier('1/10')",
    "FrontierAlong": "frontier, as in frontier(Trace(), inputs=3)",
    "Least": "least, as in least('epsilon', Trace(), reach=2, inputs=3)",
}
"""For each public result, the call that makes it; users do not construct results themselves."""


class Miscalled(InputError, TypeError):
    """An error: a call has arguments that the function does not accept, or lacks arguments that it needs."""


def guide(call: Named) -> Named:
    """Wrap a function, or a class's constructor and methods, so that a wrong call raises an error that says the right call."""
    if not isinstance(call, type):
        return _guided(call, call.__name__, 0)  # type: ignore[return-value]
    for kind in call.__mro__:
        if kind.__module__.startswith("rropt."):
            _guide_methods(kind)
    made = call.__dict__.get("__init__")
    if callable(made) and not hasattr(made, "__wrapped__"):
        call.__init__ = _guided(made, call.__name__, 1)  # type: ignore[misc]
    return call


def _guide_methods(kind: type) -> None:
    """Wrap the public methods that a class itself defines."""
    for name, member in list(vars(kind).items()):
        method = member.__func__ if isinstance(member, staticmethod | classmethod) else member
        if name.startswith("_") or not isinstance(method, FunctionType) or hasattr(method, "__wrapped__"):
            continue
        guided = _guided(method, method.__qualname__, 0 if isinstance(member, staticmethod) else 1)
        setattr(kind, name, type(member)(guided) if isinstance(member, staticmethod | classmethod) else guided)


def _guided(call: Callable[..., Any], name: str, own: int) -> Callable[..., Any]:
    """Wrap a callable so that a wrong call raises `Miscalled`. `own` is the number of first arguments that the user does not write,
    such as `self`."""

    @functools.wraps(call)
    def guided(*args: Any, **kwargs: Any) -> Any:
        cause = None
        try:
            return call(*args, **kwargs)
        except (AttributeError, TypeError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            if TOO_LONG in str(error):
                raise InputError(
                    f"a number in {name} has more digits than Python writes; give shorter numbers"
                ) from error
            inner = error.__traceback__ and error.__traceback__.tb_next
            if inner is None and isinstance(error, TypeError):  # Python could not even begin the call
                wrong = Miscalled(_advice(call, name, args[own:], kwargs, own))
            else:
                said = _mistaken(call, name, args, kwargs, own)
                if said is None:
                    raise
                wrong, cause = Miscalled(said), error
        raise wrong from cause

    return guided


def _advice(call: Callable[..., Any], name: str, args: Sequence[Any], kwargs: Mapping[str, Any], own: int) -> str:
    """Say what is wrong with the arguments, and which call to write."""
    from difflib import get_close_matches
    from inspect import Parameter, signature

    if call.__name__ == "__init__" and name in MADE_BY:
        return f"nobody makes {'an' if name[0] in 'AEIO' else 'a'} {name} by hand: it is made by {MADE_BY[name]}"
    parameters = list(signature(call).parameters.values())[own:]
    names = [x.name for x in parameters if x.kind is not Parameter.VAR_KEYWORD]
    free = [x.name for x in parameters if x.kind is Parameter.POSITIONAL_OR_KEYWORD]
    lacking = [x.name for x in parameters if x.default is Parameter.empty and x.name not in kwargs]
    told = f"its arguments are {', '.join(names)}" if names else "it takes none"
    if strange := next((x for x in kwargs if x not in names), None):
        meant = MEANT.get(strange)
        near = [meant] if meant in names else get_close_matches(strange, names, n=1)
        return f"{name} has no argument {strange[:40]}{f'; did you mean {near[0]}?' if near else f': {told}'}"
    if twice := next((x for x in free[: len(args)] if x in kwargs), None):
        return f"{name} is given {twice} twice, once by its place; leave one out"
    if len(args) > len(free):
        others = [x for x in names if x not in free and x not in kwargs]
        rest = sorted(others, key=lambda x: x not in lacking)  # required arguments come first
        pairs = [f"{x}={_briefly(value)}" for x, value in _name(args[len(free) :], rest)]
        given = [*map(_briefly, args[: len(free)]), *pairs]
        say = f"name the others, as in {name}({', '.join(given)})" if pairs else "leave the others out"
        most = f"{len(free) or 'no'} value{'' if len(free) == 1 else 's'} without a name"
        return f"{name} takes {most}, and was given {len(args)}; {say}: {told}"
    missing = [x for x in lacking if x not in free[: len(args)]]
    given = [*map(_briefly, args), *(f"{x}={LIKE.get(x, '…')}" for x in missing)]
    return f"{name} needs {' and '.join(missing)}; write {name}({', '.join(given)}): {told}"


def _name(values: Iterable[object], names: Sequence[str]) -> list[tuple[str, object]]:
    """Give each value the name of an argument, and return the pairs of name and value. Each name is used once.

    `NAMED` says for some classes which argument takes their objects. An object of such a class gets that name, if it is still free.
    Any other value gets the first free name that `NAMED` reserves for no class. A value is left out if no such name is free.
    """
    left, found = list(names), []
    for value in values:
        own = next((NAMED[x.__name__] for x in type(value).__mro__ if x.__name__ in NAMED), None)
        name = own if own in left else next((x for x in left if x not in NAMED.values()), None)
        if name is not None:
            left.remove(name)
            found.append((name, value))
    return found


def _mistaken(
    call: Callable[..., Any], name: str, args: Sequence[Any], kwargs: Mapping[str, Any], own: int
) -> str | None:
    """Say which argument has the wrong type, and what to give; None if all fit."""
    from inspect import signature

    asked = signature(call)
    for parameter, value in list(asked.bind(*args, **kwargs).arguments.items())[own:]:
        kinds = _kinds(asked.parameters[parameter].annotation)
        if kinds and not any(_is_of(value, kind) for kind in kinds):
            wanted = " or ".join(dict.fromkeys(WANTED.get(kind, "a list") for kind in kinds if kind != "None"))
            return f"{name} was given {str(value)[:40]!r} as its {parameter}; give {wanted}"
    return None


def _kinds(annotation: object) -> list[str]:
    """Return the names of the types that a parameter accepts. If its annotation has a type that is not known here, the list is
    empty.

    A list type gets one of three names. "[int" is a list of whole numbers, "[list" a list of lists, and "[" any other list.
    """
    if not isinstance(annotation, str):
        return []
    found = []
    for part in OUTSIDE.split(annotation):
        head, _, inside = part.partition("[")
        kind = head.rpartition(".")[2]
        if kind not in (*WANTED, *LISTS, "None"):
            return []
        item = inside.removesuffix("]").removesuffix(", ...").partition("[")[0].rpartition(".")[2]
        found.append(kind if kind not in LISTS else "[list" if item in LISTS else "[int" if item == "int" else "[")
    return found


def _is_of(value: object, kind: str) -> bool:
    """Whether a value has the type of this name (as `_kinds` writes names); a design or a device counts as a Mechanism."""
    if kind == "None":
        return value is None
    if kind.startswith("["):
        items = value if isinstance(value, Sequence) and kind != "[" else ()
        plain = isinstance(value, Iterable) and not isinstance(value, str)
        return plain and all(_is_of(x, "[" if kind == "[list" else "int") for x in items)
    if kind in BUILT_IN:
        return isinstance(value, BUILT_IN[kind])
    # a design or device stands for its mechanism wherever one is taken
    own = getattr(value, "mechanism", value) if kind == "Mechanism" else value
    return any(x.__name__.endswith(kind) for thing in (value, own) for x in type(thing).__mro__)


def _briefly(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 and "\n" not in text else "…"
