"""The power divergence of a rational order o > 0 other than 1: phi(x) = (x^o - 1)/(o - 1).

For a, b > 0, b phi(a/b) = (a^o b^(1 - o) - b)/(o - 1). phi is convex, as phi'' = o x^(o - 2) > 0. Its limits are
phi(0) = -1/(o - 1) and phi'(inf), which is 0 for o < 1 and infinite for o > 1. phi'(inf) is the limit of phi(x)/x as x grows.
"""

from ...arithmetic.interval import UNIT, Interval, divide, minus, times, to_interval
from ...arithmetic.quotient import ONE, ZERO, Quotient
from ...limits import MOST_ORDER, spend
from ...refusals import expect_at_most, require
from ...rows.numbers import Enclosed

WORDS = "power divergence of order {} in natural units"
FORMULA = "(a^order b^(1 - order) - b)/(order - 1)"
EXACT = False
PARAMETER = "order"


def require_parameter(order: Quotient) -> None:
    """Reject unless the order n/d is rational, above 0 and not 1.

    If n or d exceeds MOST_ORDER, raise `TooMuch`, because the check would take too long.
    """
    require(order.is_constant(), "divergence-parameter", "an order of a power divergence that is not rational")
    require(
        order > ZERO and order != ONE, "divergence-parameter", "an order of a power divergence that is 0, 1 or less"
    )
    expect_at_most(max(map(abs, order.fraction())), MOST_ORDER, "parts of the order of a divergence")


def between(_: Enclosed, a: Interval, b: Interval, order: Quotient) -> Interval:
    """Enclose (a^o b^(1 - o) - b)/(o - 1) for o = n/d, where a^o b^(1 - o) is b times the d-th root of (a/b)^n."""
    n, d = order.fraction()
    less_one = to_interval(order - ONE)
    if b == (0, 0):
        require(n < d or a == (0, 0), "infinite", "the divergence is infinite at a row")
        return (0, 0)
    if a == (0, 0):
        return divide((-b[1], -b[0]), less_one)
    low, high = divide(a, b)
    powered = _root(max(low, 0), n, d), _root(high, n, d) + 1
    return divide(minus(times(b, powered), b), less_one)


def _root(x: int, n: int, d: int) -> int:
    """Compute the power n/d of a number, rounded down to a multiple of 1/UNIT, by Newton's steps from above.

    The argument x and the result are integers that stand for multiples of 1/UNIT: x stands for the number x/UNIT. The result is the
    largest integer y with y^d UNIT^n <= x^n UNIT^d.
    """
    bits = n * x.bit_length() + d * UNIT.bit_length()
    # to multiply such long numbers costs much less than the product of their numbers of bits
    spend(d * 64, bits, bits >> 5)
    most: int = x**n * UNIT**d // UNIT**n
    if not most:
        return 0
    above: int = 1 << -(-most.bit_length() // d)
    while True:
        # by the inequality of arithmetic and geometric means, a step never goes below the integer part of the root
        spend(16, bits, bits >> 5)
        nearer = ((d - 1) * above + most // above ** (d - 1)) // d
        if nearer >= above:
            return above
        above = nearer
