"""How near two answers must come to be one: the only tolerances by which floats and symbols are compared with exact numbers.

Nothing that is certified rests on these. They decide when a disagreement is an error that shows every answer.
"""

from __future__ import annotations

import math
from fractions import Fraction

__all__ = [
    "AGREEMENT",
    "CLOSE",
    "CONIC",
    "DIGITS",
    "EXACTLY",
    "are_in_agreement",
    "lies_within",
]

AGREEMENT = 1e-6
"""Of a float beside an exact number, relative to the larger of 1 and that number's size."""
CONIC = 1e-5
"""The same where semidefinite and exponential cones, or sampled programs, leave more."""
CLOSE = 1e-9
"""The same of HiGHS over rows beside bounds that are as near as that."""
DIGITS = 60
"""To which sympy works out an expression that is no rational number."""
EXACTLY = Fraction(1, 10**30)
"""What may then lie between two that are equal."""


def are_in_agreement(numeric: float, exact: float, within: float = AGREEMENT) -> bool:
    """Whether a float is near an exact number, relative to max(1, |number|)."""
    return numeric == exact or (math.isfinite(exact) and abs(numeric - exact) <= within * max(1.0, abs(exact)))


def lies_within(numeric: float, lower: float, upper: float, within: float = AGREEMENT) -> bool:
    """Whether a float lies between two bounds, or near one of them."""
    near = any(are_in_agreement(numeric, end, within) for end in (lower, upper))
    return lower <= numeric <= upper or near
