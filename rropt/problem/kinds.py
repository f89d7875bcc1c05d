"""The objectives by name, as the package gives them; each is loaded when it is first asked for."""

from __future__ import annotations

from rropt.above import given

__all__ = ["OBJECTIVES", "list_objectives"]

OBJECTIVES = given("objective")
"""Where the objective stands that a command line or a document calls by this name."""


def list_objectives() -> str:
    """List the names by which objectives are asked for; sums and worst cases, named in documents, are asked for by their terms."""
    *others, last = (name for name in OBJECTIVES if not name.endswith(("-sum", "-worst")))
    return f"{', '.join(others)} or {last}"
