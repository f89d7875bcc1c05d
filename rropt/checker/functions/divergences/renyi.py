"""Renyi's divergence of order o: the power divergence D of order o (power.py) with the outer step log(1 + (o - 1) D)/(o - 1).

Let a_i and b_i be the probabilities of the output i under the two distributions, and let S = sum_i a_i^o b_i^(1 - o). Then
D = (S - 1)/(o - 1), and Renyi's divergence is log(S)/(o - 1). So S = 1 + (o - 1) D. The divergence grows with D. This is so for
o < 1 too, because then S falls as D grows, and o - 1 < 0. If o < 1, an upper bound B of D gives an upper bound of the divergence
only if 1 + (o - 1) B > 0.
"""

from ...arithmetic.interval import UNIT, Interval, divide, logarithm, plus, times, to_interval
from ...arithmetic.quotient import ONE, Quotient
from .power import EXACT, FORMULA, PARAMETER, between, require_parameter

__all__ = ["EXACT", "FORMULA", "OUTER", "PARAMETER", "WORDS", "between", "outer_step", "require_parameter"]

WORDS = "Renyi divergence of order {} in nats"
OUTER = "the value is at most log(1 + (o - 1) B)/(o - 1) with the order o"


def outer_step(x: Interval, order: Quotient) -> Interval:
    """Enclose Renyi's divergence log(1 + (o - 1) x)/(o - 1), with o = `order`, from the power divergence x; it is 0 at x = 0."""
    if x == (0, 0):
        return x
    less_one = to_interval(order - ONE)
    return divide(logarithm(plus((UNIT, UNIT), times(less_one, x))), less_one)
