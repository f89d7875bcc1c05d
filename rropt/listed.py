"""Choose the members of a class that `help`, `dir` and completion show. They are those that users of the class call.

Python's own machinery (`__setattr__`, `__dataclass_fields__`, …) is left out. A class may have a set `offers` of the names that
are meant for its users. Then the members that only rropt's own code calls are left out too. A member that is not listed can still
be called.
"""

from __future__ import annotations

import dataclasses
from abc import ABCMeta
from collections.abc import Iterable
from inspect import isabstract
from typing import Any

__all__ = ["MACHINERY", "Listed"]

MACHINERY = frozenset(dir(object)) | {
    "__abstractmethods__",
    "__annotations__",
    "__cause__",
    "__context__",
    "__dataclass_fields__",
    "__dataclass_params__",
    "__dict__",
    "__firstlineno__",
    "__getstate__",
    "__match_args__",
    "__module__",
    "__post_init__",
    "__replace__",
    "__setstate__",
    "__slots__",
    "__static_attributes__",
    "__suppress_context__",
    "__traceback__",
    "__weakref__",
}


def _list_members(self: object) -> Iterable[str]:
    return {*dir(type(self)), *getattr(self, "__dict__", ())}


class Listed(ABCMeta):
    """The metaclass of the classes that users meet. It decides which members `dir` lists for such a class.

    `dir` of an instance lists the same members, and the instance's own attributes.

    If a class or one of its bases has `offers`, a set of names, `dir` lists only these names and the fields of a dataclass. An
    abstract class lists all its members except Python's machinery, because whoever reads its help is about to implement them.
    """

    def __new__(mcls, name: str, bases: tuple[type, ...], body: dict[str, Any], **named: Any) -> Listed:
        """Make the class, and give it the `__dir__` that its instances use."""
        return super().__new__(mcls, name, bases, {"__dir__": _list_members, **body}, **named)

    def __dir__(cls) -> Iterable[str]:
        found = set(super().__dir__()) - MACHINERY - {"offers"}
        offered = {name for kind in cls.__mro__ for name in vars(kind).get("offers", ())}
        if not offered or isabstract(cls):
            return found
        fields = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
        return found & {*offered, *(x.name for x in fields)}
