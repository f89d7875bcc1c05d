"""The command line: one file a command; a user's mistake ends in one sentence and exit code 2, never a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable
from errno import EBADF

import typer

from rropt.cli.admissible import admissible as _admissible
from rropt.cli.analysis.associate import associate as _associate
from rropt.cli.analysis.regress import regress as _regress
from rropt.cli.analysis.two_samples import two_samples as _two_samples
from rropt.cli.audit import audit as _audit
from rropt.cli.check import check as _check
from rropt.cli.compare import compare as _compare
from rropt.cli.deck import deck as _deck
from rropt.cli.demand import demand as _demand
from rropt.cli.design import design as _design
from rropt.cli.device import device as _device
from rropt.cli.draw import draw as _draw
from rropt.cli.estimate import estimate as _estimate
from rropt.cli.families import families as _families
from rropt.cli.frontier import frontier as _frontier
from rropt.cli.noise import noise as _noise
from rropt.cli.plan import plan as _plan
from rropt.cli.questions import questions as _questions
from rropt.cli.rank import rank as _rank
from rropt.cli.report import report as _report
from rropt.cli.show import show as _show
from rropt.cli.simulate import simulate as _simulate
from rropt.cli.sweep import sweep as _sweep
from rropt.cli.terminal.every import prepare_commands, say_version, with_only
from rropt.cli.terminal.stopping import STOPPED, end_when_interrupted, ignore_interrupts, stop
from rropt.cli.terminal.streams import UNREAD, discard, take_every_character
from rropt.cli.terminal.wording import command_line, one_line, usage
from rropt.cli.verify import verify as _verify
from rropt.exact.errors import Disagreement, InputError, Undecided

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
SURVEYS = "Surveys"
GROUPS: dict[str, tuple[Callable[..., object], ...]] = {
    "The four problems": (_design, _sweep, _frontier, _rank, _check, _compare, _admissible, _demand),
    SURVEYS: (
        _plan,
        _device,
        _report,
        _draw,
        _estimate,
        _associate,
        _two_samples,
        _regress,
        _questions,
        _simulate,
    ),
    "Theorems": (_audit,),
    "Mechanisms and files": (_verify, _show, _families),
}
"""The headings of --help, with the commands below each."""
for _title, _commands in GROUPS.items():
    for _command in _commands:
        app.command(_command.__name__.replace("_", "-"), rich_help_panel=_title)(_command)
app.add_typer(_deck, name="deck", rich_help_panel=SURVEYS)
app.add_typer(_noise, name="noise", rich_help_panel=SURVEYS)
prepare_commands(app)


# typer's base of all wrong uses of the command line (click's, or its own copy of it)
UsageProblem: type[Exception] = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


def main() -> None:
    """Run the command line; the exit codes are DESIGN's: 0 an answer, 1 a no, 2 bad input, 3 legs disagree."""
    take_every_character()
    end_when_interrupted()
    try:
        code = with_only(app, next(iter(sys.argv[1:]), ""))(standalone_mode=False) or 0
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
