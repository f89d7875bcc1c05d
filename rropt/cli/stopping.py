"""Ctrl-C ends every command within a second, with one line and exit code 130, whatever the command is doing.

Python tells its main thread of a signal only when a running call into C returns, and a solver's call may take many seconds.
So a second thread waits for the signal too: it gives the main thread a moment to end by itself, then it ends the process.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import socket
import sys
import threading
import time
from typing import NoReturn

__all__ = ["STOPPED", "end_when_interrupted", "ignore_interrupts", "stop"]

STOPPED = 130
MOMENT = 0.7  # seconds
_said = threading.Lock()


def end_when_interrupted() -> None:
    """Make an interrupt raise KeyboardInterrupt, unless the process ignores interrupts. Also start a thread that watches for an
    interrupt. If the process still runs a moment after the interrupt, this thread ends the process.
    """
    told, tells = socket.socketpair()
    tells.setblocking(False)
    signal.set_wakeup_fd(tells.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_wait_and_end, args=(told, tells), daemon=True).start()
    atexit.register(_end_as_stopped)  # registered first, run last
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def ignore_interrupts() -> None:
    """Ignore further interrupts, because the process is ending."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def stop() -> NoReturn:
    """End the process at once, with the exit code of an interrupt. The main thread calls this function after it has cleaned up."""
    ignore_interrupts()
    _say()
    sys.exit(STOPPED)


def _end_as_stopped() -> None:
    """After an interrupt, exit with the code of an interrupt. This is needed if the signal came inside `exec`: Python would
    otherwise let the signal kill the process."""
    if _said.locked():
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
    _say()
    os._exit(STOPPED)


def _say() -> None:
    """Print that rropt was stopped. The main thread and the watching thread both call this function; only the first call prints."""
    if _said.acquire(blocking=False):
        with contextlib.suppress(OSError):
            os.write(2, b"rropt: stopped\n")
