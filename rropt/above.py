"""A registry through which a lower layer of the package uses objects of a higher layer without importing its files.

`rropt/__init__.py`, which is above both layers, says where each object is (`give`). The object is loaded when it is first used
(`find`).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

__all__ = ["find", "give", "given"]

_PLACES: dict[str, dict[str, str]] = {}


def give(kind: str, places: Mapping[str, str]) -> None:
    """Register objects of a kind; `places` maps the name of each to the place `module:name` from which it is loaded."""
    _PLACES.setdefault(kind, {}).update(places)


def given(kind: str) -> Mapping[str, str]:
    """Return a mapping from the name of each object of this kind to the place `module:name` from which the object is loaded.

    The mapping is a live view: it also shows objects that are registered later.
    """
    return MappingProxyType(_PLACES.setdefault(kind, {}))


def find(kind: str, name: str) -> Any:
    """Load the object of this kind and name."""
    module, _, own = _PLACES[kind][name].partition(":")
    return getattr(import_module(module), own)
