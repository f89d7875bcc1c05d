"""phi(x) = |x - 1|/2, convex; phi(0) = phi'(inf) = 1/2: b phi(a/b) = |a - b|/2.

At the pattern of a set S, a - b is T - 1 times the difference of the probabilities of S under p and q, as p and q both sum to 1. So
which of a and b is larger does not depend on T > 1, and over an interval of t patterns are tried at T itself (rows/on_cone.py).
"""

from ...arithmetic.quotient import TWO, Quotient, largest
from ...rows.numbers import Exact

WORDS = "total variation distance (at most 1)"
FORMULA = "|a - b|/2"
EXACT = True
PARAMETER = ""
IS_TRIED_AT_RATIO = True


def between(_: Exact, a: Quotient, b: Quotient, __: object) -> Quotient:
    """Compute |a - b|/2."""
    return largest([a - b, b - a]) / TWO
