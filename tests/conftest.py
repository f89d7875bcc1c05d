"""A screen so wide that sentences and tables stay on one line; tests of the width set their own."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def wide_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")


def pytest_collection_finish() -> None:
    """What sixteen thousand tests are made of stays to the end: the collector need not go through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def nothing_old_to_collect() -> Iterator[None]:
    """For a test that counts seconds: no collection goes through what thousands of tests before it have left, which takes some."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
