"""The parts of a sentence about bad input that names arguments: plain text and the small records below."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from rropt.errors import (
    Disagreement,
    InputError,
    OutOfTime,
    Undecided,
    no_such,
    refuse,
    require_known,
    spell_out,
    steers_a_terminal,
)

__all__ = [
    "Disagreement",
    "Either",
    "Inexact",
    "InputError",
    "OutOfTime",
    "TYPED",
    "Undecided",
    "as_command_line",
    "no_such",
    "refuse",
    "require_known",
    "spell_out",
    "steers_a_terminal",
]


TYPED: ContextVar[bool] = ContextVar("TYPED", default=False)
"""Whether an answer is written for the command line, which spells arguments as options; set while a command runs."""


@contextmanager
def as_command_line() -> Iterator[None]:
    """While active, write advice as the command line spells it, and that of an error which leaves here too."""
    token = TYPED.set(True)
    try:
        yield
    except (InputError, Undecided) as error:
        error.args = (str(error),)
        raise
    finally:
        TYPED.reset(token)


@dataclass(frozen=True, slots=True)
class Either:
    """Advice with two texts, one for Python and one for the command line. `str` gives the text for the command line if `TYPED` is
    set, else the one for Python."""

    python: str
    typed: str

    def __str__(self) -> str:
        return self.typed if TYPED.get() else self.python


class Inexact(InputError, TypeError):
    """An error: a float, or an exponent that is no whole number, was given where only exact arithmetic is done."""
