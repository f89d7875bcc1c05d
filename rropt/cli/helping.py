"""The texts of `rropt --help` and of each command's --help."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Sequence
from itertools import pairwise

from rropt.cli.commands import GROUPS, OUTPUT, SAME, Command
from rropt.cli.signature import Parameter, Signature, read_signature

__all__ = ["command_help", "say_unknown", "top_help"]

WIDTH = 80
SIDE = 26
NEEDED_FIRST = 5
NUMBERS = {
    **dict.fromkeys(("-e", "--epsilon", "--eps"), "epsilon"),
    **dict.fromkeys(("-k", "--inputs", "--k", "--categories"), "k"),
    **dict.fromkeys(("-p", "--p"), "p"),
}
"""Options that some commands have, and the numbers of a family that they would give."""


def top_help() -> str:
    """Return the text of `rropt --help`: the commands in groups, each with its first sentence."""
    about = "Provably optimal randomized-response designs, and published theorems about them decided."
    lines = ["Usage: rropt COMMAND [options]", "", *textwrap.wrap(about, WIDTH)]
    for title, commands in GROUPS.items():
        lines += ["", title]
        for word, command in commands.items():
            # its first sentence stands with its own function
            first = read_signature(Command(command.home, "")).summary.split(". ")[0].rstrip(".")
            lines.append(f"  {word:<11} {first}")
    return "\n".join([*lines, "", "rropt COMMAND --help tells its options; rropt --version."])


def command_help(word: str, command: Command, signature: Signature) -> str:
    """Return the text of a command's --help: an example, its words, the five options that people need first, then the others."""
    listed = sorted(signature.parameters, key=lambda x: signature.order.index(x.name))
    options = [(_typed(x), _said(x)) for x in listed if not x.is_word]
    taken = (x.value if x.is_word else f"[{x.value}]" for x in signature.parameters if x.is_positional)
    usage = " ".join([f"Usage: rropt {word}", *taken, "[options]"])
    sections = {
        "Words": [(x.value, x.help) for x in signature.parameters if x.is_word],
        "Needed first" if len(options) > NEEDED_FIRST else "Options": options[:NEEDED_FIRST],
        "Further options": options[NEEDED_FIRST:],
        "Output": [(_typed(x), _said(x)) for x in read_signature(OUTPUT).parameters],
    }
    lines = [usage, "", *textwrap.wrap(signature.summary, WIDTH), "", f"Example: {command.example}"]
    for title, entries in sections.items():
        lines += ["", title] if entries else []
        for names, text in entries:
            lines += _entry(f"  {names}", text)
    return "\n".join(lines)


def say_unknown(program: str, rest: Sequence[str], options: Collection[str], typed: Sequence[str]) -> str:
    """Say which options a command does not have, and which of its own were probably meant.

    `rest` is what is left of all that was typed when the command's own options are read.
    """
    from difflib import get_close_matches

    unknown = dict.fromkeys(x.partition("=")[0] for x in rest if x.startswith("-"))
    # a number of categories belongs to a family, and then so does an epsilon, though the command may have one of its own
    taken = {*unknown, *(NUMBERS if "k" in {NUMBERS.get(x) for x in unknown} else ())}
    values = {name: x.replace(",", "/") for name, x in pairwise(typed) if name in taken and not x.startswith("-")}
    numbers = {NUMBERS[name]: x for name, x in values.items() if name in NUMBERS}
    specs: list[str] = []
    if numbers:  # a family that was typed by its name alone, or by the first words of it, gets them in its spec
        from rropt.families.registry import REGISTERED, spec_of

        told = ",".join(f"{name}={x}" for name, x in numbers.items())
        specs = [
            spec_of(family, told)
            for x in typed
            for name, family in REGISTERED.items()
            if f"{name}_".startswith(f"{x}_".replace("-", "_"))
        ]
    meant: list[str] = []
    for name in [x for x in unknown if not (specs and x in NUMBERS)]:
        known = [x for x in SAME.get(name, ()) if x.partition(" ")[0] in options and x not in typed]
        same = [_filled(x, values.get(name, "")) for x in known[:1]]
        meant += same or get_close_matches(name, options, n=1, cutoff=0.75)
    advice = [f"did you mean {' and '.join(dict.fromkeys(meant))}{'' if specs else '?'}"] if meant else []
    advice += [f"a mechanism's numbers stand in its spec: {' '.join(specs)}"] if specs else []
    if specs and {"k", "epsilon"} <= numbers.keys():
        advice.append(f"rropt rank --inputs {numbers['k']} --epsilon {numbers['epsilon']} compares all families")
    return f"{program} has no option {' and '.join(unknown)}; {'; '.join(advice) or '--help lists all'}"


def _filled(said: str, value: str) -> str:
    """Put the value that was typed in the place of the capitals at the end, as in --device cards:N."""
    return re.sub("[A-Z/]+$", lambda _: value, said) if value else said


def _typed(x: Parameter) -> str:
    """Write how an option is typed, such as `-e, --epsilon EPSILON`."""
    return ", ".join(reversed(x.options)) + ("" if x.is_flag else f" {x.value}")


def _said(x: Parameter) -> str:
    """Write what an option does, and what holds without it, if that is a short value."""
    is_told = (
        x.is_flag or x.default in (None, "None", "()", '""', "''") or "not given" in x.help or "unless given" in x.help
    )
    return x.help if is_told else f"{x.help.rstrip('.')} ({str(x.default).strip(chr(39))} unless given)."


def _entry(names: str, text: str) -> list[str]:
    """Write names and the text beside them; names that are too long stand on a line of their own."""
    is_long = len(names) > SIDE - 2
    beside = textwrap.wrap(
        text, WIDTH, initial_indent=" " * SIDE if is_long else f"{names:<{SIDE}}", subsequent_indent=" " * SIDE
    )
    return [names, *beside] if is_long else beside
