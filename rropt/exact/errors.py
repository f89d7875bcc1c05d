"""The three ways an answer can fail to exist: bad input, an order that cannot be decided, and computations that disagree.

A sentence about bad input names arguments, and an argument is spelled `margin = 2` or `margin=2` in Python and `--margin 2` on the
command line. Therefore such a sentence is made of parts: plain text and the small records below.
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
"""Whether an answer is written for the command line, which spells arguments as options; set while a command runs."""


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The command that a user typed. `options` maps the Python name of each argument to the command's option for it. `given` has
    the Python names of the arguments that the user gave."""

    options: Mapping[str, str]
    given: Collection[str]


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument to give or to drop, written `inputs=5` or, on the command line, `--inputs 5`.

    `python` is the value as Python spells it, if that differs from `value`.
    """

    name: str
    value: str
    python: str = ""

    def __str__(self) -> str:
        return f"{self.name}={self.python or self.value}"

    def as_typed(self, line: CommandLine) -> str:
        """Write the argument as an option, such as `--inputs 5`. If the command has no option for it, write it as in Python."""
        option = line.options.get(self.name)
        return str(self) if option is None else f"{option} {self.value}"


@dataclass(frozen=True, slots=True)
class Received:
    """The value that was received for an argument, written `margin = 2` or, on the command line, `--margin 2`."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name} = {self.value}"

    def as_typed(self, line: CommandLine) -> str:
        """If the user gave the option, write it with the value, such as `--margin 2`. Otherwise the value came from elsewhere, such
        as a file; then write the argument's Python name with the value."""
        return f"{line.options[self.name]} {self.value}" if self.name in line.given else str(self)


@dataclass(frozen=True, slots=True)
class Either:
    """Advice with two texts, one for Python and one for the command line. `str` gives the text for the command line if `TYPED` is
    set, else the one for Python."""

    python: str
    typed: str

    def __str__(self) -> str:
        return self.typed if TYPED.get() else self.python

    def as_typed(self, line: CommandLine) -> str:
        """The advice as the command line states it."""
        return self.typed


class InputError(ValueError):
    """Input that cannot be read or makes no sense; the message is one sentence with the value and what to do.

    Its `args` are the parts of the sentence. To add words to it, code raises a new InputError with these parts and the words.

    Example:
        >>> from rropt import LDP, InputError
        >>> try:
        ...     LDP("foo")
        ... except InputError as error:
        ...     print(error)
        cannot read 'foo' as a number: unknown name 'foo' at character 1; write it like 3/4, 0.75 or ln3

    Reference: the manual, "What is refused" (docs/python.md).
    """

    def __init__(self, *parts: str | Argument | Received | Either) -> None:
        super().__init__(*parts)

    def __str__(self) -> str:
        return _on_one_line(map(str, self.args))

    def _render_traceback_(self) -> list[str]:
        """Return the lines that a notebook shows for this error: the user's own line that failed, and the message."""
        own = [x for x in traceback.extract_tb(self.__traceback__) if "rropt" not in Path(x.filename).parts]
        return [*(line.rstrip() for line in traceback.format_list(own[-1:])), f"{type(self).__name__}: {self}"]

    def as_typed(self, line: CommandLine) -> str:
        """Return the message, with the arguments in it written as options of the command that was typed."""
        return _on_one_line(part if isinstance(part, str) else part.as_typed(line) for part in self.args)


def _on_one_line(parts: Iterable[str]) -> str:
    """Join the parts to a text on one line, even if a value among them prints on several lines; control characters are escaped."""
    return spell_out(" ".join(line.strip() for line in "".join(parts).splitlines()))


def spell_out(text: str) -> str:
    """Replace characters for which `steers_a_terminal` is True, such as control characters, by escapes such as `\\x1b`."""
    return "".join(ascii(x)[1:-1] if steers_a_terminal(x) else x for x in text)


def steers_a_terminal(character: str) -> bool:
    """Whether a character is a control character, a line break or an invisible format character, such as one that changes the
    direction of writing.

    In a stranger's text such a character could imitate a line of an answer. U+200C and U+200D, which separate and
    join letters, are allowed, because words of several languages need them.
    """
    return category(character) in ("Cc", "Cf", "Zl", "Zp") and character not in "\u200c\u200d"


class Inexact(InputError, TypeError):
    """An error: a float, or an exponent that is no whole number, was given where only exact arithmetic is done."""


class Undecided(ArithmeticError):
    """An error: a comparison has no single answer (t is free and the sign changes), or could not be decided.

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
    """An error: the time limit was reached before there was an answer."""


class Disagreement(AssertionError):
    """An error: two legs (independent computations) of a result disagree. The message says what disagrees; no number is returned.

    Example:
        >>> from rropt.exact import Disagreement
        >>> issubclass(Disagreement, AssertionError)
        True

    Reference: the manual, "What is refused" (docs/python.md).
    """
