"""The options --digits, --proof, --json and -o that commands share, and how the commands write files.

Options that several commands share may be the fields of a dataclass. A command with a parameter of that type has all of them. An
option that is typed twice is refused, unless it may be repeated.

Every command has --digits. Without this option words and tables show four digits. A command whose words can contain both decimals
and exact numbers has --proof. Only with --proof do exact numbers stand beside the decimals.

JSON shows all its digits, unless --digits is given. A file called .json receives JSON. A file is refused if the ending of its name
belongs to a format that the command does not write.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from copy import copy
from dataclasses import fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer
from typer.core import TyperCommand
from typer.models import OptionInfo

from rropt.cli.terminal.answer import ANSWERED, Answer
from rropt.cli.terminal.common import SecondsOption, answer, picture_place, place, require_different, warn_beside
from rropt.cli.terminal.progress import Progress
from rropt.cli.terminal.repeated import first_repeated
from rropt.exact.errors import InputError
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.files import PARQUET, writing_to

__all__ = ["Once", "prepare_commands", "say_version"]

FEW = 4
FIRST_NEEDED = "Needed first"
QUESTION = "Question"
PANELS = {
    "Privacy": {
        *("epsilon", "delta", "epsilons", "metric", "sensitive", "further", "vulnerability", "demand"),
        *("parity", "rho", "beta", "bayes_factor", "piecewise"),
    },
    "Proof": {"proof", "certificate", "solver", "optima", "export", "replay", "write", "workers", "coverage"},
    "Output": {"output", "json", "digits", "plot", "quiet", "form", "table", "show"},
}
"""The headings of --help, each with its options' names in Python; all other options stand under QUESTION."""
FIRST = {
    "check": ("epsilon", "delta", "objective", "prevalence", "notions"),
    "demand": ("epsilon", "rho", "beta", "parity", "further"),
    "design": ("objective", "epsilon", "prevalence", "inputs", "delta"),
    "device": ("cards", "coins", "dice", "question", "output"),
    "families": ("json",),
    "frontier": ("epsilon", "delta", "variance", "prevalence", "plot"),
    "rank": ("inputs", "epsilon", "prevalence", "objective", "standard_error"),
    "report": ("output", "question", "prevalence", "cards", "n"),
    "sweep": ("output", "workers", "seconds"),
}
"""The options of a command that people need first, at most five, by their names in Python, in the order of --help."""
LIMITED = {"admissible": "judging", "check": "checking", "compare": "comparing"}
"""Commands that have --seconds, with the word for what they do until then."""
WORKING = {"associate": "estimating", "estimate": "estimating", "regress": "fitting", "two-samples": "estimating"}
"""Commands that may take long, with the word for what they do."""
WITHOUT_PROOF = {"draw", "families", "report", "sweep"}
"""Commands without the common --proof, because their words contain no exact numbers, or only exact numbers."""
REFUSED = (".csv", ".xlsx", ".xls", ".pdf", ".docx", ".html", ".htm", ".md", ".tex", *PARQUET)
DigitsOption = Annotated[
    int | None,
    typer.Option(
        "--digits", metavar="N", min=1, max=50, help=f"Significant digits in words and tables ({FEW} unless given)."
    ),
]
ExactOption = Annotated[bool, typer.Option("--proof", help="Add exact numbers, and the witnesses that an answer has.")]


