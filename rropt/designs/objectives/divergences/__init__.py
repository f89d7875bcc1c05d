"""The functions φ that define the kinds of divergence, one per file. Each file is named after its kind.

To add a φ, add a file. The file is loaded when its φ is asked for.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rropt.designs.objectives.divergences.phi import Phi

__all__ = ["KINDS", "find_phi", "list_kinds"]

# These files have no φ of their own: they say what a φ implements, and read one that is stated as a text.
BESIDE = ("phi", "text")
KINDS = tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.name not in BESIDE))
"""The kinds of `Divergence`."""


def find_phi(kind: str) -> type[Phi]:
    """Return the class of the function φ that defines a kind of divergence.

    It is the class whose `name` is the kind, in the file named after the kind.
    """
    classes = (x for x in vars(import_module(f"{__name__}.{kind}")).values() if isinstance(x, type))
    return next(x for x in classes if getattr(x, "name", "") == kind)


def list_kinds() -> str:
    """Return a text that lists the kinds of divergence, for use in a sentence."""
    *others, last = KINDS
    return f"{', '.join(others)} or {last}"
