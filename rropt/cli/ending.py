"""How every command ends: with an exit code, and at most one line on the error stream. Nothing ends in a traceback."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from errno import EBADF
from typing import NoReturn

from rropt.cli.adapter import run
from rropt.cli.stopping import end_when_interrupted, ignore_interrupts, stop
from rropt.cli.streams import UNREAD, discard, take_every_character
from rropt.errors import Disagreement, InputError, Undecided, one_line

__all__ = ["FAULT", "end", "main"]

FAULT = 70
"""The exit code of an error that rropt does not expect. It must not be 1, which would be a negative answer."""
LONG = re.compile(r"(\w{40})\w{40,}")


def main() -> NoReturn:
    """Run the command that was typed."""
    end(lambda: run(sys.argv[1:]))


def end(act: Callable[[], int]) -> NoReturn:
    """Run a command, and exit with its code or, if it fails, with the code of the failure and one line that says why."""
    take_every_character()
    try:
        end_when_interrupted()
        code = act()
        ignore_interrupts()
        sys.stdout.flush()
        sys.exit(code)
    except (InputError, Undecided) as error:
        _refuse(str(error), 2)
    except Disagreement as error:
        _refuse(str(error), 3)
    except KeyboardInterrupt:
        stop()
    except BrokenPipeError:
        discard(sys.stdout)
        sys.exit(UNREAD)
    except OSError as error:
        discard(sys.stdout)
        why = "the standard output is closed" if error.errno == EBADF else error.strerror
        _refuse(f"cannot write {error.filename or 'the answer'}: {why}", 2)
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # an interrupt stopped the loading of a compiled module
            stop()
        if "RROPT_TRACEBACK" in os.environ:
            raise
        _refuse(
            f"this is a fault of rropt, {type(error).__name__}: {error}; RROPT_TRACEBACK=1 shows where it arose", FAULT
        )


def _refuse(sentence: str, code: int) -> NoReturn:
    try:
        shortened = LONG.sub(r"\1…", one_line(sentence))
        sys.stderr.write(f"rropt: {shortened}\n")
        sys.stderr.flush()
    except OSError:
        discard(sys.stderr)
    sys.exit(code)
