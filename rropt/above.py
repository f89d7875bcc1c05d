"""What a storey above gives to one below, which names no file above it.

The package, which stands above both, says where each thing is (`give`); it is loaded when it is first asked for (`find`).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

__all__ = ["find", "give", "given"]

_PLACES: dict[str, dict[str, str]] = {}


def give(kind: str, places: Mapping[str, str]) -> None:
    """Register the objects of a kind, each by name with its place `module:name`."""
    _PLACES.setdefault(kind, {}).update(places)


def given(kind: str) -> Mapping[str, str]:
    """The places of a kind by name; it also shows what is registered later."""
    return MappingProxyType(_PLACES.setdefault(kind, {}))


def find(kind: str, name: str) -> Any:
    """Load the object of this kind and name."""
    module, _, own = _PLACES[kind][name].partition(":")
    return getattr(import_module(module), own)
