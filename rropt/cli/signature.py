"""The options of a command are the parameters of the function behind it, and its --help is what the docstring says of each.

Both are read from the text of the function's file, which is not imported. Importing a room takes a third of a second, and neither
`--help` nor a misspelt option needs it.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from inspect import cleandoc
from pathlib import Path

from rropt.cli.commands import GROUPS, OUTPUT, Command

__all__ = ["Parameter", "Signature", "command_help", "read_signature", "top_help"]

ROOT = Path(__file__).parents[2]
# The short names of options, which are the same in every command.
SHORT = {"output": "o", "epsilon": "e", "inputs": "k", "mechanism": "m", "answer": "a", "input": "i", "formula": "f"}
WIDTH, SIDE, NEEDED_FIRST = 80, 26, 5


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter as it is written: its annotation and its default are source text; without a default it must be given.

    A positional parameter is given by a word or by its option. One that must be given so is told of as a word, and so is the
    one that takes the rest of the words.
    """

    name: str
    kind: str
    default: str | None
    help: str
    is_positional: bool = False

    @property
    def takes_rest(self) -> bool:
        """Whether all words that are left give its values."""
        return self.is_positional and self.kind.startswith("Sequence[")

    @property
    def is_word(self) -> bool:
        """Whether help tells of the parameter as a word."""
        return self.takes_rest or (self.is_positional and self.default is None)

    @property
    def called(self) -> str:
        """The name in sentences: the word for its value, or its option."""
        return self.value if self.is_word else self.option

    @property
    def is_flag(self) -> bool:
        """Whether the option has no value."""
        return self.kind in ("bool", "bool | None")

    @property
    def option(self) -> str:
        """The long name of the option.

        A name that Python keeps for itself, such as `with`, has an underscore at its end as a parameter.
        """
        return f"--{self.name.rstrip('_').replace('_', '-')}"

    @property
    def options(self) -> list[str]:
        """All names of the option, a short one first."""
        short = SHORT.get(self.name) or (self.name if len(self.name) == 1 else "")
        return [f"-{short}", self.option] if short else [self.option]

    @property
    def value(self) -> str:
        """The word for the value in help: what there is to choose from, N for a whole number, PATH, or the option's name."""
        if self.kind.startswith("Literal["):
            return "|".join(ast.literal_eval(f"[{self.kind[len('Literal[') :].partition(']')[0]}]"))
        known = {"int": "N", "int | None": "N", "Path | None": "PATH"}
        name = known.get(self.kind) or self.name.upper().rstrip("_").replace("_", " ")
        return f"{name.removesuffix('S')} …" if self.takes_rest else name

    def typed(self, texts: Sequence[str]) -> list[str]:
        """Write what is typed to give these texts by the option."""
        if self.is_flag:
            return [self.option]
        # what begins with a hyphen would be read as an option
        return [part for x in texts for part in ([f"{self.option}={x}"] if x.startswith("-") else [self.option, x])]

    @property
    def told(self) -> tuple[str, str]:
        """How help tells of the parameter: how it is typed, such as `-e, --epsilon EPSILON`, and what it does.

        What an option is unless it is given is told too, if that is a short value.
        """
        if self.is_word:
            return self.value, self.help
        typed = ", ".join(self.options) + ("" if self.is_flag else f" {self.value}")
        if self.is_flag or self.default in (None, "None", "()", "''") or re.search("(not|unless) given", self.help):
            return typed, self.help
        return typed, f"{self.help.rstrip('.')} ({self.default.strip(chr(39))} unless given)."


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes: the first paragraph of its docstring, and its parameters in the order of help.

    Those that words may give come first, in the order of the words, then the others as the docstring tells of them.
    """

    summary: str
    parameters: tuple[Parameter, ...]


@cache
def read_signature(command: Command) -> Signature:
    """Read the signature of a command's function, and of the library's function whose parameters it also has."""
    own = _read_function(command.home)
    if not command.of:
        return own
    taken = {*command.without, *(x.name for x in own.parameters)}
    theirs = [x for x in _read_function(command.of).parameters if not x.is_positional and x.name not in taken]
    return replace(own, parameters=(*own.parameters, *theirs))


def _read_function(home: str) -> Signature:
    """Read the signature of the function at `home`, such as `rropt.survey.plans:plan`."""
    module, _, name = home.partition(":")
    text = ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    # what comes after the docstring is not parsed, since the help of all commands is to take a tenth of a second
    _, start, after = f"\n{text}".partition(f"\ndef {name}(")
    head, docstring, _ = after.split('"""', 2)
    node = ast.parse(f'{start}{head}"""{docstring}"""').body[0]
    assert isinstance(node, ast.FunctionDef)
    said, _, sections = cleandoc(ast.get_docstring(node) or "").partition("\n\nArgs:\n")
    args = sections.partition("\n\n")[0]
    texts = dict(re.findall(r"^    \**(\w+): (.*?)(?=^    \S|\Z)", args, re.M | re.S))
    helps = {
        # another parameter is named as an option
        entry: re.sub(
            r"`(\w+)`", lambda x: f"--{x[1].replace('_', '-')}" if x[1] in texts else x[0], " ".join(text.split())
        )
        for entry, text in texts.items()
    }
    return Signature(" ".join(said.split("\n\n")[0].split()), _parameters(node.args, helps))


