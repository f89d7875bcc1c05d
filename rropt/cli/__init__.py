"""The command line, with one file for each command or group. A user's mistake ends in one sentence and exit code 2, never a
traceback.
"""

from __future__ import annotations

import sys
from errno import EBADF
from functools import cache
from importlib import import_module

import typer

from rropt.cli.terminal.every import prepare_commands, say_version
from rropt.cli.terminal.stopping import STOPPED, end_when_interrupted, ignore_interrupts, stop
from rropt.cli.terminal.streams import UNREAD, discard, take_every_character
from rropt.cli.terminal.wording import command_line, one_line, usage
from rropt.exact.errors import Disagreement, InputError, Undecided, as_typed

SURVEYS = "Surveys"
GROUPS = {
    "The four problems": ("design", "sweep", "frontier", "rank", "check", "compare", "admissible", "demand"),
    SURVEYS: (
        *(
            "plan",
            "device",
            "report",
            "draw",
            "estimate",
            "analysis.associate",
            "analysis.two_samples",
            "analysis.regress",
        ),
        *("questions", "simulate", "deck", "noise"),
    ),
    "Theorems": ("audit",),
    "Mechanisms and files": ("verify", "show", "families"),
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


def __getattr__(name: str) -> typer.Typer:
    """Build the whole command line if `app` is asked for."""
    if name == "app":
        return application("")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# the base class of typer's exceptions for a wrong command line; click defines it, or typer's own copy of click
UsageProblem: type[Exception] = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


def main() -> None:
    """Run the command line and exit.

    Exit code 0 means an answer, 1 a negative answer, 2 bad input, 3 that independent computations disagree, 4 that work is
    unfinished.
    """
    take_every_character()
    app = application(next(iter(sys.argv[1:]), ""))
    try:
        end_when_interrupted()
        code = app(standalone_mode=False) or 0
        if code == STOPPED:  # typer has caught the interrupt and returns this code
            stop()
        ignore_interrupts()
        sys.stdout.flush()
        sys.exit(code)
    except InputError as error:
        _refuse(as_typed(error, command_line(app, sys.argv[1:])), 2)
    except Undecided as error:
        _refuse(str(error), 2)
    except Disagreement as error:
        _refuse(str(error), 3)
    except UsageProblem as error:
        if error.format_message():  # type: ignore[attr-defined]
            _refuse(usage(error), 2)
        _refuse("", 0)  # without arguments typer has printed the help already
    except (KeyboardInterrupt, typer.Abort):
        stop()
    except ImportError as error:  # a compiled module raises this if an interrupt stops its loading
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        stop()
    except BrokenPipeError:
        discard(sys.stdout)
        sys.exit(UNREAD)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # click or rich would exit with 1, which means a no
            discard(sys.stdout)
            sys.exit(UNREAD)
        raise
    except OSError as error:
        discard(sys.stdout)
        why = "the standard output is closed" if error.errno == EBADF else error.strerror
        _refuse(f"cannot write {error.filename or 'the answer'}: {why}", 2)


def _refuse(sentence: str, code: int) -> None:
    try:
        if sentence:
            sys.stderr.write(f"rropt: {one_line(sentence)}\n")
            sys.stderr.flush()
    except OSError:
        discard(sys.stderr)
    sys.exit(code)
