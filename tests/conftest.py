"""A screen so wide that sentences and tables stay on one line; tests of the width set their own."""

import gc
import os
from collections.abc import Generator, Iterator
from functools import cache

import pytest
import typer.main
import typer.testing
from hypothesis import HealthCheck, settings

# two workers with two threads of BLAS each wait for one another: a program of 18 columns took 9.9 s of CPU instead of 1.6 s;
# no test has matrices that gain by threads, and numpy reads this when it is first imported, which is later
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# `CliRunner.invoke` builds all commands of the application for each of thousands of calls, 15 ms a time; they keep no state
typer.testing._get_command = cache(typer.main.get_command)

# no test depends on how fast the machine is
settings.register_profile(
    "any machine",
    parent=settings(),
    deadline=None,
    suppress_health_check=[*settings.default.suppress_health_check, HealthCheck.too_slow],
)
settings.load_profile("any machine")


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
            own = item.callspec.params[name]
            # a range makes its larger numbers anew each time
            values = (x[names.index(name)] for x in listed)
            return next(n for n, x in enumerate(values) if x is own or (isinstance(own, int) and x == own))
    raise pytest.UsageError(f"{item.nodeid} has no parameter {name!r}, of which `first` takes the first values")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Mark the cases that wait: for `slow` what `first(seed=3)` leaves out, all values of `seed` but its first three, and the
    cases of `slow_at`; for `full` what `then(seed=9)` leaves out besides, all but the next nine, and the cases of `full_at`."""
    for item in items:
        first = {name: count for mark in item.iter_markers("first") for name, count in mark.kwargs.items()}
        then = {name: count for mark in item.iter_markers("then") for name, count in mark.kwargs.items()}
        slow, full = ({case for mark in item.iter_markers(f"{x}_at") for case in mark.args} for x in ("slow", "full"))
        if any(place_among(item, x) >= first.get(x, 0) + n for x, n in then.items()) or (
            full and item.callspec.id in full
        ):
            item.add_marker("full")
        left_out = any(place_among(item, name) >= count for name, count in first.items())
        if (left_out or (slow and item.callspec.id in slow)) and not item.get_closest_marker("full"):
            item.add_marker("slow")


@pytest.fixture
def nothing_old_to_collect() -> Iterator[None]:
    """For a test that counts seconds: no collection goes through what thousands of tests before it have left, which takes some."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
