"""The tolerances of rropt for comparing answers: the largest differences at which two answers count as equal. They are used when
the answer of a floating-point or symbolic computation is compared with an exact number.

No certificate depends on these tolerances. If two independent computations of one answer differ by more, and by more than a
solver's violated constraints can explain (`CvxpyAnswer.blur`), an error is raised, and its message shows all their answers.
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
"""The largest difference at which a float counts as equal to an exact number, relative to max(1, |number|)."""
CONIC = 1e-5
"""The same bound for less precise floats: from programs with semidefinite or exponential cones, or from sampled programs."""
CLOSE = 1e-9
"""The same bound for HiGHS's answers to programs over rows, which are compared with a lower and an upper bound."""
DIGITS = 60
"""The number of digits to which sympy evaluates an expression that is not a rational number."""
EXACTLY = Fraction(1, 10**30)
"""The largest difference at which two numbers count as equal if they are evaluated to `DIGITS` digits."""


def are_in_agreement(numeric: float, exact: float, within: float = AGREEMENT) -> bool:
    """Whether a float differs from an exact number by at most `within` · max(1, |exact|). Equal infinities agree as well."""
    return numeric == exact or (math.isfinite(exact) and abs(numeric - exact) <= within * max(1.0, abs(exact)))


def lies_within(numeric: float, lower: float, upper: float, within: float = AGREEMENT) -> bool:
    """Whether a float lies between two bounds, or agrees with one of them as in `are_in_agreement`."""
    near = any(are_in_agreement(numeric, end, within) for end in (lower, upper))
    return lower <= numeric <= upper or near
