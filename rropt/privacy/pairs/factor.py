"""The least factor by which the budgets ε of a demand on pairs of inputs may be multiplied so that a mechanism keeps it."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.enclosure import Bounds
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.matrix import have_common_field
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import PairBounds
from rropt.privacy.enclosure import Enclosure
from rropt.privacy.excess import least_ratio, pairs

__all__ = ["tight_factor"]

MOST = 32  # the largest numerator or denominator of a quotient that is given exactly


def tight_factor(mechanism: Mechanism, bounds: PairBounds) -> Fraction | Enclosure | Infinity:
    """The least c ≥ 0 such that the mechanism keeps the bounds after every budget ε is multiplied by c. The slacks stay the same.

    A budget ε is the logarithm of a pair's ratio. For each pair of inputs, let its tight ε be the least ε with which the mechanism
    keeps the slack of the pair. Then c is the largest quotient of a pair's tight ε and its stated ε. If the quotient is not found
    exactly, the result is an `Enclosure` of c. Infinity if no c suffices.
    """
    found = {(x.input, x.against): x for x in pairs(mechanism, distinct=False)}
    lower = upper = Fraction(0)
    for place, (ratio, delta) in bounds.places():
        least = Epsilon(least_ratio([found[place[0], place[1]]], mechanism, delta))
        if least.t == 1:
            continue
        if is_infinite(least.t) or ratio == 1:
            return INFINITY
        low, high = _quotient(least, Epsilon(ratio))
        lower, upper = max(lower, low), max(upper, high)
    return lower if lower == upper else Enclosure(lower, upper)


def _quotient(least: Epsilon, budget: Epsilon) -> Bounds:
    """Bound `least`/`budget`, the quotient of two positive ε. If it is found to be a fraction p/q of small numbers, both bounds are
    p/q.

    For a = e^least and b = e^budget, the quotient is p/q exactly if a^q = b^p.
    """
    (a, b), (c, d) = least.bounds(), budget.bounds()
    low, high = a / d, b / c
    near = ((low + high) / 2).limit_denominator(MOST)
    p, q, x, y = near.numerator, near.denominator, least.t, budget.t
    assert not is_infinite(x) and not is_infinite(y)
    if low <= near <= high and p <= MOST and have_common_field([[x, y]]) and x**q == y**p:
        return near, near
    return low, high
