"""A progress bar for work that takes more than two seconds. It is on the error stream, so the output has only the answer."""

from __future__ import annotations

import time
from threading import Timer
from types import TracebackType
from typing import Any

__all__ = ["Progress"]

SECONDS = 2.0
# The time left is estimated from the pace of this many last seconds: many, because a single claim may take minutes.
MOST_LOOKED_BACK = 900.0


class Progress:
    """A progress bar or, if there is no total, a spinner: `with Progress("surveys", 1000) as progress: … progress.reached(10)`.

    Nothing is shown in the first two seconds, if `quiet` is true, or if the error stream is not a terminal.
    """

    def __init__(self, what: str, total: int | None = None, *, quiet: bool = False) -> None:
        self.what, self.total, self.quiet, self.done = what, total, quiet, 0
        self.bar: Any = None
        self.task: Any = None
        self.start = time.monotonic()
        self.timer = Timer(SECONDS, self._show)
        self.timer.daemon = True

    def __enter__(self) -> Progress:
        if not self.quiet:
            self.timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.timer.cancel()
        if self.timer.ident is not None:
            self.timer.join()  # a bar that is being started would never be stopped
        if self.bar is not None:
            self.bar.stop()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress as Bar

        console = Console(stderr=True)
        if not console.is_terminal:
            return
        bar = Bar(console=console, transient=True, speed_estimate_period=MOST_LOOKED_BACK)
        self.task = bar.add_task(self.what, total=self.total, completed=self.done)
        bar.start()
        self.bar = bar

    def reached(self, done: int) -> None:
        """Report that `done` units of the total are finished."""
        self.done = done
        if self.bar is not None:
            self.bar.update(self.task, completed=done)

    def step(self, name: str = "") -> None:
        """Report that one more step is done. The argument `name` is not used."""
        self.reached(self.done + 1)
