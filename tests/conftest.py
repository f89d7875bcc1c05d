"""A screen so wide that sentences and tables stay on one line; tests of the width set their own."""

import gc
import os
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

# two workers with two threads of BLAS each wait for one another: a program of 18 columns took 9.9 s of CPU instead of 1.6 s;
# no test has matrices that gain by threads, and numpy reads this when it is first imported, which is later
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

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
    """Build thousands of tests without the collector, which would go through them again and again; they stay to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


DRAWN, NEXT = 3, 4  # of random draws, whose parameter is called `seed`: so many run by default, so many more are slow


def place_among(item: pytest.Function, name: str) -> tuple[int, int]:
    """Which of the different values of its parameter a test has, 0 for the first that is listed, and how many there are."""
    for mark in item.iter_markers("parametrize"):
        names = mark.args[0].replace(" ", "").split(",") if isinstance(mark.args[0], str) else list(mark.args[0])
        if name in names:
            listed = (x.values if hasattr(x, "marks") else x if len(names) > 1 else (x,) for x in mark.args[1])
            # a range makes its larger numbers anew each time; of all else it is the same object
            keys = [
                x if isinstance(x, int) else ("at", id(x)) for x in (values[names.index(name)] for values in listed)
            ]
            own = item.callspec.params[name]
            different = list(dict.fromkeys(keys))
            return different.index(own if isinstance(own, int) else ("at", id(own))), len(different)
    raise pytest.UsageError(f"{item.nodeid} has no parameter {name!r}, of which a mark takes some values")


def is_spread(place: int, count: int, wanted: int) -> bool:
    """Whether a place is one of those that are spread evenly over so many, the first and the last among them."""
    return count <= wanted or place in {round(n * (count - 1) / (wanted - 1)) for n in range(wanted)}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Mark the cases that wait: for `slow` what `first(k=3)` leaves out, all values of `k` but its first three, what `some(k=4)`
    leaves out, all values but four spread over them, and the cases of `slow_at`; for `full` what `then(k=9)` leaves out
    besides, all but the next nine, and the cases of `full_at`. A `seed` without marks has first(seed=DRAWN) and then(seed=NEXT)."""
    for item in items:
        first, then, some = (
            {name: count for mark in item.iter_markers(kind) for name, count in mark.kwargs.items()}
            for kind in ("first", "then", "some")
        )
        if "seed" in item.fixturenames:
            first, then = {"seed": DRAWN} | first, {"seed": NEXT} | then
        slow, full = ({case for mark in item.iter_markers(f"{x}_at") for case in mark.args} for x in ("slow", "full"))
        if any(place_among(item, x)[0] >= first.get(x, 0) + n for x, n in then.items()) or (
            full and item.callspec.id in full
        ):
            item.add_marker("full")
        left_out = any(place_among(item, name)[0] >= count for name, count in first.items()) or any(
            not is_spread(*place_among(item, name), count) for name, count in some.items()
        )
        if (left_out or (slow and item.callspec.id in slow)) and not item.get_closest_marker("full"):
            item.add_marker("slow")


@pytest.fixture
def nothing_old_to_collect() -> Iterator[None]:
    """For a test that counts seconds: no collection goes through what thousands of tests before it have left, which takes some."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