def with_common_options(command: Callable[..., Any], called: str) -> Callable[..., Any]:
    """Return the command with the common options added.

    These are --digits, --proof unless the command is in WITHOUT_PROOF, and --seconds if it is in LIMITED. A command that returns an
    `Answer` also gets --json and -o FILE.

    While the command runs, --digits sets how many digits its numbers have. Numbers are written exactly if --proof or --json was
    typed. The ending of FILE can choose the format. If a command writes several files, their paths must differ.
    """
    own = inspect.signature(command, eval_str=True)
    added: dict[str, tuple[Any, Any]] = {"digits": (DigitsOption, None)}
    if own.return_annotation is Answer:
        added = ANSWERED | added
    if called in LIMITED:
        added["seconds"] = (SecondsOption, 60)
    if command.__name__ not in WITHOUT_PROOF:
        added |= {"proof": (ExactOption, False)}
    groups: dict[str, Any] = {x.name: x.annotation for x in own.parameters.values() if is_dataclass(x.annotation)}
    parameters = {y.name: y for x in own.parameters.values() for y in _options_of(x)}
    for name, (kind, default) in added.items():
        parameters.setdefault(
            name, inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        )
    written = [x.name for x in parameters.values() if any(y.callback in (place, picture_place) for y in _options(x))]

    @wraps(command)
    def run(**named: Any) -> None:
        from rropt.exact.decimal import DIGITS, EXACT
        from rropt.exact.errors import TYPED

        named = _format_of_file(command.__name__, named, parameters)
        is_json, digits = bool(named.get("json")), named["digits"] or 0
        few, exact = DIGITS.set(digits or (DIGITS.get() if is_json else FEW)), EXACT.set(named.get("proof") or is_json)
        typed = TYPED.set(True)
        try:
            paths = [named[x] for x in written if named.get(x) is not None]
            with writing_to(paths) if paths else nullcontext():
                require_different(*paths)
                with _doing(called, named):
                    mine = {name: x for name, x in named.items() if name in own.parameters}
                    told = command(**mine, **{name: _filled(kind, named) for name, kind in groups.items()})
                    text = None if told is None else told.document() if is_json else told.words()
                if told is not None and text is not None:
                    _give(told, text, json=is_json, output=named["output"])
        finally:
            TYPED.reset(typed)
            EXACT.reset(exact)
            DIGITS.reset(few)

    first = FIRST.get(called, ())
    listed = [_under_its_heading(x, first) for x in parameters.values()]
    # --help lists arguments first, in their own order, then `first`, then other options
    listed.sort(key=lambda x: first.index(x.name) if x.name in first else len(first) * bool(_options(x)))
    run.__signature__ = own.replace(parameters=listed, return_annotation=None)  # type: ignore[attr-defined]
    run.__annotations__ = {x.name: x.annotation for x in listed}
    return run


def _give(told: Answer, text: str | Mapping[str, Any], *, json: bool, output: Path | None) -> None:
    """Write the files of an answer, and print its warnings, its text, and its lines `wrong`.

    If `output` is a path, the text is written there instead. An empty text is neither printed nor written. The warnings are printed
    only if the text is JSON or goes to a file. The lines `wrong` go to the error stream. If there are such lines, or if the exit
    code of the answer is not 0, the command then exits.
    """
    for path, write in told.files:
        if path is not None:
            write(path)
    warn_beside(told.warnings, as_json=json, output=output)
    if text:
        answer(text, output, raw=json or told.is_raw)
    for sentence in told.wrong:
        typer.echo(sentence, err=True)
    if told.wrong or told.code:
        raise typer.Exit(told.code or 1)


@contextmanager
def _doing(called: str, named: Mapping[str, Any]) -> Iterator[None]:
    """Show the progress of a command that may take long. If the command has --seconds, limit its time."""
    if called in LIMITED:
        seconds = named["seconds"]
        with Progress(f"{LIMITED[called]}, for at most {seconds:g} s"), limit_seconds(read_seconds(seconds)):
            yield
    elif called in WORKING:
        with Progress(WORKING[called]):
            yield
    else:
        yield


def _under_its_heading(parameter: inspect.Parameter, first: Sequence[str]) -> inspect.Parameter:
    """Put a parameter's option under its heading of --help. The option is copied first, because several commands may share it."""
    found = [copy(x) for x in _options(parameter)]
    if not found:
        return parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
    kind = next((title for title, names in PANELS.items() if parameter.name in names), QUESTION)
    for option in found:
        option.rich_help_panel = FIRST_NEEDED if parameter.name in first else kind
    kept: Any = parameter.annotation.__origin__
    return parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[kept, *found])


def _options_of(parameter: inspect.Parameter) -> Iterator[inspect.Parameter]:
    """Yield the parameter itself or, if its type is a dataclass of shared options, a parameter for each of these options."""
    if not is_dataclass(parameter.annotation):
        yield parameter
        return
    kinds = get_type_hints(parameter.annotation, include_extras=True)
    for x in fields(parameter.annotation):
        one = inspect.Parameter(x.name, inspect.Parameter.KEYWORD_ONLY, default=x.default, annotation=kinds[x.name])
        if _options(one):
            yield one


def _filled(group: type, named: Mapping[str, Any]) -> Any:
    """Make the dataclass of shared options from what was typed."""
    return group(**{x.name: named[x.name] for x in fields(group) if x.name in named})


