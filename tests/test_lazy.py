"""What `dir` of a room lists can be named there, and stays what it is when every file of the room is loaded."""

import sys
from importlib import import_module
from pkgutil import iter_modules

import pytest


@pytest.mark.parametrize(
    "room",
    ["breach", "devices", "exact", "order", "problem", "survey"],
)
def test_what_is_listed_is_there(room: str) -> None:
    package = import_module(f"rropt.{room}")
    files = {x.name for x in iter_modules(package.__path__)}
    for file in files:
        import_module(f"rropt.{room}.{file}")
    listed = package.__dir__()
    assert len(listed) > len(files & set(listed)) > 2
    for name in listed:
        found = getattr(package, name)
        if name in files:
            assert found is sys.modules[f"rropt.{room}.{name}"]
        else:
            home = sys.modules[package.__getattr__(name).__module__] if callable(found) else None
            assert home is None or name in home.__all__
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        package.nothing  # noqa: B018
