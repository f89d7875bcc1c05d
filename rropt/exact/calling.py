"""A call whose arguments do not fit ends in one sentence that says what to write, instead of Python's own about positions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rropt.exact.errors import InputError

__all__ = ["Miscalled", "guide"]

Named = TypeVar("Named", bound=Callable[..., Any] | type)


class Miscalled(InputError, TypeError):
    """Arguments that the function does not take, or lacks."""


def guide(call: Named) -> Named:
    """The function, or the class, whose wrong calls say what to write; right ones cost nothing more."""
    if not isinstance(call, type):
        return _guided(call, call.__name__, 0)  # type: ignore[return-value]
    made = call.__dict__.get("__init__")
    if callable(made) and not hasattr(made, "__wrapped__"):
        call.__init__ = _guided(made, call.__name__, 1)  # type: ignore[misc]
    return call


def _guided(call: Callable[..., Any], name: str, own: int) -> Callable[..., Any]:
    """The call, of whose arguments the first `own` are not the user's."""

    @functools.wraps(call)
    def guided(*args: Any, **kwargs: Any) -> Any:
        try:
            return call(*args, **kwargs)
        except TypeError as error:
            inner = error.__traceback__ and error.__traceback__.tb_next
            if inner is not None or isinstance(error, InputError):  # it was called, and what is wrong is inside
                raise
            wrong = Miscalled(_advice(call, name, args[own:], kwargs, own))
        raise wrong

    return guided


def _advice(call: Callable[..., Any], name: str, args: Sequence[Any], kwargs: Mapping[str, Any], own: int) -> str:
    """What is wrong with the arguments, and the call to write."""
    from difflib import get_close_matches
    from inspect import Parameter, signature

    parameters = list(signature(call).parameters.values())[own:]
    names = [x.name for x in parameters if x.kind is not Parameter.VAR_KEYWORD]
    free = [x.name for x in parameters if x.kind is Parameter.POSITIONAL_OR_KEYWORD]
    lacking = [x.name for x in parameters if x.default is Parameter.empty and x.name not in kwargs]
    told = f"its arguments are {', '.join(names)}" if names else "it takes none"
    if strange := next((x for x in kwargs if x not in names), None):
        near = get_close_matches(strange, names, n=1)
        return f"{name} has no argument {strange[:40]}{f'; did you mean {near[0]}?' if near else f': {told}'}"
    if twice := next((x for x in free[: len(args)] if x in kwargs), None):
        return f"{name} is given {twice} twice, once by its place; leave one out"
    if len(args) > len(free):
        others = [x for x in names if x not in free and x not in kwargs]
        rest = sorted(others, key=lambda x: x not in lacking)  # what cannot be left out comes first
        pairs = [f"{x}={_briefly(value)}" for x, value in zip(rest, args[len(free) :], strict=False)]
        given = [*map(_briefly, args[: len(free)]), *pairs]
        say = f"name the others, as in {name}({', '.join(given)})" if pairs else "leave the others out"
        most = f"{len(free) or 'no'} value{'' if len(free) == 1 else 's'} without a name"
        return f"{name} takes {most}, and was given {len(args)}; {say}: {told}"
    missing = [x for x in lacking if x not in free[: len(args)]]
    given = [*map(_briefly, args), *(f"{x}=…" for x in missing)]
    return f"{name} needs {' and '.join(missing)}; write {name}({', '.join(given)}): {told}"


def _briefly(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 and "\n" not in text else "…"
