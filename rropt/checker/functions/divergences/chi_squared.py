"""phi(x) = (x - 1)^2, phi'' = 2 > 0; phi(0) = 1, phi'(inf) infinite: b phi(a/b) = (a - b)^2/b."""

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
