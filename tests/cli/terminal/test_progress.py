"""Nothing is shown within two seconds or where the error stream is no terminal."""

import re
import time

import pytest

from rropt.cli.terminal import progress
from rropt.cli.terminal.progress import Progress


def test_what_is_quick_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("surveys", 10) as shown:
        shown.reached(10)
    assert shown.bar is None and capsys.readouterr() == ("", "")


def test_what_is_slow_shows_a_bar_on_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Progress("surveys", 10) as shown:
        shown._show()
    assert shown.bar is None, "the error stream of a test is no terminal"
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")  # with "dumb" rich draws no bar
    with Progress("surveys", 10) as shown:
        shown._show()
        shown.reached(5)
        assert shown.bar is not None and shown.bar.tasks[0].completed == 5
    assert "surveys" in capsys.readouterr().err
    assert progress.SECONDS == 2.0


def test_the_time_left_is_told_also_where_one_step_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")  # with "dumb" rich draws no bar
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with Progress("claims", 100) as shown:
        shown._show()
        shown.bar.get_time = lambda: now[0]
        for _ in range(3):
            now[0] += 60
            shown.step("a claim")
        shown.bar.refresh()
        assert shown.done == 3
    assert re.search(r"1:3\d:\d\d", re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", capsys.readouterr().err))
