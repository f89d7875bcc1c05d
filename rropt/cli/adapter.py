"""Runs a function of the library as a command: its parameters are the options, its docstring is the help.

Words are the function's positional arguments, in order, and an option gives an argument by its name, as a call in Python does:
`rropt rank 5 1 --objective trace` is `rank(5, 1, objective="trace")`. Every command also has the options that say how and where its
answer is shown.

A line that is refused is told in one sentence all that is wrong with it, and shown a line like it. That one has what was typed,
options of the command in the places of unknown ones, and what is missing from an example.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import takewhile
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, get_type_hints

from rropt.cli.commands import COLUMNS, COMMANDS, HELP, NEAR, OUTPUT, SAME, Command, Rule
from rropt.cli.signature import Parameter, command_help, read_signature, top_help
from rropt.cli.values import read_value
from rropt.errors import InputError

__all__ = ["run"]

# What was typed for parameters, by their names.
Texts = dict[str, list[str]]
# How options begin; what begins otherwise, such as -1/10, is a word.
OPTION = re.compile("--?[a-zA-Z]")
NUMBER = re.compile(r"\d[\d/.]*|ln\d+")
# What stands in a word that is too many, by the parameter for which it probably is.
SHAPES = {"formula": "~", "mechanism": ":", "device": ":", "file": ".", "answer": "", "families": ""}
# Parameters whose values may be specs.
MECHANISMS = ("mechanism", "first", "second", "design", "with_")


def run(argv: Sequence[str]) -> int:
    """Run the command that was typed, and return the exit code."""
    argv = [*argv[1:], "--help"] if argv[:1] == ["help"] else argv
    if not argv or argv[0] in HELP:
        print(top_help())
        return 0
    if argv[0] == "--version":
        from rropt import __version__

        print(f"rropt {__version__}")
        return 0
    word, *typed = argv
    if word in COMMANDS and not {*typed}.isdisjoint(HELP):
        print(command_help(word, COMMANDS[word]))
        return 0
    line = _read_whole_line(word, typed)
    command = COMMANDS[line.word]
    shown = _call(OUTPUT, line.given)
    names = (x.name for x in read_signature(command).parameters)
    read = [part for name in names for text in line.given.get(name, ()) for part in (text, text.partition("=")[2])]
    return int(shown.answer(f"rropt {word}", lambda: _call(command, line.given), read))


@dataclass(frozen=True, slots=True)
class Line:
    """What was typed for a command: the texts of each parameter, by name; `rest` has words that are too many, and `unknown` the
    values of options that the command does not have."""

    word: str
    given: Texts
    rest: Sequence[str] = ()
    unknown: Mapping[str, str] = field(default_factory=dict)

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters of the command by name, and those of every command."""
        return {
            x.name: x
            for signature in (read_signature(COMMANDS[self.word]), read_signature(OUTPUT))
            for x in signature.parameters
        }

    def __str__(self) -> str:
        named = self.parameters
        # a word gives one value, unless it is the last of several
        words = {x: texts for x, texts in self.given.items() if named[x].takes_rest or not texts[1:]}
        placed = [*takewhile(lambda x: named[x].is_positional and x in words, named)]
        options = [y for x, texts in self.given.items() if x not in placed for y in named[x].typed(texts)]
        return shlex.join(["rropt", self.word, *(y for x in placed for y in words[x]), *options])


