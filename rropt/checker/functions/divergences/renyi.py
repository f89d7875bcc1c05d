"""The power divergence of an order o (power.py) with an outer step: Renyi's divergence is log(1 + (o - 1) D)/(o - 1) of its D.

D = sum f = (sum_i a_i^o b_i^(1 - o) - 1)/(o - 1) over the answers i, and Renyi's is the logarithm of that sum over o - 1. It
grows with D for o < 1 too, where a larger D is a smaller sum, and o - 1 < 0; there 1 + (o - 1) B has to be > 0.
"""

from ...arithmetic.interval import UNIT, Interval, divide, logarithm, plus, times, to_interval
from ...arithmetic.quotient import ONE, Quotient
from .power import EXACT, FORMULA, PARAMETER, between, require_parameter

__all__ = ["EXACT", "FORMULA", "OUTER", "PARAMETER", "WORDS", "between", "outer_step", "require_parameter"]

WORDS = "Renyi divergence of order {} in nats"
OUTER = "the value is at most log(1 + (o - 1) B)/(o - 1) with the order o"


def outer_step(x: Interval, order: Quotient) -> Interval:
    """log(1 + (o - 1) x)/(o - 1), which is 0 at x = 0."""
    if x == (0, 0):
        return x
    less_one = to_interval(order - ONE)
    return divide(logarithm(plus((UNIT, UNIT), times(less_one, x))), less_one)
