"""How a design's JSON writes numbers, matrices and the ends of intervals."""

from __future__ import annotations

from typing import Any

from rropt.exact.decimal import decimal
from rropt.exact.field import Algebraic, Element, Free, Number
from rropt.exact.reading import show
from rropt.mechanism import Mechanism

__all__ = ["end_fields", "is_free", "matrix_fields", "number_fields"]


def is_free(x: object) -> bool:
    """Whether the number is a function of a free t."""
    return isinstance(x, Element) and isinstance(x.field, Free)


def matrix_fields(p: Mechanism) -> dict[str, Any]:
    """A mechanism's labels, exact entries and decimals."""
    document = p.to_dict()
    return {key: document[key] for key in ("inputs", "outputs", "exact", "decimal")}


def number_fields(value: Number | None, lower: Number | None, upper: Number | None) -> dict[str, Any] | None:
    """`exact` (or null), `lower` and `upper`: decimals rounded outward."""
    if lower is None or upper is None:
        return None if value is None else {"exact": show(value), "lower": None, "upper": None}
    free = is_free(lower) or is_free(upper)
    return {
        "exact": None if value is None else show(value),
        "lower": None if free else decimal(lower, digits=17, direction="lower"),
        "upper": None if free else decimal(upper, digits=17, direction="upper"),
    }


def end_fields(x: Number | float) -> dict[str, Any]:
    """An end of an interval: `exact` is null for a root without a closed form, and infinity is `inf` throughout."""
    if isinstance(x, float):
        return {"exact": "inf", "lower": "inf", "upper": "inf"}
    closed = not (isinstance(x, Element) and isinstance(x.field, Algebraic))
    return number_fields(x if closed else None, x, x) or {}