def _read_line(word: str, *typed: str) -> Line:
    """Read the words and options that were typed after the word of a command; after -- all are words."""
    named = Line(word, {}).parameters
    options = {option: x for x in named.values() for option in x.options}
    tokens, words, given, unknown = [*typed], list[str](), Texts(), dict[str, str]()
    while tokens:
        token = tokens.pop(0)
        name, equals, value = token.partition("=")
        # a long option may be shortened, to --eps say, if no other begins so
        longer = [x for x in options if name not in options and len(name) >= len("--eps") and x.startswith(name)]
        name = longer[0] if len(longer) == 1 else name
        if name[:2] in options and name not in options:  # a short option may have its value right after it, as in -k4
            name, equals, value = name[:2], "=", token[2:]
        if token == "--":
            words, tokens = [*words, *tokens], []
        elif not OPTION.match(token):
            words.append(token)
        elif name in options and options[name].is_flag:
            if equals:
                raise InputError(f"{name} takes no value, and has {value!r}; write {name} alone")
            given[options[name].name] = ["yes"]
        else:
            text = value if equals or not tokens or OPTION.match(tokens[0]) else tokens.pop(0)
            if name in options:
                given.setdefault(options[name].name, []).append(text)
            else:
                unknown[name] = text
    for x in named.values():
        if x.is_positional and words and x.name not in given:
            given[x.name], words = (words, []) if x.takes_rest else (words[:1], words[1:])
    if empty := [x.called for x in named.values() if "" in given.get(x.name, ())]:
        raise InputError(f"{empty[0]} has no value; give it one, or leave it out")
    return Line(word, {x: given[x] for x in named if x in given}, words, unknown)


def _read_values(command: Command, given: Texts) -> dict[str, Any]:
    """Read what was typed as the annotations of the function say, and of the library's function whose parameters it also has."""
    hints: dict[str, Any] = {}
    for home in filter(None, (command.of, command.home)):
        hints |= get_type_hints(resolve_name(home), include_extras=True)
    return {
        x.name: read_value(hints[x.name], given[x.name], x.called)
        for x in read_signature(command).parameters
        if x.name in given
    }


def _call(command: Command, given: Texts) -> Any:
    """Call the function of a command with what was typed."""
    return resolve_name(command.home)(**_read_values(command, given))


# a line that is refused


def _read_whole_line(word: str, typed: Sequence[str]) -> Line:
    """Read the line that was typed, or refuse it: say all that is wrong with it, and show a line like it that can be read."""
    faults, shown = list[str](), Texts()
    if word not in COMMANDS:
        faults.append(f"there is no command {word}")
        lead = (
            NEAR.get(word)
            or "".join(get_close_matches(word, (*COMMANDS, "--version"), n=1))
            or "rropt --help, which lists all"
        )
        name, *words = shlex.split(lead)
        if name not in COMMANDS:
            raise InputError(f"{faults[0]}; perhaps {lead}")
        # if the command that the word is near to has not all that was typed, the first that has it is meant
        others = COMMANDS if not words or "MECHANISM" in words else ()
        word = next((x for x in (name, *others) if not _give_to_known(_read_line(x, *typed))), name)
        shown, typed = _read_line(word, *words).given, _name_numbers(word, typed)
    line = _read_line(word, *typed)
    # the numbers of categories and epsilon may stand behind names
    if line.rest and next(iter(line.parameters)) == "inputs":
        line = _read_line(word, *_name_numbers(word, typed))
    if line.unknown:
        unlike = dict.fromkeys(_give_to_known(line), " (nor one like it)")
        faults.append(f"rropt {word} has no option {' and '.join(x + unlike.get(x, '') for x in line.unknown)}")
        # if another command than the one that was typed has all the rest, it is meant
        line = next(
            (
                x
                for x in (_read_line(name, *typed) for name in (COMMANDS if unlike and not faults[1:] else ()))
                if not x.rest and not _give_to_known(x)
            ),
            line,
        )
    faults += [f"rropt {word} has no use for the word {x!r}" for x in line.rest[:1]]
    # where a mechanism stands in the place of the file, the words after it stand one place too late
    if line.rest and "mechanism" not in line.given and _meant(line, *line.given.get("file", ())) == "mechanism":
        line = _read_line(word, *(x for x in typed if x not in line.given["file"]), "--mechanism", *line.given["file"])
    for n, rest in enumerate(line.rest):
        if (meant := _meant(line, rest)) and meant not in line.given:
            line.given[meant] = [*line.rest[n:]] if "Sequence[" in line.parameters[meant].kind else [rest]
    wrong, whole = _complete(line, shown)
    if not faults + wrong:
        return line
    try:
        if line.given:
            _read_values(COMMANDS[line.word], line.given)
            _call(OUTPUT, line.given)
        # what is missing has the values of an example
        raise InputError(
            f"{COMMANDS[line.word].besides}{'as in' if whole.given.keys() - line.given.keys() else 'perhaps'}: {whole}"
        )
    except InputError as error:
        raise InputError("; ".join([*faults, *wrong, str(error)])) from None


