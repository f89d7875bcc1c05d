"""Sets up the standard output so that it can print every answer, and drops output that cannot be written."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from typing import TextIO

__all__ = ["UNREAD", "discard", "take_every_character"]

UNREAD = 141
"""The exit code if a reader closed the pipe before it had the whole answer: 128 + SIGPIPE, which other tools return in a shell
too.
"""


def take_every_character() -> None:
    """Set up the standard output so that it accepts every character of an answer.

    A file or pipe gets UTF-8, as `-o` writes it and rropt reads it. A terminal keeps its encoding. If PYTHONIOENCODING is set, any
    output keeps its encoding. A character that the encoding lacks is printed as its escape in JSON, such as `\\u2248`. If
    PYTHONIOENCODING names another error handler, such as `replace`, that handler is used instead.

    If standard output was closed before rropt began, writing an answer fails. Text for a closed standard error is dropped.
    """
    # open for reading only, so that writing fails as on a closed stream, and `discard` still has a file to replace
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(_nowhere(), "w", encoding="utf-8")
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
    os.dup2(_nowhere(), stream.fileno())


def _nowhere() -> int:
    return os.open(os.devnull, os.O_WRONLY)
