"""How matrices, mechanisms and numbers are written in the order's documents and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rropt.exact.element import Number
from rropt.exact.matrix import Rows
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism

__all__ = ["MOST_SHOWN", "list_numbers", "matrix", "mechanism_dict"]

MOST_SHOWN = 8


def matrix(rows: Rows) -> list[list[str]]:
    """Exact entries as text."""
    return [[show(x) for x in row] for row in rows]


def mechanism_dict(p: Mechanism) -> dict[str, Any]:
    """Labels and exact entries."""
    return {
        "inputs": list(p.inputs) if p.inputs else None,
        "outputs": list(p.outputs) if p.outputs else None,
        "exact": matrix(p.rows),
    }


def list_numbers(labels: Sequence[str], xs: Sequence[Number]) -> str:
    """The first few numbers, each after its label."""
    some = [f"{label}: {show(x)}" for label, x in zip(labels, xs, strict=True)][:MOST_SHOWN]
    return ", ".join(some) + (", …" if len(xs) > MOST_SHOWN else "")
