"""The three legs side by side. If two disagree the answer is an error that shows all three."""

from __future__ import annotations

from dataclasses import replace

from rropt.exact.element import Number, is_free
from rropt.exact.errors import Disagreement
from rropt.problem.result import Leg

__all__ = ["AGREEMENT", "agrees", "as_float", "reconcile"]

AGREEMENT = 1e-6


def as_float(x: Number | float) -> float | None:
    """The nearest double, or None where t is free or the number is larger than every double."""
    if is_free(x):
        return None
    try:
        return float(x)
    except OverflowError:
        return None


def agrees(numeric: float, exact: float) -> bool:
    """Whether the two differ by at most AGREEMENT, relative to the larger of 1 and the exact value's size."""
    return abs(numeric - exact) <= AGREEMENT * max(1.0, abs(exact))


def reconcile(symbolic: Leg, numeric: Leg, certified: Leg, *, lower: Number, upper: Number) -> tuple[Leg, Leg, Leg]:
    """The legs as given, if the closed form equals the certified value (or lies in its bounds) and the float is near.

    A float that is off by no more than the solver's tolerance can make is no disagreement, and is labelled.
    """
    found = []
    exact = symbolic.value
    if exact is not None and not isinstance(exact, float) and not (lower <= exact <= upper):
        found.append("the closed form lies outside what is certified")
    low, high = as_float(lower), as_float(upper)
    if _is_strange(numeric.value, low, high, numeric.resolution):
        found.append("the numeric optimum is not near what is certified")
    elif _is_strange(numeric.value, low, high):
        said = f"{numeric.status}; the solver's tolerance cannot tell values {numeric.resolution:.1e} apart"
        numeric = replace(numeric, status=said)
    if found:
        legs = "; ".join(map(str, (symbolic, numeric, certified)))
        raise Disagreement(f"the legs disagree, so no number is given: {' and '.join(found)}. {legs}")
    return symbolic, numeric, certified


def _is_strange(value: Number | float | None, low: float | None, high: float | None, blur: float = 0.0) -> bool:
    """Whether a float lies neither between the bounds nor near one of them; nothing is compared where one is missing."""
    if not isinstance(value, float) or low is None or high is None:
        return False
    return not (agrees(value, low) or agrees(value, high) or low - blur <= value <= high + blur)
