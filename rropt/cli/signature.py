"""The options of a command: the parameters of the function behind it, with what its docstring says of each.

They are read from the text of the function's file, which is not imported. Importing a room takes a third of a second, and neither
`--help` nor a misspelt option needs it.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path

from rropt.cli.commands import Command

__all__ = ["SHORT", "Parameter", "Signature", "read_signature"]

ROOT = Path(__file__).parents[2]
SECTION = re.compile(r"^(Args|Returns|Yields|Raises|Examples?|Note|Reference):", re.M)
SHORT = {"output": "o", "epsilon": "e", "inputs": "k", "mechanism": "m", "answer": "a", "input": "i", "formula": "f"}
"""The short names of options, which are the same in every command."""


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
    takes_rest: bool = False

    @property
    def is_word(self) -> bool:
        """Whether help tells of the parameter as a word."""
        return self.takes_rest or (self.is_positional and self.default is None)

    @property
    def is_flag(self) -> bool:
        """Whether the option has no value."""
        return self.kind in ("bool", "bool | None")

    @property
    def option(self) -> str:
        """The long name of the option, or of the option that turns a flag off which is on.

        A name that Python keeps for itself, such as `with`, has an underscore at its end as a parameter.
        """
        return f"{'--no' if self.is_flag and self.default == 'True' else '-'}-{self.name.rstrip('_').replace('_', '-')}"

    @property
    def options(self) -> list[str]:
        """All names of the option."""
        short = SHORT.get(self.name) or (self.name if len(self.name) == 1 else "")
        return [self.option, f"-{short}"] if short else [self.option]

    @property
    def value(self) -> str:
        """The word for the value in help: what there is to choose from, N for a whole number, PATH, or the option's name."""
        if self.kind.startswith("Literal["):
            return "|".join(ast.literal_eval(f"[{self.kind[len('Literal[') :].partition(']')[0]}]"))
        known = {"int": "N", "int | None": "N", "Path | None": "PATH"}
        name = known.get(self.kind) or self.name.upper().rstrip("_").replace("_", " ")
        return f"{name.removesuffix('S')} …" if self.takes_rest else name


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes: the first paragraph of its docstring, and its parameters as they are defined."""

    summary: str
    parameters: tuple[Parameter, ...]
    order: tuple[str, ...]
    """The parameters' names in the order of `Args:`, which is the order of help."""


def read_signature(command: Command) -> Signature:
    """Read the signature of a command's function, and of the library's function whose parameters it also has."""
    own = _read_function(command.home)
    if not command.of:
        return own
    taken = {*command.without, *(x.name for x in own.parameters)}
    theirs = _read_function(command.of)
    more = [x for x in theirs.parameters if not x.is_positional and x.name not in taken]
    order = [name for name in theirs.order if name in {x.name for x in more}]
    return Signature(own.summary, (*own.parameters, *more), (*own.order, *order))


def _read_function(home: str) -> Signature:
    """Read the signature of the function at `home`, such as `rropt.survey.plans:plan`."""
    module, _, name = home.partition(":")
    text = ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    # what comes after the docstring is not parsed, since the help of all commands is to take a tenth of a second
    _, start, after = f"\n{text}".partition(f"\ndef {name}(")
    head, docstring, _ = after.split('"""', 2)
    node = ast.parse(f'{start}{head}"""{docstring}"""').body[0]
    assert isinstance(node, ast.FunctionDef)
    said, *sections = SECTION.split(cleandoc(ast.get_docstring(node) or ""))
    args = dict(zip(sections[::2], sections[1::2], strict=True)).get("Args", "")
    entries = re.findall(r"^    \**(\w+): (.*?)(?=^    \S|\Z)", args, re.M | re.S)
    named = {entry for entry, _ in entries}
    # another parameter is named as an option
    helps = {
        entry: re.sub(
            r"`(\w+)`", lambda x: f"--{x[1].replace('_', '-')}" if x[1] in named else x[0], " ".join(text.split())
        )
        for entry, text in entries
    }
    parameters = tuple(_parameters(node.args, helps))
    order = (*helps, *(x.name for x in parameters if x.name not in helps))
    return Signature(" ".join(said.split("\n\n")[0].split()), parameters, order)


def _parameters(given: ast.arguments, helps: dict[str, str]) -> list[Parameter]:
    def parameter(x: ast.arg, default: ast.expr | None, *, is_positional: bool) -> Parameter:
        kind = "" if x.annotation is None else ast.unparse(x.annotation)
        said = None if default is None else ast.unparse(default)
        return Parameter(x.arg, kind, said, helps.get(x.arg, ""), is_positional, x is given.vararg)

    listed = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(listed) - len(given.defaults)) + given.defaults
    found = [parameter(x, default, is_positional=True) for x, default in zip(listed, defaults, strict=True)]
    if given.vararg is not None:
        found.append(parameter(given.vararg, ast.Tuple([], ast.Load()), is_positional=True))
    return found + [
        parameter(x, y, is_positional=False) for x, y in zip(given.kwonlyargs, given.kw_defaults, strict=True)
    ]
