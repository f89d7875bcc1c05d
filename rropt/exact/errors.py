"""The three ways an answer can fail to exist: bad input, an order that cannot be decided, legs that disagree.

A sentence about bad input names arguments, and an argument is spelled `margin = 2` or `margin=2` in Python and
`--margin 2` on the command line. Therefore such a sentence is made of parts: plain text and the small records below.
"""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from unicodedata import category

__all__ = [
    "Argument",
    "CommandLine",
    "Disagreement",
    "Either",
    "Inexact",
    "InputError",
    "OutOfTime",
    "Received",
    "TYPED",
    "Undecided",
    "spell_out",
    "steers_a_terminal",
]


TYPED: ContextVar[bool] = ContextVar("TYPED", default=False)
"""Whether a person reads an answer on the command line, which says so for as long as a command runs."""


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The options of the command that was typed, each by its name in Python, and the names of those that were given."""

    options: Mapping[str, str]
    given: Collection[str]


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument to give or to drop: `inputs=5`, or `--inputs 5`; `python` where Python writes the value otherwise."""

    name: str
    value: str
    python: str = ""

    def __str__(self) -> str:
        return f"{self.name}={self.python or self.value}"

    def as_typed(self, line: CommandLine) -> str:
        """As an option, where the command has it."""
        option = line.options.get(self.name)
        return str(self) if option is None else f"{option} {self.value}"


@dataclass(frozen=True, slots=True)
class Received:
    """An argument's value as it was received: `margin = 2`, or `--margin 2`."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name} = {self.value}"

    def as_typed(self, line: CommandLine) -> str:
        """As an option, where that option was given; else the value came from elsewhere, such as a file."""
        return f"{line.options[self.name]} {self.value}" if self.name in line.given else str(self)


@dataclass(frozen=True, slots=True)
class Either:
    """Advice that differs: one text for Python, one for the command line, in refusals and in answers (`TYPED`)."""

    python: str
    typed: str

    def __str__(self) -> str:
        return self.typed if TYPED.get() else self.python

    def as_typed(self, line: CommandLine) -> str:
        """The text for the command line."""
        return self.typed


class InputError(ValueError):
    """Input that cannot be read or makes no sense; the message is one sentence with the value and what to do.

    Its `args` are the parts of the sentence; whoever raises it again with a word more passes them on.

    Example:
        >>> from rropt import LDP, InputError
        >>> try:
        ...     LDP("foo")
        ... except InputError as error:
        ...     print(error)
        cannot read 'foo' as a number: unknown name 'foo' at character 1

    Reference: the manual, "What is refused" (docs/python.md).
    """

    def __init__(self, *parts: str | Argument | Received | Either) -> None:
        super().__init__(*parts)

    def __str__(self) -> str:
        return _on_one_line(map(str, self.args))

    def _render_traceback_(self) -> list[str]:
        """In a notebook: the line of whoever asked, and the sentence; not the way through the library."""
        own = [x for x in traceback.extract_tb(self.__traceback__) if "rropt" not in Path(x.filename).parts]
        return [*(line.rstrip() for line in traceback.format_list(own[-1:])), f"{type(self).__name__}: {self}"]

    def as_typed(self, line: CommandLine) -> str:
        """The sentence in the words of the command line."""
        return _on_one_line(part if isinstance(part, str) else part.as_typed(line) for part in self.args)


def _on_one_line(parts: Iterable[str]) -> str:
    """The parts as one sentence: what was given may print itself on many lines."""
    return spell_out(" ".join(line.strip() for line in "".join(parts).splitlines()))


def spell_out(text: str) -> str:
    """The text with `\\x1b` in the place of such a character, if it has any that steers a terminal."""
    return "".join(ascii(x)[1:-1] if steers_a_terminal(x) else x for x in text)


def steers_a_terminal(character: str) -> bool:
    """Whether it is a control character, a line break, or one that is invisible or turns the writing round.

    Such a character in a stranger's text could make it look like a line of an answer. The two joiners belong to words of
    several languages, and stay.
    """
    return category(character) in ("Cc", "Cf", "Zl", "Zp") and character not in "\u200c\u200d"


class Inexact(InputError, TypeError):
    """Exact arithmetic that met a float."""


class Undecided(ArithmeticError):
    """A comparison that has no single answer (t is free and the sign changes) or that could not be decided.

    Example:
        >>> from rropt.exact import Undecided, read_number
        >>> try:
        ...     read_number("t") < 2
        ... except Undecided:
        ...     print("t > 1 is less than 2 or not")
        t > 1 is less than 2 or not

    Reference: the manual, "What is refused" (docs/python.md).
    """


class OutOfTime(Undecided):
    """The limit of seconds was reached before the answer."""


class Disagreement(AssertionError):
    """Two legs of one result disagree; the message shows all of them, and no number is returned.

    Example:
        >>> from rropt.exact import Disagreement
        >>> issubclass(Disagreement, AssertionError)
        True

    Reference: the manual, "What is refused" (docs/python.md).
    """
