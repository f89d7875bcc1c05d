"""The texts of `rropt --help` and of each command's --help."""

from __future__ import annotations

import textwrap

from rropt.cli.commands import GROUPS, OUTPUT, Command
from rropt.cli.signature import Parameter, Signature, read_signature

__all__ = ["command_help", "top_help"]

WIDTH = 80
SIDE = 26
NEEDED_FIRST = 5


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