def _parameters(given: ast.arguments, helps: dict[str, str]) -> tuple[Parameter, ...]:
    """Read the parameters of a function from its syntax tree."""
    placed = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(placed) - len(given.defaults)) + given.defaults + given.kw_defaults
    words = [x.arg for x in placed]
    order = [*words, *helps, *(x.arg for x in given.kwonlyargs)]
    found = [
        Parameter(
            x.arg,
            "" if x.annotation is None else ast.unparse(x.annotation),
            None if default is None else ast.unparse(default),
            helps.get(x.arg, ""),
            is_positional=x.arg in words,
        )
        for x, default in zip([*placed, *given.kwonlyargs], defaults, strict=True)
    ]
    return tuple(sorted(found, key=lambda x: order.index(x.name)))


def top_help() -> str:
    """Return the text of `rropt --help`: the commands in groups, each with its first sentence."""
    about = "Provably optimal randomized-response designs, and published theorems about them decided."
    lines = ["Usage: rropt COMMAND [options]", "", *textwrap.wrap(about, WIDTH)]
    for title, commands in GROUPS.items():
        lines += ["", title]
        for word, command in commands.items():
            # its first sentence stands with its own function
            first = _read_function(command.home).summary.split(". ")[0].rstrip(".")
            lines.append(f"  {word:<11} {first}")
    return "\n".join([*lines, "", "rropt COMMAND --help tells its options; rropt --version."])


def command_help(word: str, command: Command) -> str:
    """Return the text of a command's --help: an example, its words, the five options that people need first, then the others."""
    signature = read_signature(command)
    options = [x for x in signature.parameters if not x.is_word]
    taken = (x.value if x.is_word else f"[{x.value}]" for x in signature.parameters if x.is_positional)
    usage = " ".join([f"Usage: rropt {word}", *taken, "[options]"])
    sections = {
        "Words": [x for x in signature.parameters if x.is_word],
        "Needed first" if len(options) > NEEDED_FIRST else "Options": options[:NEEDED_FIRST],
        "Further options": options[NEEDED_FIRST:],
        "Output": read_signature(OUTPUT).parameters,
    }
    lines = [usage, "", *textwrap.wrap(signature.summary, WIDTH), "", f"Example: {command.example}"]
    for title, entries in sections.items():
        lines += ["", title] if entries else []
        for typed, said in (x.told for x in entries):
            # names that are too long stand on a line of their own
            is_long = len(typed) > SIDE - 4
            lines += [f"  {typed}"] if is_long else []
            first = " " * SIDE if is_long else f"  {typed:<{SIDE - 2}}"
            lines += textwrap.wrap(said, WIDTH, initial_indent=first, subsequent_indent=" " * SIDE)
    return "\n".join(lines)
