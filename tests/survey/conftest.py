"""The brute-force law of `people.py`, as a fixture: the tests directory is no package."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def people() -> ModuleType:
    spec = importlib.util.spec_from_file_location("people", Path(__file__).with_name("people.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
