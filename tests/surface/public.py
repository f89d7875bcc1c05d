"""The public names of the rooms of problems and surveys, to which the questions at the top of rropt lead."""

from __future__ import annotations

from importlib import import_module
from typing import Any

OF_PROBLEMS = ("breach", "exact", "order", "privacy", "problem", "survey")


def of_problems() -> dict[str, tuple[str, Any]]:
    """Each public name of rropt and of those rooms, with its room and what it is; one that both have is the top's."""
    found: dict[str, tuple[str, Any]] = {}
    for room in ("rropt", *(f"rropt.{name}" for name in OF_PROBLEMS)):
        home = import_module(room)
        found |= {name: (room, getattr(home, name)) for name in home.__all__ if name not in found}
    return found
