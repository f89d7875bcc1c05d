"""The ways an answer can fail to exist: bad input, a comparison that cannot be decided, and computations that disagree."""

from __future__ import annotations

import re
import traceback
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any
from unicodedata import category

__all__ = [
    "Disagreement",
    "InputError",
    "OutOfTime",
    "Undecided",
    "need",
    "no_such",
    "one_line",
    "refuse",
    "require_known",
    "spell_out",
    "steers_a_terminal",
]


class InputError(ValueError):
    """Input that cannot be read or makes no sense. The message is one sentence with the value and what to do.

    If it is raised with several parts, they are joined.

    Examples:
        >>> from rropt import LDP, InputError
        >>> try:
        ...     LDP("foo")
        ... except InputError as error:
        ...     print(error)
        cannot read 'foo' as a number: unknown name 'foo' at character 1; write it like 3/4, 0.75 or ln3

    Reference: the manual, "What is refused" (docs/python.md).
    """

    def __str__(self) -> str:
        return one_line("".join(map(str, self.args)))

    def _render_traceback_(self) -> list[str]:
        """Return the lines that a notebook shows for this error: the user's own line that failed, and the message."""
        own = [x for x in traceback.extract_tb(self.__traceback__) if "rropt" not in Path(x.filename).parts]
        return [*(line.rstrip() for line in traceback.format_list(own[-1:])), f"{type(self).__name__}: {self}"]


class Undecided(ArithmeticError):
    """An error: a comparison has no single answer (t is free and the sign changes), or could not be decided.

    Examples:
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
    """An error: two independent computations of a result disagree. The message says what disagrees; no number is returned.

    Examples:
        >>> from rropt.exact import Disagreement
        >>> issubclass(Disagreement, AssertionError)
        True

    Reference: the manual, "What is refused" (docs/python.md).
    """


def refuse(*reasons: tuple[object, str]) -> None:
    """Raise an error with the sentence of the first reason whose condition holds.

    All sentences are built before any condition is tested. So each must be one that can be built whatever was given.
    """
    for holds, sentence in reasons:
        if holds:
            raise InputError(sentence)


def no_such(name: object, known: Iterable[str], lacking: str) -> InputError:
    """Return the refusal of a name that is not known; `lacking` begins its sentence, such as "the data have no column".

    The sentence asks whether a similar name was meant, if there is one, and lists up to 12 names. Names with spaces at an end are
    quoted.
    """
    names = list(known)
    meant = "".join(f"did you mean {x!r}? " for x in get_close_matches(str(name), names, n=1))
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    listed = ", ".join(x if x == x.strip() and x else repr(x) for x in names[:12])
    return InputError(f"{lacking} {name!r:.60}; {meant}give one of {listed}{more}")


def require_known(names: Iterable[object], known: Collection[str], lacking: str) -> None:
    """Refuse the first of these names that is not known; see `no_such`."""
    for name in names:
        # in a list, as what was given may have no hash
        if name not in [*known]:
            raise no_such(name, known, lacking)


def need(module: str, use: str, packages: str) -> Any:
    """Import a module for a use that needs it; where it is not installed, refuse, and name the packages to install."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise InputError(f"{use} needs {error.name}, which is not installed; pip install {packages}") from None


def one_line(text: str) -> str:
    """Write a text on one line, even if a value in it has several; control characters are escaped."""
    return spell_out(" ".join(line.strip() for line in text.splitlines()))


def spell_out(text: str) -> str:
    """Replace characters for which `steers_a_terminal` is True, and halves of characters, by escapes such as `\\x1b`."""
    return "".join(ascii(x)[1:-1] if steers_a_terminal(x) or re.match("[\ud800-\udfff]", x) else x for x in text)


def steers_a_terminal(character: str) -> bool:
    """Whether a character is a control character, a line break or an invisible format character, such as one that changes the
    direction of writing.

    In a stranger's text such a character could imitate a line of an answer. U+200C and U+200D, which separate and join letters,
    are allowed, because words of several languages need them.
    """
    return category(character) in ("Cc", "Cf", "Zl", "Zp") and character not in "\u200c\u200d"
