"""The command line: one file a command; a user's mistake ends in one sentence and exit code 2, never a traceback."""

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
from rropt.exact.errors import Disagreement, InputError, Undecided

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
"""The headings of --help, with the files below each, whose last word is that of the command, or of a group of commands."""


@cache
def application(word: str) -> typer.Typer:
    """The command line with the command of this name alone, or whole if there is none.

    To load all commands and build their options takes longer than a short answer.
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
    """The command's name as it is typed."""
    return file.rpartition(".")[2].replace("_", "-")


def __getattr__(name: str) -> typer.Typer:
    """`app` is the whole command line."""
    if name == "app":
        return application("")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# typer's base of all wrong uses of the command line (click's, or its own copy of it)
UsageProblem: type[Exception] = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


def main() -> None:
    """Run the command line; the exit codes are DESIGN's: 0 an answer, 1 a no, 2 bad input, 3 legs disagree."""
    take_every_character()
    end_when_interrupted()
    app = application(next(iter(sys.argv[1:]), ""))
    try:
        code = app(standalone_mode=False) or 0
        if code == STOPPED:  # typer has caught the interrupt, and tells nobody
            stop()
        ignore_interrupts()
        sys.stdout.flush()
        sys.exit(code)
    except InputError as error:
        _refuse(error.as_typed(command_line(app, sys.argv[1:])), 2)
    except Undecided as error:
        _refuse(str(error), 2)
    except Disagreement as error:
        _refuse(str(error), 3)
    except UsageProblem as error:
        if error.format_message():  # type: ignore[attr-defined]
            _refuse(usage(error), 2)
        _refuse("", 0)  # without arguments typer has printed the help, and that is all
    except (KeyboardInterrupt, typer.Abort):
        stop()
    except ImportError as error:  # what a compiled module makes of an interrupt while it is loaded
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        stop()
    except BrokenPipeError:
        discard(sys.stdout)
        sys.exit(UNREAD)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # click's or rich's 1, which is the code of a no
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
