"""Nothing is shown within two seconds or where the error stream is no terminal."""

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
    with Progress("surveys", 10) as shown:
        shown._show()
        shown.reached(5)
        assert shown.bar is not None and shown.bar.tasks[0].completed == 5
    assert "surveys" in capsys.readouterr().err
    assert progress.SECONDS == 2.0
