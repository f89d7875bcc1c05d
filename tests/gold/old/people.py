"""Devices and data frames of golden questions, for the API of the version before."""

from __future__ import annotations

import math
from typing import Any

from rropt import Mechanism, from_spec
from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.exact.grammar import read_rational
from tests.gold.rows import unpack


def read_device(data: dict[str, Any]) -> Mechanism:
    """Read a device as `tests.gold.rows` writes it."""
    if "spec" in data:
        found = from_spec(data["spec"])
        return found.relabel(**{name: tuple(data[name]) for name in ("inputs", "outputs") if name in data})
    return Mechanism(data["rows"], inputs=data["inputs"], outputs=data["outputs"])


def read_sets(data: dict[str, Any]) -> SetMechanism:
    """Read a mechanism whose answers are sets: how many of the inputs a set holds, weights, and the ratio t."""
    if len(data["members"]) > 1:
        raise InputError("inputs of several classes are those of no design; give sets of inputs that are all alike")
    sizes, inputs = tuple(c for (c,) in data["counts"]), tuple(data["inputs"])
    return SetMechanism(
        len(inputs), sizes, tuple(map(read_rational, data["weights"])), read_rational(data["ratio"]), inputs
    )


def read_frame(columns: dict[str, Any]) -> Any:
    """Read packed columns into a data frame of pandas."""
    import pandas

    return pandas.DataFrame({name: unpack(column) for name, column in columns.items()})


def decimal(x: Any) -> float | str | None:
    """A number as a float of 13 digits; nan and infinities as text, None as it is."""
    if x is None:
        return None
    found = float(x)
    return float(f"{found:.13g}") if math.isfinite(found) else str(found)


def decimals(found: Any) -> list[Any]:
    """The same for (nested) sequences."""
    return [decimal(x) if x is None or hasattr(x, "__float__") else decimals(x) for x in found]


def about(x: Any, to: float = 1e-7) -> dict[str, str] | str | None:
    """A number that was found by climbing a likelihood: an interval of relative width 2·to around it."""
    found = decimal(x)
    if not isinstance(found, float):
        return found
    around = to * max(1.0, abs(found))
    return {"low": f"{found - around:.10g}", "high": f"{found + around:.10g}"}


def root(variance: Any) -> float | str | None:
    """A standard error from its exact variance."""
    return None if variance is None else decimal(math.sqrt(max(0.0, float(variance))))
