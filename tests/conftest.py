"""A screen so wide that sentences and tables stay on one line; tests of the width set their own."""

import pytest


@pytest.fixture(autouse=True)
def wide_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
