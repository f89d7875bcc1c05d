"""Runs a function of the library as a command: its parameters are the options, its docstring is the help.

Words are the function's positional arguments, in order, and an option gives an argument by its name, as a call in Python does:
`rropt rank 5 1 --objective trace` is `rank(5, 1, objective="trace")`. Every command also has the options that say how and where its
answer is shown.
"""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Sequence
from contextlib import suppress
from pkgutil import resolve_name
from typing import Any, NoReturn, get_type_hints

from rropt.cli.commands import COMMANDS, OUTPUT, Command
from rropt.cli.leading import say_no_command, say_no_option, say_no_use
from rropt.cli.signature import Signature, command_help, read_signature, top_help
from rropt.cli.values import read_value
from rropt.errors import InputError

__all__ = ["run"]

Texts = dict[str, list[str]]
"""What was typed for parameters, by their names."""
WORDS = "words that no option gives"


def run(argv: Sequence[str]) -> int:
    """Run the command that was typed, and return the exit code."""
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(top_help())
        return 0
    if argv[0] == "--version":
        from rropt import __version__

        print(f"rropt {__version__}")
        return 0
    word, *typed = argv
    if (command := COMMANDS.get(word)) is None:
        raise InputError(say_no_command(word, typed, _refusal))
    signature = read_signature(command)
    if {"-h", "--help"} & {*typed}:
        print(command_help(word, command, signature))
        return 0
    given = _parse(f"rropt {word}", command, signature, typed)
    shown = _call(OUTPUT, read_signature(OUTPUT), given)
    texts = (text for x in signature.parameters for text in given.get(x.name, ()))
    read = [part for text in texts for part in (text, text.partition("=")[2])]
    return int(shown.answer(f"rropt {word}", lambda: _call(command, signature, given), read))


def _refusal(word: str, typed: Sequence[str]) -> str:
    """Say why a command does not take what was typed; "" if it does."""
    command = COMMANDS[word]
    signature = read_signature(command)
    try:
        if not {"-h", "--help"} & {*typed} and (given := _parse(f"rropt {word}", command, signature, typed)):
            _read(command, signature, given)
            _call(OUTPUT, read_signature(OUTPUT), given)
    except InputError as error:
        return str(error)
    return ""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are rropt's, in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Refuse a wrong command line."""
        raise InputError(f"{message.removeprefix('argument ')}; {self.prog} --help lists the options")


def _parse(program: str, command: Command, signature: Signature, typed: Sequence[str]) -> Texts:
    """Return the texts that were typed for each parameter and for each option that every command has, by name."""
    parser = Parser(prog=program, add_help=False, allow_abbrev=False)
    parser._negative_number_matcher = re.compile(r"-[\d.]")  # what begins so, such as -1/10, is no option
    parser.add_argument(WORDS, nargs="*")
    own = (*signature.parameters, *read_signature(OUTPUT).parameters)
    for x in own:
        if x.is_flag:
            parser.add_argument(
                *x.options, dest=x.name, action="append_const", const="no" if x.default == "True" else "yes"
            )
        elif not x.takes_rest:
            parser.add_argument(*x.options, dest=x.name, action="append")
    found, rest = parser.parse_known_intermixed_args(typed)
    given: Texts = {name: texts for name, texts in vars(found).items() if texts}
    words = given.pop(WORDS, [])
    for x in signature.parameters:
        if x.is_positional and words and x.name not in given:
            given[x.name], words = (words, []) if x.takes_rest else (words[:1], words[1:])
    if rest:
        said = say_no_option(program, rest, parser._option_string_actions, typed)
        with suppress(InputError):  # what does not go together is told when these options are known
            missing, _ = _missing(command, signature, given)
            more = [x for x in missing if not any(y in said for y in x.split() if y.startswith("-"))]
            said = f"{said.removesuffix('?')}; it needs {' and '.join(more)} too" if more else said
        raise InputError(said)
    if empty := [x.value if x.is_word else x.option for x in own if "" in given.get(x.name, ())]:
        raise InputError(f"{empty[0]} has an empty value; give it a value, or leave it out")
    if words:
        raise InputError(say_no_use(program, words[0], [x for x in signature.parameters if x.name not in given]))
    _require(program, command, signature, given)
    return given


def _require(program: str, command: Command, signature: Signature, given: Texts) -> None:
    """Refuse parameters that do not go together; then ask in one sentence for all that is missing."""
    missing, example = _missing(command, signature, given)
    if missing:
        raise InputError(f"{program} needs {' and '.join(missing)}, as in: {example}")


def _missing(command: Command, signature: Signature, given: Texts) -> tuple[list[str], str]:
    """List what is missing, and an example that has it; refuse parameters that do not go together."""
    known = {x.name: x for x in signature.parameters}
    called = {x.name: x.value if x.is_word else x.option for x in signature.parameters}
    needs, example = {x.name: "" for x in signature.parameters if x.default is None}, ""
    for rule in command.rules:
        typed = [text for text in given.get(rule.given, ()) if repr(text) != known[rule.given].default]
        if rule.given and not any(mark in text for mark in rule.marks for text in typed):
            continue
        why = f" ({rule.why})" if rule.why else ""
        if stray := [called[name] for name in rule.without.split() if name in given]:
            value = "" if known[rule.given].is_flag else f" {typed[0]}"
            instead = f", or ask {rule.example}" if rule.example else ""
            raise InputError(
                f"{stray[0]} does not go with {called[rule.given]}{value}; drop one of the two{instead}{why}"
            )
        needs |= dict.fromkeys(rule.needs.split(), why)
        example = example or rule.example
    lacking = {group: group.split("|") for group in needs if given.keys().isdisjoint(group.split("|"))}
    missing = [
        f"{'either ' if group[1:] else ''}{' or '.join(called[x] for x in group)}{needs[name]}"
        for name, group in lacking.items()
        # where one of a group must be given alone, the choice of the group is none
        if not any({*other} < {*group} for other in lacking.values())
    ]
    return missing, example or command.example


def _read(command: Command, signature: Signature, given: Texts) -> dict[str, Any]:
    """Read what was typed as the annotations of the function say, and of the library's function whose parameters it also has."""
    function, library = resolve_name(command.home), resolve_name(command.of or command.home)
    hints = get_type_hints(library, include_extras=True) | get_type_hints(function, include_extras=True)
    read: dict[str, Any] = {}
    for x in [x for x in signature.parameters if x.name in given]:
        kind, called, texts = hints[x.name], x.value if x.is_word else x.option, given[x.name]
        read[x.name] = (
            [read_value(kind, [y], called) for y in texts] if x.takes_rest else read_value(kind, texts, called)
        )
    return read


def _call(command: Command, signature: Signature, given: Texts) -> Any:
    """Call the function of a command with what was typed."""
    function, read = resolve_name(command.home), _read(command, signature, given)
    # the function's own arguments by place, so that `*rest` gets its words too; what the library alone takes stays in `read`
    call = inspect.signature(function).bind_partial()
    call.arguments = {name: read.pop(name) for name in call.signature.parameters if name in read}
    call.apply_defaults()
    try:
        return function(*call.args, **call.kwargs, **read)
    except OverflowError:
        raise InputError("a number is too large to be reckoned with in doubles; give a smaller one") from None
