"""The objectives by name, as `rropt/__init__.py` registers them; each is loaded when it is first used."""

from __future__ import annotations

from rropt.above import given

__all__ = ["OBJECTIVES", "list_objectives"]

OBJECTIVES = given("objective")
"""The place `module:class` of each objective, by its name on the command line and in documents."""


def list_objectives() -> str:
    """List the names of objectives on the command line. Sums and worst cases of objectives are left out, because they have names
    only in documents."""
    *others, last = (name for name in OBJECTIVES if not name.endswith(("-sum", "-worst")))
    return f"{', '.join(others)} or {last}"
