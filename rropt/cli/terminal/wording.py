"""Words an error for the command line: options are written as they are typed, and long texts are cut.

An input error carries the arguments that it is about (`rropt.exact.errors`). To word it, `command_line` says which options the
typed command has, and which of them were given.

If typer itself finds a wrong value, its record of the error is used. The error's `param` is the option. The error's cause lists
pydantic's errors, whose kinds say what is wrong. For any other wrong use, such as an unknown command or option or a missing
argument, typer's whole sentence is kept. No sentence is taken apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import typer

from rropt.exact.errors import CommandLine, spell_out

__all__ = ["command_line", "one_line", "usage"]

LONG = re.compile(r"(\w{40})\w{40,}")
BOUNDS = {"greater_than_equal": ("ge", "greater than or equal to"), "less_than_equal": ("le", "less than or equal to")}


def command_line(app: typer.Typer, typed: Sequence[str]) -> CommandLine:
    """Find the options of the typed command, and which of them were given.

    Each option is named by its longest spelling with underscores, such as `share_of`.
    """
    command: Any = typer.main.get_command(app)
    for word in typed:
        command = getattr(command, "commands", {}).get(word, command)
    spelled = [(max(p.opts, key=len), p.opts) for p in command.params if p.param_type_name == "option"]
    names = {longest: longest.lstrip("-").replace("-", "_") for longest, _ in spelled}
    given = {names[longest] for longest, opts in spelled if any(_is_given(option, typed) for option in opts)}
    return CommandLine({name: longest for longest, name in names.items()}, given)


def _is_given(option: str, typed: Sequence[str]) -> bool:
    """Whether an option was typed: alone, as --option=value, or as a short option together with its value, such as -n5."""
    if option.startswith("--"):
        return any(word.partition("=")[0] == option for word in typed)
    return any(word.startswith(option) for word in typed)


def one_line(sentence: str) -> str:
    """Write a sentence on one line, with the characters that steer a terminal spelled out.

    If a word has 80 characters or more, only its first 40 are written.
    """
    return LONG.sub(r"\1…", spell_out(re.sub(r"\s*[\r\n]\s*", " ", sentence)))


def usage(error: Any) -> str:
    """Explain wrong use of the command line in one sentence: what was typed, and what to do."""
    found = _wrong_value(error)
    return found or f"{error.format_message().rstrip('.')}; --help lists what there is"


def _wrong_value(error: Any) -> str:
    """Say what is wrong with an option's value. Return an empty text if typer did not record it, or if this kind of error is not
    known.
    """
    param, find = getattr(error, "param", None), getattr(error.__cause__, "errors", None)
    if param is None or find is None:
        return ""
    wrong = find()[0]
    value = f"{param.opts[0]} {str(wrong['input'])[:40]!r}"
    if wrong["type"] == "int_parsing":
        return f"{value} is not a whole number; write digits, such as 10"
    if wrong["type"] == "float_parsing" and "," in str(wrong["input"]):
        from rropt.exact.grammar import advise_point

        return f"{value} has a comma; {advise_point(str(wrong['input'])[:40])}"
    if wrong["type"] in BOUNDS:
        key, words = BOUNDS[wrong["type"]]
        return f"{value} should be {words} {wrong['ctx'][key]}"
    return ""
