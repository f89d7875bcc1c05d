"""How every command ends: with an exit code, and at most one line on the error stream. Nothing ends in a traceback.

Ctrl-C ends every command within a second, whatever the command is doing, and so do the signals TERM and HUP. Python tells its main
thread of a signal only when a running call into C returns, and a solver's call may take many seconds. So a second thread waits for
the signal too: it gives the main thread a moment to end by itself, then it ends the process.
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

# The exit code of an error that rropt does not expect. It must not be 1, which would be a negative answer.
FAULT = 70
# The exit code if a reader closed the pipe before it had the whole answer: 128 + SIGPIPE, which other tools return in a shell too.
UNREAD = 141
# The packages of modules that have another name.
PACKAGES = {"flint": "python-flint", "z3": "z3-solver"}
# The signals that stop a command: Ctrl-C, `kill`, and a terminal that is closed. The exit code is 128 and the signal's number.
STOPPING = [getattr(signal, x) for x in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, x)]
MOMENT = 0.7  # seconds
# what the loader of libraries, processes, threads and files say if the system gives no more; such errors have no type of their own
LACKING = (
    "failed to map segment",
    "Cannot allocate memory",
    "Resource temporarily unavailable",
    "can't start new thread",
    "cannot join thread before it is started",
    "Too many open files",
)
LONG = re.compile(r"(\w{40})\w{40,}")
# the signals that told the command to stop; a library may turn the KeyboardInterrupt into an error of its own
_came: list[int] = []
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
        stop_when_told()
        code = act()
        for number in STOPPING:
            signal.signal(number, signal.SIG_IGN)  # the process is ending
        sys.stdout.flush()
        sys.exit(code)
    except (KeyboardInterrupt, Exception) as error:
        if _came or isinstance(error, KeyboardInterrupt):
            _end_at_once(b"stopped", 128 + (_came or [signal.SIGINT])[0])
        if isinstance(error, MemoryError) or any(x in str(error) for x in LACKING):
            # to tell of this as of other errors takes memory too
            _end_at_once(b"the system gives no more memory, processes or files; ask for less, such as fewer groups", 2)
        match error:
            case InputError() | Undecided():
                _refuse(str(error), 2)
            case Disagreement():
                _refuse(str(error), 3)
            case OverflowError():
                _refuse("a number is too large to be reckoned with in doubles; give a smaller one", 2)
            case BrokenPipeError():
                discard(sys.stdout)
                sys.exit(UNREAD)
            case OSError():
                discard(sys.stdout)
                why = "the standard output is closed" if error.errno == EBADF else error.strerror
                _refuse(f"cannot write {error.filename or 'the answer'}: {why}", 2)
            case ModuleNotFoundError(name=str(name)) if (first := name.partition(".")[0]) != "rropt":
                _refuse(
                    f"rropt needs {first} here, which is not installed; pip install {PACKAGES.get(first, first)}", 2
                )
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
    # for a character that the encoding lacks its escape is written, and writing continues after it
    codecs.register_error("rropt.escape", lambda x: (json.dumps(x.object[x.start : x.end])[1:-1], x.end))  # type: ignore[attr-defined]
    is_kept = sys.stdout.isatty() or "PYTHONIOENCODING" in os.environ
    errors = "rropt.escape" if sys.stdout.errors in ("strict", "surrogateescape") else sys.stdout.errors
    sys.stdout.reconfigure(encoding=None if is_kept else "utf-8", errors=errors)


def discard(stream: TextIO) -> None:
    """Drop the output that a stream still buffers; otherwise Python would try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


# what stops a command


def stop_when_told() -> None:
    """Make the signals that stop a command raise KeyboardInterrupt, but for those that the process ignores. Also start a thread
    that waits for such a signal. If the process still runs a moment after it, this thread ends the process.
    """
    told, tells = socket.socketpair()
    tells.setblocking(False)
    signal.set_wakeup_fd(tells.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_wait_and_end, args=(told, tells), daemon=True).start()
    for number in STOPPING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def _stop(number: int, _: object) -> None:
    _came.append(number)
    sys.stderr = io.StringIO()  # where Python and libraries would tell of the interrupt
    if len(_came) == 1:  # a second signal must not disturb the end
        raise KeyboardInterrupt


def _end_at_once(said: bytes, code: int) -> NoReturn:
    """Print why the command ends, and end the process, without anything that could take time or memory.

    The main thread and the waiting thread may both call this function. The second waits for the lock until the first has ended the
    process.
    """
    _ending.acquire()
    with contextlib.suppress(OSError):
        os.write(2, b"rropt: %s\n" % said)
    os._exit(code)


def _wait_and_end(told: socket.socket, tells: socket.socket) -> None:
    """Wait until `told` receives the number of a signal that stops a command. After a moment, end this process.

    `tells` is the other end of the pipe; it is a parameter only to keep the pipe open.
    """
    while (number := told.recv(1)[0]) not in STOPPING:
        pass
    time.sleep(MOMENT)
    _end_at_once(b"stopped", 128 + number)
