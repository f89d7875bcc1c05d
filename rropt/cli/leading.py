"""What was probably meant by something that no command takes: each sentence leads to a line that rropt answers."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain, combinations, pairwise

from rropt.cli.commands import COMMANDS, LEADS, SAME
from rropt.cli.signature import Parameter

__all__ = ["say_no_command", "say_no_option", "say_no_use"]

NUMBERS = {
    **dict.fromkeys(("-e", "--epsilon", "--eps"), "epsilon"),
    **dict.fromkeys(("-k", "--inputs", "--k", "--categories"), "k"),
    **dict.fromkeys(("-p", "--p"), "p"),
}
"""Options that some commands have, and the numbers of a family that they would give."""


def say_no_command(word: str, typed: Sequence[str], refusal: Callable[[str, Sequence[str]], str]) -> str:
    """Say what answers a word that is no command, with what was typed after it.

    Options of the line that the word leads to are examples, of which as many are kept as go with what was typed. `refusal` says why
    a command does not take what is typed for it, "" if it does; this is told too.
    """
    start = f"there is no command {word}"
    lead = LEADS.get(word) or "".join(f"rropt {x}" for x in get_close_matches(word, COMMANDS, n=1))
    line, _, more = lead.partition(", ")
    name, *shown = line.split()[1:] or [""]
    if name not in COMMANDS or (more and not typed):
        return f"{start}; {f'{lead} answers this' if lead else 'rropt --help lists all'}"
    examples = [x for x in re.findall(r"--\S+ \S+", line) if x.split()[0] not in typed]
    kept = chain(*(combinations(examples, n) for n in range(len(examples), -1, -1)))
    tries = [[*" ".join(some).split(), *typed] for some in kept] if typed else [shown]
    for asked in tries:
        if not (why := refusal(name, asked)):
            return f"{start}; {shlex.join(['rropt', name, *asked])} answers this"
    return "; ".join([start, f"{line} answers this: {why}", *([more.rstrip(",")] if more else [])])


def say_no_use(program: str, word: str, free: Sequence[Parameter]) -> str:
    """Say which of the parameters that are still free a word too many is for."""
    name = "formula" if "~" in word else "mechanism" if ":" in word else "file"
    meant = [f"did you mean {x.option} {word!r}?" for x in free if x.name == name]
    return (
        f"{program} has no use for the word {word!r}; {meant[0] if meant else f'{program} --help tells what it takes'}"
    )


def say_no_option(program: str, rest: Sequence[str], options: Collection[str], typed: Sequence[str]) -> str:
    """Say which options a command does not have, and which of its own were probably meant.

    `rest` is what is left of all that was typed when the command's own options are read.
    """
    unknown = dict.fromkeys(x.partition("=")[0] for x in rest if x.startswith("-"))
    values = {name: x.replace(",", "/") for name, x in pairwise(typed) if not x.startswith("-")}
    advice = _advise_specs(
        typed, {NUMBERS[x]: values[x] for x in values if x in NUMBERS and not unknown.keys().isdisjoint(NUMBERS)}
    )
    meant: list[str] = []
    epsilon = next((values[x] for x in values if NUMBERS.get(x) == "epsilon"), "")
    for name in [x for x in unknown if not (advice and x in NUMBERS)]:
        known = [x for x in SAME.get(name, ()) if x.partition(" ")[0] in options and x not in typed]
        meant += [_filled(x, values.get(name, ""), epsilon) for x in known[:1]] or get_close_matches(
            name, options, n=1, cutoff=0.75
        )
    if meant:
        advice = [f"did you mean {' and '.join(dict.fromkeys(meant))}{'' if advice else '?'}", *advice]
    return f"{program} has no option {' and '.join(unknown)}; {'; '.join(advice) or '--help lists all'}"


def _advise_specs(typed: Sequence[str], numbers: Mapping[str, str]) -> list[str]:
    """Write the numbers into the specs of the families that were typed by their names alone, or by the first words of these."""
    if not numbers:
        return []
    from rropt.families.registry import REGISTERED, spec_of

    told = ",".join(f"{name}={x}" for name, x in numbers.items())
    specs = [
        spec_of(family, told)
        for x in typed
        for name, family in REGISTERED.items()
        if f"{name}_".startswith(f"{x}_".replace("-", "_"))
    ]
    # of two families it is mostly asked which needs fewer people
    ranked = (
        [f"rropt rank --inputs {numbers['k']} --epsilon {numbers['epsilon']} tells which needs fewer people"]
        if specs[1:] and {"k", "epsilon"} <= numbers.keys()
        else []
    )
    return [*ranked, f"a mechanism's numbers stand in its spec: {' '.join(specs)}"] if specs else []


def _filled(said: str, value: str, epsilon: str) -> str:
    """Put the value that was typed in the place of the capitals at the end, as in --device cards:N, and an epsilon in that of a
    mechanism's E."""
    filled = re.sub("[A-Z/]+$", lambda _: value, said) if value else said
    return f"{filled.replace('=E,', f'={epsilon},')} in place of both" if epsilon and "=E," in said else filled
