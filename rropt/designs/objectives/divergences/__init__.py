"""The φ of divergences, one a file, which is called as its kind. A new one is a file here; it is loaded when asked for."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rropt.designs.objectives.divergences.phi import Phi

__all__ = ["KINDS", "find_phi", "list_kinds"]

# What a φ is, and how a stated one is read.
BESIDE = ("phi", "text")
KINDS = tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.name not in BESIDE))
"""What `Divergence` takes as a kind."""


def find_phi(kind: str) -> type[Phi]:
    """Find the φ of a kind: the class of that name in the kind's file."""
    classes = (x for x in vars(import_module(f"{__name__}.{kind}")).values() if isinstance(x, type))
    return next(x for x in classes if getattr(x, "name", "") == kind)


def list_kinds() -> str:
    """List the kinds for a sentence."""
    *others, last = KINDS
    return f"{', '.join(others)} or {last}"
