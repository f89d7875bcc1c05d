"""The command line: one file a command; a user's mistake ends in one sentence and exit code 2, never a traceback."""

from __future__ import annotations

import sys

import typer

from rropt.cli.audit import audit as _audit
from rropt.cli.check import check as _check
from rropt.cli.compare import compare as _compare
from rropt.cli.deck import deck as _deck
from rropt.cli.demand import demand as _demand
from rropt.cli.design import design as _design
from rropt.cli.device import device as _device
from rropt.cli.estimate import estimate as _estimate
from rropt.cli.families import families as _families
from rropt.cli.frontier import frontier as _frontier
from rropt.cli.noise import noise as _noise
from rropt.cli.plan import plan as _plan
from rropt.cli.questions import questions as _questions
from rropt.cli.randomize import randomize as _randomize
from rropt.cli.rank import rank as _rank
from rropt.cli.report import report as _report
from rropt.cli.show import show as _show
from rropt.cli.simulate import simulate as _simulate
from rropt.cli.sweep import sweep as _sweep
from rropt.cli.terminal.every import prepare_commands, say_version
from rropt.cli.terminal.stopping import STOPPED, end_when_interrupted, ignore_interrupts, stop
from rropt.cli.terminal.streams import discard, take_every_character
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
app.command("design")(_design)
app.command("device")(_device)
app.command("sweep")(_sweep)
app.command("frontier")(_frontier)
app.command("report")(_report)
app.command("verify")(_verify)
app.command("check")(_check)
app.command("compare")(_compare)
app.command("estimate")(_estimate)
app.command("plan")(_plan)
app.command("rank")(_rank)
app.command("simulate")(_simulate)
app.command("audit")(_audit)
app.command("questions")(_questions)
app.add_typer(_deck, name="deck")
app.add_typer(_noise, name="noise")
app.command("families")(_families)
app.command("demand")(_demand)
app.command("show")(_show)
app.command("randomize")(_randomize)
prepare_commands(app)


# typer's base of all wrong uses of the command line (click's, or its own copy of it)
UsageProblem: type[Exception] = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


def main() -> None:
    """Run the command line; the exit codes are DESIGN's: 0 an answer, 1 a no, 2 bad input, 3 legs disagree."""
    take_every_character()
    end_when_interrupted()
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
        sys.exit(0)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # click's or rich's 1, which is no answer
            discard(sys.stdout)
            sys.exit(0)
        raise
    except OSError as error:
        discard(sys.stdout)
        _refuse(f"cannot write {error.filename or 'the answer'}: {error.strerror}", 2)


def _refuse(sentence: str, code: int) -> None:
    try:
        if sentence:
            sys.stderr.write(f"rropt: {one_line(sentence)}\n")
            sys.stderr.flush()
    except OSError:
        discard(sys.stderr)
    sys.exit(code)
