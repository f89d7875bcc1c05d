"""The chi-squared divergence: phi(x) = (x - 1)^2. For a, b > 0, b phi(a/b) = (a - b)^2/b.

phi is convex, as phi'' = 2 > 0. Its limits are phi(0) = 1 and phi'(inf), which is infinite; phi'(inf) is the limit of phi(x)/x as x
grows.
"""

from ...arithmetic.quotient import ZERO, Quotient
from ...refusals import require
from ...rows.numbers import Exact

WORDS = "chi-squared divergence"
FORMULA = "(a - b)^2/b"
EXACT = True
PARAMETER = ""


def between(_: Exact, a: Quotient, b: Quotient, __: object) -> Quotient:
    """Compute (a - b)^2/b, which is 0 if a = b, also if both are 0."""
    difference = a - b
    if difference.is_zero():
        return ZERO
    require(not b.is_zero(), "infinite", "the divergence is infinite at a row")
    return difference * difference / b
