"""Read a demand from its fields (names with numbers, as JSON or a command line states them).

Each notion reads its own fields, and the notion is found by its name.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from rropt.exact.element import Bound, Number, generator, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import DELTA, Free
from rropt.exact.grammar import parse
from rropt.exact.infinity import is_infinite
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show
from rropt.privacy.notion import Notion

__all__ = ["Fields", "Row", "RowLabel", "matrix_field", "read_demand_fields", "read_demand_name", "register"]


class Fields(Protocol):
    """The fields that state a demand, from JSON or a command line."""

    def __getitem__(self, name: str, /) -> Any:
        """Return the content of the field `name`."""

    def number(self, name: str, /) -> object:
        """Return the number in the field `name`, in a form that the classes of demands (such as LDP) accept."""

    def budget(self, name: str, /) -> object:
        """Return the budget ε in the field `name`, in a form that the classes of demands (such as LDP) accept."""

    def inputs(self, name: str, /) -> list[str | int]:
        """The inputs that are named in the field."""

    def demands(self, name: str, /) -> list[Notion]:
        """Return the demands that the field `name` lists."""

    def pairs(self, name: str, /) -> dict[tuple[str | int, str | int], Fields]:
        """Map each ordered pair of inputs that the field `name` lists to the fields of this pair. No pair may be listed twice."""


class SelfReader(Protocol):
    """A notion whose class can build a demand from its fields."""

    name: ClassVar[str]

    @classmethod
    def from_fields(cls, fields: Fields, /) -> Notion:
        """Build the demand that these fields state."""


MOST_NAME = 10_000
_KINDS: dict[str, type[SelfReader]] = {}


def register(kind: type[SelfReader]) -> None:
    """Register a class of demands under its name, so that demands of this class can be read."""
    _KINDS[kind.name] = kind


def read_demand_fields(fields: Mapping[str, Any], interval: Mapping[str, Any] | None = None) -> Notion:
    """Read a demand from the dictionary that `to_dict` wrote.

    If t = e^ε or δ ranges over an interval, `interval` states it, in the form that a design's JSON has.
    """
    return _read(fields, None if interval is None else generator(_interval(interval)))


def read_demand_name(text: str) -> Notion | None:
    """Read a demand from a call such as "RhoBreach('1/5', '1/2')", or several joined by `&`. None if the text is something else, or
    is longer than `MOST_NAME` characters."""
    if len(text) > MOST_NAME:
        return None
    try:
        found = _build(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return None
    return found if isinstance(found, Notion) else None


def _build(node: ast.expr) -> Any:
    """Build what an expression states: a demand, demands joined by `&`, or a literal, such as a number or a list."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        return _build(node.left) & _build(node.right)
    if not isinstance(node, ast.Call):
        return ast.literal_eval(node)
    named = node.func.id if isinstance(node.func, ast.Name) else ""
    kind: Any = next((x for x in _KINDS.values() if x.__name__ == named), None)
    return kind and kind(*map(_build, node.args), **{str(x.arg): _build(x.value) for x in node.keywords})


def _read(fields: Mapping[str, Any], t: Number | None) -> Notion:
    name = str(fields["name"])
    if name not in _KINDS:
        raise InputError(f"rropt cannot read a demand of the kind '{name[:40]}' from JSON; construct it again")
    return _KINDS[name].from_fields(Stored(fields, t))


@dataclass(frozen=True, slots=True)
class Stored:
    """The fields of a demand as `to_dict` wrote them, and the number that the letter t in these fields stands for.

    Numbers are texts. If a number of the demand ranges over an interval, its text contains the letter t, or the name delta. The
    attribute `t` is then the exact number that the letter or the name stands for. If the interval is not given, the attribute `t`
    is None.
    """

    told: Mapping[str, Any]
    t: Number | None = None

    def __getitem__(self, name: str) -> Any:
        return self.told[name]

    def number(self, name: str) -> Bound:
        """Return the number that the field `name` states."""
        return parse(self.told[name], t=self.t)  # type: ignore[return-value]

    def budget(self, name: str) -> Epsilon:
        """Return the budget ε that the field `name` states as e^ε. A number below 1 is refused."""
        ratio = self.number(name)
        if not is_free(ratio) and ratio < 1:
            raise InputError(
                f"the field '{name}' of a demand is {self.told[name]}, but a ratio e^epsilon must be at least 1"
            )
        return Epsilon(ratio)

    def inputs(self, name: str) -> list[str | int]:
        """The inputs that are named in the field, by label or, without labels, by index."""
        return list(map(_input, self.told[name]))

    def demands(self, name: str) -> list[Notion]:
        """The demands that are listed in the field."""
        return [_read(x, self.t) for x in self.told[name]]

    def pairs(self, name: str) -> dict[tuple[str | int, str | int], Fields]:
        """Map each ordered pair of inputs that the field `name` lists to the fields of this pair; refuse a repeated pair."""
        found: dict[tuple[str | int, str | int], Fields] = {}
        read = ROWS[self.told["matrix"]] if "matrix" in self.told else _input
        for x in self.told[name]:
            pair = read(x["input"]), read(x["against"])
            if pair in found:
                raise InputError(f"the field '{name}' of a demand has the pair {pair} twice; give each pair once")
            found[pair] = Stored(x, self.t)
        return found


class Row(int):
    """The index of a row of a matrix of budgets. It means the input with that index, never one whose label is this number."""


class RowLabel(str):
    """The label of a matrix row."""

    __slots__ = ()


ROWS: Mapping[str, Callable[[str], Row | RowLabel]] = {"rows": Row, "labels": RowLabel}
"""How the names of a matrix's rows are read, by the field `matrix` of the demand."""


def matrix_field(names: Iterable[str | int]) -> dict[str, str]:
    """The field `matrix` of a demand that was given as a matrix. It says whether `names` are row indices ("rows") or labels of rows
    ("labels"). Empty if the demand was not given as a matrix."""
    kinds = set(map(type, names))
    return {"matrix": next(key for key, kind in ROWS.items() if kind in kinds)} if kinds & {Row, RowLabel} else {}


def _input(text: str) -> str | int:
    return int(text) if text.isdecimal() and str(int(text)) == text else text


def _interval(fields: Mapping[str, Any]) -> Free:
    lower, upper = (Stored(fields[key]).number("exact") for key in ("from", "to"))
    assert not is_infinite(lower)
    if not is_infinite(upper) and order_of(lower, upper) >= 0:
        raise InputError(
            f"the interval of {fields['variable']} must end above its beginning {show(lower)}, not at {show(upper)}"
        )
    letter = DELTA if fields["variable"] == DELTA else "t"
    return Free(lower, upper, fields["ends"][0] == "(", fields["ends"][1] == ")", letter)
