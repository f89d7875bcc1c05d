"""Runs a command in this process: by the adapter if it has moved there, else by typer's frame."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from typer.testing import CliRunner

from rropt.cli.adapter import run
from rropt.cli.commands import COMMANDS

__all__ = ["Done", "invoke"]


@dataclass
class Done:
    """How a command ended."""

    exit_code: int
    stdout: str
    stderr: str
    exception: BaseException | None = None

    @property
    def output(self) -> str:
        """All that was printed."""
        return self.stdout + self.stderr


def invoke(app: Any, typed: str | Sequence[str], *, catch_exceptions: bool = True) -> Any:
    """Run a command; `app` is typer's frame, for commands that have not moved."""
    words = typed.split() if isinstance(typed, str) else [*map(str, typed)]
    if not words or words[0] not in COMMANDS or not COMMANDS[words[0]].has_moved:
        return CliRunner().invoke(app, words, catch_exceptions=catch_exceptions)
    out, said = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
            code = run(words)
    except Exception as error:
        if not catch_exceptions:
            raise
        return Done(1, out.getvalue(), said.getvalue(), error)
    return Done(code, out.getvalue(), said.getvalue())
