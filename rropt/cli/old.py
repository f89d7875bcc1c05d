"""Typer's frame, which runs the commands that have not moved to the adapter yet. It goes with the last of them."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module

import typer

from rropt.cli.terminal.every import prepare_commands, say_version
from rropt.cli.terminal.stopping import STOPPED
from rropt.cli.terminal.wording import command_line, usage
from rropt.exact.errors import InputError, as_typed

SURVEYS = "Surveys"
GROUPS = {
    "The four problems": ("design", "sweep", "frontier", "rank", "check", "demand"),
    SURVEYS: ("device", "report"),
    "Mechanisms and files": ("families",),
}
"""The headings of --help, each with its modules; the last word of a module is the name of its command or group of commands."""


@cache
def application(word: str) -> typer.Typer:
    """Build the command line with only the command called `word`, or with all commands if none has this name.

    Loading all commands and building their options takes longer than a short answer.
    """
    files = [(title, file) for title, below in GROUPS.items() for file in below]
    chosen = [x for x in files if _name_of(x[1]) == word]
    if word and not chosen:
        return application("")
    app = typer.Typer(
        name="rropt",
        help="Provably optimal randomized-response designs, and published theorems about them decided.",
        no_args_is_help=True,
        invoke_without_command=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(say_version)
    for title, file in chosen or files:
        name = _name_of(file)
        found = getattr(import_module(f"rropt.cli.{file}"), name.replace("-", "_"))
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=name, rich_help_panel=title)
        else:
            app.command(name, rich_help_panel=title)(found)
    prepare_commands(app)
    return app


def _name_of(file: str) -> str:
    """Turn a module's name into the name of its command, as it is typed."""
    return file.rpartition(".")[2].replace("_", "-")


# the base class of typer's exceptions for a wrong command line; click defines it, or typer's own copy of click
UsageProblem: type[Exception] = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


def run_typer() -> int:
    """Run the command that was typed, and return its exit code."""
    app = application(next(iter(sys.argv[1:]), ""))
    try:
        code = app(standalone_mode=False) or 0
    except InputError as error:
        raise InputError(as_typed(error, command_line(app, sys.argv[1:]))) from None
    except UsageProblem as error:
        if not error.format_message():  # type: ignore[attr-defined]
            return 0  # typer has printed the help already
        raise InputError(usage(error)) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    if code == STOPPED:  # typer has caught the interrupt and returns this code
        raise KeyboardInterrupt
    return int(code)
