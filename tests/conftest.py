"""A screen so wide that sentences and tables stay on one line; tests of the width set their own."""

import gc
from collections.abc import Generator, Iterator

import pytest


@pytest.fixture(autouse=True)
def wide_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Build nineteen thousand tests without the collector, which would go through them again and again; they stay to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.fixture
def nothing_old_to_collect() -> Iterator[None]:
    """For a test that counts seconds: no collection goes through what thousands of tests before it have left, which takes some."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