def _meant(line: Line, word: str = "") -> str:
    """The parameter for which a word is by its shape; empty if for none. A number names neither a file nor a family."""
    return next((x for x, mark in SHAPES.items() if x in line.parameters and mark in word and not word.isdigit()), "")


# what does not go together, and what is missing


def _complete(line: Line, shown: Texts) -> tuple[list[str], Line]:
    """Say what does not go together and what is missing, and return a line like it that is whole.

    What is missing is taken from `shown`, if it goes with what was typed, and from examples.
    """
    named, given, faults = line.parameters, {**line.given}, list[str]()
    example = COMMANDS[line.word].example
    for rule, stray, _ in _broken_rules(line.word, given):
        example = rule.example or example
        for name in stray:
            other = shlex.join(named[rule.given].typed(given[rule.given]))
            faults.append(
                f"{named[name].called} does not go with {other}; drop one of the two"
                + (f" ({rule.why})" if rule.why else "")
            )
            del given[name]
    for name, texts in shown.items():
        more = {name: texts} | given
        given = given if any(stray for _, stray, _ in _broken_rules(line.word, more)) else more
    while broken := [x for x in _broken_rules(line.word, given) if x[2]]:
        faults += [_say_lacking(line, broken)] if given.keys() <= line.given.keys() | shown.keys() else []
        example = next((rule.example for rule, _, _ in broken if rule.example), example)
        known = _read_line(*shlex.split(example)[1:]).given
        for names in [group.split("|") for _, _, groups in broken for group in groups]:
            name = next((x for x in names if x in known), names[0])
            # an example's column is none of the file's
            given[name] = known[name] if name in known and name not in COLUMNS else [named[name].value]
            if name == "formula" and "answer" in given:  # typed as in the other commands; here it stands in the formula
                given[name] = [f"{given.pop('answer')[0]} ~ 1"]
    return faults, replace(line, given=given)


def _broken_rules(word: str, given: Texts) -> Iterator[tuple[Rule, list[str], list[str]]]:
    """Yield each rule that is broken, with the names that do not go with it, and the groups of which none is given.

    The first rule is that what has no default must be given.
    """
    known = Line(word, given).parameters
    required = Rule(needs=" ".join(name for name, x in known.items() if x.default is None))
    for rule in (required, *COMMANDS[word].rules, *OUTPUT.rules):
        # a value that the parameter has anyway counts as not typed
        typed = [x for x in given.get(rule.given, ()) if repr(x) != known[rule.given].default]
        if rule.given and not any(mark in x for mark in rule.marks for x in typed):
            continue
        stray = [x for x in rule.without.split() if x in given]
        lacking = [x for x in rule.needs.split() if given.keys().isdisjoint(x.split("|"))]
        if stray or lacking:
            yield rule, stray, lacking


def _say_lacking(line: Line, broken: Sequence[tuple[Rule, list[str], list[str]]]) -> str:
    """Name what is missing: of each group that one of it is, and why; of the name of a column which columns there are."""
    lacking = {group: rule.why and f" ({rule.why})" for rule, _, groups in broken for group in groups}
    said = [
        f"{'either ' if '|' in group else ''}{' or '.join(line.parameters[x].called for x in group.split('|'))}{why}"
        for group, why in lacking.items()
        # where one of a group must be given alone, the choice of the group is none
        if not any({*other.split("|")} < {*group.split("|")} for other in lacking)
    ]
    sentence = f"rropt {line.word} needs {' and '.join(said)}"
    if "file" in line.given and not lacking.keys().isdisjoint((*COLUMNS, "formula")):
        from rropt.survey.data_file import read_table  # loaded only to tell the columns

        file = line.given["file"][0]
        try:
            sentence += f"; the columns of {file} are {', '.join(read_table(Path(file), most=1).names)}"
        except InputError as error:
            sentence += f"; {error}"
    return sentence


