"""How a design's JSON writes matrices and the ends of intervals."""

from __future__ import annotations

from typing import Any

from rropt.exact.element import Element, Number
from rropt.exact.fields import Algebraic
from rropt.mechanism import Mechanism
from rropt.results import number_fields

__all__ = ["end_fields", "matrix_fields"]


def matrix_fields(p: Mechanism) -> dict[str, Any]:
    """A mechanism's labels, exact entries and decimals."""
    document = p.to_dict()
    return {key: document[key] for key in ("inputs", "outputs", "exact", "decimal")}


def end_fields(x: Number | float) -> dict[str, Any]:
    """An end of an interval: `exact` is null for a root without a closed form, and infinity is `inf` throughout."""
    if isinstance(x, float):
        return {"exact": "inf", "lower": "inf", "upper": "inf"}
    closed = not (isinstance(x, Element) and isinstance(x.field, Algebraic))
    return number_fields(x if closed else None, x, x) or {}
