"""The coverage of score intervals for any number of different weights, enclosed to some 10⁻⁶.

Whether the Chebyshev or the Wilson interval of input j covers π depends on T = Σ_i w_i c_i alone: for 0 < π < 1 it does if
(T/n − π)² ≤ c·V(π) (`intervals`); at π = 0 whatever is too small covers as well, at π = 1 whatever is too large. So its
coverage is 1 less the chances that T, or −T, is beyond a number (`beyond`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from rropt.estimates.beyond import chance_beyond
from rropt.estimates.frequencies import Survey
from rropt.exact.enclosure import Bounds
from rropt.exact.field import Number

__all__ = ["chance_of_score"]

DEGREE = 1 << 20


def chance_of_score(survey: Survey, weights: Sequence[Number], share: Fraction, square: Number) -> Bounds:
    """lower ≤ Pr((T/n − π)² ≤ square, or T beyond an end of [0, 1] that π is) ≤ upper; T the sum of the answers' weights."""
    w = np.array([float(x) for x in weights])
    lower, upper = Fraction(1), Fraction(1)
    for sign in (1, -1):
        if share == (0 if sign < 0 else 1):
            continue
        end = np.array([survey.n * (sign * float(share) + sqrt(float(square)))])

        def same(_low: Any, _high: Any, end: Any = end) -> tuple[Any, Any]:
            return end, end

        found = chance_beyond(survey, sign * w, None, same, degree=DEGREE)
        assert found is not None
        lower, upper = lower - found[1], upper - found[0]
    return max(Fraction(0), lower), min(Fraction(1), upper)
