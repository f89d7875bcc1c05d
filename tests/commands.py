"""Runs a command in this process."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from dataclasses import dataclass

from rropt.cli.adapter import run

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


def invoke(typed: str | Sequence[str], *, catch_exceptions: bool = True) -> Done:
    """Run a command from its words."""
    words = typed.split() if isinstance(typed, str) else [*map(str, typed)]
    out, said = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
            code = run(words)
    except Exception as error:
        if not catch_exceptions:
            raise
        return Done(1, out.getvalue(), said.getvalue(), error)
    return Done(code, out.getvalue(), said.getvalue())
