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


def place_among(item: pytest.Function, name: str) -> int:
    """Which value of its parameter a test has: 0 is the first that `parametrize` lists."""
    for mark in item.iter_markers("parametrize"):
        names = mark.args[0].replace(" ", "").split(",") if isinstance(mark.args[0], str) else list(mark.args[0])
        if name in names:
            listed = (x.values if hasattr(x, "marks") else x if len(names) > 1 else (x,) for x in mark.args[1])
            return next(n for n, x in enumerate(listed) if x[names.index(name)] is item.callspec.params[name])
    raise pytest.UsageError(f"{item.nodeid} has no parameter {name!r}, of which `first` takes the first values")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Mark as slow the cases of `slow_at`, and what `first(seed=3)` leaves out: all values of `seed` but its first three."""
    for item in items:
        asked = [pair for mark in item.iter_markers("first") for pair in mark.kwargs.items()]
        heavy = [case for mark in item.iter_markers("slow_at") for case in mark.args]
        left_out = any(place_among(item, name) >= count for name, count in asked)
        if (left_out or (heavy and item.callspec.id in heavy)) and not item.get_closest_marker("full"):
            item.add_marker("slow")


@pytest.fixture
def nothing_old_to_collect() -> Iterator[None]:
    """For a test that counts seconds: no collection goes through what thousands of tests before it have left, which takes some."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
