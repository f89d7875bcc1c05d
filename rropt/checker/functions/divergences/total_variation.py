"""phi(x) = |x - 1|/2, convex; phi(0) = phi'(inf) = 1/2: b phi(a/b) = |a - b|/2."""

from ...arithmetic.quotient import TWO, Quotient, largest
from ...rows.numbers import Exact

WORDS = "total variation distance (at most 1)"
FORMULA = "|a - b|/2"
EXACT = True
PARAMETER = ""


def between(_: Exact, a: Quotient, b: Quotient, __: object) -> Quotient:
    """|a - b|/2."""
    return largest([a - b, b - a]) / TWO
