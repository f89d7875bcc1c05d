"""The evidence of a variance's optimum that is no list of prices: its best vertices."""

from __future__ import annotations

from typing import Any

from rropt.certificate.scope import Scope
from rropt.engine.found import Minimisers

__all__ = ["vertices"]


def vertices(found: Minimisers, scope: Scope) -> dict[str, Any]:
    """All best mechanisms, or the first where they are not listed (SPEC.md, 7, `optimal` with the objective `variance`)."""
    matrices = [scope.matrix(rows) for rows, _ in found.faces]
    return {"minimisers": matrices} if found.are_listed else {"mechanism": matrices[0]}
