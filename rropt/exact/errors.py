"""The parts of a sentence about bad input, in the two spellings of rooms that typer's commands still call.

A sentence about bad input names arguments, and an argument is spelled `margin = 2` or `margin=2` in Python and `--margin 2` on the
command line. Therefore such a sentence is made of parts: plain text and the small records below.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from rropt.errors import Disagreement, InputError, OutOfTime, Undecided, one_line, spell_out, steers_a_terminal

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
    "as_command_line",
    "as_typed",
    "spell_out",
    "steers_a_terminal",
]


TYPED: ContextVar[bool] = ContextVar("TYPED", default=False)
"""Whether an answer is written for the command line, which spells arguments as options; set while a command runs."""


@contextmanager
def as_command_line() -> Iterator[None]:
    """While active, write advice as the command line spells it."""
    token = TYPED.set(True)
    try:
        yield
    finally:
        TYPED.reset(token)


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


def as_typed(error: InputError, line: CommandLine) -> str:
    """Return the message of an error, with the arguments in it written as options of the command that was typed."""
    return one_line("".join(part if isinstance(part, str) else part.as_typed(line) for part in error.args))


class Inexact(InputError, TypeError):
    """An error: a float, or an exponent that is no whole number, was given where only exact arithmetic is done."""
