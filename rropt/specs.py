"""How a text is read: on the command line by what an annotation says, and a spec such as `krr:k=3,epsilon=ln3` by a signature.

    spec = word [ ":" part { "," part } ]
    part = value | name "=" value | flag

The parts are the parameters of one function. A value without a name belongs to the parameter before it if this is a list, else to
the next one that may be given by its place, else again to the one before it. A parameter is a list if its annotation is `Iterable`:
commas separate its items, and colons its rows. It is a flag, which has no value, if its annotation is `bool`. A function that
takes `**pairs` has pairs of labels as names, as in `a/b=1`. All else stays text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, signature
from pkgutil import resolve_name
from typing import Annotated, Any

from rropt.errors import InputError, no_such

__all__ = ["Reads", "Whole", "Word"]


@dataclass(frozen=True, slots=True)
class Reads:
    """The function that reads a parameter's text on the command line, as in `Annotated[Demand | str, Reads(read_demand)]`.

    Several values of a sequence of such parameters are given by several options, because a text may have commas of its own. If
    `commas` is true, one text may hold several values with commas between them. If `files` is true, a text on the
    command line may also name a file, which the command line's own reader of mechanisms reads.
    """

    read: Callable[[str], Any]
    commas: bool = False
    files: bool = False


# A text that may have commas of its own: of several each is given by an option.
Whole = Annotated[str, Reads(str)]


@cache
def _parameters_of(function: Callable[..., Any]) -> Mapping[str, Parameter]:
    """The parameters of a function but for `**pairs`; to inspect it for each part of a spec would take longer than all else."""
    return {name: x for name, x in signature(function).parameters.items() if x.kind is not x.VAR_KEYWORD}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of specs: the function whose parameters may follow it, and an example.

    The function may be named, as in "rropt.privacy:Parity"; its file is then loaded when the word is read. `advice` ends the
    refusal of a spec that lacks a parameter; if empty, the parameters are listed.
    """

    name: str
    of: str | Callable[..., Any]
    example: str
    advice: object = ""

    @property
    def make(self) -> Callable[..., Any]:
        """The function."""
        return resolve_name(self.of) if isinstance(self.of, str) else self.of

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, but for `**pairs`."""
        return tuple(_parameters_of(self.make))

    @property
    def required(self) -> list[str]:
        """The names of the parameters without which the function cannot be called."""
        return [name for name, x in _parameters_of(self.make).items() if x.default is x.empty]

    def read(self, text: str, given: Mapping[str, Any] | None = None, *, also: Sequence[str] = ()) -> dict[str, Any]:
        """Read what follows the word. Refuse what the function does not take, and the lack of what it needs.

        Args:
            text: The text after the colon.
            given: Values that are given beside the spec, by parameter; texts are read.
            also: Names that may stand in the spec beside the parameters; their values stay texts.

        Returns:
            The values of the parameters and of the other names that are given.
        """
        found: dict[str, Any] = self.split(text, also=also)
        for name, x in (given or {}).items():
            self._require_new(name, x, found)
            found[name] = x
        if missing := [name for name in self.required if name not in found]:
            raise InputError(
                f"{self.name} needs {' and '.join(missing)}, as in {self.example}; ",
                self.advice or f"it takes {', '.join(self.parameters)}",
            )
        return {name: self._value(name, x) if isinstance(x, str) else x for name, x in found.items()}

    def split(self, text: str, *, also: Sequence[str] = ()) -> dict[str, str]:
        """The text of each parameter that is given in what follows the word, whatever else is needed."""
        known, found, name = _parameters_of(self.make), dict[str, str](), ""
        has_pairs = len(signature(self.make).parameters) > len(known)
        for part in text.split(",") if text.strip() else ():
            before, equals, value = map(str.strip, part.partition("="))
            plain = before.lower().replace("-", "_")
            if equals or plain in known:
                is_pair = has_pairs and "/" in before
                name = before if is_pair else plain
                if not is_pair and name not in [*known, *also]:
                    lacking = no_such(before, [*known, *also], f"{self.name} has no parameter")
                    raise InputError(lacking, f", as in {self.example}")
                self._require_new(name, value, found)
                if bool(value) == self._takes(name, "bool"):
                    how = f"no value; write {name} alone" if value else f"a value; write {name}=..."
                    raise InputError(f"the parameter {name} of {self.name} takes {how}")
                found[name] = value
            else:
                if not self._takes(name, "Iterable"):
                    places = (x for x in known.values() if x.kind is not x.KEYWORD_ONLY)
                    name = next((x.name for x in places if x.name not in found), name)
                if not before or not name:
                    raise InputError(
                        f"{self.name}:{text[:60]} has {before[:60]!r} in the place of a parameter; write it as in {self.example}"
                    )
                # a label keeps its blanks
                found[name] = f"{found[name]},{part if name in also else before}" if name in found else before
        return found

    def _takes(self, name: str, kind: str) -> bool:
        """Whether a parameter is a flag ("bool") or a list ("Iterable")."""
        return name in self.parameters and str(_parameters_of(self.make)[name].annotation).startswith(kind)

    def _require_new(self, name: str, value: object, found: Mapping[str, object]) -> None:
        if name in found:
            told = f", as {found[name]!s:.60} and {value!s:.60}" if value else ""
            raise InputError(f"{self.name} is given {name} twice{told}; keep one")

    def _value(self, name: str, text: str) -> Any:
        """Read the text of a parameter."""
        if not self._takes(name, "Iterable"):
            return text or True  # a flag has no text
        if text.lower().endswith(".csv"):
            raise InputError(f"{text[:60]!r} names a file; give its numbers, such as 1,0:0,1 or a list of rows")
        rows = [[x.strip() for x in row.split(",")] for row in text.split(":")]
        return rows if len(rows) > 1 or self._takes(name, "Iterable[Iterable") else rows[0]
