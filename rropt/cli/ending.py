"""How every command ends: with an exit code, and at most one line on the error stream. Nothing ends in a traceback."""

from __future__ import annotations

import codecs
import io
import json
import os
import re
import sys
from collections.abc import Callable
from errno import EBADF
from typing import NoReturn, TextIO

from rropt.cli.adapter import run
from rropt.cli.stopping import end_when_interrupted, ignore_interrupts, stop
from rropt.errors import Disagreement, InputError, Undecided, one_line

__all__ = ["FAULT", "end", "main"]

FAULT = 70
"""The exit code of an error that rropt does not expect. It must not be 1, which would be a negative answer."""
UNREAD = 141
"""The exit code if a reader closed the pipe before it had the whole answer: 128 + SIGPIPE, which other tools return in a shell
too.
"""
PACKAGES = {"flint": "python-flint", "z3": "z3-solver"}
"""The packages of modules that have another name."""
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
        if isinstance(error, ModuleNotFoundError) and (name := (error.name or "rropt").partition(".")[0]) != "rropt":
            _refuse(f"rropt needs {name} here, which is not installed; pip install {PACKAGES.get(name, name)}", 2)
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


# the standard streams


def take_every_character() -> None:
    """Set up the standard output so that it accepts every character of an answer.

    A file or pipe gets UTF-8, as `-o` writes it and rropt reads it. A terminal keeps its encoding. If PYTHONIOENCODING is set, any
    output keeps its encoding. A character that the encoding lacks is printed as its escape in JSON, such as `\\u2248`. If
    PYTHONIOENCODING names another error handler, such as `replace`, that handler is used instead.

    If standard output was closed before rropt began, writing an answer fails. Text for a closed standard error is dropped, and a
    closed standard input is empty.
    """
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    # open for reading only, so that writing fails as on a closed stream, and `discard` still has a file to replace
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if not isinstance(sys.stdout, io.TextIOWrapper):
        return
    codecs.register_error("rropt.escape", _escape)
    is_kept = sys.stdout.isatty() or "PYTHONIOENCODING" in os.environ
    errors = "rropt.escape" if sys.stdout.errors in ("strict", "surrogateescape") else sys.stdout.errors
    sys.stdout.reconfigure(encoding=None if is_kept else "utf-8", errors=errors)


def _escape(error: UnicodeError) -> tuple[str, int]:
    """Handle a character that the encoding lacks: write its escape, and continue after it."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def discard(stream: TextIO) -> None:
    """Drop the output that a stream still buffers; otherwise Python would try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
