"""The least factor by which all budgets of a demand could be multiplied so that a mechanism keeps it."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.enclosure import Bounds
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.matrix import have_common_field
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import PairBounds
from rropt.privacy.excess import pairs
from rropt.privacy.profiles import profile_of
from rropt.values import Between

__all__ = ["tight_factor"]

MOST_QUOTIENT = 32  # the largest numerator or denominator of a factor that is given exactly


def tight_factor(mechanism: Mechanism, bounds: PairBounds) -> Fraction | Between | Infinity:
    """The least c ≥ 0 such that the mechanism keeps the bounds after every budget ε is multiplied by c; infinity if there is none.

    A budget ε is the logarithm of a pair's ratio; slacks stay the same. For each pair, let its tight ε be the least one with which
    the mechanism keeps the slack. Then c is the largest quotient of a tight ε and its stated ε.
    """
    found = {(x.input, x.against): x for x in pairs(mechanism, distinct=False)}
    lower = upper = Fraction(0)
    for place, (ratio, delta) in bounds.places():
        least = profile_of([found[place[0], place[1]]]).epsilon(delta)
        if least.t == 1:
            continue
        if is_infinite(least.t) or ratio == 1:
            return INFINITY
        low, high = _quotient(least, Epsilon(ratio))
        lower, upper = max(lower, low), max(upper, high)
    return lower if lower == upper else Between(lower, upper)


def _quotient(least: Epsilon, budget: Epsilon) -> Bounds:
    """Bound the quotient of two positive ε. It is p/q exactly if a^q = b^p for a = e^least and b = e^budget."""
    (a, b), (c, d) = least.bounds(), budget.bounds()
    low, high = a / d, b / c
    near = ((low + high) / 2).limit_denominator(MOST_QUOTIENT)
    p, q, x, y = near.numerator, near.denominator, least.t, budget.t
    assert not is_infinite(x) and not is_infinite(y)
    if low <= near <= high and p <= MOST_QUOTIENT and have_common_field([[x, y]]) and x**q == y**p:
        return near, near
    return low, high
