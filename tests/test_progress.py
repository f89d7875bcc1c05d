"""Progress is shown on a terminal alone, ends with the work, and gives way to a bar that counts the work."""

from __future__ import annotations

import io
import sys
from threading import Event, active_count

import pytest

from rropt import progress
from rropt.progress import track, waiting


class Terminal(io.StringIO):
    """An error stream that says when something was written."""

    def __init__(self) -> None:
        super().__init__()
        self.wrote = Event()

    def isatty(self) -> bool:
        """A terminal."""
        return True

    def flush(self) -> None:
        """Say that there is something to read."""
        self.wrote.set()


def test_long_work_is_shown_and_the_line_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "SECONDS", 0)
    with waiting("rropt design"):
        assert terminal.wrote.wait(60)
    shown, cleared, rest = terminal.getvalue().rsplit("\r", 2)
    assert shown.startswith("\rrropt design, 0 s") and cleared.strip() == rest == ""
    assert len(cleared) == len(shown.rsplit("\r", 1)[1])


def test_nothing_is_shown_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(progress, "SECONDS", 0)
    before = active_count()
    with waiting("rropt design"):
        assert active_count() == before
        assert list(track(range(3), "designs")) == [0, 1, 2]
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


def test_a_bar_that_counts_ends_the_line_that_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "SECONDS", 3600)
    with waiting("rropt sweep"):
        counted = progress._COUNTED.get()
        assert counted is not None and not counted.is_set()
        assert list(track(iter("ab"), "designs", total=2)) == ["a", "b"]
        assert counted.is_set()
