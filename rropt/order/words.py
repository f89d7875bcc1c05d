"""Writes matrices, mechanisms and numbers for texts on which of two mechanisms is more informative.

These texts are sentences, and documents in JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rropt.exact.decimal import DIGITS, EXACT, decimal, show_with_decimal
from rropt.exact.element import Number
from rropt.exact.matrix import Rows
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.problem.leg import Leg

__all__ = [
    "MOST_SHOWN",
    "leave_out_names",
    "legs_dict",
    "list_numbers",
    "matrix",
    "mechanism_dict",
    "say_legs",
    "tell_apart",
]

MOST_SHOWN, MOST_DIGITS = 8, 100


def matrix(rows: Rows) -> list[list[str]]:
    """Write the exact entries of a matrix as text."""
    return [[show(x) for x in row] for row in rows]


def mechanism_dict(p: Mechanism) -> dict[str, Any]:
    """The mechanism's labels and exact entries, for JSON."""
    return {
        "inputs": list(p.inputs) if p.inputs else None,
        "outputs": list(p.outputs) if p.outputs else None,
        "exact": matrix(p.rows),
    }


def leave_out_names(
    document: dict[str, Any], *keys: str, names: Sequence[str] = ("inputs", "outputs")
) -> dict[str, Any]:
    """Remove the labels from the mechanisms that the document has under these keys, because no certificate shows labels."""
    told = {key: {x: y for x, y in document[key].items() if y is None or x not in names} for key in keys}
    return {**document, **told}


def list_numbers(labels: Sequence[str], xs: Sequence[Number]) -> str:
    """Write the first eight numbers, each after its label; "…" stands for the rest."""
    said = show if EXACT.get() else decimal
    some = [f"{label}: {said(x)}" for label, x in zip(labels, xs, strict=True)][:MOST_SHOWN]
    return ", ".join(some) + (", …" if len(xs) > MOST_SHOWN else "")


def tell_apart(a: Number, b: Number) -> tuple[str, str]:
    """Write two different numbers with as many digits as distinguish them. If some 100 digits are not enough, the decimals are
    equal.
    """
    digits = DIGITS.get()
    while digits < MOST_DIGITS and decimal(a, digits=digits) == decimal(b, digits=digits):
        digits *= 2
    return show_with_decimal(a, digits=digits), show_with_decimal(b, digits=digits)


def say_legs(legs: Sequence[Leg]) -> list[str]:
    """Write the legs as lines of text. A leg is one of several independent answers to the same problem."""
    return ["Legs:", *(f"  {leg}" for leg in legs)]


def legs_dict(legs: Sequence[Leg]) -> dict[str, Any]:
    """Return {"legs": a dictionary of the legs by name}. A leg is one of several independent answers to the same problem."""
    return {"legs": {leg.name: leg.to_dict() for leg in legs}}
