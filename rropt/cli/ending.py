"""How every command ends: with an exit code, and at most one line on the error stream. Nothing ends in a traceback.

Ctrl-C ends every command within a second, whatever the command is doing. Python tells its main thread of a signal only when a
running call into C returns, and a solver's call may take many seconds. So a second thread waits for the signal too: it gives the
main thread a moment to end by itself, then it ends the process.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from errno import EBADF
from typing import NoReturn, TextIO

from rropt.cli.adapter import run
from rropt.errors import Disagreement, InputError, Undecided, one_line

__all__ = ["end", "main"]

FAULT = 70
"""The exit code of an error that rropt does not expect. It must not be 1, which would be a negative answer."""
UNREAD = 141
"""The exit code if a reader closed the pipe before it had the whole answer: 128 + SIGPIPE, which other tools return in a shell
too.
"""
PACKAGES = {"flint": "python-flint", "z3": "z3-solver"}
"""The packages of modules that have another name."""
STOPPED = 130
"""The exit code after an interrupt."""
MOMENT = 0.7  # seconds
LONG = re.compile(r"(\w{40})\w{40,}")
_ending = threading.Lock()


def main() -> NoReturn:
    """Run the command that was typed."""
    end(lambda: run(sys.argv[1:]))


def end(act: Callable[[], int]) -> NoReturn:
    """Run a command, and exit with its code or, if it fails, with the code of the failure and one line that says why."""
    take_every_character()
    # the digits of the largest number that rropt reads; Python itself would write fewer, and end in an error
    sys.set_int_max_str_digits(400_000)
    try:
        end_when_interrupted()
        code = act()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process is ending
        sys.stdout.flush()
        sys.exit(code)
    except (InputError, Undecided, Disagreement) as error:
        _refuse(str(error), 3 if isinstance(error, Disagreement) else 2)
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
        # an interrupt stopped the loading of a compiled module, or ctypes, which tells of it in an error of its own
        if isinstance(error.__cause__, KeyboardInterrupt) or "KeyboardInterrupt" in str(error):
            stop()
        if isinstance(error, ModuleNotFoundError) and (name := (error.name or "rropt").partition(".")[0]) != "rropt":
            _refuse(f"rropt needs {name} here, which is not installed; pip install {PACKAGES.get(name, name)}", 2)
        if "RROPT_TRACEBACK" in os.environ:
            raise
        _refuse(
            f"this is a fault of rropt, {type(error).__name__}: {error}; RROPT_TRACEBACK=1 shows where it arose", FAULT
        )


def _refuse(sentence: str, code: int) -> NoReturn:
    """Print why there is no answer, in one line, and exit."""
    try:
        sys.stderr.write("rropt: " + LONG.sub(r"\1…", one_line(sentence)) + "\n")
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


# interrupts


def end_when_interrupted() -> None:
    """Make an interrupt raise KeyboardInterrupt, unless the process ignores interrupts. Also start a thread that watches for an
    interrupt. If the process still runs a moment after the interrupt, this thread ends the process.
    """
    told, tells = socket.socketpair()
    tells.setblocking(False)
    signal.set_wakeup_fd(tells.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_wait_and_end, args=(told, tells), daemon=True).start()
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def stop() -> NoReturn:
    """End the process after an interrupt. The main thread calls this function after it has cleaned up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_as_stopped()


def _end_as_stopped() -> NoReturn:
    """Print that rropt was stopped, and end the process at once, with the exit code of an interrupt.

    The main thread and the watching thread may both call this function. The second waits for the lock until the first has ended the
    process.
    """
    _ending.acquire()
    with contextlib.suppress(OSError):
        os.write(2, b"rropt: stopped\n")
    os._exit(STOPPED)


def _wait_and_end(told: socket.socket, tells: socket.socket) -> None:
    """Wait until `told` receives the number of the interrupt signal. After a moment, kill the child processes and end this process.

    The child processes are those of multiprocessing. `tells` is the other end of the pipe; it is a parameter only to keep the pipe
    open.
    """
    while told.recv(1) != bytes([signal.SIGINT]):
        pass
    time.sleep(MOMENT)
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for child in active_children():
            child.kill()
    _end_as_stopped()