# options that there are not


def _name_numbers(word: str, typed: Sequence[str]) -> list[str]:
    """Write numbers among the first words as options of a command that has them or takes a spec: the categories, then epsilon."""
    kept = [x for x in typed if x not in HELP]
    words = [*takewhile(lambda x: not x.startswith("-"), kept)]
    numbers = [x for x in words if NUMBER.fullmatch(x)][:2]
    # a spec, which `show` takes, has both numbers
    if (word == "show" or "inputs" in Line(word, {}).parameters) and numbers and numbers[0].isdigit():
        named = zip(("--inputs", "--epsilon"), numbers, strict=False)
        others = [x for x in words if x not in numbers]
        return [*(part for pair in named for part in pair), *others, *kept[len(words) :]]
    return kept


def _give_to_known(line: Line) -> list[str]:
    """Give the values of unknown options to the parameters that were probably meant; return the options that have none.

    Numbers of a mechanism, such as --epsilon where the command has no such option, are written into its spec.
    """
    given, numbers, strange = line.given, dict[str, str](), list[str]()
    typed = [(name, x) for name in MECHANISMS for x in given.get(name, ())]
    is_bare = any(re.fullmatch(r"[\w-]+", x) for _, x in typed)
    # a mechanism has one epsilon
    is_range = any(mark in x for x in given.get("epsilon", ()) for mark in ("..", ","))
    for option, value in line.unknown.items():
        plain = option.lstrip("-").replace("-", "_")
        free = line.parameters.keys() - (given.keys() - {"grid"})  # a grid has a part for each number
        fit = [
            x for x in SAME.get(plain, ()) if x.partition(" ")[0] in free and not (is_range and x.startswith("mech"))
        ]
        # the name of a family needs all its numbers, a spec at most labels
        own = [x for x in SAME.get(plain, ()) if x.startswith("mechanism ") and (is_bare or (typed and "SPEC" in x))]
        said = next(iter([*own, *fit, *get_close_matches(plain, sorted(free), n=1, cutoff=0.75)]), "")
        name, _, text = said.partition(" ")
        strange += [] if said else [option]
        if name == "mechanism" and text:
            number = re.findall(r"(\w+)=\W*[A-Z]", text)[-1]
            numbers["k" if number == "inputs" and value.isdigit() else number] = value.replace(",", "/")
        elif said:
            given[name] = [
                *given.get(name, ()),
                re.sub("[A-Z]+$", value or r"\g<0>", text) if text else value or line.parameters[name].value,
            ]
    if numbers and "epsilon" in given:
        numbers["epsilon"] = given.pop("epsilon")[0]
    are_many = "k" in numbers or numbers.get("inputs", "").count("/") > 1
    for name, spec in (typed or [("mechanism", "krr" if are_many else "warner")]) if numbers else ():
        given[name] = [_spec_of(spec, ",".join(f"{number}={x}" for number, x in numbers.items()))]
    return strange


def _spec_of(word: str, told: str) -> str:
    """Write numbers into the spec of the family that a word names, and labels into a spec. Any other word is returned."""
    if ":" in word:
        return f"{word},{told}"
    from rropt.families.registry import OTHER_NAMES, REGISTERED, spec_of  # names are read here alone

    plain = word.lower().replace("-", "_")
    name, advice = OTHER_NAMES.get(plain, (plain, "{}"))
    # of families with a name in common, the first that takes these numbers is meant
    specs = [spec_of(x, told) for key, x in REGISTERED.items() if f"_{name}_" in f"_{key}_" and "{}" in advice]
    return next((x for x in specs if told.partition(",")[0] in x), (specs or [word])[0])
