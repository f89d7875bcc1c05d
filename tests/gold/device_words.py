"""The key numbers of devices that commands write, by the names of before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.gold.design_words import value

__all__ = ["KEYS"]


def device(x: dict[str, Any]) -> dict[str, Any]:
    """The instrument, the matrix, the value and the efficiency."""
    rows = [[value(row[name]) for name in [*row][1:]] for row in x["mechanism"]]
    told = {name: value(x[name]) for name in ("value", "efficiency")}
    return {"instrument": x["instrument"]["kind"], "outcomes": int(x["instrument"]["outcomes"]), "matrix": rows} | told


def classicals(x: dict[str, Any]) -> dict[str, Any]:
    """The names, and the numbers as the table prints them."""
    rows, names = x["devices"], {"n_var": "variance", "epsilon": "epsilon"}
    if "people" in x:
        rows, names = x["people"], {"n_var": "variance", "n": "n"}
    return {"devices": [row["device"] for row in rows]} | {
        name: [row[key] if isinstance(row[key], int) else number(row[key]) for row in rows]
        for name, key in names.items()
    }


def number(x: Any) -> Any:
    """A number with its bounds, or a double, which stands for itself."""
    return value(x) if isinstance(x, dict) else "infinite" if x == "inf" else {"low": str(x), "high": str(x)}


KEYS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "rropt.device/2": device,
    "rropt.classical/2": lambda _: {},
    "rropt.classicals/2": classicals,
}
"""For each schema the function that reads the key numbers."""