def _options(parameter: inspect.Parameter) -> list[OptionInfo]:
    """Return typer's record of the parameter as an option, in a list of one. The list is empty if the parameter is an argument."""
    return [x for x in getattr(parameter.annotation, "__metadata__", ()) if isinstance(x, OptionInfo)]


def _format_of_file(name: str, named: dict[str, Any], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Change a command's arguments to the format that the ending of the output file's name states, and return them.

    Refuse an ending that belongs to a format that the command does not write.
    """
    output = named.get("output")
    if "output" in parameters and parameters["output"].default is inspect.Parameter.empty:
        return named  # -o is required: the command writes a file of its own kind, and checks its name itself
    suffix = output.suffix.lower() if isinstance(output, Path) else ""
    if suffix == ".json" and "json" in parameters:
        return {**named, "json": True}
    kinds, endings = ("text or JSON", (".txt", ".json")) if name != "draw" or named["json"] else _tables(named)
    if suffix in REFUSED and suffix not in endings:
        raise InputError(
            f"--output {output}: this command writes {kinds}; end the file's name in {' or '.join(endings)}"
        )
    return named


def _tables(named: Mapping[str, Any]) -> tuple[str, Sequence[str]]:
    """Return what `draw` writes, in words, and the endings that its output file may have.

    Without a column to randomize, `draw` writes a list of answers. Otherwise it writes a table, in the format of the file that has
    the column.
    """
    if named["column"] is None or named["file"] is None:
        return "a list", (".csv", ".txt")
    return "a table", PARQUET if named["file"].suffix.lower() in PARQUET else (".csv",)


class Once(TyperCommand):
    """A command that refuses an option with an empty value, an option that is typed twice, and two words joined by a comma.

    An example of an empty value is "$X" if X is not set. Options that may be repeated are allowed. Without this class, click would
    silently use the last value of a repeated option.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, and refuse options with an empty value, repeated options and two words joined by a comma."""
        if not ctx.resilient_parsing:
            _refuse_commas(self.params, args)
            typed, _, order = self.make_parser(ctx).parse_args(list(args))
            options = [p for p in order if p.param_type_name == "option" and not p.multiple and not p.is_eager]
            if (empty := next((p for p in order if p.name != "question" and _is_empty(p, typed)), None)) is not None:
                raise InputError(f"{max(empty.opts, key=len)} has an empty value; give it a value, or leave it out")
            if (twice := first_repeated(options)) is not None:
                listed = ", its values with commas between them" if "," in str(twice.metavar or "") else ""
                raise InputError(f"{max(twice.opts, key=len)} was given twice; give it once{listed}")
        return super().parse_args(ctx, args)


def _refuse_commas(parameters: Sequence[Any], args: Sequence[str]) -> None:
    """Refuse an option that takes two words if a comma joins them, because click would take the next option for the second word."""
    words = {name: p.metavar for p in parameters for name in p.opts if p.nargs == 2}
    for n, word in enumerate(args):
        name, is_joined, value = word.partition("=")
        first, *after = [value, *args[n + 1 :]] if is_joined else [*args[n + 1 :], ""]
        if name in words and "," in first and (not after or after[0][:1] in ("", "-")):
            raise InputError(
                f"{name} {first} has a comma, but {name} takes two words; write {name} {words[name]} with a space"
            )


def _is_empty(parameter: Any, typed: Mapping[str, Any]) -> bool:
    """Whether a parameter is an option that was typed with an empty text."""
    value = typed.get(parameter.name)
    return parameter.param_type_name == "option" and "" in (value if isinstance(value, list | tuple) else [value])


def say_version(
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    if version:
        from rropt import __version__

        typer.echo(f"rropt {__version__}")
        raise typer.Exit


def prepare_commands(app: typer.Typer, group: str = "") -> None:
    """Give every command of the application and its groups the common options, and refuse repeated options."""
    for command in app.registered_commands:
        if command.cls is Once:  # prepared already, as another command line has the same group
            continue
        command.cls = Once
        if command.callback is not None:
            name = command.name or command.callback.__name__
            command.callback = with_common_options(command.callback, f"{group} {name}".strip())
    for below in app.registered_groups:
        if below.typer_instance is not None:
            prepare_commands(below.typer_instance, below.name or "")
