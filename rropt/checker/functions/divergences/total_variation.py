"""phi(x) = |x - 1|/2, convex; phi(0) = phi'(inf) = 1/2: b phi(a/b) = |a - b|/2.

At the pattern of a set S, a - b is T - 1 times what p has more than q on S, as both sum to 1; so that over an interval which of a
and b is larger does not change, and patterns are tried at T itself (rows/on_cone.py).
"""

from ...arithmetic.quotient import TWO, Quotient, largest
from ...rows.numbers import Exact

WORDS = "total variation distance (at most 1)"
FORMULA = "|a - b|/2"
EXACT = True
PARAMETER = ""
IS_TRIED_AT_RATIO = True


def between(_: Exact, a: Quotient, b: Quotient, __: object) -> Quotient:
    """|a - b|/2."""
    return largest([a - b, b - a]) / TWO
