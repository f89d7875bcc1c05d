"""Runs a function of the library as a command: its parameters are the options, its docstring is the help.

Words are the function's positional arguments, in order, and an option gives an argument by its name, as a call in Python does:
`rropt rank 5 1 --objective trace` is `rank(5, 1, objective="trace")`. Every command also has the options that say how and where its
answer is shown.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, get_type_hints

from rropt.cli.commands import COMMANDS, OUTPUT, Command
from rropt.cli.leading import say_no_command, say_no_option, say_no_use
from rropt.cli.signature import Signature, command_help, read_signature, top_help
from rropt.cli.values import read_value
from rropt.errors import InputError, one_line

if TYPE_CHECKING:
    from rropt.cli.shown import Shown
    from rropt.show import Result

__all__ = ["run"]

Texts = dict[str, list[str]]
"""What was typed for parameters, by their names."""
WORDS = "words that no option gives"
FEW = 4
"""The significant digits of numbers in words, unless others are asked for."""


def run(argv: Sequence[str]) -> int:
    """Run the command that was typed, and return the exit code."""
    if not argv or argv[0] in ("-h", "--help", "help"):
        return _write(top_help(), None)
    if argv[0] == "--version":
        from rropt import __version__

        return _write(f"rropt {__version__}", None)
    word, *typed = argv
    if (command := COMMANDS.get(word)) is None:
        raise InputError(say_no_command(word))
    signature = read_signature(command)
    if {"-h", "--help"} & {*typed}:
        return _write(command_help(word, command, signature), None)
    given = _parse(f"rropt {word}", command, signature, typed)
    return _answer(word, command, signature, given, _call(OUTPUT, read_signature(OUTPUT), given))


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
    if rest:
        raise InputError(say_no_option(program, rest, parser._option_string_actions, typed))
    given: Texts = {name: texts for name, texts in vars(found).items() if texts}
    words = given.pop(WORDS, [])
    if empty := [x.option for x in own if "" in given.get(x.name, ())]:
        raise InputError(f"{empty[0]} has an empty value; give it a value, or leave it out")
    for x in signature.parameters:
        if x.is_positional and words and x.name not in given:
            given[x.name], words = (words, []) if x.takes_rest else (words[:1], words[1:])
    if words:
        raise InputError(say_no_use(program, words[0], [x for x in signature.parameters if x.name not in given]))
    _require(program, command, signature, given)
    return given


def _require(program: str, command: Command, signature: Signature, given: Texts) -> None:
    """Refuse parameters that do not go together; then ask in one sentence for all that is missing."""
    called = {x.name: x.value if x.is_word else x.option for x in signature.parameters}
    needs, example = [x.name for x in signature.parameters if x.default is None], ""
    for rule in command.rules:
        if rule.given and not any(mark in text for mark in rule.marks for text in given.get(rule.given, ())):
            continue
        if stray := [called[name] for name in rule.without.split() if name in given]:
            instead = f", or ask {rule.example}" if rule.example else ""
            raise InputError(
                f"{stray[0]} does not go with {called[rule.given]} {given[rule.given][0]}; drop one of the two{instead}"
            )
        needs += rule.needs.split()
        example = example or rule.example
    lacking = [
        [called[x] for x in group.split("|")]
        for group in dict.fromkeys(needs)
        if given.keys().isdisjoint(group.split("|"))
    ]
    if lacking:
        missing = " and ".join(f"either {' or '.join(group)}" if group[1:] else group[0] for group in lacking)
        raise InputError(f"{program} needs {missing}, as in: {example or command.example}")


def _answer(word: str, command: Command, signature: Signature, given: Texts, shown: Shown) -> int:
    """Call the function, write its answer where and how it was asked for, and return the exit code."""
    from rropt.exact.errors import as_command_line
    from rropt.files import writing_to
    from rropt.progress import waiting
    from rropt.show import digits

    with writing_to([x for x in (shown.output, shown.plot) if x is not None]):
        with waiting(f"rropt {word}"), digits(shown.digits or FEW, exact=shown.exact), as_command_line():
            found = _call(command, signature, given)
            text = _written(found, shown)
            if shown.plot is not None:
                found.plot(shown.plot)
                print(f"rropt: the picture is in {shown.plot}", file=sys.stderr)
        if shown.form != "text" or shown.output is not None:
            _warn_beside(found, shown.form)
        _write(text, shown.output)
    return int(getattr(found, "exit_code", 0))


def _function_at(home: str) -> Callable[..., Any]:
    """Import the function at `home`, such as `rropt.survey.plans:plan`."""
    module, _, name = home.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


def _call(command: Command, signature: Signature, given: Texts) -> Any:
    """Read what was typed as the function's annotations say, and call the function."""
    function, library = _function_at(command.home), _function_at(command.of or command.home)
    hints = get_type_hints(library, include_extras=True) | get_type_hints(function, include_extras=True)
    read: dict[str, Any] = {}
    for x in [x for x in signature.parameters if x.name in given]:
        kind, called, texts = hints[x.name], x.value if x.is_word else x.option, given[x.name]
        read[x.name] = (
            [read_value(kind, [y], called) for y in texts] if x.takes_rest else read_value(kind, texts, called)
        )
    call = inspect.signature(function).bind_partial()
    call.arguments = {name: read.pop(name) for name in call.signature.parameters if name in read}
    call.apply_defaults()
    try:
        return function(*call.args, **call.kwargs, **read)
    except OverflowError:
        raise InputError("a number is too large to be reckoned with in doubles; give a smaller one") from None


def _first_of(found: Result) -> Result:
    """The answer whose table a CSV has: the first of several."""
    from rropt.cli.together import Together

    return found.parts[0] if isinstance(found, Together) else found


def _written(found: Result, shown: Shown) -> str:
    """Write an answer in the form that was asked for."""
    match shown.form:
        case "csv":
            return _first_of(found).to_csv(exact=shown.exact, digits=shown.digits)
        case "html":
            from rropt.page.document import document

            return document(found.page_title, found.show())
        case "text":
            return repr(found)
    written: str = getattr(found, f"to_{shown.form}")()
    return written


def _warn_beside(found: Result, form: str) -> None:
    """Print an answer's warnings on the error stream, because the answer goes to a file or a program; of CSV also which tables are
    left out."""
    from rropt.show import Table, Warn

    blocks = [*found.show()]
    for warning in [x for x in blocks if isinstance(x, Warn)]:
        print(f"rropt: warning: {one_line(warning.text)}", file=sys.stderr)
    first = _first_of(found).table().key if form == "csv" else ""
    others = [x.key for x in blocks if isinstance(x, Table) and x.key != first]
    if first and others:
        print(f"rropt: the CSV has the table {first} alone; --json also has {', '.join(others)}", file=sys.stderr)


def _write(text: str, output: Path | None) -> int:
    """Print a text, or write it to a file, and return the exit code 0."""
    whole = text if text.endswith("\n") else f"{text}\n"
    if output is None:
        sys.stdout.write(whole)
    else:
        from rropt.files import write_whole

        write_whole(output, whole.encode("utf-8"))
    return 0
