"""A screen so wide that sentences and tables stay on one line; tests of the width set their own."""

import gc
import os
from collections.abc import Generator, Iterator
from functools import cache

import pytest
import typer.main
import typer.testing

# two workers with two threads of BLAS each wait for one another: a program of 18 columns took 9.9 s of CPU instead of 1.6 s;
# no test has matrices that gain by threads, and numpy reads this when it is first imported, which is later
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# `CliRunner.invoke` builds all commands of the application for each of thousands of calls, 15 ms a time; they keep no state
typer.testing._get_command = cache(typer.main.get_command)


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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what `first(seed=3)` leaves out of the default: all values of the parameter `seed` but its first three."""
    for item in items:
        for mark in item.iter_markers("first"):
            ((name, count),) = mark.kwargs.items()
            if item.callspec.indices[name] >= count and item.get_closest_marker("full") is None:
                item.add_marker("slow")


@pytest.fixture
def nothing_old_to_collect() -> Iterator[None]:
    """For a test that counts seconds: no collection goes through what thousands of tests before it have left, which takes some."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
